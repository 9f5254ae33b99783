/**
 * The table of accuracies: every classifier that is refitted here, on the training and on held-out points.
 *
 * Rows are computed one at a time while nothing else happens; a newer state ends what an older one began.
 */

import { accuracy, crossValidate } from "../ui/canvas/model/cross_validation.js";
import { fitModel } from "../ui/canvas/model/model.js";
import { percent } from "../ui/canvas/paint/words.js";

const PAUSE = 150; // ms after the last change

/**
 * @typedef {Object} Row
 * @property {number} training share of the training points in the right class
 * @property {{mean: number, standardError: number} | {problem: string}} heldOut
 */

/** @returns {Row | {problem: string}} */
export function evaluate(model, gamma, points, known, evaluation) {
  const fit = fitModel(model, gamma, points, known);
  if (fit.problem !== undefined) return fit;
  return { training: accuracy(fit, points), heldOut: crossValidate(model, gamma, points, known, evaluation) };
}

/** The sentence below the picture, as the lab has it for a classifier that Python fits; null if it has none. */
export function describeAccuracy({ training, heldOut }, folds) {
  if (heldOut?.mean === undefined) return null;
  return `training accuracy ${percent(training)}, ${folds}-fold ${percent(heldOut.mean)}`;
}

export class Accuracies {
  /** @param {HTMLElement} section with a heading, a table and a sentence for no points */
  constructor(section) {
    Object.assign(this, { section, timer: null });
  }

  /**
   * @param {{title: string, count: number, folds: number}} about the points
   * @param {{title: string, isShown: boolean, compute: () => Row}[]} rows
   */
  show(about, rows) {
    clearTimeout(this.timer);
    const { section } = this, find = (selector) => section.querySelector(selector);
    find("h2").textContent = `Accuracy on ${about.title}, ${about.count} points`;
    find(".folds").textContent = `Held out, ${about.folds}-fold (± standard error)`;
    find(".none").hidden = rows.length > 0;
    find("table").hidden = rows.length === 0;
    const body = find("tbody"), waiting = rows.map(({ title, isShown }) => makeRow(title, isShown));
    body.replaceChildren(...waiting);
    const next = (k) => {
      if (k === rows.length) return;
      fill(waiting[k], rows[k].compute());
      this.timer = setTimeout(() => next(k + 1));
    };
    this.timer = setTimeout(() => next(0), PAUSE);
  }
}

function makeRow(title, isShown) {
  const row = document.createElement("tr"), name = document.createElement("th");
  Object.assign(name, { scope: "row", textContent: isShown ? `${title} (shown)` : title });
  row.append(name, document.createElement("td"), document.createElement("td"));
  row.classList.toggle("shown", isShown);
  for (const cell of row.querySelectorAll("td")) cell.textContent = "…";
  return row;
}

function fill(row, { problem, training, heldOut }) {
  const [first, second] = row.querySelectorAll("td");
  first.textContent = problem === undefined ? percent(training) : "–";
  if (problem !== undefined || heldOut.problem !== undefined) second.textContent = problem ?? heldOut.problem;
  else second.textContent = `${percent(heldOut.mean).slice(0, -2)}\u00a0±\u00a0${percent(heldOut.standardError)}`;
}
