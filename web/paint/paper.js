/**
 * Pictures on paper, in the light theme always and finer than a screen, and in another theme of the page.
 *
 * The script that prints a page (ui/sheet.js) sends an event of the window when the pictures are to be painted for
 * paper, at once, and another one to restore them. The page (ui/views.js) sends one when it has another theme, of which
 * the host learns only later.
 */

import { fineness } from "./view.js";

export const PAPER_EVENT = "bayeslab-paper"; // detail: whether they are for paper
export const THEME_EVENT = "bayeslab-theme"; // detail: "light" or "dark"
const FINENESS = 3;

let isOnPaper = false, themeOfPage = "";
globalThis.addEventListener?.(PAPER_EVENT, (event) => {
  const { detail } = /** @type {CustomEvent<boolean>} */ (event);
  isOnPaper = detail;
  fineness.least = detail ? FINENESS : 1;
});

globalThis.addEventListener?.(THEME_EVENT, (event) => (themeOfPage = /** @type {CustomEvent<string>} */ (event).detail));

/** Whether the picture is painted for paper, where words for a hand are out of place. */
export function isForPaper() {
  return isOnPaper;
}

/** The theme to paint in. @param {string} theme that the host knows */
export function themeToPaint(theme) {
  return isOnPaper ? "light" : themeOfPage || theme;
}
