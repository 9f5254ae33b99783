/**
 * An image of pixels, which may be painted on: shares of ink, or colours; on it marks of the effects of its pixels.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Style } from "../paint/look.js"
 * @import { Rectangle } from "../paint/view.js"
 * @import { Sheet } from "../picture/brush.js"
 * @typedef {Object} Pixels
 * @property {{rows: number, columns: number}} grid
 * @property {import("../picture/painted.js").Ink[]} shares
 * @property {[Style, Style] | null} [signs] of negative and of positive shares
 * @property {number[] | null} [effects]
 * @property {Style[]} [sides] of negative and of positive effects
 * @property {Omit<Sheet, "box"> | null} [sheet] what a hand paints on it
 * @typedef {Mark<Pixels & {view: View}>} Image
 */

import { View } from "../paint/view.js";
import { percent } from "../paint/words.js";
import { paintEffects, paintImage } from "../picture/painted.js";
import { none, outlineBy, sentence, soundAt } from "./basics.js";

/** @param {Rectangle} box in pixels @param {Options & Pixels} options @returns {Image} */
export function image(box, options) {
  const { rows, columns } = options.grid;
  return { kind: "image", view: new View([0, columns, 0, rows], box), ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Image} mark @param {Dress} look */
export function paint(context, { view: { plot }, grid, shares, signs, effects, sides }, look) {
  paintImage(context, plot, grid, shares, look, signs);
  if (effects && sides) paintEffects(context, plot, grid, effects, sides);
}

export const outline = outlineBy((path, /** @type {Image} */ { view: { plot: { left, top, width, height } } }) =>
  path.rect(left, top, width, height));

export const legend = none, moves = none;

/** How much ink it has. @param {Image} mark */
export function says(mark) {
  const { shares, grid } = mark, mean = shares.reduce((/** @type {number} */ sum, _, i) => sum + inkAt(mark, i), 0) / shares.length;
  return sentence(mark, `${grid.rows} × ${grid.columns} pixels, ${percent(mean)} of them ink`);
}

/** The ink of the pixel. @param {Image} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { rows, columns } = mark.grid, column = Math.floor(at[0]), row = rows - 1 - Math.floor(at[1]);
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  return soundAt(mark, at, inkAt(mark, row * columns + column));
}

/** @param {Image} mark @param {number} i */
function inkAt({ shares }, i) {
  const share = shares[i];
  return Array.isArray(share) ? 1 - share.reduce((sum, each) => sum + each, 0) / (3 * 255) : Math.min(1, Math.abs(share));
}

export default { paint, outline, legend, says, sounds, moves };
