/**
 * The square in which λ and γ of the regularised covariances are grabbed: λ to the right, γ upwards.
 *
 * @import { State } from "./picture.js"
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 */

import { bars, handle, rule, text } from "../../web/marks/marks.js";
import { format } from "../../web/paint/view.js";
import { LINE } from "./layout.js";

/** λ, γ and the covariances of the corners. @type {[number, number, string][]} */
const CORNERS = [[0, 0, "Σ₊, Σ₋"], [1, 0, "Σ"], [0, 1, "σ₊²I, σ₋²I"], [1, 1, "σ²I"]];

/** @param {Rectangle} cell */
export function squareIn({ left, top, width, height }) {
  return { left: left + 34, top: top + 2 * LINE + 12, width: width - 44, height: height - 2 * LINE - 52 };
}

/** @param {State} state @returns {Mark[]} */
export function squareMarks({ values: { pooling, shrinkage }, cell, square, data }) {
  if (!square) return [];
  const { left, top, width, height } = square.plot, words = `λ = ${format(pooling, 2)}, γ = ${format(shrinkage, 2)}`;
  return [
    text(null, { text: ["Regularised: grab the dot", "Grab the dot"], at: [cell.left, cell.top], size: 16, weight: 600, baseline: "top",
      room: cell.width }),
    text(null, { text: words, at: [cell.left, cell.top + LINE], baseline: "top" }),
    bars(square, { bars: [[0, 1, 0, 1]], isStroked: true, colour: "quiet", width: 1.5, isSilent: true }),
    ...CORNERS.map(([x, y, covariances]) => text(square, { text: covariances, at: [x, y], offset: [x ? -10 : 10, y ? 16 : -16],
      align: x ? "right" : "left" })),
    text(null, { text: "λ: towards one Σ", at: [left + width / 2, top + height + 10], size: 16, align: "center", baseline: "top" }),
    text(null, { text: "γ: towards circles", at: [left - 26, top + height / 2], size: 16, align: "center", baseline: "top", angle: -Math.PI / 2 }),
    rule(square, { ends: [[0, shrinkage], [pooling, shrinkage]], colour: "grid", width: 1, isSilent: true }),
    rule(square, { ends: [[pooling, 0], [pooling, shrinkage]], colour: "grid", width: 1, isSilent: true }),
    handle(square, { moves: "pooling", second: "shrinkage", title: "Regularisation", at: [pooling, shrinkage], along: "xy", step: 0.02,
      text: words, limits: data.limits.pooling }),
  ];
}
