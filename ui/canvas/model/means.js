/**
 * Class means of a kernel at the training points: the bulk of the work of a fit, N^2 / 2 kernel values.
 *
 * A side is one class: the points `from` ... `from + count - 1` of all, which stand sorted by class, in the
 * coordinates `t`, `v` of its metric. Both classes may share one metric (one `root`): then the value of
 * a pair of points serves both. Every sum runs through the points in their order, so that equal points get
 * equal sums, to the bit, and ties stay ties.
 *
 * @typedef {Object} Side
 * @property {?number[][]} root L of the metric, lower triangular; null: the plain features
 * @property {Float64Array} t first coordinates of all points, in this class's metric
 * @property {Float64Array} v their second coordinates
 * @property {number} from
 * @property {number} count
 * @property {number} weight of the class's mean in the projection
 */

import { KERNELS } from "./kernels.js";
import { sum } from "./metric.js";

/**
 * weight * mean of k(z_i, z) over each class, at all points.
 * @param {import("./kernels.js").Kernel} kernel
 * @param {[Side, Side]} sides C- and C+
 * @returns {[Float64Array, Float64Array]}
 */
export function classMeans(kernel, sides) {
  if (kernel.name === "linear") return sides.map(linearMeans);
  const [minus, plus] = sides;
  const sums = sides.map((side) => ownSums(kernel, side));
  if (minus.root === plus.root) {
    addCrossSums(kernel, minus, plus.from, sums[0], sums[1]);
  } else {
    const unused = new Float64Array(minus.t.length);
    addCrossSums(kernel, minus, plus.from, sums[0], unused);
    addCrossSums(kernel, plus, plus.from, unused, sums[1]);
  }
  return sides.map(({ weight, count }, k) => sums[k].map((total) => weight * (total / count)));
}

/** The mean of a class's own points. */
export function ownMean({ t, v, from, count }) {
  return [t, v].map((z) => sum(z.subarray(from, from + count)) / count);
}

/** k(z, z) of all points. */
export function squares(kernel, { t, v }) {
  const { square } = KERNELS[kernel.name];
  return t.map((_, i) => square(kernel, t[i] * t[i] + v[i] * v[i]));
}

/** The means with each point's own value k(z, z) left out of the mean of its class. */
export function leaveOneOut(means, kernel, sides) {
  return sides.map((side, k) => {
    const { from, count, weight } = side, lengths = squares(kernel, side), without = means[k].slice();
    for (let i = from; i < from + count; i++) {
      without[i] = (count * means[k][i] - weight * lengths[i]) / (count - 1);
    }
    return without;
  });
}

/** The mean of the linear kernel over a class is its value at the class's mean. */
function linearMeans(side) {
  const [m1, m2] = ownMean(side);
  return side.t.map((_, i) => side.t[i] * m1 + side.v[i] * m2);
}

/** The sums over a class at its own points, each pair evaluated once; 0 at the other points. */
function ownSums(kernel, { t, v, from, count }) {
  const { values } = KERNELS[kernel.name];
  const own1 = t.subarray(from, from + count), own2 = v.subarray(from, from + count);
  const sums = new Float64Array(t.length), row = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    values(kernel, own1[i], own2[i], own1, own2, i + 1, row);
    let total = 0;
    for (let j = 0; j < i; j++) {
      total += row[j];
      sums[from + j] += row[j];
    }
    sums[from + i] = total + row[i];
  }
  return sums;
}

/** Add the sums over C- at the points of C+ (from `start` on) and the other way round, in one metric. */
function addCrossSums(kernel, { t, v }, start, minusSums, plusSums) {
  const { values } = KERNELS[kernel.name];
  const plus1 = t.subarray(start), plus2 = v.subarray(start), count = plus1.length;
  const row = new Float64Array(count);
  for (let i = 0; i < start; i++) {
    values(kernel, t[i], v[i], plus1, plus2, count, row);
    let total = 0;
    for (let j = 0; j < count; j++) {
      total += row[j];
      minusSums[start + j] += row[j];
    }
    plusSums[i] += total;
  }
}
