/**
 * The axes of a plot, one or both, with lines across it and a frame around it where they are wanted.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Titles
 * @property {string} [x]
 * @property {string} [y] "" for numbers alone
 * @property {number} [count] of the numbers beside the plot, about
 * @property {boolean} [isRuled] whether lines go from them across the plot
 * @property {boolean} [isFramed]
 * @typedef {Mark<Titles & {view: View}>} Axes
 */

import { paintAxisX, paintAxisY, paintLine } from "../paint/look.js";
import { format, ticks } from "../paint/view.js";
import { none, outlineBy, sentence } from "./basics.js";

/** @param {View} view @param {Options & Titles} options @returns {Axes} */
export function axes(view, options) {
  return { kind: "axes", view, isSilent: true, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Axes} mark @param {Dress} look */
export function paint(context, { view, x, y, count = view.plot.height / 48, isRuled, isFramed }, look) {
  const { left, top, width, height } = view.plot;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  for (const value of isRuled ? ticks(view.box[2], view.box[3], count) : []) {
    paintLine(context, left, view.pixelY(value), left + width, view.pixelY(value));
  }
  if (isFramed) context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  if (x !== undefined) paintAxisX(context, look, look.font, view, x);
  if (y !== undefined) paintAxisY(context, look, look.font, view, y, count);
}

/** The edge of the plot. */
export const outline = outlineBy((path, /** @type {Axes} */ { view: { plot: { left, top, width, height } } }) =>
  path.rect(left, top, width, height));

export const legend = none, sounds = none, moves = none;

/** From where to where they go. @param {Axes} mark */
export function says(mark) {
  const { x, y, view: { box: [a, b, c, d] } } = mark;
  const rangeOf = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high) =>
    `${name} from ${format(low)} to ${format(high)}`;
  return sentence(mark, [...(x ? [rangeOf(x, a, b)] : []), ...(y ? [rangeOf(y, c, d)] : [])].join(", "));
}

export default { paint, outline, legend, says, sounds, moves };
