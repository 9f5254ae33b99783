/**
 * The area between heights over x and a level, or other heights.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Shape
 * @property {ArrayLike<number>} x
 * @property {ArrayLike<number>} y
 * @property {number | ArrayLike<number>} [base] 0 if nothing is said
 * @property {boolean} [isHatched] on the background
 * @typedef {Mark<Shape & {view: View}>} Area
 */

import { colourOf, paintHatching } from "../paint/look.js";
import { format } from "../paint/view.js";
import { areaEntry, heightAt, keepInside, none, outlineBy, sentence, soundAt } from "./basics.js";

/** @param {View} view @param {Options & Shape} options @returns {Area} */
export function area(view, options) {
  return { kind: "area", view, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Area} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view: { plot }, alpha = 1, isHatched } = mark;
  keepInside(context, plot, 0);
  context.beginPath();
  trace(context, mark);
  Object.assign(context, { globalAlpha: alpha, fillStyle: isHatched ? look.background : colourOf(look, mark) });
  context.fill();
  if (isHatched) {
    context.clip();
    paintHatching(context, colourOf(look, mark), plot);
  }
  context.restore();
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Area} mark */
function trace(path, { view, x, y, base = 0 }) {
  const last = x.length - 1;
  const baseAt = (/** @type {number} */ i) => view.pixelY(typeof base === "number" ? base : base[i]);
  path.moveTo(view.pixelX(x[0]), baseAt(0));
  for (let i = 0; i <= last; i++) path.lineTo(view.pixelX(x[i]), view.pixelY(y[i]));
  if (typeof base === "number") path.lineTo(view.pixelX(x[last]), baseAt(last));
  else for (let i = last; i > 0; i--) path.lineTo(view.pixelX(x[i]), baseAt(i));
  path.closePath();
}

export const outline = outlineBy(trace), legend = areaEntry, moves = none;

/** Its size. @param {Area} mark */
export function says(mark) {
  const { x, y, base = 0 } = mark;
  let size = 0;
  for (let i = 1; i < x.length; i++) {
    const below = typeof base === "number" ? 2 * base : base[i] + base[i - 1];
    size += ((x[i] - x[i - 1]) * (y[i] + y[i - 1] - below)) / 2;
  }
  return sentence(mark, `area ${format(size)}`);
}

/** Its upper edge, the louder the thicker it is. @param {Area} mark @param {[number, number]} at */
export function sounds(mark, [x]) {
  const { view: { box: [, , low, high] }, base = 0 } = mark, top = heightAt(mark.x, mark.y, x);
  const bottom = typeof base === "number" ? base : heightAt(mark.x, base, x);
  return soundAt(mark, [x, top], (top - bottom) / (high - low));
}

export default { paint, outline, legend, says, sounds, moves };
