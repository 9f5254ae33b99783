/** Texts that the browser keeps for a page. Where it keeps none, pages work without, and nothing comes back. */

/** The text of a name, or null. @param {string} name @param {"localStorage" | "sessionStorage"} [where] */
export function recallItem(name, where = "localStorage") {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

/** Store a text under a name; null removes it. @param {string} name @param {?string} text @param {"localStorage" | "sessionStorage"} [where] */
export function keepItem(name, text, where = "localStorage") {
  try {
    if (text === null) window[where].removeItem(name);
    else window[where].setItem(name, text);
  } catch {} // what is full or forbidden keeps nothing
}
