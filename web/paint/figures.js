/**
 * The status: the number of points, and the accuracies in large figures.
 *
 * Its text is one sentence, for screen readers; the style sheet hides the words that only join its parts.
 */

import { make } from "./elements.js";
import { count } from "./words.js";

export const MOVED = "threshold moved";
const FIGURE = /^(.+?) (\d[\d.]*\s%)(.*)$/; // the name, the value, and the method
const COUNT = /^(\d+) (of \d+ .+)$/; // how many, and of what

/**
 * Write the status, if it is another one now.
 * @param {HTMLElement} status
 * @param {number} points how many there are
 * @param {{title: string, sentence: string}[]} panels with two of them the titles, and what is known of each
 */
export function writeFigures(status, points, panels) {
  const parts = [makeCount(points), ...panels.flatMap(makePanel)];
  const text = parts.map(({ textContent }) => textContent).join("");
  if (status.textContent !== text) status.replaceChildren(...parts);
}

/** @param {number} points */
function makeCount(points) {
  const [number, noun] = count(points, "point").split(" ");
  return span("figure points", span("value", number), " ", span("name", noun));
}

/** @param {{title: string, sentence: string}} known @param {number} k @returns {HTMLElement[]} none where nothing is known */
function makePanel({ title, sentence }, k) {
  if (!sentence) return [];
  const figures = sentence.split(", ").map((text) => makeFigure(text, k));
  const parts = figures.flatMap((figure, place) => (place > 0 ? [span("join", ", "), figure] : [figure]));
  const whose = title ? [span("title", title), span("join", ": ")] : [];
  const panel = span("panel-figures", span("join", "; "), ...whose, ...parts);
  panel.dataset.panel = String(k);
  return [panel];
}

/** @param {string} text @param {number} panel */
function makeFigure(text, panel) {
  const [, name, value, note] = FIGURE.exec(text) ?? [];
  const [, many, what] = COUNT.exec(text) ?? [];
  if (many) return span("figure", span("value", many), " ", span("name", what));
  if (text === MOVED) return span("figure", span("name", text), makeReset(panel));
  if (value === undefined) return span("figure", span("name", text));
  return span("figure", span("name", name), " ", span("value", value), span("note", note));
}

/** The button that resets a moved threshold. It has no text: the status is a sentence. @param {number} panel */
function makeReset(panel) {
  const title = "Reset the threshold";
  return make("button", { type: "button", title, class: "reset", "aria-label": title, "data-panel": panel });
}

/** @param {string} className @param {...(string | Node)} content */
function span(className, ...content) {
  return make("span", { class: className }, ...content);
}
