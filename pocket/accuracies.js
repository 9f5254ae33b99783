/**
 * The table of accuracies: every classifier that is refitted here, on the training and on held-out points.
 *
 * Rows are computed one at a time while nothing else happens; a newer state ends what an older one began.
 */

import { accuracy, crossValidate } from "./cross_validation.js";
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

export class Accuracies {
  /**
   * @param {HTMLElement} section with a heading, a table and a sentence for no points
   * @param {() => void} changed called when a row was computed
   */
  constructor(section, changed) {
    Object.assign(this, { section, changed, timer: null, subject: null, found: new Map(), before: new Map() });
  }

  /** The sentence below the picture, as the lab has it for a classifier that Python fits; null if there is none. */
  describe(name, folds) {
    const { training, heldOut } = this.found.get(name) ?? {};
    if (heldOut?.mean === undefined) return null;
    return `training accuracy ${percent(training)}, ${folds}-fold ${percent(heldOut.mean)}`;
  }

  /** What the rows are about; those of another subject hold no longer. */
  setSubject(subject) {
    if (subject === this.subject) return;
    Object.assign(this, { subject, before: this.found, found: new Map() });
  }

  /**
   * @param {{title: string, count: number, folds: number}} about the points
   * @param {{name: string, title: string, isShown: boolean, compute: () => Row}[]} rows
   */
  show(about, rows) {
    const { section, found, before } = this, find = (selector) => section.querySelector(selector);
    find("h2").textContent = `Accuracy on ${about.title}, ${about.count} points`;
    find(".folds").textContent = `Held out, ${about.folds}-fold (± standard error)`;
    find(".none").hidden = rows.length > 0;
    find("table").hidden = rows.length === 0;
    find("tbody").replaceChildren(...rows.map((row) => (
      makeRow(row, found.get(row.name) ?? before.get(row.name), !found.has(row.name))
    )));
    clearTimeout(this.timer);
    const waiting = rows.filter(({ name }) => !found.has(name));
    const next = waiting.find(({ isShown }) => isShown) ?? waiting[0];
    if (next) this.timer = setTimeout(() => this.compute(next), found.size ? 0 : PAUSE);
  }

  compute({ name, compute }) {
    this.found.set(name, compute());
    this.changed();
  }
}

function makeRow({ title, isShown }, found, isOld) {
  const row = document.createElement("tr"), name = document.createElement("th");
  Object.assign(name, { scope: "row", textContent: isShown ? `${title} (shown)` : title });
  row.append(name, ...write(found).map((textContent) => Object.assign(document.createElement("td"), { textContent })));
  row.classList.toggle("shown", isShown);
  row.classList.toggle("old", isOld);
  return row;
}

/** The cells of a row: training accuracy, and held-out accuracy with its standard error. */
function write(found) {
  if (found === undefined) return ["…", "…"];
  const { training, heldOut, problem = heldOut.problem } = found;
  const first = training === undefined ? "–" : percent(training);
  if (problem !== undefined) return [first, problem];
  return [first, `${percent(heldOut.mean).slice(0, -2)}\u00a0±\u00a0${percent(heldOut.standardError)}`];
}
