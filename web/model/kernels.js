/**
 * The kernels: their values at many points at once, and of a point with itself.
 *
 * @typedef {Object} Kernel of the numbers those count that its function takes
 * @property {string} name a key of KERNELS, here and in Python
 * @property {boolean} is_bump whether k(a, .) is a bump around a, as Python says
 * @property {number} gamma
 * @property {number} degree
 * @property {number} coef0
 *
 * @typedef {Object} KernelFunctions
 * @property {(kernel: Kernel, p1: number, p2: number, z1: ArrayLike<number>, z2: ArrayLike<number>, count: number,
 *     out: Float64Array) => void} values
 * @property {(kernel: Kernel, length: number) => number} square
 * @property {boolean} [isPositive]
 * @property {(kernel: Kernel, exponent: number) => number} [distanceAt]
 * @property {(kernel: Kernel, distance: number) => number} [exponentAt]
 */

import { DIGITS, GAMMA } from "./shared.js";

// Kernel values below e^-700 count as zero, as in Python: nearby are the denormal numbers, whose arithmetic is slow.
export const DEEPEST = 700;

const EXPONENTIALS = Float64Array.from({ length: 64 * DEEPEST + 1 }, (_, k) => Math.exp(-k / 64));

export const EXPONENTIAL = 25; // the work of one, in multiplications of a product of matrices

/** exp(-x) for 0 <= x <= DEEPEST, to 4e-16: from a table and a short series, three times as fast. @param {number} x */
export function exponential(x) {
  const k = (64 * x + 0.5) | 0, r = 0.015625 * k - x;
  const series =
    1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720))))));
  return EXPONENTIALS[k] * series;
}

/**
 * The kernels. `values` writes k((p1, p2), z_j) of the first `count` points z_j to `out`; `square` gives
 * k(z, z) from |z|^2. `isPositive` says that no value is negative, so that sums of them cannot cancel. A bump has
 * exp(-e) of its height at `distanceAt` e; `exponentAt` is the inverse.
 * @type {Record<string, KernelFunctions>}
 */
export const KERNELS = {
  linear: {
    values(_kernel, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) out[j] = p1 * z1[j] + p2 * z2[j];
    },
    square: (_kernel, length) => length,
  },
  rbf: {
    values({ gamma }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) {
        const d1 = z1[j] - p1, d2 = z2[j] - p2;
        const exponent = gamma * (d1 * d1 + d2 * d2);
        out[j] = exponent < DEEPEST ? exponential(exponent) : 0;
      }
    },
    square: () => 1,
    isPositive: true,
    distanceAt: ({ gamma }, exponent) => Math.sqrt(exponent / gamma),
    exponentAt: ({ gamma }, distance) => gamma * distance * distance,
  },
  laplacian: {
    values({ gamma }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) {
        const d1 = z1[j] - p1, d2 = z2[j] - p2;
        const exponent = gamma * Math.sqrt(d1 * d1 + d2 * d2);
        out[j] = exponent < DEEPEST ? exponential(exponent) : 0;
      }
    },
    square: () => 1,
    isPositive: true,
    distanceAt: ({ gamma }, exponent) => exponent / gamma,
    exponentAt: ({ gamma }, distance) => gamma * distance,
  },
  polynomial: {
    values({ degree, coef0 }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) out[j] = power(p1 * z1[j] + p2 * z2[j] + coef0, degree);
    },
    square: ({ degree, coef0 }, length) => power(length + coef0, degree),
  },
};

/**
 * base^degree by squaring and multiplying, as Python does it: equal to the bit.
 * @param {number} base
 * @param {number} degree
 * @returns {number}
 */
function power(base, degree) {
  if (degree === 1) return base;
  const root = power(base, Math.floor(degree / 2)), square = root * root;
  return degree % 2 === 1 ? square * base : square;
}

/** The nearest γ within its range that has few digits. @param {number} gamma */
export function roundGamma(gamma) {
  return Number(Math.max(GAMMA.low, Math.min(GAMMA.high, gamma)).toPrecision(DIGITS));
}
