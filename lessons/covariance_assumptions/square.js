/**
 * The square in which λ and γ of the regularised covariances are grabbed: λ to the right, γ upwards.
 *
 * @import { Scene, Values } from "./picture.js"
 * @import { Rectangle, View } from "../../web/paint/view.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { setType, stroke } from "../../web/paint/look.js";
import { format } from "../../web/paint/view.js";
import { ANYWHERE, paintGrip } from "../../web/picture/marks.js";
import { LINE } from "./layout.js";
import { SMALL } from "./planes.js";

/** λ, γ and the covariances of the corners. @type {[number, number, string][]} */
const CORNERS = [[0, 0, "C₊, C₋"], [1, 0, "C"], [0, 1, "σ₊²I, σ₋²I"], [1, 1, "σ²I"]];

/** @param {Values} v */
const textOf = (v) => `λ = ${format(v.pooling, 2)}, γ = ${format(v.shrinkage, 2)}`;

/** @param {Rectangle} cell */
export function squareIn({ left, top, width, height }) {
  return { left: left + 34, top: top + 2 * LINE + 12, width: width - 44, height: height - 2 * LINE - 52 };
}

/** @param {View} square @param {Values} v @param {[number, number]} limits @returns {import("../../web/picture/types.js").Grip} */
export function squareGrip(square, v, limits) {
  return {
    name: "pooling", second: "shrinkage", label: "Regularisation", place: [square.pixelX(v.pooling), square.pixelY(v.shrinkage)],
    step: 0.02, text: textOf(v), limits, read: (pixel) => square.place(...pixel),
  };
}

/** @param {Context} context @param {Scene} scene @param {View} square */
export function paintSquare(context, { v, cell, look, font }, square) {
  const { left, top, width, height } = square.plot;
  setType(context, look.ink, `600 16px ${font}`, "left", "top");
  const [title, short] = ["Regularised: grab the dot", "Grab the dot"];
  context.fillText(context.measureText(title).width <= cell.width ? title : short, cell.left, cell.top);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "top");
  context.fillText(textOf(v), cell.left, cell.top + LINE);
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  context.strokeRect(left, top, width, height);
  setType(context, look.ink, `${SMALL}px ${font}`, "center", "middle");
  for (const [pooling, shrinkage, words] of CORNERS) {
    const x = square.pixelX(pooling), y = square.pixelY(shrinkage);
    context.textAlign = pooling ? "right" : "left";
    context.fillText(words, x + (pooling ? -10 : 10), y + (shrinkage ? 16 : -16));
  }
  setType(context, look.ink, `16px ${font}`, "center", "top");
  context.fillText("λ: towards one C", left + width / 2, top + height + 10);
  context.save();
  context.translate(left - 20, top + height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText("γ: towards circles", 0, -6);
  context.restore();
  const [x, y] = [square.pixelX(v.pooling), square.pixelY(v.shrinkage)];
  stroke(context, [left, y, x, y], look.grid, 1);
  stroke(context, [x, top + height, x, y], look.grid, 1);
  paintGrip(context, look, x, y, look.background, ANYWHERE);
}
