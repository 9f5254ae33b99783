/** Ready when the browser has loaded the page's font, so that pictures are not painted in another. */
await document.fonts.load('1em "bayeslab Sans"');
