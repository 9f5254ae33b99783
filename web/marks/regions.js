/**
 * The regions of a classifier in the plane: their colours, hatching where all points are far, and the boundary.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Style } from "../paint/look.js"
 * @import { Regions as Labels } from "../paint/regions.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Predictions
 * @property {Labels} regions
 * @property {HTMLCanvasElement} raster the regions in colours
 * @property {(Style & {name?: string})[]} styles
 * @property {string[]} names of the classes
 * @property {import("../model/points.js").Points} points
 * @property {Record<string, boolean>} [show] boundary and far; both if nothing is said
 * @property {HTMLCanvasElement | null} [differing] where another classifier predicts another class
 * @property {boolean} [isOld] whether they belong to outdated points
 * @typedef {Mark<Predictions & {view: View}>} Regions
 */

import { paintModel } from "../paint/paint.js";
import { labelAt } from "../paint/regions.js";
import { percent } from "../paint/words.js";
import { entryOf, keepInside, none, outlineBy, sentence, soundAt } from "./basics.js";
import { trace } from "./contour.js";

const SHOW = { boundary: true, far: true, shading: true };

/** @param {View} view @param {Options & Predictions} options @returns {Regions} */
export function regions(view, options) {
  return { kind: "regions", view, isLine: true, show: SHOW, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Regions} mark @param {Dress} look */
export function paint(context, mark, look) {
  keepInside(context, mark.view.plot, 0);
  paintModel(context, { ...mark, show: mark.show ?? SHOW, look, font: look.font, features: [] });
  context.restore();
}

/** The boundary between them. */
export const outline = outlineBy((path, /** @type {Regions} */ { view, regions: { box, size, boundary } }) =>
  trace(path, { view, lines: { box, size, boundary } }));

export const moves = none;

/** Their boundary. @param {Regions} mark */
export function legend(mark) {
  return entryOf(mark, { line: { colour: "ink", width: 2.5 } });
}

/** The share of the plane of each class. @param {Regions} mark */
export function says(mark) {
  const { names, regions: { labels } } = mark, counts = names.map(() => 0);
  for (let cell = 0; cell < labels.length; cell++) counts[labels[cell]] += 1;
  return sentence(mark, names.map((name, k) => `${name} in ${percent(counts[k] / labels.length)} of the plane`).join(", "));
}

/** The class that is predicted there, the louder the surer. @param {Regions} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { box: [a, b, c, d], size, strength, full } = mark.regions, steps = size - 1;
  const column = Math.round(((at[0] - a) / (b - a)) * steps), row = Math.round(((at[1] - c) / (d - c)) * steps);
  if (column < 0 || column > steps || row < 0 || row > steps) return null;
  return soundAt({ ...mark, voice: labelAt(mark.regions, at[0], at[1]) }, at, strength[row * size + column] / full);
}

export default { paint, outline, legend, says, sounds, moves };
