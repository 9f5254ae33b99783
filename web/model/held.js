/**
 * Cached sums of kernels over all points except the few that are being dragged.
 *
 * When a point moves for the first time, the sums over all the others are computed and held; while the same point moves
 * on, a frame adds its contribution to them. Nothing is ever subtracted from a sum, and the held sums are over points
 * at their current places, so rounding errors do not accumulate. If a metric depends on the points, a moved point moves
 * all coordinates, and nothing can be held: in variant II, and in variant III for the class of the point.
 *
 * @import { Kernel } from "./kernels.js"
 * @import { Range, Sums } from "./pairs.js"
 * @typedef {{sums: Sums[], isExact: boolean}} RangeSums
 */

import { KERNELS } from "./kernels.js";
import { pick } from "./metric.js";
import { LastSolution } from "./svc.js";

const MOST = 0.1; // of the points may move

/** The results of the previous frame that a fit may use. */
export class Memory {
  /** @type {ClassMemory[]} */
  classes = [];
  /** of a support vector classifier */
  solution = new LastSolution();

  /** Those of a class against the others. @param {number} k */
  of(k) {
    this.classes[k] ??= new ClassMemory();
    return this.classes[k];
  }
}

/** Which numbers differ between two lists of columns; null if they are no versions of the same points, or too many. */
export function findChanges(/** @type {ArrayLike<number>[]} */ before, /** @type {ArrayLike<number>[]} */ now) {
  const n = now[0].length, changes = [];
  if (before[0].length !== n) return null;
  for (let i = 0; i < n; i++) {
    let same = 0;
    while (same < now.length && now[same][i] === before[same][i]) same++;
    if (same === now.length) continue;
    if (changes.length >= MOST * n) return null;
    changes.push(i);
  }
  return changes;
}

/** Sums over classes of points at these points, from frame to frame. */
export class HeldSums {
  /** @type {?{t: Float64Array, v: Float64Array, key: string}} */
  last = null;
  /** @type {?{t: Float64Array, v: Float64Array, key: string, changes: number[], rest: RangeSums}} */
  base = null;

  /**
   * @param {Kernel} kernel
   * @param {Float64Array} t
   * @param {Float64Array} v
   * @param {Range[]} ranges
   * @param {(t: Float64Array, v: Float64Array, ranges: Range[]) => RangeSums} compute
   * @returns {RangeSums}
   */
  sums(kernel, t, v, ranges, compute) {
    const key = JSON.stringify([kernel, ranges]), { last } = this;
    this.last = { t, v, key };
    if (!this.isHeld(t, v, key)) {
      const changes = last?.key === key ? findChanges([last.t, last.v], [t, v]) : null;
      this.base = changes?.length ? { t, v, key, changes, rest: sumRest(t, v, ranges, changes, compute) } : null;
    }
    return this.base ? addChanges(kernel, t, v, ranges, this.base) : compute(t, v, ranges);
  }

  /** Whether the held sums are over all points but some of those that have moved since. */
  isHeld(/** @type {Float64Array} */ t, /** @type {Float64Array} */ v, /** @type {string} */ key) {
    const { base } = this;
    const changes = base?.key === key ? findChanges([base.t, base.v], [t, v]) : null;
    return changes?.every((i) => base?.changes.includes(i)) ?? false;
  }
}

/** What a fit of a class against the others leaves for the next frame. */
export class ClassMemory {
  sums = [new HeldSums(), new HeldSums()]; // of both metrics
  /** @type {Int32Array | undefined} of the points, by ascending score */
  order;
}

/**
 * The sums over the points that do not move, at their own numbers.
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {Range[]} ranges
 * @param {number[]} changes
 * @param {(t: Float64Array, v: Float64Array, ranges: Range[]) => RangeSums} compute
 * @returns {RangeSums}
 */
function sumRest(t, v, ranges, changes, compute) {
  const indices = Int32Array.from(t.keys()).filter((i) => !changes.includes(i));
  const shift = (/** @type {number} */ place) => place - changes.filter((i) => i < place).length;
  const rest = ranges.map(({ from, to }) => ({ from: shift(from), to: shift(to) }));
  const { sums, isExact } = compute(pick(t, indices), pick(v, indices), rest);
  const spread = (/** @type {Float64Array} */ values) => {
    const out = new Float64Array(t.length);
    indices.forEach((i, k) => (out[i] = values[k]));
    return out;
  };
  return { sums: sums.map(({ all, others }) => ({ all: spread(all), others: spread(others) })), isExact };
}

/**
 * Those sums, with the contributions of and to the moved points.
 * @param {Kernel} kernel
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {Range[]} ranges
 * @param {{changes: number[], rest: RangeSums}} base
 * @returns {RangeSums}
 */
function addChanges(kernel, t, v, ranges, { changes, rest }) {
  const n = t.length, row = new Float64Array(n), isMoved = new Uint8Array(n);
  const sums = rest.sums.map(({ all, others }) => ({ all: all.slice(), others: others.slice() }));
  for (const i of changes) isMoved[i] = 1;
  for (const i of changes) {
    KERNELS[kernel.name].values(kernel, t[i], v[i], t, v, n, row);
    ranges.forEach(({ from, to }, k) => {
      const { all, others } = sums[k], isOwn = from <= i && i < to;
      let total = 0, without = 0;
      for (let j = from; j < to; j++) {
        total += row[j];
        if (j !== i) without += row[j];
      }
      all[i] = total;
      others[i] = without;
      if (!isOwn) return;
      for (let j = 0; j < n; j++) {
        if (isMoved[j]) continue;
        all[j] += row[j];
        others[j] += row[j];
      }
    });
  }
  return { sums, isExact: rest.isExact };
}
