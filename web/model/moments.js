/**
 * Sums of a Gaussian kernel at the nodes of two axes, from the moments of the points in polynomials over their own box.
 *
 * Between a node and a point of that box the kernel is a sum of a few polynomials of the point. Their sums over the
 * points, the moments, are all the nodes need. A polynomial takes a fifth of the time of an exponential.
 */

import { Axis, between } from "./chebyshev.js";
import { DEEPEST, exponential } from "./kernels.js";
import { makeRoom, multiply, timesTransposed } from "./product.js";

const AT_A_TIME = 1024; // points: their polynomials stay in a processor's cache

/**
 * sum_i weights_i exp(-gamma |node - (z1_i, z2_i)|^2): a row for each node of the second axis.
 * @param {number} gamma
 * @param {ArrayLike<number>} z1
 * @param {ArrayLike<number>} z2
 * @param {ArrayLike<number>} weights
 * @param {Axis} first
 * @param {Axis} second
 */
export function sumsByMoments(gamma, z1, z2, weights, first, second) {
  const own1 = shifted(z1, first.middle), own2 = shifted(z2, second.middle); // no digits are lost far from the origin
  const axes = [Axis.over(own1, gamma), Axis.over(own2, gamma)], [s1, s2] = axes.map(({ rank }) => rank);
  const [F1, F2] = [first, second].map((axis, k) => {
    const { nodes, rank, transform } = axes[k], factors = factorsOf(gamma, shifted(axis.nodes, axis.middle), nodes);
    return timesTransposed(factors, transform, axis.rank, rank, rank);
  });
  return between(F2, momentsOf(axes[0], axes[1], own1, own2, weights), F1, s2, s1);
}

/** @param {ArrayLike<number>} values @param {number} middle */
function shifted(values, middle) {
  const out = new Float64Array(values.length); // `from` with a function is slow
  for (let i = 0; i < out.length; i++) out[i] = values[i] - middle;
  return out;
}

/**
 * The kernel along one axis: a row for each node, in it a number for each node of the points.
 * @param {number} gamma
 * @param {Float64Array} nodes
 * @param {Float64Array} others
 */
function factorsOf(gamma, nodes, others) {
  const out = new Float64Array(nodes.length * others.length);
  let at = 0;
  for (const node of nodes) {
    for (const other of others) {
      const d = node - other, exponent = gamma * d * d;
      out[at++] = exponent < DEEPEST ? exponential(exponent) : 0;
    }
  }
  return out;
}

/**
 * sum_i weights_i T_k(z2_i) T_l(z1_i): a row for each polynomial k of the second axis.
 * @param {Axis} first
 * @param {Axis} second
 * @param {Float64Array} z1
 * @param {Float64Array} z2
 * @param {ArrayLike<number>} weights
 */
function momentsOf(first, second, z1, z2, weights) {
  const [s1, s2] = [first.rank, second.rank], sums = new Float64Array(s1 * s2);
  for (let from = 0; from < z1.length; from += AT_A_TIME) {
    const to = Math.min(from + AT_A_TIME, z1.length), room = makeRoom(s2, s1, to - from);
    second.write(z2.subarray(from, to), room.a, room.width);
    first.write(z1.subarray(from, to), room.b, room.width);
    for (let l = 0; l < s1; l++) for (let i = from, at = l * room.width; i < to; i++) room.b[at++] *= weights[i];
    multiply(room);
    for (let k = 0, cell = 0; k < s2; k++) for (let l = 0, at = k * room.columns; l < s1; l++) sums[cell++] += room.c[at++];
  }
  return sums;
}
