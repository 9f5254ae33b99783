/**
 * The support vector classifier of two classes, refitted as the hand moves: scikit-learn's `SVC`, by its own method.
 *
 * Sequential minimal optimisation with second-order working sets (Fan, Chen and Lin 2005), as in libsvm, without
 * shrinking. The coefficients b_i of score(x) = sum_i b_i k(x_i, x) + offset lie in [0, C] for points of the positive
 * class and in [-C, 0] for the others, and sum to 0. At the optimum the residuals y_i - sum_j b_j k(x_i, x_j) of all
 * points inside these ranges equal the offset.
 */

import { KERNELS } from "./kernels.js";
import { moments, sum } from "./metric.js";
import { Refusal } from "./refusals.js";

const TOLERANCE = 1e-4; // of the residuals; libsvm's is 1e-3
const MOST_STEPS = 200_000, MOST_WORK = 50_000_000; // those of bayeslab.evaluation.models
const LEAST_CURVATURE = 1e-12;

/**
 * @param {{x: Float64Array, y: Float64Array}} points
 * @param {boolean[]} isPositive
 * @param {object} settings kernel (a key of KERNELS), is_bump, degree, coef0, C, standardise, and gamma: a number or
 *     "scale", scikit-learn's rule 1 / (2 variance)
 * @returns {import("./evaluate.js").Description}
 * @throws {Refusal} if the solver is not done after its steps
 */
export function fitSvc(points, isPositive, settings) {
  const scaling = [points.x, points.y].map((values) => (settings.standardise ? moments(values) : [0, 1]));
  const [u, v] = [points.x, points.y].map((values, k) => values.map((value) => (value - scaling[k][0]) / scaling[k][1]));
  const gamma = settings.gamma === "scale" ? 0.5 / moments([...u, ...v])[1] ** 2 : settings.gamma;
  const { kernel: name, is_bump, degree, coef0 } = settings, kernel = { name, is_bump, gamma, degree, coef0 };
  const { coefficients, offset } = solve(gram(kernel, u, v), isPositive, settings.C);
  const [shift, scale] = [0, 1].map((part) => scaling.map((moment) => moment[part]));
  const description = { shift, scale, W: [[0, 0], [0, 0]], w: [0, 0], w0: 0, offset, expansions: [] };
  if (name === "linear") {
    return { ...description, w: [u, v].map((values) => sum(values.map((value, i) => value * coefficients[i]))) };
  }
  const isSupport = (_, i) => coefficients[i] !== 0;
  const [z1, z2, own] = [u, v, coefficients].map((values) => values.filter(isSupport));
  return { ...description, expansions: [{ kernel, z1, z2, coefficients: own, root: null, square: 0 }] };
}

/** The kernel values of all pairs of points, row by row. */
function gram(kernel, u, v) {
  const { values } = KERNELS[kernel.name], n = u.length;
  return Array.from(u, (_, i) => {
    const row = new Float64Array(n);
    values(kernel, u[i], v[i], u, v, n, row);
    return row;
  });
}

function solve(K, isPositive, C) {
  const n = K.length, coefficients = new Float64Array(n);
  const low = Float64Array.from(isPositive, (is) => (is ? 0 : -C)), high = low.map((value) => value + C);
  const residuals = Float64Array.from(isPositive, (is) => (is ? 1 : -1));
  const problem = { K, squares: Float64Array.from(K, (row, i) => row[i]), coefficients, low, high, residuals };
  const steps = Math.min(MOST_STEPS, Math.floor(MOST_WORK / n));
  for (let step = 0; step < steps; step++) {
    const pair = workingSet(problem);
    if (pair === null) return { coefficients, offset: findOffset(problem) };
    const [i, j, curvature] = pair, own = K[i], other = K[j];
    const growth = high[i] - coefficients[i], decline = coefficients[j] - low[j];
    const change = Math.min(growth, decline, (residuals[i] - residuals[j]) / curvature);
    // An end of the range is reached to the bit.
    coefficients[i] = change === growth ? high[i] : coefficients[i] + change;
    coefficients[j] = change === decline ? low[j] : coefficients[j] - change;
    for (let t = 0; t < n; t++) residuals[t] -= change * (own[t] - other[t]);
  }
  throw new Refusal(
    `The SVC's solver was not done after ${steps.toLocaleString("en")} steps; lower C, use fewer points, or ` +
      "standardise the features.",
  );
}

/** The most violating point i that may grow, j to shrink that gains most, and |x_i - x_j|^2; null at the optimum. */
function workingSet({ K, squares, coefficients, low, high, residuals }) {
  const n = residuals.length;
  let i = -1, most = -Infinity, least = Infinity;
  for (let t = 0; t < n; t++) {
    const residual = residuals[t];
    if (residual > most && coefficients[t] < high[t]) [most, i] = [residual, t];
    if (residual < least && coefficients[t] > low[t]) least = residual;
  }
  if (most - least < TOLERANCE) return null;
  const own = K[i], square = squares[i];
  let j = -1, best = 0, chosen = 0;
  for (let t = 0; t < n; t++) {
    const violation = most - residuals[t];
    if (!(violation > 0 && coefficients[t] > low[t])) continue;
    const curvature = Math.max(square + squares[t] - 2 * own[t], LEAST_CURVATURE);
    const gain = (violation * violation) / curvature;
    if (gain > best) [best, j, chosen] = [gain, t, curvature];
  }
  return [i, j, chosen];
}

/** The mean residual of the points inside their range, or else the middle of what the ends allow. */
function findOffset({ coefficients, low, high, residuals }) {
  const inside = residuals.filter((_, t) => low[t] < coefficients[t] && coefficients[t] < high[t]);
  if (inside.length) return sum(inside) / inside.length;
  const atLow = residuals.filter((_, t) => coefficients[t] === low[t]);
  const atHigh = residuals.filter((_, t) => coefficients[t] === high[t]);
  return (Math.max(...atLow) + Math.min(...atHigh)) / 2;
}
