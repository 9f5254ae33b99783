/**
 * Lesson 1: two densities to grab, their priors as a split bar, and x. Below them the joint densities with the
 * errors of a rule, and the posteriors with its decisions. For a medical test, the bar also shows the results of
 * the test. A view of a step has fewer rows and handles, and counts people.
 *
 * @typedef {Object} Values
 * @property {number} prior
 * @property {number} x
 * @property {number} mean_minus
 * @property {number} sd_minus
 * @property {number} mean_plus
 * @property {number} sd_plus
 * @property {number} [loss]
 * @property {number} [reject]
 *
 * @typedef {Object} Data
 * @property {string} rule
 * @property {string} ruleTitle
 * @property {boolean} isMedical
 * @property {string[]} names
 * @property {{rows: string[], hands: string[], names: string[], people: number} | null} view of a step
 * @property {number[][][]} parts of both densities, in units of their standard deviations
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<Values, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @typedef {[number, number]} Pixel
 */

import { distanceTo } from "../../web/marks/curve.js";
import { area, axes, band, bars, curve, handle, rule, text } from "../../web/marks/marks.js";
import { format, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { costHandle, costsOf, freeLevel } from "./costs.js";
import { density, intervalsOf, logOdds, performance, place, qualities, REJECTED } from "./rules.js";

const REACH = 5, NODES = 500;
const BAR = 22, HANDLE = 14, CAPTION = 24, LEFT = 62, RIGHT = 10, AXIS = 46, GAP = 12; // pixels
const LOW = 75, NUMBER = 42; // pixels: the height of a row without a title, and of a number beside it
const PEAK = 0.42; // of the people of a step, so that a group's height is its share
const ROWS = [
  { name: "density", title: "p(x | k)" }, { name: "joint", title: "P(k) p(x | k)" }, { name: "posterior", title: "P(k | x)" },
], ALL = ROWS.map(({ name }) => name);
const LINKED = ["density_plus", "joint_minus", "joint_plus", "posterior_plus"]; // in the formula
const DASHES = [[], [9, 6]], SIGNS = /** @type {const} */ (["minus", "plus"]);

const sigmoid = (/** @type {number} */ z) => 1 / (1 + Math.exp(-z));

export default { heights: ["clamp(19rem, 100vh - 26.5rem, 36rem)", ""], compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { width: wide, height } }) {
  const shown = data.view?.rows ?? ALL;
  const classes = SIGNS.map((sign, k) => ({
    prior: k ? v.prior : 1 - v.prior, parts: place(data.parts[k], v[`mean_${sign}`], v[`sd_${sign}`]), style: data.palette[k],
    name: (data.view ?? data).names[k],
  }));
  const costs = { loss: v.loss ?? 1, reject: v.reject ?? 1 };
  const intervals = intervalsOf(data.rule, classes, v.x, costs), best = intervalsOf("map", classes, v.x, costs);
  const x = Float64Array.from({ length: NODES + 1 }, (_, k) => REACH * ((2 * k) / NODES - 1));
  const densities = classes.map((each) => x.map((node) => density(each, node)));
  const joint = densities.map((heights, k) => heights.map((p) => classes[k].prior * p));
  const posterior = x.map((node) => sigmoid(logOdds(classes, node)));
  const above = BAR + (data.isMedical ? CAPTION : 0) + GAP, row = (height - above - AXIS - (shown.length - 1) * GAP) / shown.length, width = wide - LEFT - RIGHT;
  const most = [densities, joint].map((both) => 1.1 * Math.max(...both.map((heights) => Math.max(...heights))));
  if (data.view && shown.length === 1) most[1] = Math.max(PEAK, most[1]);
  const views = [...most, 1.04].map((top, k) => new View([-REACH, REACH, k === 2 ? -0.04 : 0, top],
    { left: LEFT, top: above + shown.indexOf(ALL[k]) * (row + GAP), width, height: row })); // of those that are not shown, too
  return {
    classes, intervals, x, views, shown: ALL.flatMap((name, k) => (shown.includes(name) ? [k] : [])), rows: [densities, joint, [posterior.map((p) => 1 - p), posterior]],
    ends: [-REACH, ...intervals.boundaries, REACH].map((end) => Math.max(-REACH, Math.min(REACH, end))),
    bar: new View([1, 0, 0, 1], { left: LEFT, top: 0, width, height: BAR }),
    own: performance(classes, intervals, costs), best: performance(classes, best, costs),
    test: data.isMedical ? qualities(classes, intervals) : null, at: sigmoid(logOdds(classes, v.x)),
  };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { values: v, data, views: all, shown, rows, intervals: { boundaries } } = state, views = shown.map((row) => all[row]);
  const low = /** @type {View} */ (views.at(-1));
  const costs = data.rule === "costs" ? costsOf(v, low) : [];
  return [
    ...priorMarks(state), ...testMarks(state), ...errorMarks(state), ...decisionMarks(state),
    ...shown.flatMap((row) => [...rowMarks(state, row), ...rows[row].map((_, k) => curveMark(state, row, k))]),
    ...boundaries.map((x) => rule(views, { x, isBoundary: true })),
    ...(data.view?.hands.includes("x") ?? true ? [rule(views, { x: v.x, width: 2, dash: [2, 4] })] : []),
    ...costs.map(({ level }) => rule(low, { y: level, width: 1.5 })),
    ...nameMarks(state, costs.map(({ level }) => low.pixelY(level))),
    ...[...SIGNS.flatMap((_, k) => classHandles(state, k)), ...lineHandles(state, low)].filter(({ moves }) =>
      !data.view || data.view.hands.includes(/** @type {string} */ (moves))), ...costs.flatMap((cost) => costHandle(low, cost, costs)),
    axes(low, { x: data.view ? "blood value x" : "x", title: "boundaries", says: boundaries.map((x) => format(x)).join(", ") || "nowhere" }),
  ];
}

/** The axis of a row; that of people has no numbers, and names at the curves. @param {State} state @param {number} row @returns {Mark[]} */
function rowMarks({ views, data, classes, values: v }, row) {
  const view = views[row], { left, top, height } = view.plot;
  if (data.view && ALL[row] === "joint") {
    return [
      text(null, { text: "people →", at: [left - 18, top + height / 2], size: 16, weight: 600, align: "center", angle: -Math.PI / 2 }),
      ...classes.map((each, k) => {
        const side = k ? 1 : -1, at = v[`mean_${SIGNS[k]}`] + side * v[`sd_${SIGNS[k]}`];
        return text(view, { text: each.name, at: [at, each.prior * density(each, at)], offset: [8 * side, -8], align: k ? "left" : "right" });
      }),
    ];
  }
  return [axes(view, { y: height > LOW ? (data.view ? "share at x" : ROWS[row].title) : "", count: height / NUMBER, isRuled: row < 2 })];
}

/** @param {State} state @param {number} row @param {number} k the class */
function curveMark({ classes, x, rows, views, at, values: v }, row, k) {
  const { style, name: of } = classes[k], { name: what } = ROWS[row], name = `${what}_${SIGNS[k]}`;
  return curve(views[row], {
    x, y: rows[row][k], style, width: 3, dash: DASHES[k], voice: k, title: `${what} of ${of}`, ...(LINKED.includes(name) && { name }),
    ...(row === 2 && { says: `${format(k ? at : 1 - at)} at x = ${format(v.x)}` }),
  });
}

/** @param {State} state @returns {Mark[]} */
function priorMarks({ classes, bar, values: { prior: plus }, data: { view } }) {
  const ends = [1, plus, 0].map((share) => bar.pixelX(share)); // of the parts, from left to right
  return classes.flatMap(({ name, prior, style }, k) => {
    const free = ends[k + 1] - ends[k] - HANDLE, share = format(prior, 2), middle = ends[k] + k * HANDLE + free / 2;
    return [
      bars(bar, { bars: [[k ? plus : 1, k ? 0 : plus, 0, 1]], style, shade: 0.3, ...(k && { name: "prior_plus" }) }),
      text(null, { text: view ? [`${count(view, prior)} ${name}`, count(view, prior)] : [`P(${name}) = ${share}`, share], at: [middle, BAR / 2 + 1], room: free - 6, align: "center" }),
    ];
  });
}

/** A share of the people of a step. @param {{people: number}} view @param {number} share */
const count = ({ people }, share) => String(Math.round(people * share));

/** The results of a test: positive points are on both sides of the boundary, above a bracket. @param {State} state @returns {Mark[]} */
function testMarks({ test, classes: [minus, plus], bar }) {
  if (!test) return [];
  const ends = [plus.prior + (1 - test.specificity) * minus.prior, plus.prior, plus.prior * (1 - test.sensitivity)];
  const [left, , right] = ends.map((share) => bar.pixelX(share)), { plot } = bar;
  const bracket = new View([0, 1, 0, 1], { left, top: BAR + 1, width: right - left, height: 4 });
  const of = test.predictive === null ? "" : `, of these are ${plus.name}: ${percent(test.predictive)}`;
  const says = `${percent(test.positive)} of all${of}`;
  return [
    ...[minus, plus].map(({ style }, k) => bars(bar, { bars: [[ends[k], ends[k + 1], 0, 1]], style })),
    rule(bracket, { y: 0, width: 1.5 }), rule(bracket, { x: 0, width: 1.5 }), rule(bracket, { x: 1, width: 1.5 }),
    text(null, { text: `positive: ${says}`, at: [(left + right) / 2, BAR + 8], align: "center", baseline: "top",
      within: [plot.left, plot.left + plot.width], title: "positive", says }),
  ];
}

/** The error of the rule in the colour of the predicted class, and on it the Bayes error. @param {State} state @returns {Mark[]} */
function errorMarks({ data, x, rows: [, joint], views: [, view], intervals: { boundaries, labels }, classes, own, best }) {
  const labelAt = (/** @type {number} */ node) => labels[boundaries.filter((boundary) => boundary < node).length];
  const error = x.map((node, i) => (labelAt(node) === REJECTED ? 0 : joint[1 - labelAt(node)][i]));
  const [ofRule, least] = namesOfErrors(own), title = `${ofRule} of the rule ${data.ruleTitle}`;
  return [
    area(view, { x, y: error, style: classes[1].style, shade: 0.55, title, says: percent(own.error) }),
    area(view, { x, y: x.map((_, i) => Math.min(joint[0][i], joint[1][i])), isHatched: true, title: least, says: percent(best.error) }),
  ];
}

/** The posteriors' row, shaded by predicted class. @param {State} state @returns {Mark[]} */
function decisionMarks({ views: [, , low], intervals: { labels }, ends, classes, shown }) {
  if (!shown.includes(2)) return [];
  return labels.map((label, k) => band(low, {
    from: ends[k], to: ends[k + 1], shade: "unsure", title: label === REJECTED ? "rejected" : `predicted ${classes[label].name}`,
    ...(label === REJECTED ? { colour: "quiet" } : { style: classes[label].style, voice: label }),
  }));
}

/** Names of the predicted classes, where no line of a cost crosses them. @param {State} state @param {number[]} lines @returns {Mark[]} */
function nameMarks({ views: [, joint, low], shown, intervals: { labels }, ends, classes }, lines) {
  const y = shown.includes(2) ? freeLevel(low.plot, lines) : joint.plot.top + HANDLE, pixels = ends.map((end) => low.pixelX(end));
  return labels.map((label, k) => text(null, {
    text: label === REJECTED ? "rejected" : shown.includes(2) ? classes[label].name : `“${classes[label].name}”`, at: [(pixels[k] + pixels[k + 1]) / 2, y],
    room: pixels[k + 1] - pixels[k] - 4, size: 16, weight: 600, align: "center", ground: "halo",
  }));
}

/** The mean of a class, on its curve, and the deviation, on the flank away from the other class. @param {State} state @param {number} k */
function classHandles({ values: v, views, rows, shown: [first], x, classes }, k) {
  const top = views[first], curves = rows[first], factor = first ? classes[k].prior : 1;
  const mean = v[`mean_${SIGNS[k]}`], sd = v[`sd_${SIGNS[k]}`], { name, style } = classes[k], side = k === 0 ? -1 : 1;
  const own = curve(top, { x, y: curves[k] }), [highest, lowest] = [top.plot.top - 14, top.plot.top + top.plot.height - 6];
  const distance = (/** @type {Pixel} */ pixel) => (pixel[1] < highest || pixel[1] > lowest ? Infinity : distanceTo(own, pixel) + 3);
  const shared = { along: /** @type {const} */ ("x"), step: 0.05, style };
  const spot = (/** @type {number} */ at) => /** @type {Pixel} */ ([at, factor * density(classes[k], at)]);
  return [
    handle(top, { ...shared, moves: `mean_${SIGNS[k]}`, at: spot(mean), title: `Mean of ${name}`, text: format(mean, 3), distance }),
    handle(top, { ...shared, moves: `sd_${SIGNS[k]}`, at: spot(mean + side * sd), title: `Standard deviation of ${name}`, text: format(sd, 3),
      read: (pixel) => side * (top.place(...pixel)[0] - mean) }),
  ];
}

/** @param {State} state @param {View} low */
function lineHandles({ values: v, bar, classes }, low) {
  const [px, middle] = [low.pixelX(v.x), bar.pixelX(v.prior)];
  return [
    handle(bar, { moves: "prior", at: [v.prior, 0.5], along: "x", step: 0.01, title: `Prior of ${classes[1].name}`, text: percent(v.prior),
      distance: ([x, y]) => Math.max(Math.abs(x - middle), y - BAR) }),
    handle(low, { moves: "x", at: [v.x, low.box[2]], along: "x", step: 0.1, title: "x", text: format(v.x, 3),
      distance: ([x, y]) => Math.abs(x - px) + 4 + Math.max(0, BAR - y) }),
  ];
}

/** Bayes' rule at x. @param {State} state @returns {import("../../web/paint/types.js").Term[]} */
function terms({ classes, values: v, at, shown }) {
  if (!shown.includes(2)) return [];
  const densities = classes.map((each) => density(each, v.x)), [minus, plus] = classes.map(({ name }) => name);
  const [ofMinus, ofPlus] = [minus, plus].map((name, k) => (
    { part: `joint_${SIGNS[k]}`, symbol: `P(${name}) p(x | ${name})`, value: format(classes[k].prior * densities[k]) }));
  const factors = [
    { part: "prior_plus", symbol: `P(${plus})`, value: format(v.prior) }, "×",
    { part: "density_plus", symbol: `p(x | ${plus})`, value: format(densities[1]) },
  ];
  return [
    ...(shown.includes(0) ? factors : [ofPlus]), "÷ (", ofMinus, "+", ofPlus, ") =",
    { part: "posterior_plus", symbol: `P(${plus} | x = ${format(v.x)})`, value: format(at) },
  ];
}

/** @param {State} state @returns {[string, string][]} */
function figures({ data, values: v, own, best, test }) {
  const { view } = data;
  if (view && test) {
    const hits = count(view, v.prior * test.sensitivity), alarms = count(view, (1 - v.prior) * (1 - test.specificity));
    return [[`positive of ${view.people} people`, String(Number(hits) + Number(alarms))], ["of these ill", hits], ["that is", percent(test.predictive ?? 0)]];
  }
  if (view) return [[`wrong of ${view.people} people`, count(view, own.error)], ["least possible", count(view, best.error)]];
  if (test) {
    return [
      ["prevalence", percent(v.prior)], ["sensitivity", percent(test.sensitivity)], ["specificity", percent(test.specificity)],
      ["predictive value", test.predictive === null ? "–" : percent(test.predictive)],
    ];
  }
  /** @type {[string, string][]} */
  const errors = namesOfErrors(own).map((name, k) => [name, percent([own, best][k].error)]);
  if (data.rule !== "costs") return [...errors, ["excess error", percent(Math.max(0, own.error - best.error))]];
  return [...errors, ["rejected", percent(own.rejected)], [`mean loss (MAP: ${format(best.risk)})`, format(own.risk)]];
}

/** The Bayes error is that of a rule which rejects nothing. @param {State["own"]} own @returns {[string, string]} */
function namesOfErrors({ rejected }) {
  return rejected > 0 ? ["error besides the rejected", "Bayes error, rejecting none"] : ["error", "Bayes error"];
}
