/**
 * Naive and optimal Bayes for two known Gaussian classes.
 * JavaScript port of `lessons.naive_and_optimal_bayes.numbers`,
 * held equal by `tests/lessons/test_lesson_naive_and_optimal_bayes.py`.
 *
 * Python defines every number here.
 *
 * @typedef {Object} Classes A and B, with equal priors and variances 1
 * @property {[number, number]} gap mean of B minus mean of A; the means are half of it on both sides of 0
 * @property {[number, number]} signs the correlation of A and of B is this sign times rho
 * @property {number} rho
 *
 * @import { Description } from "../../web/model/evaluate.js"
 */

import { normalCdf } from "../../web/picture/normal.js";

const REACH = 9, INTERVALS = 1200; // standard deviations and steps of an integral

/**
 * The log odds of B as a description (see evaluate.js), with or without the correlations.
 * @param {Classes} classes
 * @param {boolean} isNaive
 * @returns {Description}
 */
export function logOdds({ gap, signs, rho }, isNaive) {
  const r = isNaive ? 0 : rho, [A, B] = signs.map((sign) => precision(sign * r)), m = gap.map((each) => each / 2);
  const difference = A.map((row, i) => row.map((value, j) => value - B[i][j]));
  const sum = A.map((row, i) => row.map((value, j) => value + B[i][j]));
  return {
    shift: [0, 0], scale: [1, 1], W: difference.map((row) => row.map((value) => value / 2)), w: times(sum, m),
    w0: dot(m, times(difference, m)) / 2, offset: 0, expansions: [],
  };
}

/** The shares of all points that naive and that optimal Bayes get wrong. @param {Classes} classes */
export function errorsOf(classes) {
  const { length, deviation, mahalanobis } = measureGap(classes), naive = normalCdf(-length / 2 / deviation);
  if (mahalanobis === null) return { naive, optimal: crossedError(classes.gap[0] / 2, classes.rho) };
  return { naive, optimal: normalCdf(-mahalanobis / 2) };
}

/**
 * The distance of the means, the standard deviation of both classes along it, and the Mahalanobis distance of the means,
 * which is null where the classes have different covariances.
 * @param {Classes} classes
 */
export function measureGap({ gap, signs, rho }) {
  const length = Math.sqrt(dot(gap, gap)), C = covariance(signs[0] * rho);
  const isCommon = signs[0] === signs[1] || rho === 0;
  return {
    length, deviation: Math.sqrt(dot(gap, times(C, gap))) / length,
    mahalanobis: isCommon ? Math.sqrt(dot(gap, times(precision(signs[0] * rho), gap))) : null,
  };
}

/**
 * The Bayes error where the correlations are opposite and the means differ in x1 alone, by 2m.
 * @param {number} m
 * @param {number} rho
 */
function crossedError(m, rho) {
  const slope = Math.abs(rho) / Math.sqrt(1 - rho * rho), shift = m / (Math.abs(rho) * Math.sqrt(1 - rho * rho));
  const density = (/** @type {number} */ z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const wrong = (/** @type {number} */ z, /** @type {number} */ side) => density(z) * normalCdf(-side * (slope * z - shift));
  return integrate((z) => wrong(z, -1), -REACH, m) + integrate((z) => wrong(z, 1), m, REACH);
}

/**
 * The share of all points that a cut in the middle of x1 - c x2 gets wrong, where both classes have the same covariance.
 * @param {Classes} classes
 * @param {number} c
 */
export function errorOfAxis({ gap: [d1, d2], signs, rho }, c) {
  return normalCdf(-Math.abs(d1 - c * d2) / 2 / rootOf(signs[0] * rho, c)[0][0]);
}

/**
 * L with LL' the covariance of (x1 - c x2, x2), where x1 and x2 have the variance 1 and a correlation.
 * @param {number} correlation
 * @param {number} c
 */
export function rootOf(correlation, c) {
  const deviation = Math.sqrt(1 - 2 * c * correlation + c * c), slope = (correlation - c) / deviation;
  return [[deviation, 0], [slope, Math.sqrt(1 - slope * slope)]];
}

/**
 * A description without expansions, of (x1, x2), as one of (x1 - c x2, x2).
 * @param {Description} description
 * @param {number} c
 * @returns {Description}
 */
export function lean(description, c) {
  const [[a, b], [, d]] = description.W, [u, v] = description.w, off = b + c * a;
  return { ...description, W: [[a, off], [off, d + 2 * c * b + c * c * a]], w: [u, v + c * u] };
}

/** Simpson's rule. @param {(z: number) => number} f @param {number} low @param {number} high */
function integrate(f, low, high) {
  const step = (high - low) / INTERVALS;
  let sum = f(low) + f(high);
  for (let k = 1; k < INTERVALS; k++) sum += (k % 2 ? 4 : 2) * f(low + k * step);
  return (sum * step) / 3;
}

/** @param {number} r */
function covariance(r) {
  return [[1, r], [r, 1]];
}

/** @param {number} r */
function precision(r) {
  return covariance(-r).map((row) => row.map((value) => value / (1 - r * r)));
}

/** @param {number[][]} M @param {number[]} v */
function times(M, v) {
  return M.map((row) => dot(row, v));
}

/** @param {number[]} a @param {number[]} b */
function dot([a1, a2], [b1, b2]) {
  return a1 * b1 + a2 * b2;
}
