/**
 * A curve of equal density of a normal distribution: some standard deviations around its mean.
 *
 * @import { Mark, Options, Stroke } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {Object} Shape
 * @property {[number, number]} mean
 * @property {number[][]} root lower triangular L, with LL' the covariance
 * @property {number} [deviations] 1 if nothing is said
 * @typedef {Mark<Shape & Stroke & {view: View}>} Ellipse
 */

import { format } from "../paint/view.js";
import { lineEntry, none, outlineBy, sentence, soundAt, strokeBy } from "./basics.js";

const STEPS = 60;

/** @param {View} view @param {Options & Shape & Stroke} options @returns {Ellipse} */
export function ellipse(view, options) {
  return { kind: "ellipse", view, isLine: true, ...options };
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Ellipse} mark */
function trace(path, { view, mean: [m1, m2], root: [[l11], [l21, l22]], deviations = 1 }) {
  for (let k = 0; k <= STEPS; k++) {
    const angle = (2 * Math.PI * k) / STEPS, z1 = deviations * Math.cos(angle), z2 = deviations * Math.sin(angle);
    const px = view.pixelX(m1 + l11 * z1), py = view.pixelY(m2 + l21 * z1 + l22 * z2);
    if (k === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
}

export const paint = strokeBy(trace, 0), outline = outlineBy(trace), legend = lineEntry, moves = none;

/** Its middle, its reach along both axes, and how it leans. @param {Ellipse} mark */
export function says(mark) {
  const { mean, root: [[l11], [l21, l22]], deviations = 1 } = mark, deviation = Math.hypot(l21, l22);
  const reach = [l11, deviation].map((each) => format(deviations * each)), correlation = format(l21 / deviation, 2, 1);
  const middle = mean.map((each) => format(each)).join(", ");
  return sentence(mark, `around (${middle}), reaches ${reach.join(" along x₁ and ")} along x₂, correlation ${correlation}`);
}

/** The density beside that at the mean. @param {Ellipse} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { mean, root: [[l11], [l21, l22]] } = mark, z1 = (at[0] - mean[0]) / l11, z2 = (at[1] - mean[1] - l21 * z1) / l22;
  return soundAt(mark, at, Math.exp(-(z1 * z1 + z2 * z2) / 2));
}

export default { paint, outline, legend, says, sounds, moves };
