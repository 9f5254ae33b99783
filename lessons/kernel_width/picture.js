/**
 * Lesson 8: γ, grabbed on the curves of accuracy or by the width of a bump, and the regions that follow.
 *
 * The plane at this γ, with a ring around each point that is misclassified when it is left out; beside it, or below it,
 * the accuracy in training and left out over γ. On demand there are the accuracies that Python computed over γ, rules
 * for the bandwidth, and nearest neighbours. `gamma` in the values is log10 γ.
 *
 * @typedef {Object} Data
 * @property {{x: string, y: string, labels: string}} points
 * @property {Box} box
 * @property {string[]} classes
 * @property {[string, string]} features
 * @property {Model} model
 * @property {number[]} gammas of Python's curves
 * @property {Record<string, number[]> | null} own curves of a classifier that would take the browser long: "training", "left out"
 * @property {More | null} more
 * @property {[number, number] | null} centre the point xᵢ of the formula; none for the SVM
 * @property {boolean} isRound whether its bump is a circle, to be grabbed
 * @property {Style[]} palette
 *
 * @typedef {Object} More
 * @property {Record<string, number[]>} curves "ten folds" and "new points"
 * @property {[number, number] | null} zone the first and the last of `gammas` that are as good as the best
 * @property {Record<string, number>} rules γ by name
 * @property {[number, number]} neighbours their number and accuracy
 *
 * @typedef {{name: string, gammas: number[], shares: number[]}} Curve
 * @typedef {import("../../web/marks/types.js").MarksInput<{gamma: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Model, Style } from "../../web/messages.js"
 * @import { Box, Points } from "../../web/model/points.js"
 * @typedef {[number, number]} Pixel
 */

import { axes, band, curve, ellipse, handle, points as pointsMark, pointsOf, regions, rule, text } from "../../web/marks/marks.js";
import { GridMaker } from "../../web/model/grid.js";
import { roundGamma } from "../../web/model/kernels.js";
import { memo } from "../../web/model/memo.js";
import { findWrong, fitModel, takeApart } from "../../web/model/model.js";
import { unpackPoints } from "../../web/model/points.js";
import { markerSize } from "../../web/paint/look.js";
import { planeView } from "../../web/paint/paint.js";
import { classifyGrid, paintRegions } from "../../web/paint/regions.js";
import { format, marginBelow, newPen, View } from "../../web/paint/view.js";
import { fixed, percent, percentRight, placesFor, shareRight } from "../../web/paint/words.js";
import { sweepOwn } from "./own_accuracies.js";

const BESIDE = 600, SHARE = 0.57, GAP = 14, ABOVE = 8, AXIS = 50, LEFT = 58, RIGHT = 14; // pixels, and the share of the plane
const LOWEST = 0.4, POWERS = [-2, -1, 0, 1, 2, 3], FINE = 8; // of the axes; γ in a decade of the browser's curves
const TICK = 12, DOT = 10, NAME = 20; // pixels
const DIGITS = 4; // of the largest term
const RULES = ["triangle-up", "diamond", "star"]; // the marks of the rules, in their order
/** Its place in the palette, or a colour of the look; and its dashes. @type {Record<string, [number | string, number[]]>} */
const STYLES = { training: ["ink", []], "left out": [2, [9, 5]], "ten folds": ["quiet", [2, 4]], "new points": [3, [12, 3, 2, 3]] };
const SHOW = { axes: true, equal: true };

const ruler = newPen();
const grids = new GridMaker();
const fitCached = memo(fitModel), sweepCached = memo(sweepOwn);
// Python's answers repeat the data: equal data keep their objects, and with them the cached results.
const read = memo((/** @type {string} */ text) => JSON.parse(text));
const readPoints = memo(unpackPoints);
const widthOf = (/** @type {number} */ gamma) => 1 / Math.sqrt(2 * gamma);
const FINE_GAMMAS = Array.from({ length: FINE * (POWERS.length - 1) + 1 }, (_, k) => 10 ** (POWERS[0] + k / FINE));

export default { heights: ["clamp(20rem, 100vh - 30rem, 27rem)", "36rem"], legend: "below", compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: { gamma: lg }, data, room: { width, height }, look }) {
  const gamma = roundGamma(10 ** lg), high = height - 6;
  const { model, box, palette, classes, points: columns } = /** @type {Data} */ (read(JSON.stringify({ ...data, values: 0, seq: 0 })));
  const points = readPoints(columns), styles = nameStyles(palette, classes);
  const fit = fitCached(model, gamma, points, styles), leftOut = fit.problem === undefined ? findWrong(fit, points.labels, "loo") : null;
  const isBeside = width >= BESIDE, plane = isBeside ? [SHARE * width, high] : [width, 0.54 * high];
  const view = lowView(box, plane, look.font), below = view.plot.top + view.plot.height;
  const plot = isBeside
    ? { left: plane[0] + GAP + LEFT, top: view.plot.top, width: width - plane[0] - GAP - LEFT - RIGHT, height: view.plot.height }
    : { left: LEFT, top: below + AXIS + GAP, width: width - LEFT - RIGHT, height: high - below - 2 * AXIS - GAP };
  const accuracies = new View([POWERS[0], POWERS[POWERS.length - 1], LOWEST, 1.03], plot), curves = curvesOf(data, model, points, styles);
  const shared = { lg, gamma, points, styles, fit, accuracies, view, curves, bottom: plot.top + plot.height + AXIS + 6, isBeside };
  if (fit.problem !== undefined) return { ...shared, wrong: null, leftOut, shaded: null };
  const sides = fit.sides.flatMap(({ description, ...side }) => (description ? [{ ...side, description }] : []));
  const found = classifyGrid({ ...fit, sides }, grids.make(fit, box, false, 1));
  return { ...shared, wrong: findWrong(fit, points.labels), leftOut, shaded: { regions: found, raster: paintRegions(found, styles, look, true) } };
}

const nameStyles = memo((/** @type {Style[]} */ palette, /** @type {string[]} */ names) =>
  palette.slice(0, names.length).map((style, k) => ({ ...style, name: names[k] })));

/**
 * The view of a box with equal scales, without free pixels above it.
 * @param {Box} box
 * @param {number[]} size
 * @param {string} font
 */
function lowView(box, [width, height], font) {
  const view = planeView(ruler, font, box, width, height, SHOW);
  return planeView(ruler, font, box, width, Math.min(height, view.plot.height + ABOVE + marginBelow(height)), SHOW);
}

/**
 * Training and left out first; the browser's curves are finer, so that they pass through the numbers of every γ.
 * @param {Data} data
 * @param {Data["model"]} model
 * @param {Points} points
 * @param {Style[]} styles
 * @returns {Curve[]}
 */
function curvesOf({ own, more, gammas }, model, points, styles) {
  const others = Object.entries({ ...own, ...more?.curves }).map(([name, shares]) => ({ name, gammas, shares }));
  if (model.kind !== "kernel") return others;
  const { training, leftOut, gammas: fine } = sweepCached(model, points, styles, FINE_GAMMAS);
  return [{ name: "training", gammas: fine, shares: training }, { name: "left out", gammas: fine, shares: leftOut }, ...others];
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { view, data: { features, classes }, styles, points, shaded, leftOut, wrong, fit } = state, errors = leftOut ?? wrong;
  const { plot } = view, size = markerSize(points.x.length, shaded ? shaded.regions.bump * Math.min(plot.width, plot.height) : Infinity);
  return [
    ...(shaded ? [regions(view, { ...shaded, points, styles, names: classes, title: "Plane", isListed: false })] : []),
    ...(fit.problem === undefined ? [] : [text(null, { text: "", at: [0, 0], title: fit.problem.replace(/\.$/, "") })]),
    ...pointsOf(view, points, styles, classes, { size }).map((mark, k) => ({ ...mark, name: k ? "plus" : "minus" })),
    ...(errors ? pointsOf(view, points, styles, classes.map(() => (leftOut ? "wrong when left out" : "misclassified")), {
      size, isRinged: true, only: (i) => errors[i], says: String(errors.filter(Boolean).length),
    }) : []),
    axes(view, { x: features[0], y: features[1], isFramed: true }),
    ...centreMarks(state), ...accuracyMarks(state), ...gammaMarks(state),
  ];
}

/** The point xᵢ, and its bump where it can be grabbed: a circle at one standard deviation. @param {State} state @returns {Mark[]} */
function centreMarks({ view, gamma, data: { isRound, centre }, points, fit }) {
  if (!centre || fit.problem !== undefined) return [];
  const { plot: { top, height } } = view, own = markerSize(points.x.length) / 2 + 4, [x, y] = [view.pixelX(centre[0]), view.pixelY(centre[1])];
  const wide = isRound ? Math.max(own, widthOf(gamma) / view.span(1)[0]) : own;
  const below = y + (y + wide + NAME < top + height ? wide : own) + 3; // of a circle that leaves the plane, below its point
  const circle = (/** @type {number} */ radius) => {
    const [dx, dy] = view.span(radius);
    return { mean: centre, root: [[dx, 0], [0, dy]], isSilent: true };
  };
  return [
    ellipse(view, isRound ? { ...circle(widthOf(gamma) / view.span(1)[0]), colour: "ink", rim: 1.25, name: "own" } : { ...circle(own + 6), alpha: 0, name: "own" }),
    ellipse(view, { ...circle(own + 1), alpha: 0, name: "point" }),
    text(null, { text: "xᵢ", at: [x, Math.min(below, top + height - NAME)], size: 17, weight: 600, align: "center", baseline: "top", ground: "halo" }),
  ];
}

/** Accuracies over γ, and what others choose. @param {State} state @returns {Mark[]} */
function accuracyMarks({ accuracies: view, curves, data: { more, gammas, palette } }) {
  const { left, top, width, height } = view.plot, bottom = top + height, lineOf = (/** @type {number} */ gamma) => Math.log10(gamma);
  const zone = more?.zone?.map((k) => lineOf(gammas[k])), thin = view.span(2)[0], level = view.place(left, bottom - 2 * TICK)[1];
  return [
    ...(zone ? [band(view, { from: zone[0], to: Math.max(zone[1], zone[0] + thin), colour: "grid", title: "as good as the best",
      says: `γ from ${format(10 ** zone[0])} to ${format(10 ** zone[1])}`, isSilent: true })] : []),
    axes(view, { y: "accuracy", count: 4, isRuled: true }),
    ...POWERS.flatMap((power) => {
      const x = view.pixelX(power);
      return [
        rule(null, { ends: [[x, bottom], [x, bottom + 5]], colour: "grid", width: 1 }),
        text(null, { text: `${10 ** power}`, at: [Math.min(x, left + width - 8), bottom + 12], align: "center", baseline: "top" }),
      ];
    }),
    text(null, { text: "γ: narrow bumps →", at: [left + width, bottom + 31], size: 16, weight: 600, align: "right", baseline: "top" }),
    text(null, { text: "← wide", at: [left, bottom + 31], size: 16, weight: 600, baseline: "top" }),
    ...curves.map(({ name, gammas: at, shares }, k) => curve(view, {
      x: at.map(lineOf), y: shares.map((share) => Math.max(share, LOWEST)), ...inked(name, palette), dash: STYLES[name][1], title: name, voice: k,
      says: `highest ${percent(Math.max(...shares))} at γ = ${format(at[shares.indexOf(Math.max(...shares))])}`,
    })),
    ...Object.entries(more?.rules ?? {}).flatMap(([title, gamma], k) => [
      rule(null, { ends: [[view.pixelX(lineOf(gamma)), bottom - 2 * TICK], [view.pixelX(lineOf(gamma)), bottom]], width: 2 }),
      pointsMark(view, { x: [lineOf(gamma)], y: [level], size: TICK, style: { colour: "background", symbol: RULES[k] }, title, says: `γ = ${format(gamma)}` }),
    ]),
    ...(more ? [rule(view, { y: more.neighbours[1], colour: "quiet", width: 2, dash: [1, 5], title: `nearest neighbours (${more.neighbours[0]})`,
      says: percent(more.neighbours[1]) })] : []),
  ];
}

/** The line at γ, with a dot on the two accuracies that follow it. @param {State} state @returns {Mark[]} */
function gammaMarks(state) {
  const { lg, gamma, accuracies: view, view: plane, data: { palette, isRound, centre }, wrong, leftOut, isBeside } = state;
  const x = view.pixelX(lg), { top, left } = view.plot, numbers = figures(state).slice(1).map(([name, value]) => `${name} ${value}`);
  const isOnCurves = (/** @type {Pixel} */ [px, py]) => (isBeside ? px > left - GAP : py > top - GAP);
  const away = (/** @type {Pixel} */ pixel) => (centre && isRound ? fromCentre(plane, centre, pixel) : Infinity);
  const dots = /** @type {[string, boolean[] | null][]} */ ([["training", wrong], ["left out", leftOut]]);
  return [
    rule(view, { x: lg, name: "gamma", title: `At γ = ${format(gamma)}`, says: numbers.join(", "), isListed: false }),
    ...dots.flatMap(([name, errors]) => (errors ? [pointsMark(view, {
      x: [lg], y: [Math.max(shareRight(errors), LOWEST)], size: DOT, isSilent: true, style: { colour: "", symbol: "circle" }, ...inked(name, palette),
    })] : [])),
    handle(view, {
      moves: "gamma", at: [lg, view.box[2]], along: "x", step: 0.02, title: "gamma", text: format(gamma), isHintAbove: true,
      read: (pixel) => (isOnCurves(pixel) ? view.place(...pixel)[0] : -Math.log10(2 * away(pixel) ** 2)),
      distance: (pixel) => (isOnCurves(pixel) ? Math.abs(pixel[0] - x) : Math.abs(away(pixel) - widthOf(gamma)) / plane.span(1)[0]),
    }),
  ];
}

/** @param {string} name @param {Style[]} palette @returns {{colour: string}} */
function inked(name, palette) {
  const [place] = STYLES[name];
  return { colour: typeof place === "string" ? place : palette[place].colour };
}

/** The score of xᵢ, with its own kernel value apart. @param {State} state */
function terms({ gamma, fit, data: { centre }, points: { labels } }) {
  if (!centre || fit.problem !== undefined) return [];
  const [side] = fit.sides, { positive = 0, negative = 0, rest = 0 } = takeApart(side, ...centre);
  const own = 1 / labels.filter((label) => label === fit.classes[1]).length, score = positive + negative + rest + side.offset;
  const places = placesFor([own, positive - own, negative, rest, side.offset, score], DIGITS, DIGITS + 1);
  const value = (/** @type {number} */ number) => fixed(number, places);
  return [
    { part: "gamma", symbol: "γ", value: format(gamma) }, ":",
    { part: "own", symbol: "K(xᵢ, xᵢ) / n₊", value: value(own) }, "+",
    { part: "plus", symbol: "other points of C+", value: value(positive - own) }, "−",
    { part: "minus", symbol: "mean K, C−", value: value(-negative) },
    `${rest ? ` + ${value(rest)}` : ""} + b (${value(side.offset)}) =`,
    { part: "point", symbol: "f(xᵢ)", value: value(score) },
  ];
}

/** @param {State} state @returns {[string, string][]} */
function figures({ gamma, data: { more, own, gammas }, fit, wrong, leftOut, lg }) {
  /** @type {[string, string][]} */
  const rows = [["γ", format(gamma)]];
  if (fit.problem !== undefined) return rows;
  const k = nearestGamma(gammas, lg), at = `, γ = ${format(gammas[k])}`;
  if (wrong) rows.push(["training", percentRight(wrong)]);
  if (leftOut) rows.push(["left out", percentRight(leftOut)]);
  else if (own?.["left out"]) rows.push([`left out${at}`, percent(own["left out"][k])]);
  for (const [name, shares] of Object.entries(more?.curves ?? {})) rows.push([name + at, percent(shares[k])]);
  return rows;
}

/**
 * The distance of a pixel's place from a point, in the units of the data; both axes have the same.
 * @param {View} view
 * @param {[number, number]} centre
 * @param {Pixel} pixel
 */
function fromCentre(view, [x, y], [px, py]) {
  const [dx, dy] = view.span(1);
  return Math.max(Math.hypot((px - view.pixelX(x)) * dx, (py - view.pixelY(y)) * dy), 1e-6);
}

/** @param {number[]} gammas @param {number} lg */
function nearestGamma(gammas, lg) {
  const distances = gammas.map((gamma) => Math.abs(Math.log10(gamma) - lg));
  return distances.indexOf(Math.min(...distances));
}
