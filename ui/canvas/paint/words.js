/**
 * Words on the page, and numbers in them.
 */

/** Write only what is new: a screen reader reads whatever is written. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** "1 error", "2 errors". */
export function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** The share of points that are not wrong, as Python rounds it. */
export function percentRight(wrong) {
  const right = wrong.filter((isWrong) => !isWrong).length;
  const exact = (1000 * right) / wrong.length, tenths = Math.round(exact);
  const even = tenths - exact === 0.5 ? tenths - (tenths % 2) : tenths; // a tie goes to the even one
  return `${(even / 10).toFixed(1)} %`;
}

/** A share in percent, as Python rounds and writes it. */
export function percent(share) {
  const value = 100 * share, isTie = (4 * value) % 4 === 1; // 96.25: of two equally near, the even one
  return `${(isTie ? Math.floor(10 * value) / 10 : value).toFixed(1)}\u00a0%`;
}
