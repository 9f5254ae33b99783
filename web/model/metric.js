/**
 * Covariances of two features.
 * JavaScript port of `bayeslab.covariance`, for the plane,
 * held equal by `tests/canvas/test_vectors.py`.
 *
 * A symmetric matrix is [C11, C12, C22] here. Its Cholesky factor L gives the coordinates z = L^-1 x in which
 * the squared Mahalanobis distance is |z|^2.
 *
 * @typedef {number[][]} Root L, lower triangular; null stands for that of the plain features
 */

// Squares of smaller numbers than this (1e-146) underflow: they lack digits or are zero.
const UNDERFLOW = Math.sqrt(2 ** -1022 / Number.EPSILON);

/** The spread of each of some features that rounding alone can cause. @param {Float64Array[]} features */
export function roundingOf(features) {
  return features.map((x) => Math.max(Number.EPSILON * largest(x), UNDERFLOW));
}

/** The largest absolute value, or 0. @param {Float64Array} values */
export function largest(values) {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/**
 * [S11, S12, S22], the sums of (x - mean)(x - mean)'.
 * @param {Float64Array} x1
 * @param {Float64Array} x2
 * @returns {number[]}
 */
export function scatterMatrix(x1, x2) {
  const columns = [x1, x2].map((x) => {
    // Seen from its first point, a constant feature is exactly 0, and so is its variance.
    const offsets = x.map((value) => value - x[0]);
    const mean = sum(offsets) / offsets.length;
    return offsets.map((value) => value - mean);
  });
  const [d1, d2] = columns;
  return [[d1, d1], [d1, d2], [d2, d2]].map(([a, b]) => sum(a.map((value, i) => value * b[i])));
}

/**
 * L, lower triangular, with LL' = C; null if C is singular, whatever the units of the features.
 * @param {number[]} C
 * @param {number[]} rounding
 * @returns {Root | null}
 */
export function choleskyRoot(C, rounding) {
  if (isSingular(C, rounding)) return null;
  const l11 = Math.sqrt(C[0]), l21 = C[1] / l11;
  return [[l11, 0], [l21, Math.sqrt(C[2] - l21 * l21)]];
}

/**
 * Whether the smaller eigenvalue of the correlation matrix is no more than rounding makes of a zero.
 * @param {number[]} C
 * @param {number[]} rounding
 */
function isSingular([C11, C12, C22], rounding) {
  const deviations = [Math.sqrt(C11), Math.sqrt(C22)];
  if (!deviations.every((deviation, j) => deviation > rounding[j])) return true;
  const [d1, d2] = deviations;
  const r11 = C11 / d1 / d1, r12 = C12 / d2 / d1, r22 = C22 / d2 / d2;
  const middle = (r11 + r22) / 2, radius = Math.hypot((r11 - r22) / 2, r12);
  const noise = (rounding[0] / d1) ** 2 + (rounding[1] / d2) ** 2;
  return middle - radius <= 20 * Number.EPSILON * (middle + radius) + noise;
}

/** The sum of some numbers, in their order. @param {ArrayLike<number>} values */
export function sum(values) {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/**
 * The values at some positions, in the order of the positions; `TypedArray.from` takes fifteen times as long.
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} positions
 */
export function pick(values, positions) {
  const out = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k++) out[k] = values[positions[k]];
  return out;
}

/**
 * The coordinates z = L^-1 u.
 * @param {Root | null} root
 * @param {number} u1
 * @param {number} u2
 * @returns {[number, number]}
 */
export function toMetric(root, u1, u2) {
  if (root === null) return [u1, u2];
  const z1 = u1 / root[0][0];
  return [z1, (u2 - root[1][0] * z1) / root[1][1]];
}

/**
 * Mean and standard deviation (divisor n); that of a feature that is constant but for rounding counts as 1.
 * @param {ArrayLike<number>} values
 * @returns {[number, number]}
 */
export function moments(values) {
  const n = values.length, mean = sum(values) / n, epsilon = Number.EPSILON;
  const variance = sum(Array.from(values, (value) => (value - mean) ** 2)) / n;
  const isConstant = variance <= n * epsilon * variance + (n * mean * epsilon) ** 2;
  return [mean, isConstant ? 1 : Math.sqrt(variance)];
}
