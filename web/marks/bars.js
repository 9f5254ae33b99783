/**
 * Bars: rectangles in the units of a view.
 *
 * @import { Dress, Mark, Options, Stroke } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Extents
 * @property {number[][]} bars from x, to x, from y, to y
 * @property {boolean} [isHatched]
 * @property {boolean} [isStroked] whether only their edges are painted
 * @typedef {Mark<Extents & Stroke & {view: View}>} Bars
 */

import { colourOf, paintHatching } from "../paint/look.js";
import { format } from "../paint/view.js";
import { areaEntry, keepInside, none, outlineBy, sentence, soundAt, strokeMark } from "./basics.js";

/** @param {View} view @param {Options & Extents & Stroke} options @returns {Bars} */
export function bars(view, options) {
  return { kind: "bars", view, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Bars} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { alpha = 1, isHatched, isStroked } = mark;
  keepInside(context, mark.view.plot, isStroked ? undefined : 0);
  context.beginPath();
  trace(context, mark);
  Object.assign(context, { globalAlpha: alpha, fillStyle: colourOf(look, mark) });
  if (isStroked) strokeMark(context, mark, look);
  else if (isHatched) {
    context.clip();
    paintHatching(context, colourOf(look, mark), mark.view.plot);
  } else context.fill();
  context.restore();
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Bars} mark */
function trace(path, { view, bars: all }) {
  for (const [x1, x2, y1, y2] of all) {
    const [left, right] = [view.pixelX(x1), view.pixelX(x2)], [bottom, top] = [view.pixelY(y1), view.pixelY(y2)];
    path.rect(Math.min(left, right), Math.min(top, bottom), Math.abs(right - left), Math.abs(bottom - top));
  }
}

export const outline = outlineBy(trace), legend = areaEntry, moves = none;

/** Where they end. @param {Bars} mark */
export function says(mark) {
  return sentence(mark, mark.bars.map(([x1, x2, y1, y2]) => `${format(x1)} to ${format(x2)}, ${format(y1)} to ${format(y2)}`).join("; "));
}

/** @param {Bars} mark @param {[number, number]} at */
export function sounds(mark, [x, y]) {
  const isBetween = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to) =>
    value >= Math.min(from, to) && value <= Math.max(from, to);
  const isOn = mark.bars.some(([x1, x2, y1, y2]) => isBetween(x, x1, x2) && isBetween(y, y1, y2));
  return isOn ? soundAt(mark, [x, y]) : null;
}

export default { paint, outline, legend, says, sounds, moves };
