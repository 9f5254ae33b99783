/**
 * Sums of Gaussian kernels on a grid, as products of a function of the column and one of the row.
 *
 * N points on R x C nodes cost N (R + C) exponentials instead of N R C; what is left is a product of matrices.
 *
 * @typedef {Object} Source points in the coordinates z = L^-1 u of a metric, seen from the middle of a grid
 * @property {Float64Array} sides first coordinates
 * @property {Float64Array} levels second coordinates, seen from the middle of a block
 * @property {Float64Array} weights
 */

import { exponential } from "./kernels.js";
import { toMetric } from "./metric.js";
import { makeRoom, multiply } from "./product.js";

// A factor below e^-635 counts as zero, and each is scaled by e^285. So all products are between e^-700 and e^570,
// with the node's part of the exponent and the weights below e^706: the range in which a processor multiplies fast.
const DEEPEST = 635, SCALE = 285, WIDEST = 120;
const SCALED = Math.exp(SCALE);
const AT_A_TIME = 1024; // points: their factors stay in a processor's cache

/**
 * Add sum_i a_i exp(-gamma |z_i - z|^2) as products of matrices, one for each block of neighbouring columns and of points.
 *
 * Of z = L^-1 u the first coordinate t depends on the column alone, and the second is v - shear t with v
 * depending on the row alone. In a block of columns t = m + s with middle m, and with f_i the row level
 * at which the point lies there, the exponent of point i is
 *
 *     (t - t_i)^2 + (v - f_i - shear s)^2
 *         = [(t - t_i)^2 + (shear s)^2 + 2 shear s f_i] + (v - f_i)^2 - 2 shear s v
 *
 * a part of column and point, one of row and point, and one of the node alone. Blocks are narrow enough
 * for the parts to stay small. Without shear there is one block, and the last part is 0.
 *
 * All is taken from the middle of the grid, so that sums far from the origin lose no digits.
 * @param {import("./evaluate.js").Expansion} expansion
 * @param {Float64Array} u1 coordinates of the columns, ascending; so are those of the rows, `u2`
 * @param {Float64Array} u2
 * @param {Float64Array} out row by row
 */
export function addProducts({ kernel: { gamma }, z1, z2, coefficients, root }, u1, u2, out) {
  const [[l11], [l21, l22]] = root ?? [[1, 0], [0, 1]], shear = l21 / l22;
  const [m1, m2] = [u1, u2].map((u) => (u[0] + u[u.length - 1]) / 2), [o1, o2] = toMetric(root, m1, m2);
  const t = u1.map((u) => (u - m1) / l11), v = u2.map((u) => (u - m2) / l22);
  const sides = Float64Array.from(z1, (z) => z - o1), heights = Float64Array.from(z2, (z) => z - o2);
  const farthest = v[v.length - 1] + Math.sqrt(DEEPEST / gamma), widest = WIDEST / (gamma * Math.abs(shear) * farthest);
  for (let first = 0, end = 0; first < t.length; first = end) {
    while (end < t.length && !(t[end] - t[first] > widest)) end++;
    const block = t.subarray(first, end), middle = (block[0] + block[block.length - 1]) / 2;
    const near = pickNear(gamma, sides, heights.map((z) => z + shear * middle), coefficients, block, farthest);
    const slants = shear === 0 ? null : block.map((x) => shear * (x - middle));
    for (let k = 0; k < near.weights.length; k += AT_A_TIME) {
      const [own, levels, weights] = [near.sides, near.levels, near.weights].map((values) => values.subarray(k, k + AT_A_TIME));
      addBlock(gamma, { sides: own, levels, weights }, block, slants, v, out, first, t.length);
    }
  }
}

/**
 * The points that reach a block.
 * @param {number} gamma
 * @param {Float64Array} sides
 * @param {Float64Array} levels
 * @param {ArrayLike<number>} weights
 * @param {Float64Array} block
 * @param {number} farthest
 * @returns {Source}
 */
function pickNear(gamma, sides, levels, weights, block, farthest) {
  const n = levels.length, near = { sides: new Float64Array(n), levels: new Float64Array(n), weights: new Float64Array(n) };
  const reach = Math.sqrt((DEEPEST + WIDEST) / gamma), left = block[0] - reach, right = block[block.length - 1] + reach;
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (!(Math.abs(levels[i]) <= farthest && left <= sides[i] && sides[i] <= right)) continue;
    near.sides[count] = sides[i];
    near.levels[count] = levels[i];
    near.weights[count++] = weights[i];
  }
  return { sides: near.sides.subarray(0, count), levels: near.levels.subarray(0, count), weights: near.weights.subarray(0, count) };
}

/**
 * Add the sums over some points to a block of columns of the grid.
 * @param {number} gamma
 * @param {Source} points
 * @param {Float64Array} block
 * @param {?Float64Array} slants of the columns; null: there is no shear
 * @param {Float64Array} v
 * @param {Float64Array} out
 * @param {number} first column of the block
 * @param {number} columns of the grid
 */
function addBlock(gamma, { sides, levels, weights }, block, slants, v, out, first, columns) {
  const n = weights.length, room = makeRoom(v.length, block.length, n), { a, b, c, width } = room;
  for (let r = 0; r < v.length; r++) {
    for (let i = 0, at = r * width; i < n; i++) {
      const d = v[r] - levels[i], exponent = gamma * d * d;
      a[at++] = exponent < DEEPEST ? weights[i] * (SCALED * exponential(exponent)) : 0;
    }
  }
  for (let q = 0; q < block.length; q++) {
    if (slants) {
      const s = slants[q];
      for (let i = 0, at = q * width; i < n; i++) {
        const d = block[q] - sides[i], exponent = gamma * (d * d + s * s + 2 * s * levels[i]);
        b[at++] = exponent < DEEPEST ? Math.exp(SCALE - exponent) : 0;
      }
    } else {
      for (let i = 0, at = q * width; i < n; i++) {
        const d = block[q] - sides[i], exponent = gamma * d * d;
        b[at++] = exponent < DEEPEST ? SCALED * exponential(exponent) : 0;
      }
    }
  }
  multiply(room);
  const plain = Math.exp(-2 * SCALE);
  for (let r = 0; r < v.length; r++) {
    for (let q = 0, cell = r * columns + first, at = r * room.columns; q < block.length; q++) {
      out[cell++] += c[at++] * (slants ? Math.exp(2 * gamma * slants[q] * v[r] - 2 * SCALE) : plain);
    }
  }
}
