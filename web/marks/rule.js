/**
 * A straight line: upright at x, level at y, or between two ends. At x it can go through several plots above each other.
 *
 * @import { Dress, Mark, Options, Stroke } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Line one of the three
 * @property {number} [x]
 * @property {number} [y]
 * @property {[[number, number], [number, number]]} [ends]
 * @property {boolean} [isBoundary] whether another class is predicted beyond x
 * @typedef {Mark<Line & Stroke & {last: ?View}>} Rule
 */

import { format } from "../paint/view.js";
import { distanceToSegment } from "../picture/pixels.js";
import { keepInside, lineEntry, none, outlineBy, pixelAt, sentence, soundAt, strokeMark } from "./basics.js";

const REACH = 6; // pixels from which on it is heard

/**
 * @param {?View | View[]} views the plots that it goes through; without one its ends are pixels
 * @param {Options & Line & Stroke} options
 * @returns {Rule}
 */
export function rule(views, options) {
  const all = [views].flat();
  return { kind: "rule", view: all[0], last: all[all.length - 1], isLine: true, ...options };
}

/** Beyond the plot there is nothing. @param {CanvasRenderingContext2D} context @param {Rule} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view, last, ends } = mark;
  if (view && last) keepInside(context, { ...view.plot, height: last.plot.top + last.plot.height - view.plot.top }, ends ? 0 : undefined);
  else context.save();
  context.beginPath();
  trace(context, mark);
  strokeMark(context, mark, look);
  context.restore();
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Rule} mark */
function trace(path, mark) {
  const [from, to] = pixelsOf(mark);
  path.moveTo(...from);
  path.lineTo(...to);
}

/** @param {Rule} mark @returns {[[number, number], [number, number]]} */
function pixelsOf({ view, last, x, y, ends }) {
  if (ends) return [pixelAt(view, ends[0]), pixelAt(view, ends[1])];
  if (!view || !last) throw new Error("A rule without a view needs its ends.");
  const { left, top, width } = view.plot, bottom = last.plot.top + last.plot.height;
  if (x !== undefined) return [[view.pixelX(x), top], [view.pixelX(x), bottom]];
  const level = view.pixelY(y ?? 0);
  return [[left, level], [left + width, level]];
}

export const outline = outlineBy(trace), legend = lineEntry, moves = none;

/** Where it is. @param {Rule} mark */
export function says(mark) {
  const { x, y, ends } = mark, [from, to] = (ends ?? []).map((end) => `(${end.map((value) => format(value)).join(", ")})`);
  return sentence(mark, ends ? `from ${from} to ${to}` : `at ${format(x ?? y ?? 0)}`);
}

/** Near it. @param {Rule} mark @param {[number, number]} at */
export function sounds(mark, at) {
  return distanceTo(mark, pixelAt(mark.view, at)) <= REACH ? soundAt(mark, at) : null;
}

/** How far a pixel is from a line. @param {Rule} mark @param {[number, number]} pixel */
export function distanceTo(mark, pixel) {
  return distanceToSegment(pixel, ...pixelsOf(mark));
}

export default { paint, outline, legend, says, sounds, moves };
