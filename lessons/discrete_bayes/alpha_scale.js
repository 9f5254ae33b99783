/**
 * A scale of the smoothing α to grab, from 0 on: nearly linear up to `FINEST`, and logarithmic from there.
 *
 * @typedef {{left: number, width: number, y: number}} Scale
 */

import { handle, rule, text } from "../../web/marks/marks.js";
import { format } from "../../web/paint/view.js";

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

/** @param {number} alpha @param {number} most @param {Scale} scale @returns {import("../../web/marks/types.js").Mark[]} */
export function scaleMarks(alpha, most, { left, width, y }) {
  const pixelOf = (/** @type {number} */ value) => left + width * share(value, most);
  return [
    rule(null, { ends: [[left, y], [left + width, y]], colour: "quiet", width: 2 }),
    ...MARKS.flatMap((mark) => [
      rule(null, { ends: [[pixelOf(mark), y - 4], [pixelOf(mark), y + 4]], colour: "quiet", width: 2 }),
      text(null, { text: format(mark), at: [pixelOf(mark), y + 8], size: 14, align: "center", baseline: "top" }),
    ]),
    text(null, { text: "α", at: [left - 12, y], weight: 600, align: "right" }),
    handle(null, {
      moves: "alpha", title: "Smoothing α", at: [pixelOf(alpha), y], along: "x", text: format(alpha),
      step: Math.max(0.01, Number((0.1 * alpha).toPrecision(1))),
      read: ([px]) => Number(alphaAt((px - left) / width, most).toPrecision(3)),
      distance: ([px, py]) => (px < left - 14 || px > left + width + 14 ? Infinity : Math.abs(py - y)),
    }),
  ];
}
