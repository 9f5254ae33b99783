/**
 * A row for each class: its name, and its posterior as a bar, or as a dot on an axis of log posteriors.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Layout } from "../picture/painted.js"
 * @typedef {Object} Posteriors
 * @property {Layout} place
 * @property {number[]} logs
 * @property {string[]} names
 * @property {import("../paint/look.js").Style} style of the most probable class
 * @property {boolean} [isLog]
 * @typedef {Mark<Posteriors & {view: View}>} Classes
 */

import { View } from "../paint/view.js";
import { percent } from "../paint/words.js";
import { logText, paintClasses, tableOf } from "../picture/painted.js";
import { none, outlineBy, sentence, soundAt } from "./basics.js";

const FAINTEST = 0.1; // so loud is the row of an improbable class

/** @param {Options & Posteriors} options @returns {Classes} */
export function classes(options) {
  const plot = tableOf(options.place), rows = plot.height / options.place.classes[0].height;
  return { kind: "classes", view: new View([0, 1, rows, 0], plot), ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Classes} mark @param {Dress} look */
export function paint(context, { place, logs, names, style, isLog }, look) {
  context.save();
  paintClasses(context, place, logs, names, look, look.font, style, isLog);
  context.restore();
}

export const outline = outlineBy((path, /** @type {Classes} */ { view: { plot: { left, top, width, height } } }) =>
  path.rect(left, top, width, height));

export const legend = none, moves = none;

/** The posterior of each class. @param {Classes} mark */
export function says(mark) {
  return sentence(mark, mark.place.classes.map((_, row) => nameRow(mark, row)).join(", "));
}

/** A row in words. @param {Classes} mark @param {number} row */
export function nameRow({ place, logs, names, isLog }, row) {
  const { k } = place.classes[row];
  return `${names[k]} ${isLog ? logText(logs[k]) : percent(Math.exp(logs[k]))}`;
}

/** A row, the louder the more probable its class is. @param {Classes} mark @param {[number, number]} at */
export function sounds(mark, [x, y]) {
  const row = mark.place.classes[Math.floor(y)];
  return row ? soundAt(mark, [x, Math.floor(y) + 0.5], Math.max(FAINTEST, Math.exp(mark.logs[row.k]) || 0)) : null;
}

export default { paint, outline, legend, says, sounds, moves };
