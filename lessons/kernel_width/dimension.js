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
 * @typedef {import("../../web/marks/types.js").MarksInput<{features: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @typedef {[number, number]} Pixel
 */

import { area, axes, band, bars, curve, handle, points, rule, text } from "../../web/marks/marks.js";
import { format, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";

const LEFT = 62, RIGHT = 14, TOP = 22, GAP = 14, AXIS = 46, SHARE = 0.55; // pixels, and the share of the upper part
const LETTER = 7, DOT = 18; // pixels: of the names of the rules, about, and of the mark of the best
const BAR = 9, LOWEST = 0.45, MARGIN = 0.12;
const DASHES = [[9, 5], [2, 4]];
const TICKS = [0.001, 0.01, 0.1, 1, 10];

const lg = Math.log10;

export default { heights: ["clamp(21rem, 100vh - 24rem, 33rem)", "28rem"], compute, marks, press, figures };

/** @param {Input} input */
function compute({ values: { features: ld }, data, room: { width, height } }) {
  const { rows, gammas } = data, nearest = rows.map(({ d }) => Math.abs(lg(d) - ld));
  const row = rows[nearest.indexOf(Math.min(...nearest))], [low, high] = [lg(gammas[0]), lg(gammas[gammas.length - 1])];
  const inner = height - TOP - GAP - AXIS, plot = { left: LEFT, width: width - LEFT - RIGHT };
  const dimensions = new View([low, high, lg(rows[0].d) - MARGIN, lg(rows[rows.length - 1].d) + MARGIN],
    { ...plot, top: TOP, height: SHARE * inner });
  const accuracies = new View([low, high, LOWEST, 1], { ...plot, top: TOP + SHARE * inner + GAP, height: (1 - SHARE) * inner });
  return { row, dimensions, accuracies };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  return [...dimensionMarks(state), ...ruleMarks(state), ...accuracyMarks(state), ...gammaMarks(state)];
}

/** @param {State} state @param {Pixel} pixel */
function press({ dimensions }, [px, py]) {
  return inside(dimensions, py) ? { features: dimensions.place(px, py)[1] } : null;
}

/** @param {State} state @returns {[string, string][]} */
function figures({ row, data: { gammas, rules, best } }) {
  return [
    ["features d", `${row.d}`], ["good γ", row.good.map((k) => format(gammas[k])).join(" to ")],
    ["best accuracy (± standard error)", `${percent(row.accuracies[row.best])} ± ${percent(row.spread[row.best])}`],
    ...rules.map((name, k) => /** @type {[string, string]} */ ([`${name}: γ = ${format(row.rules[k][0])}`, percent(row.rules[k][1])])),
    ["Bayes classifier", percent(best)],
  ];
}

/** @param {View} view @param {number} py */
function inside({ plot: { top, height } }, py) {
  return py >= top && py <= top + height;
}

/** The good γ of each d, and of this one down to the axis. @param {State} state @returns {Mark[]} */
function dimensionMarks({ row, data: { rows, gammas, palette: [style] }, dimensions: view, accuracies }) {
  const { left, top, width, height } = view.plot, now = lg(row.d), rim = view.span(2)[0], thick = view.span(BAR / 2)[1];
  const endsOf = (/** @type {Row} */ { good }) => [lg(gammas[good[0]]) - rim, lg(gammas[good[1]]) + rim];
  const [from, to] = endsOf(row), y = view.pixelY(now), bottom = accuracies.plot.top + accuracies.plot.height;
  const below = new View([view.box[0], view.box[1], 0, 1], { left, top: y, width, height: bottom - y });
  return [
    band(below, { from, to, colour: "grid", isSilent: true }),
    text(null, { text: "features d", at: [2, top - 4], baseline: "bottom" }),
    ...rows.flatMap((each) => {
      const [low, high] = endsOf(each), level = lg(each.d), isNow = each === row;
      return [
        text(null, { text: `${each.d}`, at: [left - 12, view.pixelY(level)], size: 14, weight: isNow ? 600 : undefined, align: "right" }),
        bars(view, { bars: [[low, high, level - thick, level + thick]], style, alpha: isNow ? 1 : 0.45, title: `good γ with ${each.d} features`,
          says: `${format(gammas[each.good[0]])} to ${format(gammas[each.good[1]])}` }),
      ];
    }),
    rule(view, { y: now, width: 2, isSilent: true }),
    rule(null, { ends: [[left, top], [left, top + height]], width: 2 }),
    handle(view, {
      moves: "features", at: [view.box[0], now], along: "y", angles: [], title: "Number of features", step: 0.16, text: `${row.d} features`,
      distance: ([, py]) => (inside(view, py) ? Math.abs(py - view.pixelY(now)) : Infinity),
    }),
  ];
}

/** The γ of each rule as a line over d, and as a line down from this d. @param {State} state @returns {Mark[]} */
function ruleMarks({ row, data: { rows, rules, gammas }, dimensions: view, accuracies }) {
  const { left, top, width } = view.plot, bottom = accuracies.plot.top + accuracies.plot.height;
  let end = left + width;
  return rules.flatMap((name, k) => {
    const [gamma, share] = row.rules[k], x = view.pixelX(lg(gamma)), sample = end - LETTER * name.length;
    end = sample - 46;
    const places = rows.map(({ d, rules: own }) => /** @type {Pixel} */ ([view.pixelX(lg(own[k][0])), view.pixelY(lg(d))]));
    return [
      text(null, { text: name, at: [sample + 6, top - 12], size: 14 }),
      rule(null, { ends: [[sample - 24, top - 12], [sample, top - 12]], width: 2, dash: DASHES[k] }),
      ...places.slice(1).map((place, i) => rule(null, { ends: [places[i], place], width: 2, dash: DASHES[k] })),
      rule(null, { ends: [[x, view.pixelY(lg(row.d))], [x, bottom]], width: 2, dash: DASHES[k], title: `${name}, with ${row.d} features`,
        says: `γ = ${format(gamma)}, accuracy ${percent(share)}`, ...(gammas && { isListed: false }) }),
    ];
  });
}

/** Accuracies over γ with this d. @param {State} state @returns {Mark[]} */
function accuracyMarks({ row, data: { gammas, palette: [style], best }, accuracies: view }) {
  const x = gammas.map(lg), kept = (/** @type {number} */ share) => Math.max(share, LOWEST);
  return [
    rule(view, { y: best, colour: "quiet", width: 1.5, title: "Bayes classifier", says: percent(best) }),
    text(view, { text: "Bayes classifier", at: [view.box[0], best], offset: [4, -2], size: 13, baseline: "bottom" }),
    area(view, { x, y: row.accuracies.map((share, k) => kept(share + row.spread[k])), base: row.accuracies.map((share, k) => kept(share - row.spread[k])),
      style, alpha: 0.3, isSilent: true }),
    curve(view, { x, y: row.accuracies.map(kept), style, width: 3, title: `accuracy with ${row.d} features`,
      says: `best ${percent(row.accuracies[row.best])} ± ${percent(row.spread[row.best])} (standard error) at γ = ${format(gammas[row.best])}` }),
    points(view, { x: [x[row.best]], y: [kept(row.accuracies[row.best])], size: DOT, style: { ...style, symbol: "circle" }, isSilent: true }),
    axes(view, { y: "accuracy", count: 4 }),
  ];
}

/** @param {State} state @returns {Mark[]} */
function gammaMarks({ accuracies: { box, plot: { left, top, width, height } }, accuracies: view }) {
  const bottom = top + height;
  return [
    ...TICKS.filter((gamma) => lg(gamma) >= box[0] && lg(gamma) <= box[1]).flatMap((gamma) => {
      const x = view.pixelX(lg(gamma));
      return [
        rule(null, { ends: [[x, bottom], [x, bottom + 5]], width: 1 }),
        text(null, { text: `${gamma}`, at: [x, bottom + 8], align: "center", baseline: "top" }),
      ];
    }),
    text(null, { text: "γ", at: [left + width, bottom + 24], align: "right", baseline: "top" }),
  ];
}
