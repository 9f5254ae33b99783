/**
 * Lesson 8: the number of features d to grab, and the best γ for it. Above, for each d the γ that are as good as
 * the best one ("good"), with two rules; below, the accuracies over γ with this d. Both share the axis of γ.
 *
 * The value `features` is log10 d.
 *
 * @typedef {Object} Row what is known of a number of features
 * @property {number} d
 * @property {number[]} accuracies of all γ
 * @property {number[]} spread
 * @property {number} best its place in the γ
 * @property {[number, number]} good the first and the last place of γ as good as the best
 * @property {[number, number][]} rules γ and accuracy of each
 *
 * @typedef {Object} Data
 * @property {number[]} gammas
 * @property {string[]} rules
 * @property {number} best the best accuracy there can be
 * @property {Row[]} rows by d
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{features: number}, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @import { Grip } from "../../web/picture/types.js"
 * @typedef {[number, number]} Pixel
 * @typedef {CanvasRenderingContext2D} Context
 */

import { curvePath, paintAxisY, paintLine, setType, stroke } from "../../web/paint/look.js";
import { format, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { paintGrip } from "../../web/picture/marks.js";

const LEFT = 62, RIGHT = 14, TOP = 22, GAP = 14, AXIS = 46, SHARE = 0.55; // pixels, and the share of the upper part
const BAR = 9, LOWEST = 0.45, MARGIN = 0.12;
const DASHES = [[9, 5], [2, 4]];
const TICKS = [0.001, 0.01, 0.1, 1, 10];

const lg = Math.log10;

export default {
  heights: ["clamp(21rem, 100vh - 24rem, 33rem)", "28rem"], arrange, paint, grips, press, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: { features: ld }, data, look, font, size: [width, height] }) {
  const { rows, gammas } = data, nearest = rows.map(({ d }) => Math.abs(lg(d) - ld));
  const row = rows[nearest.indexOf(Math.min(...nearest))], [low, high] = [lg(gammas[0]), lg(gammas[gammas.length - 1])];
  const inner = height - TOP - GAP - AXIS, plot = { left: LEFT, width: width - LEFT - RIGHT };
  const dimensions = new View([low, high, lg(rows[0].d) - MARGIN, lg(rows[rows.length - 1].d) + MARGIN],
    { ...plot, top: TOP, height: SHARE * inner });
  const accuracies = new View([low, high, LOWEST, 1], { ...plot, top: TOP + SHARE * inner + GAP, height: (1 - SHARE) * inner });
  return { data, look, font, row, dimensions, accuracies };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { accuracies, look, font } = scene;
  paintGood(context, scene);
  paintDimensions(context, scene);
  paintRules(context, scene);
  paintAccuracies(context, scene);
  paintAxisY(context, look, font, accuracies, "accuracy", 4);
  paintGammas(context, scene);
}

/** @param {Scene} scene @returns {Grip[]} */
function grips({ row, dimensions }) {
  return [{
    name: "features", label: "Number of features", place: [LEFT, dimensions.pixelY(lg(row.d))], step: 0.16, isUpright: true,
    text: `${row.d} features`, read: ([px, py]) => dimensions.place(px, py)[1],
    distance: ([, py]) => (inside(dimensions, py) ? Math.abs(py - dimensions.pixelY(lg(row.d))) : Infinity),
  }];
}

/** @param {Scene} scene @param {Pixel} pixel */
function press({ dimensions }, [px, py]) {
  return inside(dimensions, py) ? { features: dimensions.place(px, py)[1] } : null;
}

/** @param {Scene} scene @returns {[string, string][]} */
function figures({ row, data: { gammas, rules, best } }) {
  return [
    ["features d", `${row.d}`], ["good γ", row.good.map((k) => format(gammas[k])).join(" to ")],
    ["best accuracy (± standard error)", `${percent(row.accuracies[row.best])} ± ${percent(row.spread[row.best])}`],
    ...rules.map((name, k) => /** @type {[string, string]} */ ([`${name}: γ = ${format(row.rules[k][0])}`, percent(row.rules[k][1])])),
    ["Bayes classifier", percent(best)],
  ];
}

/** @param {Scene} scene */
function describe(scene) {
  const words = figures(scene).map(([name, value]) => `${name}: ${value}`).join("; ");
  return `The good γ for each number of features, and accuracies over γ. ${words}.`;
}

/** @param {View} view @param {number} py */
function inside({ plot: { top, height } }, py) {
  return py >= top && py <= top + height;
}

/** The good γ of this d, from its row down to the axis. @param {Context} context @param {Scene} scene */
function paintGood(context, { row: { d, good }, data: { gammas }, dimensions, accuracies, look }) {
  const [x, end] = good.map((k) => dimensions.pixelX(lg(gammas[k]))), y = dimensions.pixelY(lg(d));
  context.fillStyle = look.grid;
  context.fillRect(x - 2, y, end - x + 4, accuracies.plot.top + accuracies.plot.height - y);
}

/** @param {Context} context @param {Scene} scene */
function paintDimensions(context, { row, data: { rows, gammas, palette }, dimensions, look, font }) {
  const { left, top, width, height } = dimensions.plot, now = dimensions.pixelY(lg(row.d));
  setType(context, look.ink, `15px ${font}`, "left", "bottom");
  context.fillText("features d", 2, top - 4);
  for (const each of rows) {
    const y = dimensions.pixelY(lg(each.d)), isNow = each === row;
    const [x, end] = each.good.map((k) => dimensions.pixelX(lg(gammas[k])));
    setType(context, look.ink, `${isNow ? "600 " : ""}14px ${font}`, "right", "middle");
    context.fillText(`${each.d}`, left - 12, y);
    Object.assign(context, { fillStyle: palette[0].colour, globalAlpha: isNow ? 1 : 0.45 });
    context.fillRect(x - 2, y - BAR / 2, end - x + 4, BAR);
    context.globalAlpha = 1;
  }
  stroke(context, [left, now, left + width, now], look.ink, 2);
  stroke(context, [left, top, left, top + height], look.ink, 2);
  paintGrip(context, look, left, now);
}

/**
 * The γ of each rule as a line over d, and as a line down from this d.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintRules(context, { row, data: { rows, rules }, dimensions, accuracies, look, font }) {
  const { left, top, width } = dimensions.plot;
  let end = left + width;
  setType(context, look.ink, `14px ${font}`, "right", "middle");
  rules.forEach((name, k) => {
    context.fillText(name, end, top - 12);
    end -= context.measureText(name).width + 6;
    stroke(context, [end - 24, top - 12, end, top - 12], look.ink, 2, DASHES[k]);
    end -= 40;
    stroke(context, curvePath(dimensions, rows.map(({ rules: own }) => lg(own[k][0])), rows.map(({ d }) => lg(d))), look.ink, 2, DASHES[k]);
    const x = dimensions.pixelX(lg(row.rules[k][0]));
    stroke(context, [x, dimensions.pixelY(lg(row.d)), x, accuracies.plot.top + accuracies.plot.height], look.ink, 2, DASHES[k]);
  });
}

/** @param {Context} context @param {Scene} scene */
function paintAccuracies(context, { row, data: { gammas, palette, best }, accuracies, look, font }) {
  const at = (/** @type {number} */ share, /** @type {number} */ k) => /** @type {Pixel} */ ([accuracies.pixelX(lg(gammas[k])), accuracies.pixelY(Math.max(share, LOWEST))]);
  const { left, width } = accuracies.plot, level = accuracies.pixelY(best);
  stroke(context, [left, level, left + width, level], look.quiet, 1.5);
  setType(context, look.ink, `13px ${font}`, "left", "bottom");
  context.fillText("Bayes classifier", left + 4, level - 2);
  context.beginPath();
  row.accuracies.forEach((share, k) => context.lineTo(...at(share + row.spread[k], k)));
  row.accuracies.map((share, k) => at(share - row.spread[k], k)).reverse().forEach((spot) => context.lineTo(...spot));
  Object.assign(context, { fillStyle: palette[0].colour, globalAlpha: 0.3 });
  context.fill();
  context.globalAlpha = 1;
  context.lineJoin = "round";
  stroke(context, curvePath(accuracies, gammas.map(lg), row.accuracies.map((share) => Math.max(share, LOWEST))), palette[0].colour, 3);
  paintGrip(context, look, ...at(row.accuracies[row.best], row.best), palette[0].colour);
}

/** @param {Context} context @param {Scene} scene */
function paintGammas(context, { accuracies, look, font }) {
  const { top, height } = accuracies.plot, bottom = top + height;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1 });
  setType(context, look.ink, `15px ${font}`, "center", "top");
  for (const gamma of TICKS.filter((each) => lg(each) >= accuracies.box[0] && lg(each) <= accuracies.box[1])) {
    const x = accuracies.pixelX(lg(gamma));
    paintLine(context, x, bottom, x, bottom + 5);
    context.fillText(`${gamma}`, x, bottom + 8);
  }
  context.textAlign = "right";
  context.fillText("γ", accuracies.plot.left + accuracies.plot.width, bottom + 24);
}
