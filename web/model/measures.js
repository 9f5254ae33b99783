/**
 * The measures of exercises, as `core/measures.py` defines them: computed during a drag.
 *
 * A measure is a function of a case (points, classifiers, what the exercise began with) and of a classifier's key;
 * "" is the classifier in the picture. Where a measure cannot be computed, it throws a FitError or an Unmeasured.
 *
 * @import { Exercise, Goal, KernelModel, Model } from "../messages.js"
 * @import { Fit, Side } from "./model.js"
 * @import { Box, Points } from "./points.js"
 *
 * @typedef {Object} CaseData what a case is made of
 * @property {Points} points
 * @property {{name: string}[]} styles the classes, by their numbers
 * @property {?number} gamma
 * @property {Box} box
 * @property {Model} model the classifier in the picture
 * @property {Record<string, Model>} models others, by their keys
 * @property {number} folds
 * @property {?{points: Points, near: number}} began the points that the exercise began with
 * @property {?{points: Points, posterior: Float64Array}} fresh new points, and the posterior of class 1 at each
 * @property {?Fit} [fit] of the classifier in the picture, with the threshold where a hand has put it
 *
 * @typedef {{value: ?number, holds: boolean}} Finding
 */

import { toNumbers } from "./bytes.js";
import { evaluate as evaluateInSteps } from "./cross_validation.js";
import { scorePoints } from "./evaluate.js";
import { FitError } from "./fit_error.js";
import { decide, findWrong, fitForPrediction, fitModel, predict } from "./model.js";
import { keep, unpackPoints } from "./points.js";

const SLACK = 1e-9; // rounding: 97.0 of 97 is reached
const GRID = 9, FLAT = 1e-2; // places along each axis; of the range of the scores

/**
 * The parts of a case that stay the same during a drag.
 * @param {Exercise} data
 * @returns {Pick<CaseData, "models" | "folds" | "began" | "fresh">}
 */
export function readExercise({ models, folds, began, fresh }) {
  return {
    models,
    folds,
    began: began && { points: unpackPoints(began), near: began.near },
    fresh: fresh && { points: unpackPoints(fresh), posterior: toNumbers(fresh.posterior) },
  };
}

/** Why something cannot be measured. */
class MeasureError extends Error {}

/** A case to measure, with each classifier fitted once. */
export class Case {
  /** @type {Map<string, Fit>} */
  fits = new Map();

  /** @param {CaseData} data */
  constructor(data) {
    this.data = data;
    if (data.fit) this.fits.set("", data.fit);
  }

  /** @param {string} key @returns {Model} */
  modelOf(key) {
    return key === "" ? this.data.model : this.data.models[key];
  }

  /** @param {string} key @returns {Fit} */
  fitOf(key) {
    const cached = this.fits.get(key);
    if (cached) return cached;
    const { gamma, points, styles } = this.data;
    if (new Set(points.labels).size < 2) throw new MeasureError("There are no points of two classes.");
    const fit = fitModel(this.modelOf(key), gamma, points, styles);
    if (fit.problem !== undefined) throw new MeasureError(fit.problem);
    this.fits.set(key, fit);
    return fit;
  }

  /** The points that a classifier misclassifies. @param {string} key */
  wrong(key) {
    return orError(findWrong(this.fitOf(key), this.data.points.labels));
  }
}

/** @template T @param {T | null | undefined} value @returns {T} */
function orError(value) {
  if (value === null || value === undefined) throw new MeasureError("This cannot be measured here.");
  return value;
}

/** @param {boolean[]} wrong */
const percentRight = (wrong) => (100 * wrong.filter((isWrong) => !isWrong).length) / wrong.length;

/** @param {number} label @returns {(about: Case, key: string) => number} */
const countMisses = (label) => (about, key) =>
  about.wrong(key).filter((isWrong, i) => isWrong && about.data.points.labels[i] === label).length;

/** @param {Case} about @param {string} key */
function leaveOneOut(about, key) {
  const { points, styles, gamma } = about.data, { labels } = points, model = about.modelOf(key), fit = about.fitOf(key);
  if (model.kind === "kernel") {
    const alone = findWrong(fit, labels, "loo");
    if (alone === null) throw new MeasureError("A class has one point, which cannot be left out.");
    return percentRight(alone);
  }
  return percentRight(Array.from(labels, (label, i) => {
    const others = keep(points, (j) => j !== i);
    if (new Set(others.labels).size < fit.classes.length) throw new MeasureError("A class has one point.");
    const part = fitForPrediction(model, gamma, others, styles);
    if (part.problem !== undefined) throw new MeasureError(part.problem);
    return predict(part, keep(points, (j) => j === i))[0] !== label;
  }));
}

/** @param {Case} about @param {string} key */
function heldOut(about, key) {
  const { points, styles, gamma, folds } = about.data;
  const steps = evaluateInSteps(about.modelOf(key), gamma, points, styles, { folds, seed: 0 });
  for (;;) {
    const { done, value } = steps.next();
    if (!done) continue;
    const row = /** @type {import("./cross_validation.js").Row | {problem: string}} */ (value);
    if (row.problem !== undefined) throw new MeasureError(row.problem);
    const { heldOut: estimate } = row;
    if (estimate.problem !== undefined) throw new MeasureError(estimate.problem);
    return 100 * estimate.mean;
  }
}

/**
 * The scores of places, with the threshold where it is.
 * @param {Side} side
 * @param {Float64Array} x
 * @param {Float64Array} y
 */
function scoresOf({ description, offset }, x, y) {
  const own = orError(description);
  return scorePoints(own, x, y).map((score) => score - own.offset + offset);
}

/** @param {Case} about @param {string} key */
function predictFresh(about, key) {
  const { points, posterior } = orError(about.data.fresh), fit = about.fitOf(key);
  const scores = fit.sides.map((side) => scoresOf(side, points.x, points.y));
  const predicted = Array.from(points.x, (_, i) => decide(fit.classes, scores.map((values) => values[i])));
  return { predicted, labels: points.labels, posterior };
}

/** @param {Case} about @param {string} key */
function excess(about, key) {
  const { predicted, posterior } = predictFresh(about, key);
  const losses = predicted.map((label, i) => Math.max(posterior[i], 1 - posterior[i]) - (label === 1 ? posterior[i] : 1 - posterior[i]));
  return (100 * losses.reduce((a, b) => a + b, 0)) / losses.length;
}

/** The one side of kernel Bayes. @param {Case} about @param {string} key */
function kernelSide(about, key) {
  const { sides } = about.fitOf(key);
  if (about.modelOf(key).kind !== "kernel" || sides.length > 1) throw new MeasureError("Only kernel Bayes of two classes has this.");
  return sides[0];
}

/** @param {Case} about @param {string} key */
function extraErrors(about, key) {
  const { projection } = kernelSide(about, key), { data, data: { points, gamma, styles } } = about;
  const model = /** @type {KernelModel} */ (about.modelOf(key));
  const best = fitModel({ ...model, threshold: "error" }, gamma, points, styles);
  if (best.problem !== undefined) throw new MeasureError(best.problem);
  const { search } = best.sides[0];
  if (projection.length !== data.points.labels.length) throw new MeasureError("The points have changed.");
  return about.wrong(key).filter(Boolean).length - search.errors[search.index];
}

/** @param {Case} about @param {string} key */
function supportVectors(about, key) {
  if (about.modelOf(key).kind !== "svc") throw new MeasureError("Only an SVC has support vectors.");
  return orError(about.fitOf(key).sides[0].description?.support).length;
}

/** @param {Case} about @param {string} key */
function straight(about, key) {
  const [a, b, c, d] = about.data.box, [side] = about.fitOf(key).sides;
  const steps = Array.from({ length: GRID * GRID }, (_, i) => [i % GRID, Math.floor(i / GRID)]);
  const x = Float64Array.from(steps, ([column]) => a + ((b - a) * column) / (GRID - 1));
  const y = Float64Array.from(steps, ([, row]) => c + ((d - c) * row) / (GRID - 1));
  const all = scoresOf(side, x, y), range = Math.max(...all) - Math.min(...all);
  const scores = Array.from({ length: GRID }, (_, row) => all.subarray(row * GRID, (row + 1) * GRID));
  let largest = 0;
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      const at = scores[row][column], up = scores[row + 1]?.[column], right = scores[row][column + 1];
      if (row > 0 && up !== undefined) largest = Math.max(largest, Math.abs(up - 2 * at + scores[row - 1][column]));
      if (column > 0 && right !== undefined) largest = Math.max(largest, Math.abs(right - 2 * at + scores[row][column - 1]));
      if (up !== undefined && right !== undefined) largest = Math.max(largest, Math.abs(scores[row + 1][column + 1] - up - right + at));
    }
  }
  return largest <= FLAT * range ? 1 : 0;
}

/** @param {Case} about @param {number} label */
const countOf = ({ data: { points: { labels } } }, label) => labels.filter((each) => each === label).length;

/** @param {number} label @returns {(about: Case) => number} */
const correlation = (label) => ({ data: { points } }) => {
  const { x, y } = keep(points, (i) => points.labels[i] === label);
  if (x.length < 2) throw new MeasureError("A correlation needs two points of the class.");
  const mean = (/** @type {Float64Array} */ values) => values.reduce((a, b) => a + b, 0) / values.length;
  const u = x.map((value) => value - mean(x)), v = y.map((value) => value - mean(y));
  const dot = (/** @type {Float64Array} */ p, /** @type {Float64Array} */ q) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  if (dot(u, u) === 0 || dot(v, v) === 0) throw new MeasureError("A correlation needs points that differ in both features.");
  return Math.abs(dot(u, v)) / Math.sqrt(dot(u, u) * dot(v, v));
};

/** The number of points that are not at the place of one of the exercise's. @param {Case} about */
function countChanges({ data: { points, began } }) {
  const { points: before, near } = orError(began), isFree = Array.from(before.labels, () => true);
  let count = 0;
  for (let i = 0; i < points.labels.length; i++) {
    const same = isFree.findIndex((free, j) => (
      free && before.labels[j] === points.labels[i] && Math.abs(before.x[j] - points.x[i]) <= near &&
      Math.abs(before.y[j] - points.y[i]) <= near));
    if (same < 0) continue;
    isFree[same] = false;
    count++;
  }
  return Math.max(points.labels.length, before.labels.length) - count;
}

/** @type {Record<string, (about: Case, key: string) => number>} */
export const MEASURES = {
  training: (about, key) => percentRight(about.wrong(key)),
  errors: (about, key) => about.wrong(key).filter(Boolean).length,
  missed_plus: countMisses(1),
  missed_minus: countMisses(0),
  leave_one_out: leaveOneOut,
  held_out: heldOut,
  new: (about, key) => {
    const { predicted, labels } = predictFresh(about, key);
    return percentRight(predicted.map((label, i) => label !== labels[i]));
  },
  excess,
  threshold: (about, key) => -kernelSide(about, key).offset,
  extra_errors: extraErrors,
  gamma: ({ data: { gamma } }) => orError(gamma),
  support: supportVectors,
  straight,
  points: ({ data: { points } }) => points.labels.length,
  points_plus: (about) => countOf(about, 1),
  points_minus: (about) => countOf(about, 0),
  share_plus: (about) => {
    if (about.data.points.labels.length === 0) throw new MeasureError("There are no points.");
    return (100 * countOf(about, 1)) / about.data.points.labels.length;
  },
  correlation_plus: correlation(1),
  correlation_minus: correlation(0),
  changed: countChanges,
};

/** The finding for each comparison of a goal. @param {Goal[]} goal @param {Case} about @returns {Finding[]} */
export function checkGoal(goal, about) {
  return goal.map(({ measure, model, sign, number }) => {
    const value = measureOf(measure, model, about);
    const holds = value !== null && (sign === ">=" ? value >= number - SLACK : value <= number + SLACK);
    return { value, holds };
  });
}

/** The value of a measure; null where there is none. @param {string} measure @param {string} key @param {Case} about */
export function measureOf(measure, key, about) {
  try {
    return MEASURES[measure](about, key);
  } catch (error) {
    if (error instanceof MeasureError || error instanceof FitError) return null;
    throw error;
  }
}
