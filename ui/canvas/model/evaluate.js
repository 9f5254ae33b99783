/**
 * A model's score, at a point or on a grid, from its description.
 *
 * Python sends the model, not a picture: it (or refit.js) gives one description of a classifier, and
 * regions, boundary and margins are evaluated from it here, at any zoom. Every description is
 *
 *     score(x) = u'Wu + w'u + w0 + sum over expansions of (sum_i a_i k(z_i, z) + c k(z, z)) + b
 *
 * with u = (x - shift) / scale and z = L^-1 u, in 64-bit floats.
 *
 * @typedef {Object} Expansion
 * @property {import("./kernels.js").Kernel} kernel
 * @property {ArrayLike<number>} z1 first coordinates of the points z_i
 * @property {ArrayLike<number>} z2 their second coordinates
 * @property {ArrayLike<number>} coefficients the a_i, positive for points of the positive class
 * @property {?[[number, number], [number, number]]} root L, lower triangular; null: z = u
 * @property {number} square c
 *
 * @typedef {Object} Description what `ScoreFunction.to_plain()` returns in Python
 * @property {[number, number]} shift
 * @property {[number, number]} scale
 * @property {[[number, number], [number, number]]} W symmetric
 * @property {[number, number]} w
 * @property {number} w0
 * @property {number} offset b: score - offset is the projection p(x), and a threshold moves b alone
 * @property {Expansion[]} expansions
 */

import { addGaussians } from "./gaussians.js";
import { KERNELS } from "./kernels.js";
import { toMetric } from "./metric.js";

/**
 * The score of one point.
 * @param {Description} description
 * @param {number} x1
 * @param {number} x2
 */
export function scoreAt(description, x1, x2) {
  const { positive, negative, quadratic, offset } = contributions(description, x1, x2);
  return positive + negative + quadratic + offset;
}

/**
 * What the score of one point is made of: the kernel sums of the points of the positive and of the
 * negative class, all else of the projection (the second-order part), and the offset b. They sum to
 * the score.
 * @param {Description} description
 * @param {number} x1
 * @param {number} x2
 * @returns {{positive: number, negative: number, quadratic: number, offset: number}}
 */
export function contributions(description, x1, x2) {
  const { shift, scale, expansions, offset } = description;
  const u1 = (x1 - shift[0]) / scale[0], u2 = (x2 - shift[1]) / scale[1];
  let positive = 0, negative = 0, quadratic = polynomialAt(description, u1, u2);
  for (const { kernel, z1, z2, coefficients, root, square } of expansions) {
    const known = KERNELS[kernel.name], n = z1.length, found = scratch(n);
    const [t, v] = toMetric(root, u1, u2);
    known.values(kernel, t, v, z1, z2, n, found);
    const [above, below] = sumBySign(coefficients, found);
    positive += above;
    negative += below;
    quadratic += square * known.square(kernel, t * t + v * v);
  }
  return { positive, negative, quadratic, offset };
}

/** The sums of a_i k_i over the positive a_i and over the others. */
function sumBySign(coefficients, values) {
  let positive = 0, negative = 0;
  for (let i = 0; i < coefficients.length; i++) {
    const term = coefficients[i] * values[i];
    if (coefficients[i] > 0) positive += term;
    else negative += term;
  }
  return [positive, negative];
}

let room = new Float64Array(1024);

/** An array of at least so many numbers. It is the same one each time: copy what has to last. */
function scratch(count) {
  if (room.length < count) room = new Float64Array(2 * count);
  return room;
}

/**
 * The scores on a regular grid, row by row from x2_min up, both ends of the box included. Where a
 * polynomial kernel overflows, cells hold NaN or an infinity.
 * @param {Description} description
 * @param {[number, number, number, number]} box x1_min, x1_max, x2_min, x2_max
 * @param {number} columns nodes along x1, at least 2
 * @param {number} rows nodes along x2, at least 2
 * @param {Float64Array} [out] where to write; a new array if not given
 * @returns {Float64Array} score at (x1 node c, x2 node r) in out[r * columns + c]
 */
export function scoreGrid(description, box, columns, rows, out = new Float64Array(columns * rows)) {
  const { shift, scale } = description;
  const u1 = gridNodes(box[0], box[1], columns).map((x) => (x - shift[0]) / scale[0]);
  const u2 = gridNodes(box[2], box[3], rows).map((x) => (x - shift[1]) / scale[1]);
  for (let r = 0, cell = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      out[cell++] = polynomialAt(description, u1[c], u2[r]) + description.offset;
    }
  }
  for (const expansion of description.expansions) addExpansion(expansion, u1, u2, out);
  return out;
}

/** The nodes a = x_0, ..., x_(count-1) = b at equal steps, to the bit as numpy.linspace has them. */
export function gridNodes(a, b, count) {
  const step = (b - a) / (count - 1);
  const nodes = Float64Array.from({ length: count }, (_, i) => i * step + a);
  nodes[count - 1] = b;
  return nodes;
}

function polynomialAt({ W, w, w0 }, u1, u2) {
  const quadratic = u1 * (W[0][0] * u1 + W[0][1] * u2) + u2 * (W[1][0] * u1 + W[1][1] * u2);
  return quadratic + w[0] * u1 + w[1] * u2 + w0;
}

/** Add one expansion by the fastest way that is exact for it. */
function addExpansion(expansion, u1, u2, out) {
  if (expansion.kernel.name === "rbf") addGaussians(expansion, u1, u2, out);
  else addPlain(expansion, u1, u2, out);
  if (expansion.square !== 0) addSquares(expansion, u1, u2, out);
}

/** Add sum_i a_i k(z_i, z), one kernel value for each point and node. */
function addPlain({ kernel, z1, z2, coefficients, root }, u1, u2, out) {
  const { values } = KERNELS[kernel.name], n = z1.length;
  const found = new Float64Array(n);
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) {
      const [p1, p2] = toMetric(root, u1[c], u2[r]);
      values(kernel, p1, p2, z1, z2, n, found);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += coefficients[i] * found[i];
      out[cell++] += sum;
    }
  }
}

/** Add c k(z, z). */
function addSquares({ kernel, root, square }, u1, u2, out) {
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) {
      const [t, v] = toMetric(root, u1[c], u2[r]);
      out[cell++] += square * KERNELS[kernel.name].square(kernel, t * t + v * v);
    }
  }
}
