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
 * @import { Root } from "./metric.js"
 * @typedef {[number, number, number, number]} Box
 * @typedef {{projections: Float64Array, isInterpolated: boolean}} Grid
 *
 * @typedef {Object} Expansion
 * @property {import("./kernels.js").Kernel} kernel
 * @property {ArrayLike<number>} z1 first coordinates of the points z_i
 * @property {ArrayLike<number>} z2 their second coordinates
 * @property {ArrayLike<number>} coefficients the a_i, positive for points of the positive class
 * @property {?Root} root null: z = u
 * @property {number} square c
 * @property {Expansion[]} [groups] those whose points are all these, one after the other
 *
 * @typedef {Object} Description what `ScoreFunction.to_plain()` returns in Python
 * @property {number[]} shift
 * @property {number[]} scale
 * @property {number[][]} W symmetric
 * @property {number[]} w
 * @property {number} w0
 * @property {number} offset b: score - offset is the projection p(x), and a threshold moves b alone
 * @property {Expansion[]} expansions
 * @property {number[]} [support] of a support vector classifier that is refitted here: the support vectors among the points
 * @property {number[]} [alphas] their weights, above 0
 */

import { EXPONENTIAL, KERNELS } from "./kernels.js";
import { toMetric } from "./metric.js";
import { addGaussians, gaussiansAt, weigh } from "./sums.js";

const ACCURACY = 1e-12; // of an interpolated sum, relative to all weights: as in Python
const MANY = 1000; // nodes: to sum more one by one takes longer than by products

/** The score of one point. @param {Description} description @param {number} x1 @param {number} x2 */
export function scoreAt(description, x1, x2) {
  const { positive, negative, quadratic, offset } = contributions(description, x1, x2);
  return positive + negative + quadratic + offset;
}

/**
 * The parts of the score of one point: the kernel sums of the points of the positive and of the
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
    const rule = KERNELS[kernel.name], n = z1.length, values = scratch(n);
    const [t, v] = toMetric(root, u1, u2);
    rule.values(kernel, t, v, z1, z2, n, values);
    const [above, below] = sumBySign(coefficients, values);
    positive += above;
    negative += below;
    quadratic += square * rule.square(kernel, t * t + v * v);
  }
  return { positive, negative, quadratic, offset };
}

/**
 * The sums of a_i k_i over the positive a_i and over the others.
 * @param {ArrayLike<number>} coefficients
 * @param {Float64Array} values
 * @returns {[number, number]}
 */
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

/** A shared array of at least `count` numbers: copy values that have to last. @param {number} count */
function scratch(count) {
  if (room.length < count) room = new Float64Array(2 * count);
  return room;
}

/**
 * The scores of some points, at once. A score that could be mere interpolation error is summed.
 * @param {Description} description
 * @param {ArrayLike<number>} x1
 * @param {ArrayLike<number>} x2
 */
export function scorePoints(description, x1, x2) {
  const { shift, scale } = description, { gaussians, rest } = partGaussians(description);
  const u1 = Float64Array.from(x1, (x) => (x - shift[0]) / scale[0]), u2 = Float64Array.from(x2, (x) => (x - shift[1]) / scale[1]);
  const sums = gaussians.map((expansion) => gaussiansAt(expansion, u1, u2)), limit = accuracyOf(description);
  return u1.map((_, i) => {
    let score = scoreAt(rest, x1[i], x2[i]);
    for (const each of sums) score += each === null ? NaN : each[i];
    return Math.abs(score) > limit ? score : scoreAt(description, x1[i], x2[i]);
  });
}

/** A bound on the errors of interpolated scores. @param {Description} description */
export function accuracyOf({ expansions }) {
  let total = 0;
  for (const { kernel, coefficients } of expansions) {
    if (kernel.name === "rbf") for (let i = 0; i < coefficients.length; i++) total += Math.abs(coefficients[i]);
  }
  return ACCURACY * total;
}

/**
 * The sums of Gaussian kernels, one for each width and metric, and the description without them.
 * @param {Description} description
 * @returns {{gaussians: Expansion[], rest: Description}}
 */
function partGaussians(description) {
  /** @type {Map<string, Expansion[]>} */
  const groups = new Map();
  for (const expansion of description.expansions) {
    if (expansion.kernel.name !== "rbf") continue;
    const key = `${expansion.kernel.gamma} ${expansion.root}`;
    groups.set(key, [...groups.get(key) ?? [], expansion]);
  }
  const constant = [...groups.values()].flat().reduce((total, { square }) => total + square, 0); // k(z, z) = 1
  const expansions = description.expansions.filter(({ kernel }) => kernel.name !== "rbf");
  return { gaussians: [...groups.values()].map(merge), rest: { ...description, expansions, w0: description.w0 + constant } };
}

/** Sums with one kernel and metric as one. @param {Expansion[]} expansions @returns {Expansion} */
function merge(expansions) {
  if (expansions.length === 1) return { ...expansions[0], square: 0 };
  const [z1, z2, coefficients] = /** @type {const} */ (["z1", "z2", "coefficients"]).map((name) => {
    const all = new Float64Array(expansions.reduce((count, each) => count + each[name].length, 0));
    let at = 0;
    for (const each of expansions) {
      all.set(each[name], at);
      at += each[name].length;
    }
    return all;
  });
  return { ...expansions[0], z1, z2, coefficients, square: 0, groups: expansions };
}

/**
 * The scores on a regular grid, row by row from x2_min up, both ends of the box included. Where a
 * polynomial kernel overflows, cells hold NaN or an infinity.
 * @param {Description} description
 * @param {Box} box x1_min, x1_max, x2_min, x2_max
 * @param {number} columns nodes along x1, at least 2
 * @param {number} rows nodes along x2, at least 2
 * @returns {Float64Array} score at (x1 node c, x2 node r) in out[r * columns + c]
 */
export function scoreGrid(description, box, columns, rows) {
  const scores = projectGrid(description, box, columns, rows);
  for (let cell = 0; cell < scores.length; cell++) scores[cell] += description.offset;
  return scores;
}

/**
 * The scores without the offset. Where an interpolant's error could decide the sign of a score, it is summed: so labels
 * are right also where all kernels have died away and the offset is as small.
 * @param {Description} description
 * @param {Box} box
 * @param {number} columns
 * @param {number} rows
 * @param {(mayInterpolate: boolean) => Grid} [make] makes the grid
 * @returns {Float64Array}
 */
export function projectGrid(description, box, columns, rows, make = (may) => sumGrid(description, box, columns, rows, may)) {
  const { offset } = description, limit = accuracyOf(description), plain = { ...description, offset: 0 };
  // At its corners a picture is mostly farthest from all points.
  const isFaint = Math.abs(offset) <= limit && [[0, 2], [0, 3], [1, 2], [1, 3]].some(([i, j]) => Math.abs(scoreAt(plain, box[i], box[j])) <= limit);
  const { projections, isInterpolated } = make(!isFaint), open = [];
  if (!isInterpolated) return projections;
  for (let cell = 0; cell < projections.length; cell++) if (Math.abs(projections[cell] + offset) <= limit) open.push(cell);
  if (open.length > MANY) return make(false).projections;
  const x1 = gridNodes(box[0], box[1], columns), x2 = gridNodes(box[2], box[3], rows);
  for (const cell of open) projections[cell] = scoreAt(plain, x1[cell % columns], x2[Math.floor(cell / columns)]);
  return projections;
}

/**
 * The scores without the offset, computed in the fastest way.
 * @param {Description} description
 * @param {Box} box
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} mayInterpolate
 * @returns {Grid}
 */
export function sumGrid(description, box, columns, rows, mayInterpolate) {
  const projections = new Float64Array(columns * rows);
  return { projections, isInterpolated: addSums(description, box, columns, rows, mayInterpolate, projections) };
}

/**
 * The work of such a grid, in multiplications of a product of matrices.
 * @param {Description} description
 * @param {Box} box
 * @param {number} size nodes along each axis
 */
export function workOnGrid(description, box, size) {
  const { shift, scale } = description, { gaussians, rest } = partGaussians(description);
  const bounds = box.map((x, k) => (x - shift[k >> 1]) / scale[k >> 1]), terms = rest.expansions.reduce((count, { z1 }) => count + z1.length, 1);
  return gaussians.reduce((total, expansion) => {
    const { plain, interpolated } = weigh(expansion, bounds, size, size);
    return total + Math.min(plain, interpolated);
  }, EXPONENTIAL * terms * size * size);
}

/**
 * Add a description's scores without the offset; return whether some are interpolated.
 * @param {Description} description
 * @param {Box} box
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} mayInterpolate
 * @param {Float64Array} out
 */
export function addSums(description, box, columns, rows, mayInterpolate, out) {
  const { shift, scale } = description, { gaussians, rest } = partGaussians(description);
  const u1 = gridNodes(box[0], box[1], columns).map((x) => (x - shift[0]) / scale[0]);
  const u2 = gridNodes(box[2], box[3], rows).map((x) => (x - shift[1]) / scale[1]);
  addPolynomial(rest, u1, u2, out);
  for (const expansion of rest.expansions) addPlain(expansion, u1, u2, out);
  let isInterpolated = false;
  for (const expansion of gaussians) isInterpolated = addGaussians(expansion, u1, u2, out, mayInterpolate) || isInterpolated;
  return isInterpolated;
}

/**
 * The nodes a = x_0, ..., x_(count-1) = b at equal steps, to the bit as numpy.linspace has them.
 * @param {number} a
 * @param {number} b
 * @param {number} count
 */
export function gridNodes(a, b, count) {
  const step = (b - a) / (count - 1);
  const nodes = Float64Array.from({ length: count }, (_, i) => i * step + a);
  nodes[count - 1] = b;
  return nodes;
}

/** @param {Pick<Description, "W" | "w" | "w0">} description @param {number} u1 @param {number} u2 */
function polynomialAt({ W, w, w0 }, u1, u2) {
  const quadratic = u1 * (W[0][0] * u1 + W[0][1] * u2) + u2 * (W[1][0] * u1 + W[1][1] * u2);
  return quadratic + w[0] * u1 + w[1] * u2 + w0;
}

/**
 * Add all but sums of kernels.
 * @param {Description} description
 * @param {Float64Array} u1
 * @param {Float64Array} u2
 * @param {Float64Array} out
 */
function addPolynomial({ W, w, w0 }, u1, u2, out) {
  const isConstant = [...W.flat(), ...w].every((value) => value === 0);
  if (isConstant && w0 === 0) return;
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) out[cell++] += isConstant ? w0 : polynomialAt({ W, w, w0 }, u1[c], u2[r]);
  }
}

/**
 * Add sum_i a_i k(z_i, z) + c k(z, z), one kernel value for each point and node.
 * @param {Expansion} expansion
 * @param {Float64Array} u1
 * @param {Float64Array} u2
 * @param {Float64Array} out
 */
function addPlain({ kernel, z1, z2, coefficients, root, square }, u1, u2, out) {
  const { values, square: ownValue } = KERNELS[kernel.name], n = z1.length;
  const row = new Float64Array(n);
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) {
      const [p1, p2] = toMetric(root, u1[c], u2[r]);
      values(kernel, p1, p2, z1, z2, n, row);
      let sum = square === 0 ? 0 : square * ownValue(kernel, p1 * p1 + p2 * p2);
      for (let i = 0; i < n; i++) sum += coefficients[i] * row[i];
      out[cell++] += sum;
    }
  }
}
