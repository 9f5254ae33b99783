/**
 * Pictures on paper: in the light theme always, and finer than a screen.
 *
 * The script that prints a page (ui/sheet.js) sends an event of the window when the pictures are to be painted for
 * paper, at once, and another one to restore them.
 */

import { fineness } from "./view.js";

export const PAPER_EVENT = "bayeslab-paper"; // detail: whether they are for paper
const FINENESS = 3;

let isOnPaper = false;
globalThis.addEventListener?.(PAPER_EVENT, (event) => {
  const { detail } = /** @type {CustomEvent<boolean>} */ (event);
  isOnPaper = detail;
  fineness.least = detail ? FINENESS : 1;
});

/** The theme to paint in. @param {string} theme of the page */
export function themeToPaint(theme) {
  return isOnPaper ? "light" : theme;
}
