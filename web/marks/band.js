/**
 * A band across a plot: from one x to another, or from one y to another.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Extent
 * @property {number} from clipped to the plot
 * @property {number} to
 * @property {"x" | "y"} [along] x if nothing is said
 * @property {boolean} [isHatched]
 * @typedef {Mark<Extent & {view: View}>} Band
 */

import { colourOf, paintHatching } from "../paint/look.js";
import { format } from "../paint/view.js";
import { areaEntry, keepInside, none, outlineBy, sentence, soundAt } from "./basics.js";

const LOUDNESS = 0.5;

/** @param {View} view @param {Options & Extent} options @returns {Band} */
export function band(view, options) {
  return { kind: "band", view, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Band} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { alpha = 1, isHatched } = mark;
  keepInside(context, mark.view.plot, 0);
  context.beginPath();
  trace(context, mark);
  Object.assign(context, { globalAlpha: alpha, fillStyle: colourOf(look, mark) });
  if (isHatched) {
    context.clip();
    paintHatching(context, colourOf(look, mark), mark.view.plot);
  } else context.fill();
  context.restore();
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Band} mark */
function trace(path, mark) {
  const { view, along } = mark, { left, top, width, height } = view.plot, [from, to] = endsOf(mark);
  if (along === "y") path.rect(left, view.pixelY(to), width, view.pixelY(from) - view.pixelY(to));
  else path.rect(view.pixelX(from), top, view.pixelX(to) - view.pixelX(from), height);
}

/** @param {Band} mark */
function endsOf({ view: { box: [a, b, c, d] }, from, to, along }) {
  const [low, high] = along === "y" ? [c, d] : [a, b];
  return [from, to].map((end) => Math.max(low, Math.min(high, end)));
}

export const outline = outlineBy(trace), legend = areaEntry, moves = none;

/** Where it is. @param {Band} mark */
export function says(mark) {
  const [from, to] = endsOf(mark).map((end) => format(end));
  return sentence(mark, `from ${from} to ${to}`);
}

/** @param {Band} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const [from, to] = endsOf(mark), here = at[mark.along === "y" ? 1 : 0];
  return here >= from && here <= to ? soundAt(mark, at, LOUDNESS) : null;
}

export default { paint, outline, legend, says, sounds, moves };
