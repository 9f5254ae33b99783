// Draws the formulas of a page, which Sphinx leaves as TeX between \\( and \\) or \\[ and \\].
document.addEventListener("DOMContentLoaded", () => {
  renderMathInElement(document.body, { throwOnError: false });
});
