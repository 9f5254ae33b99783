/**
 * The accuracies of a refitted model on all points and on held-out ones.
 * JavaScript port of `bayeslab.evaluation.accuracy`, for k folds,
 * held equal by `tests/canvas/test_vectors.py`.
 *
 * Both functions are generators that pause after each fit, so that the caller can do something else in between.
 *
 * @import { Model } from "../messages.js"
 * @import { Named, Prediction } from "./model.js"
 * @import { Points } from "./points.js"
 * @typedef {{folds: number, seed: number}} Evaluation
 *
 * @typedef {Object} Row how well a classifier does
 * @property {number} training share of the training points in the right class
 * @property {HeldOut | {problem: string}} heldOut
 * @property {undefined} [problem]
 *
 * @typedef {Object} HeldOut
 * @property {number} mean of the folds' accuracies
 * @property {number} standardError s / sqrt(k) with s their standard deviation (divisor k - 1)
 * @property {number[]} perFold
 * @property {undefined} [problem]
 */

import { FitError } from "./fit_error.js";
import { stratifiedFolds } from "./folds.js";
import { memo } from "./memo.js";
import { findWrong, fitForPrediction, fitModel, predict } from "./model.js";
import { countLabels, keep } from "./points.js";

/**
 * Evaluate a model on the points that it is fitted to, and on held-out ones.
 * @param {Model} model of a kind that is refitted here
 * @param {?number} gamma
 * @param {Points} points of at least two classes
 * @param {Named[]} styles the classes, by their numbers
 * @param {Evaluation} evaluation
 * @returns {Generator<void, Row | {problem: string}>}
 */
export function* evaluate(model, gamma, points, styles, evaluation) {
  const fit = fitModel(model, gamma, points, styles);
  if (fit.problem !== undefined) return fit;
  const right = /** @type {boolean[]} */ (findWrong(fit, points.labels)).filter((isWrong) => !isWrong).length;
  const heldOut = yield* crossValidate(model, gamma, points, styles, evaluation);
  return { training: right / points.labels.length, heldOut };
}

/**
 * Fit the model to the points outside each fold, and test it on those in it; parameters as of `evaluate`.
 * @param {Model} model
 * @param {number | null} gamma
 * @param {Points} points
 * @param {Named[]} styles
 * @param {Evaluation} evaluation
 * @returns {Generator<void, HeldOut | {problem: string}>}
 */
function* crossValidate(model, gamma, points, styles, { folds, seed }) {
  const smallest = Math.min(...countLabels(points, styles.length).filter(Boolean));
  if (smallest < folds) {
    return { problem: new FitError("too_few_for_folds", { found: smallest, folds }).message };
  }
  const perFold = [];
  for (const { training, test } of split(points, folds, seed)) {
    const fit = fitForPrediction(model, gamma, training, styles);
    if (fit.problem !== undefined) return fit;
    perFold.push(accuracy(fit, test));
    yield;
  }
  return summarise(perFold);
}

/** The training and the test points of each fold; all rows of a table have the same. */
const split = memo((/** @type {Points} */ points, /** @type {number} */ folds, /** @type {number} */ seed) => {
  const fold = stratifiedFolds(points.labels, folds, seed);
  return Array.from({ length: folds }, (_, k) => (
    { training: keep(points, (i) => fold[i] !== k), test: keep(points, (i) => fold[i] === k) }
  ));
});

/** The share of points that a fit assigns to their own class. @param {Prediction} fit @param {Points} points */
function accuracy(fit, points) {
  const predicted = predict(fit, points);
  return points.labels.filter((label, i) => predicted[i] === label).length / points.labels.length;
}

/** @param {number[]} perFold @returns {HeldOut} */
function summarise(perFold) {
  const k = perFold.length, mean = numpySum(perFold) / k;
  const variance = numpySum(perFold.map((share) => (share - mean) ** 2)) / (k - 1);
  return { mean, standardError: Math.sqrt(1 / k) * Math.sqrt(variance), perFold };
}

/** The sum of up to 128 numbers in numpy's order, so that it rounds alike. @param {number[]} values */
function numpySum(values) {
  const rest = values.length % 8;
  if (values.length === rest) return values.reduce((a, b) => a + b, 0);
  const r = values.slice(0, 8);
  for (let i = 8; i < values.length - rest; i++) r[i % 8] += values[i];
  const whole = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
  return values.slice(values.length - rest).reduce((a, b) => a + b, whole);
}
