/** The module is ready when the browser has read the font of the page's style sheet; what is painted before would have another. */
await document.fonts.load('1em "bayeslab Sans"');
