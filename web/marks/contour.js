/**
 * Lines through the nodes of a grid, such as the boundary of a classifier.
 *
 * @import { Mark, Options, Stroke } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @import { Lines } from "../picture/shading.js"
 * @typedef {Mark<{lines: Lines} & Stroke & {view: View}>} Contour
 */

import { count } from "../paint/words.js";
import { format } from "../paint/view.js";
import { distanceToSegment } from "../picture/pixels.js";
import { lineEntry, none, outlineBy, pixelAt, sentence, soundAt, strokeBy } from "./basics.js";

const REACH = 6; // pixels from which on it is heard

/** @param {View} view @param {Options & {lines: Lines} & Stroke} options @returns {Contour} */
export function contour(view, options) {
  return { kind: "contour", view, isLine: true, cap: options.dash ? "butt" : "round", ...options };
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {{view: View, lines: Lines}} mark */
export function trace(path, mark) {
  eachSegment(mark, (x1, y1, x2, y2) => {
    path.moveTo(mark.view.pixelX(x1), mark.view.pixelY(y1));
    path.lineTo(mark.view.pixelX(x2), mark.view.pixelY(y2));
  });
}

/** @param {{lines: Lines}} mark @param {(x1: number, y1: number, x2: number, y2: number) => void} take */
function eachSegment({ lines: { box: [a, b, c, d], size, boundary } }, take) {
  const x = (/** @type {number} */ column) => a + ((b - a) * column) / (size - 1);
  const y = (/** @type {number} */ row) => c + ((d - c) * row) / (size - 1);
  for (const segments of boundary) {
    for (let k = 0; k < segments.length; k += 4) {
      take(x(segments[k]), y(segments[k + 1]), x(segments[k + 2]), y(segments[k + 3]));
    }
  }
}

export const paint = strokeBy((path, /** @type {Contour} */ mark) => trace(path, mark), 0);
export const outline = outlineBy(trace), legend = lineEntry, moves = none;

/** Where it crosses the middle of the plot, from left to right. @param {Contour} mark */
export function says(mark) {
  const [, , low, high] = mark.view.box, level = (low + high) / 2;
  /** @type {number[]} */
  const crossings = [];
  eachSegment(mark, (x1, y1, x2, y2) => {
    if (y1 > level !== y2 > level) crossings.push(x1 + ((level - y1) / (y2 - y1)) * (x2 - x1));
  });
  const places = crossings.sort((p, q) => p - q).map((x) => format(x)), few = places.slice(0, 3).join(", ");
  if (places.length > 3) return sentence(mark, `crosses the height ${format(level)} at ${count(places.length, "place")}`);
  return sentence(mark, places.length ? `crosses the height ${format(level)} at ${few}` : `nowhere at the height ${format(level)}`);
}

/** Near it. @param {Contour} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { view } = mark, pixel = pixelAt(view, at);
  let isNear = false;
  eachSegment(mark, (x1, y1, x2, y2) => {
    isNear ||= distanceToSegment(pixel, pixelAt(view, [x1, y1]), pixelAt(view, [x2, y2])) <= REACH;
  });
  return isNear ? soundAt(mark, at) : null;
}

export default { paint, outline, legend, says, sounds, moves };
