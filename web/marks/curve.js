/**
 * A curve: heights over x.
 *
 * @import { Mark, Options, Stroke } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {{x: ArrayLike<number>, y: ArrayLike<number>}} Heights
 * @typedef {Mark<Heights & Stroke & {view: View}>} Curve
 */

import { format } from "../paint/view.js";
import { heightAt, lineEntry, none, outlineBy, sentence, soundAt, strokeBy } from "./basics.js";

/** @param {View} view @param {Options & Heights & Stroke} options @returns {Curve} */
export function curve(view, options) {
  return { kind: "curve", view, isLine: true, ...options };
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Curve} mark */
function trace(path, { view, x, y }) {
  for (let i = 0; i < x.length; i++) {
    if (i === 0) path.moveTo(view.pixelX(x[i]), view.pixelY(y[i]));
    else path.lineTo(view.pixelX(x[i]), view.pixelY(y[i]));
  }
}

export const paint = strokeBy(trace), outline = outlineBy(trace), legend = lineEntry, moves = none;

/** Its highest place. @param {Curve} mark */
export function says(mark) {
  let top = 0;
  for (let i = 1; i < mark.y.length; i++) if (mark.y[i] > mark.y[top]) top = i;
  return sentence(mark, `highest ${format(mark.y[top])} at ${format(mark.x[top])}`);
}

/** @param {Curve} mark @param {[number, number]} at */
export function sounds(mark, [x]) {
  return soundAt(mark, [x, heightAt(mark.x, mark.y, x)]);
}

/** How far a pixel is from a curve. @param {Curve} mark @param {[number, number]} pixel */
export function distanceTo({ view, x, y }, [px, py]) {
  let least = Infinity;
  for (let i = 0; i < x.length; i++) least = Math.min(least, Math.hypot(view.pixelX(x[i]) - px, view.pixelY(y[i]) - py));
  return least;
}

export default { paint, outline, legend, says, sounds, moves };
