/**
 * The table of accuracies: every classifier on the training points and on held-out ones.
 *
 * What the browser can refit it evaluates as soon as the hand lets go; the rows of other classifiers come with the
 * data. A row that is not of the points and the gamma on screen is shown as old until its new numbers are there.
 */

import { range } from "../model/points.js";
import { fixed, percent, setText } from "./words.js";

export class Accuracies {
  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} section
   * @param {import("../wire/evaluator.js").Evaluator} evaluator
   */
  constructor(board, section, evaluator) {
    Object.assign(this, { board, section, evaluator, known: new Map(), asked: new Map(), written: [] });
  }

  /** An evaluation that was asked for is there. */
  take(name, row) {
    this.known.set(name, { subject: this.asked.get(name), row });
  }

  /** Write what there is. */
  update() {
    const { data: { table }, isSheetReady } = this.board;
    this.section.hidden = !table?.isShown;
    if (table?.isShown) this.write(table, isSheetReady ? table.rows : []);
  }

  /** Ask for the rows that are missing, unless a hand is at work; first for those of the picture. */
  ask() {
    const { data, held } = this.board;
    if (!data?.table || held !== null || !this.board.isSheetReady) return;
    const { rows, folds, seed, worker } = data.table, { points, classes } = this.board;
    const here = rows.filter(({ model }) => model !== null);
    const missing = here.filter((row) => !this.isCurrent(row) && !isSame(this.asked.get(row.name), this.subjectOf(row)));
    if (missing.length === 0) return;
    const waiting = here.filter((row) => !this.isCurrent(row)).sort((a, b) => b.isInPicture - a.isInPicture);
    this.asked = new Map(waiting.map((row) => [row.name, this.subjectOf(row)])); // it ends the task before
    const task = { points, known: classes.map(({ name }) => ({ name })), evaluation: { folds, seed } };
    const about = waiting.map(({ name, model }) => ({ name, model, gamma: this.gammaOf(model) }));
    this.evaluator.start({ ...task, rows: about }, worker);
  }

  /** What a row of this browser depends on. */
  subjectOf({ model }) {
    const { points, classes, data: { table: { folds, seed } } } = this.board;
    const names = classes.slice(0, 1 + range(points.labels)[1]).map(({ name }) => name);
    return [model, this.gammaOf(model), points, names.join("\n"), folds, seed];
  }

  gammaOf(model) {
    const readsGamma = model.kind === "kernel" || (model.kind === "svc" && model.gamma === null);
    return readsGamma ? this.board.chosenGamma : null;
  }

  /** Whether what is known of a row is about what is on screen. */
  isCurrent(row) {
    if (row.model === null) return !this.board.isAhead && row.row !== null;
    return isSame(this.known.get(row.name)?.subject, this.subjectOf(row));
  }

  rowOf({ name, model, row }) {
    return model === null ? row : this.known.get(name)?.row ?? null;
  }

  find(name) {
    return this.board.data.table?.rows.find((row) => row.name === name);
  }

  /** Whether the row of a classifier is still to come. */
  isAwaited(name) {
    const row = this.find(name);
    return row !== undefined && !this.isCurrent(row);
  }

  /** The sentence about a classifier in the picture; null while there is none. */
  describe(name) {
    const row = this.find(name), heldOut = this.describeHeldOut(name);
    return heldOut && `training accuracy ${percent(this.rowOf(row).training)}, ${heldOut}`;
  }

  /** Its held-out accuracy; null while there is none. */
  describeHeldOut(name) {
    const row = this.find(name);
    if (row === undefined || !this.isCurrent(row)) return null;
    const { heldOut } = this.rowOf(row);
    return heldOut?.mean === undefined ? null : `${this.board.data.table.scheme} ${percent(heldOut.mean)}`;
  }

  write({ title, scheme }, rows) {
    const find = (selector) => this.section.querySelector(selector);
    setText(find("h2"), `Accuracy on ${title}, ${this.board.points.labels.length} points`);
    setText(find(".scheme"), `Held out, ${scheme} (± standard error)`);
    find("h2").hidden = find("table").hidden = rows.length === 0;
    find(".none").hidden = rows.length > 0;
    const lines = rows.map((row) => {
      const { title, isInPicture } = row;
      return { title, isInPicture, isOld: !this.isCurrent(row), cells: cellsOf(this.rowOf(row)) };
    });
    find("table").setAttribute("aria-busy", String(lines.some(({ isOld }) => isOld)));
    const body = find("tbody"), texts = lines.map((line) => JSON.stringify(line));
    lines.forEach((line, k) => {
      if (k === body.children.length) body.append(makeLine(line));
      else if (texts[k] !== this.written[k]) body.children[k].replaceWith(makeLine(line));
    });
    while (body.children.length > lines.length) body.lastChild.remove();
    this.written = texts;
  }
}

function isSame(before, now) {
  return before !== undefined && now.every((part, k) => part === before[k]);
}

function makeLine({ title, isInPicture, isOld, cells }) {
  const line = document.createElement("tr"), name = document.createElement("th");
  Object.assign(name, { scope: "row", textContent: isInPicture ? `${title} (shown)` : title });
  line.append(name, ...cells.map((textContent) => Object.assign(document.createElement("td"), { textContent })));
  line.classList.toggle("shown", isInPicture);
  line.classList.toggle("old", isOld);
  return line;
}

/** The cells of a row: training accuracy, and held-out accuracy with its standard error. */
export function cellsOf(row) {
  if (row === null) return ["…", "…"];
  const { training, heldOut, problem = heldOut.problem } = row;
  const first = training === undefined ? "–" : percent(training);
  if (problem !== undefined) return [first, problem];
  return [first, `${fixed(100 * heldOut.mean, 1)}\u00a0±\u00a0${percent(heldOut.standardError)}`];
}
