/**
 * The points of a class, or with a ring those that a classifier gets wrong.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Style } from "../paint/look.js"
 * @import { View } from "../paint/view.js"
 * @typedef {[number, number]} Pixel
 *
 * @typedef {Object} Places
 * @property {ArrayLike<number>} x
 * @property {ArrayLike<number>} y
 * @property {number} size of a marker in pixels
 * @property {(i: number) => boolean} [only] those that it has; all if nothing is said
 * @property {boolean} [isRinged]
 * @property {boolean} [isHaloed] whether their rims are background, not ink
 * @property {boolean} [isWhole] whether they are whole at the edge of the plot, and beyond it
 * @typedef {Mark<Places & {view: View, style: Style}>} Points
 */

import { inkOf, markerSize, paintErrors, paintMarkers, ringsAround } from "../paint/look.js";
import { format } from "../paint/view.js";
import { count } from "../paint/words.js";
import { entryOf, keepInside, none, sentence, soundAt } from "./basics.js";

const REACH = 12, SEEN = 0.1; // pixels: from which on a point is heard, and what nobody sees

/** @param {View} view @param {Options & Places & {style: Style}} options @returns {Points} */
export function points(view, options) {
  return { kind: "points", view, ...options };
}

/**
 * The points of all classes, one mark for each. Those that are wrong have rings in marks of their own, in front: with
 * `only`, `isRinged` and one title for all classes.
 * @param {View} view
 * @param {import("../model/points.js").Points} all
 * @param {(Style & {name?: string})[]} styles
 * @param {string[]} titles
 * @param {Partial<Options & Places>} [options]
 */
export function pointsOf(view, { x, y, labels }, styles, titles, options = {}) {
  const size = markerSize(labels.length);
  return styles.map((style, k) => {
    const only = (/** @type {number} */ i) => labels[i] === k && (options.only?.(i) ?? true);
    return points(view, { x, y, size, style, voice: k, title: titles[k], ...options, only });
  });
}

/** @param {CanvasRenderingContext2D} context @param {Points} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view, style, size, isRinged, isHaloed, isWhole, alpha = 1 } = mark, inked = { ...style, colour: inkOf(look, mark.colour ?? style.colour) };
  keepInside(context, view.plot, isWhole ? size : 0);
  context.globalAlpha = alpha;
  if (isRinged) paintErrors(context, look, [{ style: inked, pixels: pixelsOf(mark) }], size);
  else paintMarkers(context, isHaloed ? { ...look, ink: look.background } : look, inked, pixelsOf(mark), size);
  context.restore();
}

/** @param {Points} mark */
function pixelsOf({ view, x, y, only }) {
  /** @type {Pixel[]} */
  const pixels = [];
  for (let i = 0; i < x.length; i++) if (!only || only(i)) pixels.push([view.pixelX(x[i]), view.pixelY(y[i])]);
  return pixels;
}

/** Rings around them. @param {Points} mark */
export function outline(mark) {
  return ringsAround(pixelsOf(mark), mark.size / 2 + 3);
}

/** @param {Points} mark */
export function legend(mark) {
  const { style, colour, isRinged } = mark;
  if (isRinged) return entryOf(mark, { marker: { symbol: "circle", colour: "background" } });
  return entryOf(mark, { marker: colour ? { ...style, colour } : style });
}

export const moves = none;

/** How many they are, and where their middle is. @param {Points} mark */
export function says(mark) {
  const { x, y, only } = mark;
  let n = 0, sumX = 0, sumY = 0;
  for (let i = 0; i < x.length; i++) {
    if (only && !only(i)) continue;
    n += 1;
    sumX += x[i];
    sumY += y[i];
  }
  const [dx, dy] = mark.view.span(SEEN), near = (/** @type {number} */ value, /** @type {number} */ least) => format(Math.abs(value) < least ? 0 : value);
  const middle = n ? `, around (${near(sumX / n, dx)}, ${near(sumY / n, dy)})` : "";
  return sentence(mark, `${count(n, "point")}${middle}`);
}

/** The nearest point, if it is near. @param {Points} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { view, x, y, only, isRinged } = mark;
  let least = REACH, nearest = -1;
  for (let i = 0; i < x.length; i++) {
    const away = only && !only(i) ? Infinity : view.distance(at, [x[i], y[i]]);
    if (away <= least) [least, nearest] = [away, i];
  }
  const sound = nearest < 0 ? null : soundAt(mark, [x[nearest], y[nearest]]);
  return sound && isRinged ? { ...sound, isRough: true } : sound;
}

export default { paint, outline, legend, says, sounds, moves };
