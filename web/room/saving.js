/** The teacher's downloads: the picture, the points, the log of the room. */

import { newPen } from "../paint/view.js";
import { escapeText, quoteText } from "../wire/cells.js";
import { saveFile } from "../wire/files.js";

/** @import { Activity, CutActivity, PointActivity } from "../messages.js" */

/**
 * The picture: all canvases of an element, one below the other.
 * @param {HTMLElement} element
 * @param {string} background
 * @param {string} name
 */
export function savePicture(element, background, name) {
  const canvases = [...element.querySelectorAll("canvas")].filter(({ width }) => width > 0);
  const width = Math.max(...canvases.map((canvas) => canvas.width)), height = canvases.reduce((sum, canvas) => sum + canvas.height, 0);
  const context = newPen(width, height);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  let top = 0;
  for (const canvas of canvases) {
    context.drawImage(canvas, 0, top);
    top += canvas.height;
  }
  context.canvas.toBlob((blob) => blob && saveFile(name, blob));
}

/**
 * The contributions that are shown, as a table.
 * @param {Activity} activity
 * @param {Record<string, {name: string}>} [people] the participants; those of unknown name are written as the server knows them
 */
export function writeTable(activity, people = {}) {
  return writeRows(listRows(activity, (who) => people[who]?.name ?? who));
}

/** Rows as CSV, with the mark by which Excel reads UTF-8. @param {(string | number | undefined)[][]} rows */
export function writeRows(rows) {
  return `\ufeff${rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

/** @param {Activity} activity @param {(who: string) => string} nameOf @returns {(string | number | undefined)[][]} */
function listRows(activity, nameOf) {
  if (activity.key === "draw") {
    const points = Object.entries(activity.shown.points ?? {});
    return [["x1", "x2", "class", "participant"], ...points.flatMap(([who, own]) => Object.values(own).map((point) => [...point, nameOf(who)]))];
  }
  if (activity.key === "vote") {
    const { settings: { options }, shown: { votes = [], answer } } = activity;
    const marks = (/** @type {string[]} */ texts) => (answer === undefined ? [] : texts);
    return [["option", ...votes.map((_, k) => `round ${k + 1}`), ...marks(["correct"])],
      ...options.map((option, k) => [option, ...votes.map((counts) => counts[k]), ...marks([k === answer ? "yes" : "no"])])];
  }
  if (activity.key === "challenge") {
    return [["rank", "name", "classifier", "gamma", "threshold", "training", "cross-validated", "hidden"], ...(activity.shown.board ?? []).map(
      ({ rank, name, entry, training, held_out: heldOut, hidden }) => [rank, name, entry.model, entry.gamma, entry.threshold, training, heldOut, hidden],
    )];
  }
  if (activity.key === "exercise") {
    const { settings: { rules: { goal = [] } }, shown: { gallery = [] } } = activity;
    const heads = ["reached", "participants", ...goal.map(({ measure, model }) => (model ? `${measure} of ${model}` : measure)), "handed in"];
    return [heads, ...gallery.map(({ handed, count, result: { reached, values } }) => [
      reached ? "yes" : "no", count, ...goal.map((_, k) => values?.[k] ?? ""), JSON.stringify(handed),
    ])];
  }
  if (activity.settings.box) {
    const { marks } = /** @type {PointActivity} */ (activity).shown;
    return [["participant", "x1", "x2"], ...Object.entries(marks ?? {}).map(([who, point]) => [nameOf(who), ...point])];
  }
  const { cuts } = /** @type {CutActivity} */ (activity).shown;
  return [["participant", "cut"], ...Object.entries(cuts ?? {}).map(([who, cut]) => [nameOf(who), cut])];
}

/** A cell: a number, or text that no spreadsheet computes. @param {string | number | undefined} value */
function writeCell(value) {
  if (typeof value !== "string") return String(value ?? "");
  const text = escapeText(value);
  return /[",;\t\r\n]/.test(text) ? quoteText(text) : text;
}
