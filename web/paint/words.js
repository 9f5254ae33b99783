/**
 * Parts of the page, the words on it, and the numbers in them.
 */

/**
 * The function that finds the parts of a page that are always there.
 * @param {ParentNode} root
 * @returns {<T extends HTMLElement = HTMLElement>(selector: string) => T}
 */
export function finder(root) {
  return (selector) => {
    const element = root.querySelector(selector);
    if (!element) throw new Error(`There is no ${selector} on this page.`);
    return /** @type {any} */ (element); // the caller knows which element it asks for
  };
}

/**
 * A function that wraps actions: an error in one is shown in the part ".failure" of the page, with advice.
 * @param {ReturnType<typeof finder>} find
 * @param {string} advice
 * @returns {<Arguments extends unknown[]>(action: (...args: Arguments) => void) => (...args: Arguments) => void}
 */
export function guardWith(find, advice) {
  return (action) => (...args) => {
    try {
      action(...args);
    } catch (error) {
      setText(find(".failure"), `Something went wrong; ${advice}. (${/** @type {Error} */ (error).message})`);
    }
  };
}

/** Write only new text: a screen reader reads whatever is written. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** "1 error", "2 errors". @param {number} n @param {string} noun */
export function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** The share of points that are not wrong. @param {boolean[]} wrong */
export function shareRight(wrong) {
  return wrong.filter((isWrong) => !isWrong).length / wrong.length;
}

/** The same in percent. @param {boolean[]} wrong */
export function percentRight(wrong) {
  return percent(shareRight(wrong));
}

/** A share in percent, as `bayeslab.evaluation.formats` writes it. @param {number} share */
export function percent(share) {
  return `${fixed(100 * share, 1)}\u00a0%`;
}

/**
 * A number with so many decimal places and a real minus sign, never "−0.0"; `plus` is the sign of one that is not negative.
 * @param {number} value
 * @param {number} places
 * @param {string} [plus]
 */
export function fixed(value, places, plus = "") {
  const size = Math.abs(value), below = Math.floor(size * 10 ** places);
  const isTie = (size * 2 ** (places + 1)) % 2 === 1; // 96.25: of two equally near, the even one
  const text = (isTie && below % 2 === 0 ? below / 10 ** places : size).toFixed(places).replace("Infinity", "∞");
  return (value < 0 && Number(text) !== 0 ? "−" : plus) + text;
}

/**
 * How many decimal places show some digits of the largest of some numbers: all have as many, so that a sum can be
 * checked by eye.
 * @param {number[]} values
 * @param {number} [digits]
 * @param {number} [most] places: less is nothing beside a kernel's height of 1
 */
export function placesFor(values, digits = 3, most = 4) {
  const largest = Math.max(...values.map(Math.abs));
  return largest > 0 ? Math.max(0, Math.min(most, digits - 1 - Math.floor(Math.log10(largest)))) : 1;
}
