/**
 * The table of accuracies: every classifier on the training points and on held-out ones.
 *
 * The browser evaluates the classifiers that it can refit as soon as a drag ends; the rows of other classifiers
 * come with the data. A row that does not belong to the points and the gamma on screen is shown as outdated until
 * its new numbers arrive.
 *
 * @import { Model, TableData, TableRow } from "../messages.js"
 * @typedef {import("../model/cross_validation.js").Row | import("../model/model.js").Refused} Result
 * @typedef {TableRow & {model: Model}} OwnRow of a classifier that is refitted here
 */

import { range } from "../model/points.js";
import { make } from "./elements.js";
import { finder, fixed, percent, setText } from "./words.js";

export class Accuracies {
  /** @type {Map<string, {subject: unknown[] | undefined, row: Result}>} what each result is about */
  results = new Map();
  /** @type {Map<string, unknown[]>} */
  requests = new Map();
  /** @type {string[]} */
  cells = [];

  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} section
   * @param {import("../wire/evaluator.js").Evaluator} evaluator
   */
  constructor(board, section, evaluator) {
    this.board = board;
    this.section = section;
    this.evaluator = evaluator;
  }

  /** A requested evaluation has arrived. @param {string} name @param {Result} row */
  take(name, row) {
    this.results.set(name, { subject: this.requests.get(name), row });
  }

  /** Write the known rows. */
  update() {
    const { data: { table }, isSheetReady } = this.board;
    this.section.hidden = !table?.isShown;
    if (table?.isShown) this.write(table, isSheetReady ? table.rows : []);
  }

  /** Ask for the missing rows, unless a drag is under way; first for those of the picture. */
  ask() {
    const { data, drag } = this.board;
    if (!data?.table || drag !== null || !this.board.isSheetReady) return;
    const { rows, folds, seed, worker } = data.table, { points, classes } = this.board;
    const here = rows.filter(isOwn);
    const missing = here.filter((row) => !this.isCurrent(row) && !isSame(this.requests.get(row.name), this.subjectOf(row)));
    if (missing.length === 0) return;
    const waiting = here.filter((row) => !this.isCurrent(row)).sort((a, b) => Number(b.isInPicture) - Number(a.isInPicture));
    this.requests = new Map(waiting.map((row) => /** @type {const} */ ([row.name, this.subjectOf(row)]))); // it ends the task before
    const task = { points, styles: classes.map(({ name }) => ({ name })), evaluation: { folds, seed } };
    const about = waiting.map(({ name, model }) => ({ name, model, gamma: this.gammaOf(model) }));
    this.evaluator.start({ ...task, rows: about }, worker);
  }

  /** The values on which a row of this browser depends. @param {OwnRow} row @returns {unknown[]} */
  subjectOf({ model }) {
    const { points, classes, data: { table } } = this.board;
    const names = classes.slice(0, 1 + range(points.labels)[1]).map(({ name }) => name);
    return [model, this.gammaOf(model), points, names.join("\n"), table?.folds, table?.seed];
  }

  /** @param {Model} model */
  gammaOf(model) {
    const readsGamma = model.kind === "kernel" || (model.kind === "svc" && model.gamma === null);
    return readsGamma ? this.board.gamma : null;
  }

  /** Whether the known numbers of a row belong to the points and gamma on screen. @param {TableRow} row */
  isCurrent(row) {
    if (!isOwn(row)) return !this.board.isAhead && row.row !== null;
    return isSame(this.results.get(row.name)?.subject, this.subjectOf(row));
  }

  /** @param {TableRow} row */
  resultOf({ name, model, row }) {
    return (model === null ? row : this.results.get(name)?.row) ?? null;
  }

  /** @param {string} name */
  find(name) {
    return this.board.data.table?.rows.find((row) => row.name === name);
  }

  /** Whether the row of a classifier is still to come. @param {string} name */
  isAwaited(name) {
    const row = this.find(name);
    return row !== undefined && !this.isCurrent(row);
  }

  /** The current row of a classifier that could be fitted. @param {string} name */
  current(name) {
    const row = this.find(name), result = row && this.isCurrent(row) ? this.resultOf(row) : null;
    return result && result.problem === undefined ? result : null;
  }

  /**
   * The sentence about a classifier in the picture; null while there is none.
   * @param {string} name
   * @param {string} [note] on how points are held out
   */
  describe(name, note) {
    const result = this.current(name), heldOut = this.describeHeldOut(name, note);
    return result && heldOut && `training accuracy ${percent(result.training)}, ${heldOut}`;
  }

  /** Its held-out accuracy; null while there is none. @param {string} name @param {string} [note] */
  describeHeldOut(name, note = "") {
    const heldOut = this.current(name)?.heldOut, scheme = `${this.board.data.table?.scheme}${note}`;
    return !heldOut || heldOut.problem !== undefined ? null : `${scheme} ${percent(heldOut.mean)}`;
  }

  /** @param {TableData} table @param {TableRow[]} rows */
  write({ title, scheme }, rows) {
    const find = finder(this.section);
    setText(find("h2"), `Accuracy on ${title}, ${this.board.points.labels.length} points`);
    setText(find(".scheme"), `Held out, ${scheme} (± standard error)`);
    find("h2").hidden = find("table").hidden = rows.length === 0;
    find(".none").hidden = rows.length > 0;
    const lines = rows.map((row) => {
      const { title, isInPicture } = row;
      return { title, isInPicture, isOld: !this.isCurrent(row), cells: cellsOf(this.resultOf(row)) };
    });
    find("table").setAttribute("aria-busy", String(lines.some(({ isOld }) => isOld)));
    const body = find("tbody"), texts = lines.map((line) => JSON.stringify(line));
    lines.forEach((line, k) => {
      if (k === body.children.length) body.append(makeLine(line));
      else if (texts[k] !== this.cells[k]) body.children[k].replaceWith(makeLine(line));
    });
    while (body.children.length > lines.length) body.lastElementChild?.remove();
    this.cells = texts;
  }
}

/** @param {TableRow} row @returns {row is OwnRow} */
function isOwn(row) {
  return row.model !== null;
}

/** @param {unknown[] | undefined} before @param {unknown[]} now */
function isSame(before, now) {
  return before !== undefined && now.every((part, k) => part === before[k]);
}

/** @param {{title: string, isInPicture: boolean, isOld: boolean, cells: string[]}} line */
function makeLine({ title, isInPicture, isOld, cells }) {
  const name = make("th", { scope: "row" }, isInPicture ? `${title} (shown)` : title);
  const line = make("tr", {}, name, ...cells.map((text) => make("td", {}, text)));
  line.classList.toggle("shown", isInPicture);
  line.classList.toggle("old", isOld);
  return line;
}

/** The cells of a row: training accuracy, and held-out accuracy with its standard error. @param {?Result} row */
export function cellsOf(row) {
  if (row === null) return ["…", "…"];
  if (row.problem !== undefined) return ["–", row.problem];
  const { training, heldOut } = row;
  if (heldOut.problem !== undefined) return [percent(training), heldOut.problem];
  return [percent(training), `${fixed(100 * heldOut.mean, 1)}\u00a0±\u00a0${percent(heldOut.standardError)}`];
}
