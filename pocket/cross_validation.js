/**
 * The accuracy of a refitted model on held-out points: `bayeslab.evaluation.accuracy` once more, for k folds.
 */

import { fitModel, predict } from "../ui/canvas/model/model.js";
import { countLabels, keep } from "../ui/canvas/model/points.js";
import { stratifiedFolds } from "./folds.js";

/**
 * Fit the model to the points outside each fold, and test it on those in it.
 * @param {object} model of a kind that is refitted here
 * @param {?number} gamma
 * @param {import("../ui/canvas/model/points.js").Points} points of at least two classes
 * @param {{name: string}[]} known the classes, by their numbers
 * @param {{folds: number, seed: number}} evaluation
 * @returns {{mean: number, standardError: number, perFold: number[]} | {problem: string}} the mean of the folds'
 *     accuracies, and s / sqrt(k) with s their standard deviation (divisor k - 1)
 */
export function crossValidate(model, gamma, points, known, { folds, seed }) {
  const smallest = Math.min(...countLabels(points, known.length).filter(Boolean));
  if (smallest < folds) {
    return {
      problem: `The smallest class has ${smallest} point(s), fewer than the ${folds} folds; use fewer folds, another ` +
        "scheme or more points.",
    };
  }
  const fold = stratifiedFolds(points.labels, folds, seed), perFold = [];
  for (let k = 0; k < folds; k++) {
    const fit = fitModel(model, gamma, keep(points, (i) => fold[i] !== k), known);
    if (fit.problem !== undefined) return fit;
    perFold.push(accuracy(fit, keep(points, (i) => fold[i] === k)));
  }
  return summarise(perFold);
}

/** The share of points that a fit assigns to their own class. */
export function accuracy(fit, { x, y, labels }) {
  return labels.filter((label, i) => predict(fit, x[i], y[i]) === label).length / labels.length;
}

function summarise(perFold) {
  const k = perFold.length, mean = numpySum(perFold) / k;
  const variance = numpySum(perFold.map((share) => (share - mean) ** 2)) / (k - 1);
  return { mean, standardError: Math.sqrt(1 / k) * Math.sqrt(variance), perFold };
}

/** The sum of up to 128 numbers in numpy's order, so that it rounds alike. */
function numpySum(values) {
  const rest = values.length % 8;
  if (values.length === rest) return values.reduce((a, b) => a + b, 0);
  const r = values.slice(0, 8);
  for (let i = 8; i < values.length - rest; i++) r[i % 8] += values[i];
  const whole = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
  return values.slice(values.length - rest).reduce((a, b) => a + b, whole);
}
