/**
 * Marks that the pictures of several lessons share: handles, hatching, ellipses and bumps.
 *
 * @typedef {CanvasRenderingContext2D} Context
 * @import { Look } from "../paint/look.js"
 * @import { View } from "../paint/view.js"
 * @typedef {[number, number]} Place
 * @typedef {number[][]} Root lower triangular
 */

import { paintLine } from "../paint/look.js";
import { newPen } from "../paint/view.js";
import { memo } from "../model/memo.js";

export { ANYWHERE, LEVEL, paintGrip, UPRIGHT } from "../paint/grip.js";

const TILE = 8; // pixels

/** Oblique lines to fill an area with. */
export const hatch = memo((/** @type {string} */ ink) => {
  const pen = newPen(TILE, TILE);
  pen.strokeStyle = ink;
  for (const shift of [-TILE, 0, TILE]) paintLine(pen, shift, TILE, shift + TILE, 0);
  return pen.createPattern(pen.canvas, "repeat") ?? ink;
});

/**
 * A curve of equal density: `deviations` standard deviations around the mean, with LL' the covariance.
 * @param {View} view
 * @param {Place} mean
 * @param {Root} root
 * @param {number} deviations
 */
export function ellipsePath(view, [m1, m2], [[l11], [l21, l22]], deviations) {
  const path = new Path2D();
  for (let k = 0; k <= 60; k++) {
    const angle = (2 * Math.PI * k) / 60, z1 = deviations * Math.cos(angle), z2 = deviations * Math.sin(angle);
    path.lineTo(view.pixelX(m1 + l11 * z1), view.pixelY(m2 + l21 * z1 + l22 * z2));
  }
  return path;
}

/**
 * A function of the curve at which bumps with the metric L (null: the identity) have e^(-1/2) of their height.
 * @param {Root | null} root
 * @param {number} gamma
 * @returns {(view: View, place: Place) => Path2D}
 */
export function bumpPath(root, gamma) {
  const scale = 1 / Math.sqrt(2 * gamma), [[l11], [l21, l22]] = root ?? [[1], [0, 1]];
  return (view, place) => ellipsePath(view, place, [[l11], [l21, l22]], scale);
}

/**
 * Write with a halo, so that nothing behind the text crosses it.
 * @param {Context} context
 * @param {Look} look
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
export function writeOver(context, look, text, x, y) {
  context.save();
  Object.assign(context, { strokeStyle: look.background, lineWidth: 4, lineJoin: "round" });
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.restore();
}

/** A straight line between two pixels. @param {number[]} from @param {number[]} to */
export function linePath([x1, y1], [x2, y2]) {
  const path = new Path2D();
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
  return path;
}
