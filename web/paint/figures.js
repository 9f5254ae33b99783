/**
 * The status: the number of points, and the accuracies in large figures.
 *
 * Its text is one sentence, for screen readers; the style sheet hides the words that only join its parts.
 */

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
  return make("figure points", make("value", number), " ", make("name", noun));
}

/** @param {{title: string, sentence: string}} known @param {number} k @returns {HTMLElement[]} none where nothing is known */
function makePanel({ title, sentence }, k) {
  if (!sentence) return [];
  const figures = sentence.split(", ").map((text) => makeFigure(text, k));
  const parts = figures.flatMap((figure, place) => (place > 0 ? [make("join", ", "), figure] : [figure]));
  const whose = title ? [make("title", title), make("join", ": ")] : [];
  const panel = make("panel-figures", make("join", "; "), ...whose, ...parts);
  panel.dataset.panel = String(k);
  return [panel];
}

/** @param {string} text @param {number} panel */
function makeFigure(text, panel) {
  const [, name, value, note] = FIGURE.exec(text) ?? [];
  const [, many, what] = COUNT.exec(text) ?? [];
  if (many) return make("figure", make("value", many), " ", make("name", what));
  if (text === MOVED) return make("figure", make("name", text), makeReset(panel));
  if (value === undefined) return make("figure", make("name", text));
  return make("figure", make("name", name), " ", make("value", value), make("note", note));
}

/** The button that resets a moved threshold. It has no text: the status is a sentence. @param {number} panel */
function makeReset(panel) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", title: "Reset the threshold", className: "reset" });
  button.setAttribute("aria-label", button.title);
  button.dataset.panel = String(panel);
  return button;
}

/** @param {string} className @param {...(string | Node)} content */
function make(className, ...content) {
  const span = Object.assign(document.createElement("span"), { className });
  span.append(...content);
  return span;
}
