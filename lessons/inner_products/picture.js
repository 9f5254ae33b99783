/**
 * Lesson 6: the star x to grab, and the width of the bumps. On the plane the regions; beside it, or below it, the bumps
 * along the dotted line through the star, or, with the linear kernel, the projections of all points.
 *
 * @typedef {Object} Data
 * @property {KernelModel} model
 * @property {{x1: number[], x2: number[], labels: number[]}} points
 * @property {number[]} box
 * @property {Description | null} classical the classical rule that a variant is equivalent to, of the linear kernel; or the best line
 * @property {string | null} rule its name
 * @property {string | null} angle between both directions, in degrees
 * @property {"rule" | "points" | "line" | "distances" | "means"} view the rule, the points alone, with the best line, or their distances from
 *   the star
 * @property {boolean} isStep whether kernel values are shown, not densities
 * @property {string} theme
 * @property {Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{x1: number, x2: number, gamma?: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Description } from "../../web/model/evaluate.js"
 * @import { Points } from "../../web/model/points.js"
 * @import { Look } from "../../web/paint/look.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 * @import { KernelModel, Style } from "../../web/messages.js"
 * @typedef {[number, number]} Place
 */

import {
  axes, band, contour, curve, ellipse, handle, points, pointsOf, regions, rule, text,
} from "../../web/marks/marks.js";
import { shade } from "../../web/picture/shading.js";
import { format, View, wideBox } from "../../web/paint/view.js";
import { fixed, placesFor } from "../../web/paint/words.js";
import { scoreAt } from "../../web/model/evaluate.js";
import { memo } from "../../web/model/memo.js";
import { toMetric } from "../../web/model/metric.js";
import { makePoints, range } from "../../web/model/points.js";
import { refit } from "../../web/model/refit.js";
import { bumpsAlong, nodesAlong, sumBumps, termsAt } from "./kernel_terms.js";

import { markerSize } from "../../web/paint/look.js";

const NODES = 90; // of the plane along each axis
const LEFT = 58, RIGHT = 12, AXIS = 36, TOP = 6, GAP = 14, BELOW = 0.32; // pixels, and the share of the lower part
const WIDE = 600; // pixels from which on both parts are beside each other
const PLANE = 0.5; // the plane's share of the width then
const SIZE = 22, LEVER = 24, READING = 10; // pixels
const DASHES = [[], [9, 6]], DOTS = { width: 1.5, dash: [2, 4] };
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2, SPREAD = 0.5; // multiples of it keep neighbours apart
const SIGNS = ["C−", "C+"];
const CLOSE = 26; // pixels between two level lines whose names are side by side
const FAR = 4.5, DISTANCES = Array.from({ length: 91 }, (_, k) => k / 90); // of the points from the star, and shares of that

const readPoints = memo((/** @type {Data["points"]} */ { x1, x2, labels }) => makePoints(x1, x2, labels));
const fitTo = memo((/** @type {Data["model"]} */ model, /** @type {number} */ gamma, /** @type {Points} */ { x, y, labels }) => {
  const fit = refit({ x1: x, x2: y }, labels, { ...model, gamma });
  if (fit.problem !== undefined) throw new Error(fit.problem);
  return fit;
});
// memo compares objects by identity, so each frame must pass the same ones.
const stylesOf = memo((/** @type {Style[]} */ palette) => palette.slice(0, 2));
const shadeOnce = (/** @type {Description} */ description, /** @type {string} */ _theme, /** @type {Style[]} */ styles, /** @type {Look} */ look,
  /** @type {[number, number, number, number]} */ ...box) => shade(description, box, NODES, styles, look);
const shadeFit = memo(shadeOnce), shadeClassical = memo(shadeOnce);
// The largest mean of kernel values at a training point: so high is the lower picture, wherever the star is.
const highest = memo((/** @type {Description} */ description, /** @type {Points} */ { x, y }) => Math.max(...Array.from(x, (x1, i) => {
  const { plus, minus } = termsAt(description, x1, y[i]);
  return Math.max(plus ?? 0, minus ?? 0);
})));

export default {
  heights: ["clamp(19rem, 100vh - 24.5rem, 34rem)", "32rem"], legend: "above", compute, marks, terms, figures,
};

/** @param {Input} input */
function compute({ values: v, data, room, look }) {
  const all = readPoints(data.points), fit = fitTo(data.model, v.gamma ?? 1, all), { description } = fit;
  const styles = stylesOf(data.palette), { plane, second } = placeParts(room, data.view === "points" || data.view === "line"), box = wideBox(data.box, plane.width, plane.height);
  const view = new View(box, plane, true), shaded = shadeFit(description, data.theme, styles, look, ...box);
  const isBumps = description.expansions.length > 0;
  return { all, fit, description, styles, view, ...shaded, second, isBumps, terms: termsAt(description, v.x1, v.x2) };
}

/**
 * The plots of the plane and of the second part.
 * @param {Rectangle} room
 * @param {boolean} isAlone whether there is the plane alone
 * @returns {{plane: Rectangle, second: Rectangle}}
 */
function placeParts({ top, width, height }, isAlone) {
  const above = top + TOP, room = height - 2 * TOP;
  if (isAlone) {
    const plane = { left: LEFT, top: above, width: width - LEFT - RIGHT, height: room - AXIS };
    return { plane, second: plane };
  }
  if (width >= WIDE) {
    const plot = { top: above, height: room - AXIS }, left = PLANE * width + LEFT;
    return { plane: { ...plot, left: LEFT, width: PLANE * width - LEFT - GAP }, second: { ...plot, left, width: width - left - RIGHT } };
  }
  const upper = (1 - BELOW) * room - AXIS, inner = width - LEFT - RIGHT;
  return {
    plane: { left: LEFT, top: above, width: inner, height: upper },
    second: { left: LEFT, top: above + upper + AXIS + GAP, width: inner, height: BELOW * room - AXIS - GAP },
  };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { view, styles, all, data } = state;
  if (data.view === "rule") return ruleMarks(state);
  const plane = [...lineMarks(state), ...pointsOf(view, all, styles, SIGNS), axes(view, { x: "x₁", y: "x₂", isFramed: true })];
  return data.view === "points" || data.view === "line" ? plane : [...plane, ...distanceMarks(state)];
}

/** The best line, with its two sides. @param {State} state @returns {Mark[]} */
function lineMarks({ view, all, styles, look, data: { classical, theme, view: name } }) {
  if (name !== "line" || !classical) return [];
  const [a, b, c, d] = view.box, shaded = shadeClassical(classical, theme, styles, look, a, b, c, d);
  return [regions(view, { ...shaded, styles, names: SIGNS, points: all, show: { boundary: true }, title: "boundary" })];
}

/** The star, and beside the plane each point at its distance and its kernel value. @param {State} state @returns {Mark[]} */
function distanceMarks({ values: { x1, x2, gamma = 1 }, view, second, all, styles, data, terms: { plus, minus } }) {
  const away = Array.from(all.x, (x, i) => Math.hypot(x - x1, all.y[i] - x2)), x = DISTANCES.map((share) => share * FAR);
  const value = (/** @type {number} */ d) => Math.exp(-gamma * d ** 2), low = new View([0, FAR, 0, 1.08], second, true);
  const means = data.view === "means" ? [minus ?? 0, plus ?? 0] : [], most = Math.max(...means);
  const nameAt = (/** @type {number} */ mean) => (low.pixelY(mean) - low.pixelY(most) < CLOSE ? most : mean); // no line crosses a name
  return [
    rule(low, { y: 0, colour: "grid" }), curve(low, { x, y: x.map(value), colour: "quiet", width: 2, title: "K", isListed: false, isSilent: true, says: "" }),
    ...pointsOf(low, { ...all, x: Float64Array.from(away), y: Float64Array.from(away, value) }, styles, SIGNS, { says: "", isSilent: true }),
    ...means.flatMap((mean, k) => [
      rule(low, { y: mean, style: styles[k], dash: DASHES[k], width: 3.5, title: `mean K of ${SIGNS[k]}`, name: k ? "plus" : "minus", says: format(mean) }),
      text(low, { text: `${SIGNS[k]} ${format(mean, 2)}`, at: [FAR, nameAt(mean)], offset: [k ? -4 : -84, -3], align: "right", baseline: "bottom", weight: 600, ground: "halo" }),
    ]),
    axes(low, { x: "distance from the star", y: "K", count: 5 }), starHandle(view, { x1, x2 }), nameOfStar(view, [x1, x2]),
  ];
}

/** @param {View} view @param {{x1: number, x2: number}} at @param {string} [right] what is predicted there */
function starHandle(view, { x1, x2 }, right = "") {
  const place = `x₁ = ${format(x1)}, x₂ = ${format(x2)}`;
  return handle(view, { moves: "x1", second: "x2", at: [x1, x2], along: "xy", step: 0.05, symbol: "star", size: SIZE, colour: "background",
    name: "score", title: "Star", text: place, says: `${place}${right}` });
}

/** @param {State} state @returns {Mark[]} */
function ruleMarks(state) {
  const { values: v, view, regions: predicted, raster, styles, all, isBumps, terms: { offset, score }, data, data: { model } } = state;
  const right = `; b = ${format(offset)}, f(x) = ${format(score)}, so ${SIGNS[score > 0 ? 1 : 0]} is predicted`;
  const kernel = isBumps ? "with the RBF kernel" : "with the linear kernel";
  return [
    regions(view, { regions: predicted, raster, styles, names: SIGNS, points: all, show: { boundary: true }, title: "boundary" }),
    ...pointsOf(view, all, styles, SIGNS),
    axes(view, { x: "x₁", y: "x₂", isFramed: true, title: `regions of kernel Bayes ${model.variant}`, says: kernel }),
    ...(isBumps ? [...bumpMarks(state), ...sliceMarks(state)] : [...classicalMarks(state), ...projectionMarks(state)]),
    starHandle(view, v, right), nameOfStar(view, [v.x1, v.x2]),
    ...(isBumps && v.gamma !== undefined && !data.isStep ? gammaMarks(state, v.gamma) : []),
  ];
}

/** @param {View} view @param {Place} at */
function nameOfStar(view, at) {
  return text(view, { text: "x", at, offset: [11, -8], size: 16, weight: 600, baseline: "bottom", ground: "halo" });
}

/** Each bump at one standard deviation: the thicker, the higher it is at the star. @param {State} state @returns {Mark[]} */
function bumpMarks({ view, all, styles, description: { expansions }, values: v }) {
  const gamma = v.gamma ?? 1, deviations = 1 / Math.sqrt(2 * gamma), identity = [[1], [0, 1]];
  const bumps = expansions.flatMap(({ root }, k) => {
    const at = toMetric(root, v.x1, v.x2);
    return [...all.labels.keys()].filter((i) => all.labels[i] === 1 - k).map((i) => {
      const mean = /** @type {Place} */ ([all.x[i], all.y[i]]), [z1, z2] = toMetric(root, ...mean);
      const width = 0.8 + 3 * Math.exp(-gamma * ((z1 - at[0]) ** 2 + (z2 - at[1]) ** 2));
      return ellipse(view, { mean, root: root ?? identity, deviations, style: styles[1 - k], width });
    });
  });
  return [
    ...bumps, rule(view, { ...DOTS, y: v.x2, title: "line through x", says: `at x₂ = ${format(v.x2)}` }),
    ellipse(view, { ...DOTS, mean: [v.x1, v.x2], root: expansions[0].root ?? identity, deviations }),
  ];
}

/** The width of the bump around the star, on the side with more room. @param {State} state @param {number} gamma @returns {Mark[]} */
function gammaMarks({ values: v, view, description: { expansions: [{ root }] } }, gamma) {
  const side = v.x1 > (view.box[0] + view.box[1]) / 2 ? -1 : 1, [px, py] = [view.pixelX(v.x1), view.pixelY(v.x2)];
  const scale = view.span(1)[0] * Math.hypot(...toMetric(root, 1, 0)); // |z| of a horizontal step of one pixel
  const hx = px + side * (1 / Math.sqrt(2 * gamma) / scale + LEVER), words = `γ = ${format(gamma)}`;
  return [
    rule(null, { ends: [[px + (side * SIZE) / 2, py], [hx, py]], width: 1.5 }),
    handle(null, { moves: "gamma", at: [hx, py], along: "x", step: 0.05 * gamma, title: "γ", text: format(gamma),
      read: ([x]) => 0.5 / (scale * Math.max(1, side * (x - px) - LEVER)) ** 2 }),
    text(null, { text: words, at: [hx, py - 14], size: 16, weight: 600, align: "center", baseline: "bottom", ground: "halo" }),
  ];
}

/** The bumps and their means along the line through the star. @param {State} state @returns {Mark[]} */
function sliceMarks({ values: v, description, all, view, second, styles, terms: { plus, minus } }) {
  const nodes = nodesAlong(description, view.box[0], view.box[1]), bumps = bumpsAlong(description, nodes, v.x2).reverse();
  const low = new View([view.box[0], view.box[1], 0, 1.1 * highest(description, all)], second, true), shift = low.span(2)[0];
  const readings = [minus ?? 0, plus ?? 0].flatMap((height, k) => {
    const x = v.x1 + (k ? shift : -shift);
    return [
      rule(low, { ends: [[x, 0], [x, height]], name: k ? "plus" : "minus", alpha: 0 }),
      points(low, { x: [x], y: [height], size: READING, style: { ...styles[k], symbol: "circle" }, isWhole: true }),
    ];
  });
  return [
    ...decisions(nodes, (x) => (scoreAt(description, x, v.x2) > 0 ? 1 : 0)).map(({ from, to, label }) =>
      band(low, { from, to, style: styles[label], shade: "unsure" })),
    ...bumps.flatMap((own, k) => [
      ...own.map((y) => curve(low, { x: nodes, y, style: styles[k], width: 1, alpha: 0.6 })),
      curve(low, { x: nodes, y: sumBumps(own), style: styles[k], voice: k, width: 3.5, dash: DASHES[k],
        title: `mean of the bumps of ${SIGNS[k]}`, says: `${format((k ? plus : minus) ?? 0)} at x` }),
    ]),
    rule(low, { ...DOTS, x: v.x1 }), ...readings,
    text(low, { text: "x", at: [v.x1, low.box[3]], offset: [7, 4], size: 16, weight: 600, baseline: "top", ground: "halo" }),
    axes(low, { x: "x₁", y: "mean of K", count: Math.min(4, second.height / 45) }),
  ];
}

/** The intervals of one class, around nodes at even steps. @param {number[]} nodes @param {(x: number) => number} labelAt */
function decisions(nodes, labelAt) {
  const half = (nodes[1] - nodes[0]) / 2;
  /** @type {{from: number, to: number, label: number}[]} */
  const all = [];
  for (const x of nodes) {
    const label = labelAt(x), last = all.at(-1);
    if (last?.label === label) last.to = x + half;
    else all.push({ from: x - half, to: x + half, label });
  }
  return all;
}

/** The boundary of the classical rule that this one is compared with. @param {State} state @returns {Mark[]} */
function classicalMarks({ view, data: { classical, theme, rule: title }, styles, look }) {
  if (!classical) return [];
  const [a, b, c, d] = view.box, lines = shadeClassical(classical, theme, styles, look, a, b, c, d).regions;
  return [contour(view, { lines, title: title ?? "", colour: "quiet", width: 9, alpha: 0.4 })];
}

/** The projections of all points and of the star, and the cut. @param {State} state @returns {Mark[]} */
function projectionMarks({ values: v, description, fit: { projection }, all: { labels }, second, styles }) {
  const [least, most] = range([...projection, -description.offset]), rim = 0.15 * (most - least), cut = -description.offset;
  const low = new View([least - rim, most + rim, -0.6, 1.6], second, true), [from, to] = low.box, ranks = [0, 0];
  const at = Math.max(from, Math.min(to, scoreAt(description, v.x1, v.x2) - description.offset));
  const y = Array.from(labels, (k) => k + SPREAD * ((((ranks[k]++) * GOLDEN_RATIO) % 1) - 0.5)), size = markerSize(labels.length);
  return [
    ...styles.map((style, k) => band(low, {
      from: k ? cut : from, to: k ? to : cut, style, shade: "unsure", voice: k, title: `predicted ${SIGNS[k]}`, isListed: false,
    })),
    ...styles.flatMap((style, k) => [
      points(low, { x: projection, y, size, style, only: (i) => labels[i] === k }),
      text(low, { text: SIGNS[k], at: [from, k], offset: [-8, 0], align: "right" }),
    ]),
    rule(low, { x: cut, name: "offset" }), rule(low, { ...DOTS, x: at, name: "projection" }),
    axes(low, { x: "projection p(x)" }),
    points(low, { x: [at], y: [0.5], size: SIZE, style: { symbol: "star", colour: "background" }, isWhole: true }),
    nameOfStar(low, [at, 0.5]),
  ];
}

/** All numbers have as many decimal places, so that a sum can be checked by eye. @param {State} scene */
function terms({ terms: { second, linear, plus, minus, offset, score }, data: { model: { variant } } }) {
  const places = placesFor([second, linear, plus ?? 0, minus ?? 0, offset, score]);
  const value = (/** @type {number} */ each) => fixed(each, places);
  const parts = plus !== null && minus !== null
    ? [{ part: "plus", symbol: "mean K, C+", value: value(plus) }, "−", { part: "minus", symbol: "mean K, C−", value: value(minus) }]
    : [{ part: "projection", symbol: "wᵀx", value: value(linear) }];
  if (variant === "III") parts.push("+", { part: "second", symbol: "s(x)", value: value(second) });
  return [...parts, "+", { part: "offset", symbol: "b", value: value(offset) }, "=",
    { part: "score", symbol: "f(x)", value: `${value(score)}: ${SIGNS[score > 0 ? 1 : 0]}` }];
}

/** @param {State} scene */
function figures({ terms: { densities, score, offset, plus, minus }, values: v, all: points, fit, data: { angle, model, rule, view, classical, isStep } }) {
  if (view === "points" || view === "distances") return [];
  const means = /** @type {[string, string][]} */ ([["mean K of C+ (squares)", format(plus ?? 0)], ["of C− (circles)", format(minus ?? 0)]]);
  if (view === "means") return means;
  if (view === "line" && classical) {
    const sides = Array.from(points.x, (x, i) => Number(scoreAt(classical, x, points.y[i]) > 0));
    return [["correct training points", `${sides.filter((side, i) => side === points.labels[i]).length} of ${sides.length}`]];
  }
  const right = fit.projection.filter((p, i) => (p + offset > 0 ? 1 : 0) === points.labels[i]).length;
  const accuracy = [["correct training points", `${right} of ${points.labels.length}`]];
  const projection = ["projection p(x)", format(score - offset)];
  if (densities === null) return [...accuracy, projection, ...(rule === null || model.variant === "I" ? [] : [[`angle to ${rule}`, `${angle}°`]])];
  if (isStep) return [...accuracy, ...means];
  const places = placesFor(densities);
  return [
    ...accuracy, ["density of C+ at x", fixed(densities[0], places)], ["of C− at x", fixed(densities[1], places)], ["γ", format(v.gamma ?? 1)],
  ];
}
