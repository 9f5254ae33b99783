/**
 * From Python's word on a model to what both pictures need, the same whichever model it is.
 *
 * Of a model of kind
 *
 *     "kernel"        the settings of kernel Bayes are known, and it is refitted here, on every frame if need be;
 *     "gaussian"      `covariance` and `priors` are known, and it is refitted here as well;
 *     "svc"           so is a support vector classifier of two classes (its settings are in svc.js);
 *     "description"   Python has fitted it and sent its score functions (`descriptions`) and `classes`;
 *     "raster"        Python has sent the picture;
 *     "message"       there is only a sentence (`text`).
 *
 * Whatever the kind, there is one *side* for two classes, and one for each class against the rest with more.
 *
 * @typedef {Object} Side a binary subproblem: one class against the other, or against the rest
 * @property {?import("./evaluate.js").Description} description null if Python has sent the picture
 * @property {Float64Array} projection p of each point
 * @property {number} offset b: the decision is the sign of p + b
 * @property {import("./threshold.js").Search} search all cuts of the line, and the best
 * @property {?Float64Array} loo p of each point by all the others
 *
 * @typedef {Object} Fit
 * @property {number[]} classes the classes decided between, ascending
 * @property {Side[]} sides one (of the second class), or one for each class
 * @property {boolean} [leads] whether a side's projection is its class's lead over the best of the others
 * @property {import("./raster.js").Raster} [raster]
 */

import { toNumbers } from "./bytes.js";
import { contributions, scoreAt } from "./evaluate.js";
import { fitGaussians } from "./gaussian_bayes.js";
import { readRaster } from "./raster.js";
import { oneVsRest, refit } from "./refit.js";
import { Refusal } from "./refusals.js";
import { fitSvc } from "./svc.js";
import { bestThreshold } from "./threshold.js";

const MANY_CLASSES =
  "A support vector classifier of more than two classes is fitted by Python; open the link in the lab to see it.";

/**
 * @param {object} model as it comes from Python
 * @param {?number} gamma of a model of kind "kernel", or of kind "svc" without one of its own
 * @param {import("./points.js").Points} points
 * @param {{name: string}[]} known the classes, by their numbers
 * @param {typeof evaluate} [complete] makes the fit from the score functions
 * @returns {Fit | {problem: string}}
 */
export function fitModel(model, gamma, points, known, complete = evaluate) {
  if (model.kind === "message") return { problem: model.text };
  const classes = [...new Set(points.labels)].sort((a, b) => a - b);
  if (model.kind === "raster") return readPicture(model, points);
  if (model.kind === "description") return readDescriptions(model, classes, points);
  if (model.kind === "gaussian") return fitQuadratic(model, classes, points, known, complete);
  if (model.kind === "svc") return fitMargin(model, gamma, classes, points, complete);
  const config = { ...model, gamma };
  return classes.length > 2
    ? fitEach(points, classes, config, known)
    : fitTwo(points, classes, config, known);
}

/** A fit of which only predictions are wanted. */
export function fitForPrediction(model, gamma, points, known) {
  return fitModel(model, gamma, points, known, (descriptions, classes) => (
    { classes, sides: descriptions.map((description) => ({ description })) }
  ));
}

/** A fit by score functions that are computed here; a refusal is its problem. */
function fitHere(describe, classes, points, complete) {
  try {
    return complete(describe(), classes, points);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function fitQuadratic(model, classes, points, known, complete) {
  const names = classes.length === 2 ? classes.map((k) => known[k].name.replace(/^class /, "")) : classes;
  return fitHere(() => fitGaussians(points, classes, model, names), classes, points, complete);
}

function fitMargin(model, gamma, classes, points, complete) {
  if (classes.length > 2) return { problem: MANY_CLASSES };
  const isPositive = Array.from(points.labels, (label) => label === classes[1]);
  const settings = { ...model, gamma: model.gamma ?? gamma };
  return fitHere(() => [fitSvc(points, isPositive, settings)], classes, points, complete);
}

function fitTwo({ x, y, labels }, classes, config, known) {
  const positive = labels.map((label) => (label === classes[1] ? 1 : 0));
  const fit = refit({ x1: x, x2: y }, positive, { ...config, classes: classes.map((k) => known[k].name) });
  return fit.problem ? fit : { classes, sides: [toSide(fit)] };
}

function fitEach({ x, y, labels }, classes, config, known) {
  const fits = oneVsRest({ x1: x, x2: y }, labels, classes, config);
  const bad = fits.findIndex((fit) => fit.problem);
  if (bad < 0) return { classes, sides: fits.map(toSide) };
  return { problem: `${known[classes[bad]].name} (1) against the rest (0): ${fits[bad].problem}` };
}

function toSide({ description, projection, search, looProjection }) {
  return { description, projection, offset: search.offset, search, loo: looProjection };
}

/** Sides from descriptions; the points may be newer than they are, and of other classes. */
function readDescriptions({ descriptions: plain, classes: known }, present, points) {
  const descriptions = plain.map(withNumbers);
  const classes = known ?? (descriptions.length === 1 ? present.slice(0, 2) : present);
  if (classes.length !== Math.max(2, descriptions.length)) return { problem: "" };
  return evaluate(descriptions, classes, points);
}

function evaluate(descriptions, classes, points) {
  const offsets = descriptions.map(({ offset }) => offset);
  const projections = descriptions.map((description, k) =>
    points.x.map((x, i) => scoreAt(description, x, points.y[i]) - offsets[k]));
  return readLines(descriptions, projections, offsets, classes, points);
}

/** The description with its kernel sums in numbers. */
function withNumbers(description) {
  const expansions = description.expansions.map(({ z1, z2, coefficients, ...rest }) => {
    const [t, v, a] = [z1, z2, coefficients].map(toNumbers);
    return { ...rest, z1: t, z2: v, coefficients: a };
  });
  return { ...description, expansions };
}

/** Sides from a picture and the projections that came with it; the points may be others by now. */
function readPicture(model, points) {
  const raster = readRaster(model), { classes } = model;
  if (raster.projections.some(({ length }) => length !== points.x.length)) return { problem: "" };
  const none = classes.map(() => null);
  return { ...readLines(none, raster.projections, model.offsets, classes, points), raster };
}

/** Sides from projections. Where scores are compared with each other, their zeros mean nothing. */
function readLines(descriptions, projections, offsets, classes, points) {
  const leads = projections.length > 1 && offsets.every((offset) => offset === 0);
  const lines = leads ? leadsOf(projections) : projections;
  const sides = lines.map((line, k) => (
    { description: descriptions[k], ...searchLine(line, offsets[k], points, spokenFor(classes, k)) }
  ));
  return { classes, sides, leads };
}

/** By how much each score is larger than the largest of the others, point by point. */
function leadsOf(scores) {
  return scores.map((own, k) => {
    const others = scores.filter((_, j) => j !== k);
    return own.map((value, i) => value - Math.max(...others.map((other) => other[i])));
  });
}

/** The class of the k-th side. */
function spokenFor(classes, k) {
  return classes[classes.length === 2 ? 1 : k];
}

/** A side whose threshold was chosen elsewhere. */
function searchLine(projection, offset, { labels }, plus) {
  const positive = labels.map((label) => (label === plus ? 1 : 0));
  const search = bestThreshold(projection, positive, "error", 0);
  const index = search.scores.filter((score) => score <= -offset).length;
  return { projection, offset, search: { ...search, index, threshold: -offset, offset }, loo: null };
}

/**
 * The same fit with one side's threshold where somebody put it.
 * @param {Fit} fit
 * @param {?{fit: Fit, side: number, offset: number}} moved in which fit, which side, and where to
 */
export function withMoved(fit, moved) {
  if (moved?.fit !== fit) return fit;
  const side = { ...fit.sides[moved.side], offset: moved.offset };
  return { ...fit, sides: fit.sides.with(moved.side, side) };
}

/** The class of the k-th of several values, given each side's value of it, p + offset. */
export function decide(classes, values) {
  if (values.length === 1) return classes[values[0] > 0 ? 1 : 0];
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return classes[best];
}

/** The class that a fit with descriptions assigns to a place. */
export function predict({ classes, sides }, x, y) {
  return decide(classes, sides.map(({ description }) => scoreAt(description, x, y)));
}

/** By how much the i-th point is on the right side: its class's score less the best other one. */
export function margin({ classes, sides, leads }, i, label) {
  const scores = sides.map((side) => side.projection[i] + side.offset);
  if (sides.length === 1) return label === classes[1] ? scores[0] : -scores[0];
  const own = classes.indexOf(label);
  if (leads) return scores[own] ?? NaN;
  return own < 0 ? NaN : scores[own] - Math.max(...scores.filter((_, k) => k !== own));
}

/** Which points are in another class than their own, by their projections or by "loo"; null if unknown. */
export function findWrong({ classes, sides }, labels, which = "projection") {
  if (sides.some((side) => side[which] === null)) return null;
  return Array.from(labels, (label, i) => {
    const values = sides.map((side) => side[which][i] + side.offset);
    return decide(classes, values) !== label;
  });
}

/** The parts of the projection at a place: the classes' kernel sums and the rest; none of a picture. */
export function takeApart({ description }, x, y) {
  if (description === null) return {};
  const { positive, negative, quadratic } = contributions(description, x, y);
  return { positive, negative, rest: quadratic };
}
