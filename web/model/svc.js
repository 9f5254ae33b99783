/**
 * The support vector classifier of two classes, refitted during a drag: scikit-learn's `SVC`, step by step.
 *
 * This is the solver of libsvm: sequential minimal optimisation with second-order working sets (Fan, Chen and Lin
 * 2005) and shrinking. It takes the same steps, from the same kernel values in single precision, and ends at the same
 * tolerance, so predictions are those of scikit-learn but for rounding. The coefficients b_i of
 * score(x) = sum_i b_i k(x_i, x) + offset lie in [0, C] for points of the positive class and in [-C, 0] for the others,
 * and sum to 0. At the optimum the residuals y_i - sum_j b_j k(x_i, x_j) of all points inside these ranges equal the
 * offset.
 *
 * While gamma or a point is dragged, the solver can start from the solution of the previous frame, which is nearly the
 * current one. It then ends at the same tolerance, but at another point within it; so after the release it solves again
 * from scratch.
 *
 * @import { Kernel } from "./kernels.js"
 * @typedef {Omit<import("../messages.js").SvcModel, "kind" | "gamma"> & {gamma: number | "scale"}} Settings
 *
 * @typedef {Object} Problem
 * @property {number} n points
 * @property {Float64Array} y 1 or -1
 * @property {Float64Array} low the ends of the ranges
 * @property {Float64Array} high
 * @property {(i: number) => Float32Array} row of kernel values
 * @property {Float64Array} squares
 * @property {Float64Array} residuals
 * @property {Float64Array} coefficients
 * @property {Int32Array} active
 * @property {number} size
 * @property {boolean} hasGrown
 *
 * @typedef {{C: number, isPositive: boolean[], coefficients: Float64Array}} Solution
 */

import { FitError } from "./fit_error.js";
import { KERNELS } from "./kernels.js";
import { moments, pick, sum } from "./metric.js";
import { MAX_SVC_STEPS, MAX_SVC_WORK } from "./shared.js";

const TOLERANCE = 1e-3; // of the residuals
const LEAST_CURVATURE = 1e-12; // where there is none
const SHRINK_AFTER = 1000; // steps, or as many as there are points

/** The solution of the previous frame, for a solver that starts from it. */
export class LastSolution {
  /** @type {?Solution} */
  solution = null;

  /**
   * Its coefficients if they are within the ranges of these points; else null.
   * @param {boolean[]} isPositive
   * @param {number} C
   */
  coefficientsFor(isPositive, C) {
    if (this.solution?.C !== C) return null;
    const { coefficients: before, isPositive: signs } = this.solution;
    if (!before.every((value, i) => value === 0 || signs[i] === isPositive[i])) return null;
    return new Float64Array(isPositive.length).map((_, i) => before[i] ?? 0);
  }
}

/**
 * @param {{x: Float64Array, y: Float64Array}} points
 * @param {boolean[]} isPositive
 * @param {Settings} settings kernel (a key of KERNELS), is_bump, degree, coef0, C, standardise, and gamma: a number or
 *     "scale", scikit-learn's rule 1 / (2 variance)
 * @param {LastSolution} [last] to start from, and to keep the solution in
 * @returns {import("./evaluate.js").Description} with its support vectors and their weights
 * @throws {FitError} if the solver is not done after its steps
 */
export function fitSvc(points, isPositive, settings, last) {
  const scaling = [points.x, points.y].map((values) => (settings.standardise ? moments(values) : [0, 1]));
  const [u, v] = [points.x, points.y].map((values, k) => values.map((value) => (value - scaling[k][0]) / scaling[k][1]));
  const gamma = settings.gamma === "scale" ? 0.5 / moments([...u, ...v])[1] ** 2 : settings.gamma;
  const { kernel: name, is_bump, degree, coef0 } = settings, kernel = { name, is_bump, gamma, degree, coef0 };
  const { coefficients, offset } = fitCoefficients(kernel, u, v, isPositive, settings.C, last);
  const [shift, scale] = [0, 1].map((part) => scaling.map((moment) => moment[part]));
  /** @type {(_: number, i: number) => boolean} */
  const isSupport = (_, i) => coefficients[i] !== 0;
  const support = [...coefficients.keys()].filter((i) => coefficients[i]), alphas = support.map((i) => Math.abs(coefficients[i]));
  const description = { shift, scale, W: [[0, 0], [0, 0]], w: [0, 0], w0: 0, offset, expansions: [], support, alphas };
  if (name === "linear") {
    return { ...description, w: [u, v].map((values) => sum(values.map((value, i) => value * coefficients[i]))) };
  }
  const [z1, z2, own] = [u, v, coefficients].map((values) => values.filter(isSupport));
  return { ...description, expansions: [{ kernel, z1, z2, coefficients: own, root: null, square: 0 }] };
}

/**
 * The coefficients and the offset. For libsvm the points of the other class come first and count as positive.
 * @param {Kernel} kernel
 * @param {Float64Array} u
 * @param {Float64Array} v
 * @param {boolean[]} isPositive
 * @param {number} C
 * @param {LastSolution} [last]
 */
function fitCoefficients(kernel, u, v, isPositive, C, last) {
  const all = [...u.keys()], order = [...all.filter((i) => !isPositive[i]), ...all.filter((i) => isPositive[i])];
  const [t, w] = [u, v].map((values) => pick(values, order)), before = last?.coefficientsFor(isPositive, C);
  const start = before ? pick(before, order).map((value) => -value) : null;
  const solution = solve(kernel, t, w, order.map((i) => !isPositive[i]), C, start), coefficients = new Float64Array(all.length);
  order.forEach((i, k) => (coefficients[i] = -solution.coefficients[k]));
  if (last) last.solution = { C, isPositive, coefficients };
  return { coefficients, offset: -solution.offset };
}

/**
 * The kernel values of a point with all others, in single precision: of a row that is asked for, and of each pair once. Most
 * points are never asked for.
 * @param {Kernel} kernel
 * @param {Float64Array} u
 * @param {Float64Array} v
 * @returns {(i: number) => Float32Array}
 */
function lazyGram(kernel, u, v) {
  const { values } = KERNELS[kernel.name], n = u.length, buffer = new Float64Array(n);
  const rows = /** @type {Float32Array[]} */ (new Array(n));
  const order = Int32Array.from(u.keys()), place = order.slice(), z1 = u.slice(), z2 = v.slice();
  let left = n; // the first points in this order have no row yet
  const move = (/** @type {number} */ i, /** @type {number} */ k) => {
    [order[k], place[i], z1[k], z2[k]] = [i, k, u[i], v[i]];
  };
  return (i) => {
    if (rows[i]) return rows[i];
    const row = new Float32Array(n);
    values(kernel, u[i], v[i], z1, z2, left, buffer);
    for (let k = 0; k < left; k++) row[order[k]] = buffer[k];
    for (let k = left; k < n; k++) row[order[k]] = rows[order[k]][i];
    rows[i] = row;
    left--;
    const last = order[left];
    move(last, place[i]);
    move(i, left);
    return row;
  };
}

/**
 * `active` has the points in libsvm's order; those beyond `size` rest at an end of their range.
 * @param {Kernel} kernel
 * @param {Float64Array} u
 * @param {Float64Array} v
 * @param {boolean[]} isPositive
 * @param {number} C
 * @param {?Float64Array} start coefficients to start from, within their ranges and with the sum 0
 */
function solve(kernel, u, v, isPositive, C, start) {
  const n = u.length, { square } = KERNELS[kernel.name];
  const y = new Float64Array(n).map((_, i) => (isPositive[i] ? 1 : -1)), low = y.map((sign) => (sign > 0 ? 0 : -C));
  const problem = {
    n, y, low,
    row: lazyGram(kernel, u, v),
    squares: u.map((_, i) => square(kernel, u[i] * u[i] + v[i] * v[i])),
    high: low.map((value) => value + C),
    residuals: y.slice(),
    coefficients: start ?? new Float64Array(n),
    active: new Int32Array(n).map((_, i) => i),
    size: start ? 0 : n,
    hasGrown: false,
  };
  if (start) grow(problem);
  const steps = Math.min(MAX_SVC_STEPS, Math.floor(MAX_SVC_WORK / n)), period = Math.min(n, SHRINK_AFTER);
  for (let step = 0, left = period; step < steps; step++, left--) {
    if (left === 0) {
      shrink(problem);
      left = period;
    }
    let pair = workingSet(problem);
    if (pair === null) {
      grow(problem);
      pair = workingSet(problem);
      if (pair === null) return { coefficients: problem.coefficients, offset: findOffset(problem) };
      left = 1;
    }
    improve(problem, pair);
  }
  throw new FitError("solver_not_done", { steps });
}

/**
 * Change two coefficients by as much as is best, or as their ranges allow. One that is stopped by an end of its range
 * is set to it, and the other to what then keeps their sum, as libsvm does it: to the bit.
 * @param {Problem} problem
 * @param {[number, number, number]} pair
 */
function improve({ row, coefficients, low, high, residuals, active, size }, [i, j, curvature]) {
  const own = row(i), other = row(j), before = coefficients[i], beside = coefficients[j], total = before + beside;
  const change = (residuals[i] - residuals[j]) / curvature;
  let [larger, shrunk] = [before + change, beside - change];
  if (larger > high[i]) [larger, shrunk] = [high[i], total - high[i]];
  if (shrunk < low[j]) [larger, shrunk] = [total - low[j], low[j]];
  [coefficients[i], coefficients[j]] = [larger, shrunk];
  const growth = larger - before, decline = shrunk - beside;
  for (let k = 0; k < size; k++) {
    const t = active[k];
    residuals[t] -= own[t] * growth + other[t] * decline;
  }
}

/**
 * The largest residual of a point that may grow, the least of one that may shrink, and the first one's number.
 * @param {Problem} problem
 */
function extremes({ coefficients, low, high, residuals, active, size }) {
  let i = -1, most = -Infinity, least = Infinity;
  for (let k = 0; k < size; k++) {
    const t = active[k], residual = residuals[t];
    if (residual >= most && coefficients[t] < high[t]) {
      most = residual;
      i = t;
    }
    if (residual <= least && coefficients[t] > low[t]) least = residual;
  }
  return { i, most, least };
}

/**
 * The most violating point i that may grow, j to shrink that gains most, and |x_i - x_j|^2; null at the optimum.
 * @param {Problem} problem
 * @returns {[number, number, number] | null}
 */
function workingSet(problem) {
  const { row, squares, coefficients, low, residuals, active, size } = problem, { i, most, least } = extremes(problem);
  if (i < 0 || most - least < TOLERANCE) return null;
  const own = row(i), square = squares[i];
  let j = -1, best = 0, choice = 0;
  for (let k = 0; k < size; k++) {
    const t = active[k], violation = most - residuals[t];
    if (!(violation > 0 && coefficients[t] > low[t])) continue;
    const exact = square + squares[t] - 2 * own[t], curvature = exact > 0 ? exact : LEAST_CURVATURE;
    const gain = (violation * violation) / curvature;
    if (gain >= best) {
      best = gain;
      j = t;
      choice = curvature;
    }
  }
  return j < 0 ? null : [i, j, choice];
}

/** Leave out points that will probably stay at the end of their range. @param {Problem} problem */
function shrink(problem) {
  const { coefficients, low, high, residuals, active } = problem, { most, least } = extremes(problem);
  if (!problem.hasGrown && most - least <= 10 * TOLERANCE) {
    problem.hasGrown = true;
    grow(problem);
  }
  /** @type {(t: number) => boolean} */
  const rests = (t) => (
    (coefficients[t] === high[t] && residuals[t] > most) || (coefficients[t] === low[t] && residuals[t] < least)
  );
  for (let k = 0; k < problem.size; k++) {
    if (!rests(active[k])) continue;
    problem.size--;
    while (problem.size > k && rests(active[problem.size])) problem.size--;
    if (problem.size > k) [active[k], active[problem.size]] = [active[problem.size], active[k]];
  }
}

/** Take all points in again, with the residuals that they have by now. @param {Problem} problem */
function grow(problem) {
  const { n, row, y, coefficients, residuals, active, size } = problem;
  for (let k = size; k < n; k++) residuals[active[k]] = y[active[k]];
  for (let s = 0; s < n; s++) {
    if (coefficients[s] === 0) continue;
    const weight = coefficients[s], values = row(s);
    for (let k = size; k < n; k++) residuals[active[k]] -= weight * values[active[k]];
  }
  problem.size = n;
}

/**
 * The mean residual of the points inside their range, or else the middle of the range that the ends allow.
 * @param {Problem} problem
 */
function findOffset({ coefficients, low, high, residuals }) {
  const inside = residuals.filter((_, t) => low[t] < coefficients[t] && coefficients[t] < high[t]);
  if (inside.length) return sum(inside) / inside.length;
  const atLow = residuals.filter((_, t) => coefficients[t] === low[t]);
  const atHigh = residuals.filter((_, t) => coefficients[t] === high[t]);
  return (Math.max(...atLow) + Math.min(...atHigh)) / 2;
}
