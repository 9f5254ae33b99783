/**
 * A scale of the smoothing α to grab, from 0 on: nearly linear up to `FINEST`, and logarithmic from there.
 *
 * @typedef {{left: number, width: number, y: number}} Scale
 */

import { paintLine, setType, stroke } from "../../web/paint/look.js";
import { format } from "../../web/paint/view.js";
import { LEVEL, paintGrip } from "../../web/picture/marks.js";

const FINEST = 0.05;
const MARKS = [0, 0.1, 1, 10, 100];

/** @param {number} alpha @param {number} most */
function share(alpha, most) {
  return Math.log1p(alpha / FINEST) / Math.log1p(most / FINEST);
}

/** @param {number} share @param {number} most */
function alphaAt(share, most) {
  return FINEST * Math.expm1(Math.max(0, Math.min(1, share)) * Math.log1p(most / FINEST));
}

/**
 * @param {number} alpha
 * @param {number} most
 * @param {Scale} scale
 * @returns {import("../../web/picture/types.js").Grip}
 */
export function scaleGrip(alpha, most, { left, width, y }) {
  return {
    name: "alpha", label: "Smoothing α", place: [left + width * share(alpha, most), y], text: format(alpha),
    step: Math.max(0.01, Number((0.1 * alpha).toPrecision(1))),
    read: ([px]) => Number(alphaAt((px - left) / width, most).toPrecision(3)),
    distance: ([px, py]) => (px < left - 14 || px > left + width + 14 ? Infinity : Math.abs(py - y)),
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{v: {alpha: number}, data: {limits: {alpha: number[]}}, look: import("../../web/paint/look.js").Look, font: string}} scene
 * @param {Scale} scale
 */
export function paintScale(context, { v, data, look, font }, { left, width, y }) {
  const most = data.limits.alpha[1];
  stroke(context, [left, y, left + width, y], look.quiet, 2);
  setType(context, look.ink, `14px ${font}`, "center", "top");
  for (const mark of MARKS) {
    const x = left + width * share(mark, most);
    paintLine(context, x, y - 4, x, y + 4);
    context.fillText(format(mark), x, y + 8);
  }
  setType(context, look.ink, `600 15px ${font}`, "right", "middle");
  context.fillText("α", left - 12, y);
  paintGrip(context, look, left + width * share(v.alpha, most), y, look.background, LEVEL);
}
