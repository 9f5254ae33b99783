/**
 * Class means of a kernel at the training points: the bulk of the work of a fit.
 *
 * A side is one class: the points `from` ... `from + count - 1` of all, which stand sorted by class, in the
 * coordinates `t`, `v` of its metric. Both classes may share one metric (one `root`): then the value of
 * a pair of points serves both.
 *
 * @import { HeldSums, RangeSums } from "./held.js"
 * @import { Kernel } from "./kernels.js"
 *
 * @typedef {Object} Side
 * @property {?import("./metric.js").Root} root of the metric
 * @property {Float64Array} t first coordinates of all points, in this class's metric
 * @property {Float64Array} v their second coordinates
 * @property {number} from
 * @property {number} count
 * @property {number} weight of the class's mean in the projection
 */

import { Axis } from "./chebyshev.js";
import { KERNELS } from "./kernels.js";
import { largest, sum } from "./metric.js";
import { sumsOfPairs } from "./pairs.js";
import { sumsAtPoints, weighNodes } from "./through_nodes.js";
import { sumsInTiles, weighTiles } from "./tiles.js";

// Leave-one-out projections whose terms are smaller than this, relative to the largest term, are compared with an
// accuracy of their own, as in Python; and interpolated terms err by some 1e-13 of the largest one.
export const FAINT = 1e-4;

/**
 * weight * mean of k(z_i, z) over each class, at all points: over all points of the class (`means`), and over the
 * others, without a point's own value (`others`). The others are summed: taken as a difference, they would have no
 * correct digit where they are smaller than the rounding errors of k(z, z).
 * @param {Kernel} kernel
 * @param {Side[]} sides C- and C+
 * @param {HeldSums[]} [memory] of the frame before, for each side
 * @returns {{means: Float64Array[], others: Float64Array[]}}
 */
export function classMeans(kernel, sides, memory) {
  if (kernel.name === "linear") return linearMeans(kernel, sides);
  const ranges = sides.map(({ from, count }) => ({ from, to: from + count }));
  const { sums, isExact } = sides[0].root === sides[1].root
    ? sumPoints(kernel, sides[0], ranges, memory?.[0])
    : join(sides.map((side, k) => sumPoints(kernel, side, [ranges[k]], memory?.[k])));
  const means = sides.map(({ weight, count }, k) => sums[k].all.map((total) => weight * (total / count)));
  const others = sides.map((side, k) => sums[k].others.map((total, i) => meanOfOthers(side, total, i)));
  if (!isExact) sumFaintMeans(kernel, sides, means, others);
  return { means, others };
}

/**
 * The sums over each range of points, in one metric, and whether none is interpolated.
 * @param {Kernel} kernel
 * @param {{t: Float64Array, v: Float64Array}} points
 * @param {import("./pairs.js").Range[]} ranges
 * @param {HeldSums} [memory]
 */
function sumPoints(kernel, { t, v }, ranges, memory) {
  return memory ? memory.sums(kernel, t, v, ranges, compute) : compute(t, v, ranges);

  /** @type {(t: Float64Array, v: Float64Array, ranges: import("./pairs.js").Range[]) => RangeSums} */
  function compute(t, v, ranges) {
    const fast = kernel.name === "rbf" ? sumFast(kernel, t, v, ranges) : null, isAll = ranges.length > 1;
    if (fast && isAll) sumFaint(kernel, { t, v }, ranges, fast);
    return { sums: fast ?? sumsOfPairs(kernel, t, v, ranges), isExact: fast === null || isAll };
  }
}

/**
 * Sums that err by some 1e-13 of the largest; null where to sum all pairs is less work.
 * @param {Kernel} kernel
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {import("./pairs.js").Range[]} ranges
 */
function sumFast(kernel, t, v, ranges) {
  const { gamma } = kernel, tiles = weighTiles(gamma, t, v, ranges);
  const axes = [Axis.over(t, gamma), Axis.over(v, gamma)], nodes = weighNodes(gamma, [t, v], axes, ranges.length, true);
  if (nodes.work < tiles.work) return sumsAtPoints(gamma, t, v, ranges, nodes.cuts);
  return tiles.cuts > 1 ? sumsInTiles(kernel, t, v, ranges, tiles.cuts) : null;
}

/** @param {ReturnType<typeof sumPoints>[]} parts */
function join(parts) {
  return { sums: parts.flatMap(({ sums }) => sums), isExact: parts.every(({ isExact }) => isExact) };
}

/**
 * The mean over a class without the point i, given the sum.
 * @param {Side} side
 * @param {number} total
 * @param {number} i
 */
function meanOfOthers({ weight, from, count }, total, i) {
  return weight * (total / (from <= i && i < from + count ? count - 1 : count));
}

/**
 * Sum pair by pair where the others contribute so little that interpolated sums could have too few correct digits.
 * @param {Kernel} kernel
 * @param {{t: Float64Array, v: Float64Array}} points
 * @param {import("./pairs.js").Range[]} ranges
 * @param {import("./pairs.js").Sums[]} sums
 */
function sumFaint(kernel, points, ranges, sums) {
  const n = points.t.length; // a range is empty where a class is dragged as a whole
  const limit = FAINT * Math.max(...ranges.map(({ from, to }, k) => largest(sums[k].all) / (to - from || 1)));
  for (let i = 0; i < n; i++) {
    const total = sums.reduce((sum, { others }) => sum + others[i], 0);
    if (total / n < limit) ranges.forEach((range, k) => (sums[k].others[i] = sumOthers(kernel, points, range, i)));
  }
}

/**
 * The same for means in a metric of each class.
 * @param {Kernel} kernel
 * @param {Side[]} sides
 * @param {Float64Array[]} means
 * @param {Float64Array[]} others
 */
function sumFaintMeans(kernel, sides, means, others) {
  const limit = FAINT * Math.max(...means.map(largest));
  others[0].forEach((mean, i) => {
    if (mean + others[1][i] >= limit) return;
    sides.forEach((side, k) => {
      const range = { from: side.from, to: side.from + side.count };
      others[k][i] = meanOfOthers(side, sumOthers(kernel, side, range, i), i);
    });
  });
}

let row = new Float64Array(1024);

/**
 * The sum over the points of a range other than the point i, at that point.
 * @param {Kernel} kernel
 * @param {{t: Float64Array, v: Float64Array}} points
 * @param {import("./pairs.js").Range} range
 * @param {number} i
 */
function sumOthers(kernel, { t, v }, { from, to }, i) {
  if (row.length < to - from) row = new Float64Array(2 * (to - from));
  KERNELS[kernel.name].values(kernel, t[i], v[i], t.subarray(from, to), v.subarray(from, to), to - from, row);
  let total = 0;
  for (let j = from; j < to; j++) if (j !== i) total += row[j - from];
  return total;
}

/** The mean of a class's own points. @param {Side} side */
export function ownMean({ t, v, from, count }) {
  return [t, v].map((z) => sum(z.subarray(from, from + count)) / count);
}

/** k(z, z) of all points. @param {Kernel} kernel @param {Side} side */
export function squares(kernel, { t, v }) {
  const { square } = KERNELS[kernel.name];
  return t.map((_, i) => square(kernel, t[i] * t[i] + v[i] * v[i]));
}

/**
 * The mean of the linear kernel over a class is its value at the class's mean; the others are a difference.
 * @param {Kernel} kernel
 * @param {Side[]} sides
 */
function linearMeans(kernel, sides) {
  const means = sides.map((side) => {
    const [m1, m2] = ownMean(side);
    return side.t.map((_, i) => side.t[i] * m1 + side.v[i] * m2);
  });
  const others = sides.map((side, k) => {
    const { from, count } = side, lengths = squares(kernel, side), without = means[k].slice();
    for (let i = from; i < from + count; i++) without[i] = (count * means[k][i] - lengths[i]) / (count - 1);
    return without;
  });
  return { means, others };
}
