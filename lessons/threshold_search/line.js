/**
 * Lesson 7, one line: a number for each person, and a cut to grab. Below, the errors of every cut or what they cost,
 * perhaps only up to the cut, so that the curve draws itself; or the errors and J.
 *
 * @typedef {Object} Data all cuts, from Python; cut k calls the k lowest people healthy
 * @property {number[]} numbers of the people, ascending
 * @property {boolean[]} isIll
 * @property {number[]} places of the cuts
 * @property {number[]} missed
 * @property {number[]} alarms
 * @property {number[]} below the sum of the labels
 * @property {number[]} above
 * @property {number[]} errors
 * @property {number[]} costs
 * @property {number[]} purity J
 * @property {number} cost of a missed person
 * @property {"errors" | "behind" | "purity"} curves
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{at: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 */

import { axes, band, curve, handle, points, rule, text } from "../../web/marks/marks.js";
import { heightsInBand } from "../../web/paint/band.js";
import { View } from "../../web/paint/view.js";

const LEFT = 76, RIGHT = 14, TOP = 24, GAP = 24, AXIS = 46; // pixels
const RIM = 0.06, SHARE = 0.42; // of the line, and of the height
const SIZE = 12, DOT = 13; // pixels of a person, and of a dot on a curve
const NAMES = ["healthy", "ill"], DASH = [2, 4];

export default { heights: ["", "25rem"], compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: { at }, data: { numbers, isIll, places, costs, purity, curves }, room: { width, height } }) {
  const [low, high] = [numbers[0], numbers[numbers.length - 1]], rim = RIM * (high - low), ends = [low - rim, high + rim];
  const k = Math.round(at), inner = height - TOP - GAP - AXIS, most = 1.1 * Math.max(...costs, ...(curves === "purity" ? purity : []));
  const plot = { left: LEFT, width: width - LEFT - RIGHT }, ranks = [0, 0];
  const heights = [false, true].map((ill) => heightsInBand(isIll.filter((each) => each === ill).length));
  return {
    k, ends, cut: Math.max(ends[0], Math.min(ends[1], places[k])),
    y: isIll.map((ill) => Number(ill) + heights[Number(ill)](ranks[Number(ill)]++)),
    people: new View([ends[0], ends[1], -0.6, 1.6], { ...plot, top: TOP, height: SHARE * inner }),
    low: new View([ends[0], ends[1], 0, most], { ...plot, top: TOP + SHARE * inner + GAP, height: (1 - SHARE) * inner }),
  };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { k, cut, people, low, data: { numbers, cost, curves } } = state, { plot } = people;
  return [
    ...[0, 1].flatMap((side) => sideMarks(state, side)), ...NAMES.flatMap((_, label) => peopleMarks(state, label)),
    axes(low, { x: "test value", y: cost > 1 ? "cost" : curves === "purity" ? "people" : "errors", isRuled: true }),
    ...(curves === "purity" ? purityMarks(state) : []), errorCurve(state),
    rule([people, low], { x: cut, title: "cut", says: `${k} people below it` }),
    ...dots(state),
    handle(null, { moves: "at", at: [people.pixelX(cut), plot.top + plot.height + GAP / 2], along: "x", step: 1, title: "Cut",
      text: `${k} people below it`, read: ([px]) => numbers.filter((value) => people.pixelX(value) < px).length }),
  ];
}

/** What is called healthy or ill. @param {State} state @param {number} side */
function sideMarks({ cut, ends, people, data: { palette } }, side) {
  const [from, to] = side ? [cut, ends[1]] : [ends[0], cut], { plot } = people, title = `called ${NAMES[side]}`;
  return [
    band(people, { from, to, style: palette[side], shade: "unsure", voice: side, title, name: side ? "above" : "below" }),
    text(null, { text: title, at: [(people.pixelX(from) + people.pixelX(to)) / 2, plot.top - 12], weight: 600, align: "center",
      room: people.pixelX(to) - people.pixelX(from) }),
  ];
}

/** The people of a class, with rings around the wrong ones. @param {State} state @param {number} label */
function peopleMarks({ k, y, people, data: { numbers, isIll, palette } }, label) {
  const options = { x: numbers, y, size: SIZE, style: palette[label], voice: label }, isOwn = (/** @type {number} */ i) => Number(isIll[i]) === label;
  return [
    text(people, { text: NAMES[label], at: [people.box[0], label], offset: [-8, 0], align: "right" }),
    points(people, { ...options, only: isOwn, title: NAMES[label] }),
    points(people, { ...options, only: (i) => isOwn(i) && (i < k) === Boolean(label), isRinged: true, title: `${NAMES[label]} and wrong` }),
  ];
}

/** A curve over all cuts, or over the first ones: between two people it is level. @param {State} state @param {number[]} heights @param {number} last */
function steps({ ends, cut, data: { numbers } }, heights, last) {
  const x = [ends[0], ...numbers.slice(0, last).flatMap((value) => [value, value]), last < numbers.length ? cut : ends[1]];
  return { x, y: heights.slice(0, last + 1).flatMap((height) => [height, height]) };
}

/** @param {State} state */
function errorCurve(state) {
  const { k, low, data: { costs, cost, curves } } = state, isBehind = curves === "behind", name = cost > 1 ? "cost" : "errors";
  return curve(low, { ...steps(state, costs, isBehind ? k : costs.length - 1), colour: "ink", width: 3, name: "errors", title: name,
    says: `${costs[k]} at the cut${isBehind ? "" : `, at least ${Math.min(...costs)}`}`, ...(curves === "purity" && { dash: DASH }) });
}

/** @param {State} state @returns {Mark[]} */
function purityMarks(state) {
  const { k, low, ends, data: { purity, costs } } = state;
  return [
    curve(low, { ...steps(state, purity, purity.length - 1), colour: "ink", width: 3, name: "purity", title: "J", says: `${purity[k]} at the cut` }),
    ...[purity, costs].map((heights, place) => text(low, { text: place ? "errors" : "J", at: [ends[1], heights[heights.length - 1]], offset: [-6, -4],
      align: "right", baseline: "bottom", weight: 600, ground: "halo" })),
  ];
}

/** Where the cut crosses the curves. @param {State} state */
function dots({ k, cut, low, data: { purity, costs, curves } }) {
  const style = /** @type {const} */ ({ symbol: "circle", colour: "background" });
  return (curves === "purity" ? [purity, costs] : [costs]).map((heights) => points(low, { x: [cut], y: [heights[k]], size: DOT, style, isWhole: true }));
}

/** J by its sums and by the errors. @param {State} state @returns {import("../../web/paint/types.js").Term[]} */
function terms({ k, data: { below, above, purity, errors, numbers } }) {
  const size = (/** @type {number} */ sum) => `|${signed(sum)}|`, isEven = above[0] === 0; // as many ill as healthy
  return [
    { part: "below", symbol: "|sum below|", value: size(below[k]) }, "+", { part: "above", symbol: "|sum above|", value: size(above[k]) }, "=",
    { part: "purity", symbol: "J", value: `${purity[k]}` },
    ...(isEven ? ["=", { part: "errors", symbol: "|R − W|", value: `|${numbers.length - errors[k]} − ${errors[k]}|` }] : []),
  ];
}

/** @param {State} state @returns {[string, string][]} */
function figures({ k, data: { missed, alarms, errors, costs, cost, below, above, purity, curves } }) {
  const wrong = /** @type {[string, string]} */ (["errors", `${errors[k]}`]);
  if (curves === "purity") return [["sum below", signed(below[k])], ["sum above", signed(above[k])], ["J", `${purity[k]}`], wrong];
  return [["ill, called healthy", `${missed[k]}`], ["healthy, called ill", `${alarms[k]}`], cost > 1 ? ["cost", `${costs[k]}`] : wrong];
}

/** @param {number} sum */
function signed(sum) {
  return `${["−", "", "+"][Math.sign(sum) + 1]}${Math.abs(sum)}`;
}
