/**
 * From Python's description of a model to the data of both pictures, the same for all models.
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
 * @import { DescriptionModel, GaussianModel, Model, PlainDescription, RasterModel, SvcModel } from "../messages.js"
 * @import { Description } from "./evaluate.js"
 * @import { Memory } from "./held.js"
 * @import { Points } from "./points.js"
 * @import { Config } from "./refit.js"
 * @typedef {{name: string}} Named
 * @typedef {{problem: string}} Refused one sentence: what is wrong, and what to do
 * @typedef {(descriptions: Description[], classes: number[], points: Points) => Fit} Complete
 * @typedef {{classes: number[], sides: {description: ?Description}[], problem?: undefined}} Prediction
 *
 * @typedef {Object} Side a binary subproblem: one class against the other, or against the rest
 * @property {?Description} description null if Python has sent the picture
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
 * @property {undefined} [problem]
 */

import { toNumbers } from "./bytes.js";
import { contributions, scorePoints } from "./evaluate.js";
import { orProblem } from "./fit_error.js";
import { fitGaussians } from "./gaussian_bayes.js";
import { readRaster } from "./raster.js";
import { oneVsRest, refit } from "./refit.js";
import { fitSvc } from "./svc.js";
import { bestThreshold } from "./threshold.js";

const MANY_CLASSES =
  "A support vector classifier of more than two classes is fitted by Python; open the link in the lab to see it.";
const MANY_POINTS =
  "A support vector classifier of more than 2,000 points is fitted by Python; open the link in the lab to see it.";
const MOST_OF_SVC = 2000; // points: the kernel values of all pairs take 16 MB

/**
 * @param {Model} model
 * @param {?number} gamma of a model of kind "kernel", or of kind "svc" without one of its own
 * @param {Points} points
 * @param {Named[]} styles the classes, by their numbers
 * @param {Complete} [complete] makes the fit from the score functions
 * @param {Memory} [memory] of the frame before
 * @returns {Fit | Refused}
 */
export function fitModel(model, gamma, points, styles, complete = evaluate, memory = undefined) {
  if (model.kind === "message") return { problem: model.text };
  const classes = [...new Set(points.labels)].sort((a, b) => a - b);
  if (model.kind === "raster") return readPicture(model, points);
  if (model.kind === "description") return readDescriptions(model, classes, points);
  if (model.kind === "gaussian") return fitQuadratic(model, classes, points, styles, complete);
  if (model.kind === "svc") return fitMargin(model, gamma, classes, points, complete, memory);
  const config = { ...model, gamma: gamma ?? NaN }; // none: the kernel has no gamma
  return classes.length > 2
    ? fitEach(points, classes, config, styles, memory)
    : fitTwo(points, classes, config, styles, memory);
}

/**
 * A fit for predictions only.
 * @param {Model} model
 * @param {number | null} gamma
 * @param {Points} points
 * @param {Named[]} styles
 * @returns {Prediction | Refused}
 */
export function fitForPrediction(model, gamma, points, styles) {
  /** @type {(descriptions: Description[], classes: number[]) => any} */
  const complete = (descriptions, classes) => ({ classes, sides: descriptions.map((description) => ({ description })) });
  return fitModel(model, gamma, points, styles, complete);
}

/**
 * The names of the classes in sentences: in "class 3" the second word of the name, in "class versicolor" all of it.
 * @param {number[]} classes
 * @param {Named[]} styles
 */
function namesOf(classes, styles) {
  return classes.map((k) => styles[k].name.replace(/^class /, ""));
}

/**
 * @param {GaussianModel} model
 * @param {number[]} classes
 * @param {Points} points
 * @param {Named[]} styles
 * @param {Complete} complete
 */
function fitQuadratic(model, classes, points, styles, complete) {
  const names = namesOf(classes, styles);
  return orProblem(() => complete(fitGaussians(points, classes, model, names), classes, points));
}

/**
 * @param {SvcModel} model
 * @param {number | null} gamma
 * @param {number[]} classes
 * @param {Points} points
 * @param {Complete} complete
 * @param {Memory} [memory]
 */
function fitMargin(model, gamma, classes, points, complete, memory) {
  if (classes.length > 2) return { problem: MANY_CLASSES };
  if (points.x.length > MOST_OF_SVC) return { problem: MANY_POINTS };
  const isPositive = Array.from(points.labels, (label) => label === classes[1]);
  const settings = { ...model, gamma: model.gamma ?? gamma ?? NaN };
  return orProblem(() => complete([fitSvc(points, isPositive, settings, memory?.solution)], classes, points));
}

/**
 * @param {Points} points
 * @param {number[]} classes
 * @param {Config} config
 * @param {Named[]} styles
 * @param {Memory} [memory]
 * @returns {Fit | Refused}
 */
function fitTwo({ x, y, labels }, classes, config, styles, memory) {
  const positive = labels.map((label) => (label === classes[1] ? 1 : 0));
  const fit = refit({ x1: x, x2: y }, positive, { ...config, classes: namesOf(classes, styles) }, memory?.of(0));
  return fit.problem !== undefined ? fit : { classes, sides: [toSide(fit)] };
}

/**
 * @param {Points} points
 * @param {number[]} classes
 * @param {Config} config
 * @param {Named[]} styles
 * @param {Memory} [memory]
 * @returns {Fit | Refused}
 */
function fitEach({ x, y, labels }, classes, config, styles, memory) {
  const memories = memory && classes.map((_, k) => memory.of(k));
  const fits = oneVsRest({ x1: x, x2: y }, labels, classes, config, namesOf(classes, styles), memories);
  return "problem" in fits ? fits : { classes, sides: fits.map(toSide) };
}

/** @param {import("./refit.js").Fit} fit @returns {Side} */
function toSide({ description, projection, search, looProjection }) {
  return { description, projection, offset: search.offset, search, loo: looProjection };
}

/**
 * Sides from descriptions; the points may be newer than they are, and of other classes.
 * @param {DescriptionModel} message
 * @param {number[]} present
 * @param {Points} points
 */
function readDescriptions({ descriptions: plain, classes: own }, present, points) {
  const descriptions = plain.map(withNumbers);
  const classes = own ?? (descriptions.length === 1 ? present.slice(0, 2) : present);
  if (classes.length !== Math.max(2, descriptions.length)) return { problem: "" };
  return evaluate(descriptions, classes, points);
}

/** @param {Description[]} descriptions @param {number[]} classes @param {Points} points */
function evaluate(descriptions, classes, points) {
  const offsets = descriptions.map(({ offset }) => offset);
  const projections = descriptions.map((description) => scorePoints({ ...description, offset: 0 }, points.x, points.y));
  return readLines(descriptions, projections, offsets, classes, points);
}

/** The description with its kernel sums in numbers. @param {PlainDescription} description @returns {Description} */
function withNumbers(description) {
  const expansions = description.expansions.map(({ z1, z2, coefficients, ...rest }) => {
    const [t, v, a] = [z1, z2, coefficients].map(toNumbers);
    return { ...rest, z1: t, z2: v, coefficients: a };
  });
  return { ...description, expansions };
}

/**
 * Sides from a picture and the projections that came with it; the points may be others by now.
 * @param {RasterModel} model
 * @param {Points} points
 * @returns {Fit | Refused}
 */
function readPicture(model, points) {
  const raster = readRaster(model), { classes } = model;
  if (raster.projections.some(({ length }) => length !== points.x.length)) return { problem: "" };
  const none = classes.map(() => null);
  return { ...readLines(none, raster.projections, model.offsets, classes, points), raster };
}

/**
 * Sides from projections. Where scores are compared with each other, their zeros mean nothing.
 * @param {(Description | null)[]} descriptions
 * @param {Float64Array[]} projections
 * @param {number[]} offsets
 * @param {number[]} classes
 * @param {Points} points
 * @returns {Fit}
 */
function readLines(descriptions, projections, offsets, classes, points) {
  const leads = projections.length > 1 && offsets.every((offset) => offset === 0);
  const lines = leads ? leadsOf(projections) : projections;
  const sides = lines.map((line, k) => (
    { description: descriptions[k], ...searchLine(line, offsets[k], points, classOfSide(classes, k)) }
  ));
  return { classes, sides, leads };
}

/** By how much each score is larger than the largest of the others, point by point. @param {Float64Array[]} scores */
function leadsOf(scores) {
  return scores.map((own, k) => {
    const others = scores.filter((_, j) => j !== k);
    return own.map((value, i) => value - Math.max(...others.map((other) => other[i])));
  });
}

/** The class of the k-th side. @param {number[]} classes @param {number} k */
function classOfSide(classes, k) {
  return classes[classes.length === 2 ? 1 : k];
}

/**
 * A side whose threshold was chosen elsewhere.
 * @param {Float64Array} projection
 * @param {number} offset
 * @param {Points} points
 * @param {number} plus
 */
function searchLine(projection, offset, { labels }, plus) {
  const positive = labels.map((label) => (label === plus ? 1 : 0));
  const search = bestThreshold(projection, positive, "error", 0);
  const index = search.scores.filter((score) => score <= -offset).length;
  return { projection, offset, search: { ...search, index, threshold: -offset, offset }, loo: null };
}

/**
 * The same fit with one side's threshold moved.
 * @param {Fit} fit
 * @param {{side: number, offset: number}} threshold which side, and where to
 * @returns {Fit}
 */
export function withThreshold(fit, threshold) {
  const side = { ...fit.sides[threshold.side], offset: threshold.offset };
  return { ...fit, sides: fit.sides.with(threshold.side, side) };
}

/**
 * The class of the k-th of several values, given each side's value of it, p + offset.
 * @param {number[]} classes
 * @param {number[]} values
 * @returns {number}
 */
export function decide(classes, values) {
  if (values.length === 1) return classes[values[0] > 0 ? 1 : 0];
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return classes[best];
}

/**
 * The classes that a fit with descriptions assigns to points.
 * @param {Prediction} fit
 * @param {{x: Float64Array, y: Float64Array}} points
 */
export function predict({ classes, sides }, { x, y }) {
  const scores = sides.map(({ description }) => scorePoints(/** @type {Description} */ (description), x, y));
  return Array.from(x, (_, i) => decide(classes, scores.map((values) => values[i])));
}

/**
 * By how much the i-th point is on the right side: its class's score less the best other one.
 * @param {Fit} fit
 * @param {number} i
 * @param {number} label
 */
export function margin({ classes, sides, leads }, i, label) {
  const scores = sides.map((side) => side.projection[i] + side.offset);
  if (sides.length === 1) return label === classes[1] ? scores[0] : -scores[0];
  const own = classes.indexOf(label);
  if (leads) return scores[own] ?? NaN;
  return own < 0 ? NaN : scores[own] - Math.max(...scores.filter((_, k) => k !== own));
}

/**
 * Which points are in another class than their own, by their projections or by "loo"; null if unknown.
 * @param {Fit} fit
 * @param {Uint8Array} labels
 * @param {"projection" | "loo"} [which]
 * @returns {boolean[] | null}
 */
export function findWrong({ classes, sides }, labels, which = "projection") {
  if (sides.some((side) => side[which] === null)) return null;
  const projections = sides.map((side) => /** @type {Float64Array} */ (side[which])), values = new Array(sides.length);
  const wrong = new Array(labels.length); // filled in a loop, since this is asked in each frame
  for (let i = 0; i < labels.length; i++) {
    for (let k = 0; k < values.length; k++) values[k] = projections[k][i] + sides[k].offset;
    wrong[i] = decide(classes, values) !== labels[i];
  }
  return wrong;
}

/**
 * The parts of the projection at a place: the classes' kernel sums and the rest; none of a picture.
 * @param {Side} side
 * @param {number} x
 * @param {number} y
 */
export function takeApart({ description }, x, y) {
  if (description === null) return {};
  const { positive, negative, quadratic } = contributions(description, x, y);
  return { positive, negative, rest: quadratic };
}
