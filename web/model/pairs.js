/**
 * Sums of kernel values over classes of points, pair by pair, each pair evaluated once.
 *
 * Every sum runs through the points in their order, so that equal points get equal sums, to the bit, and ties stay ties.
 *
 * @typedef {{from: number, to: number}} Range the points of a class: the first, and the first after the last
 *
 * @typedef {Object} Sums over one class, at all points
 * @property {Float64Array} all
 * @property {Float64Array} others without a point's own value, which only points of the class have in `all`
 */

import { KERNELS } from "./kernels.js";

/**
 * @param {import("./kernels.js").Kernel} kernel
 * @param {Float64Array} t first coordinates
 * @param {Float64Array} v second coordinates
 * @param {Range[]} ranges two that are all points, or one
 * @returns {Sums[]} one for each range
 */
export function sumsOfPairs(kernel, t, v, ranges) {
  const { values } = KERNELS[kernel.name], n = t.length, row = new Float64Array(n);
  const sums = ranges.map(() => ({ all: new Float64Array(n), others: new Float64Array(n) }));
  ranges.forEach(({ from, to }, k) => {
    const { all, others } = sums[k];
    for (let i = from; i < to; i++) {
      values(kernel, t[i], v[i], t, v, i + 1, row);
      for (let j = 0; j < from; j++) all[j] += row[j];
      others[i] = addRow(row, from, i, all, others);
      all[i] = others[i] + row[i];
      for (let other = 0; other < k; other++) sums[other].all[i] = sumBetween(row, ranges[other]);
    }
    if (ranges.length > 1) return;
    const t1 = t.subarray(from, to), v1 = v.subarray(from, to);
    for (let i = to; i < n; i++) {
      values(kernel, t[i], v[i], t1, v1, to - from, row);
      all[i] = sumBetween(row, { from: 0, to: to - from });
    }
  });
  ranges.forEach(({ from, to }, k) => {
    const { all, others } = sums[k];
    others.set(all.subarray(0, from));
    others.set(all.subarray(to), to);
  });
  return sums;
}

/**
 * Add values to two sums of each point, and return the sum of the values.
 * @param {Float64Array} row
 * @param {number} from
 * @param {number} to
 * @param {Float64Array} all
 * @param {Float64Array} others
 */
function addRow(row, from, to, all, others) {
  let total = 0;
  for (let j = from; j < to; j++) {
    const value = row[j];
    total += value;
    all[j] += value;
    others[j] += value;
  }
  return total;
}

/** @param {Float64Array} row @param {Range} range */
function sumBetween(row, { from, to }) {
  let total = 0;
  for (let j = from; j < to; j++) total += row[j];
  return total;
}
