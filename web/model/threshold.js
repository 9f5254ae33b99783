/**
 * Where to cut a line of labelled scores.
 * JavaScript port of `bayeslab.threshold`,
 * held equal by `tests/canvas/test_vectors.py`.
 *
 * Sort the scores; cut k puts the k lowest on the negative side. All N + 1 cuts are evaluated in one pass over
 * a running sum of the labels, so the search costs one sort.
 *
 * @typedef {Object} Search all N + 1 cuts of the line; cut k has the k lowest scores below it
 * @property {string} criterion "error" or "consistency"
 * @property {Int32Array} order the points, by ascending score
 * @property {Float64Array} scores ascending; with threshold "loo" those of `looProjection`
 * @property {Int8Array} labels +1 or -1, in that order
 * @property {Float64Array} cuts positions on the line, N + 1
 * @property {Int32Array} values the criterion at each cut
 * @property {Int32Array} errors points on the wrong side of each cut
 * @property {Uint8Array} realisable 1 where some threshold can make the cut
 * @property {number} index the chosen cut
 * @property {number} fewest the cut with the fewest errors that a threshold can make
 * @property {number} threshold
 * @property {number} offset b = -threshold
 */

import { pick } from "./metric.js";

const MOST_MOVES = 30; // of each score: more take longer than a sort

/**
 * Find the threshold that parts the labels best: the fewest errors, or the largest consistency (the
 * notes' eq. 181, to the letter).
 * @param {Float64Array} scores
 * @param {ArrayLike<number>} labels 1 or 0
 * @param {"error" | "consistency"} criterion
 * @param {number | Float64Array} resolution neighbours no further apart than this count as equal; where each score has
 *     its own, the larger one of the two
 * @param {Int32Array} [before] the order of similar scores, from which that of these is found sooner
 * @returns {Search}
 */
export function bestThreshold(scores, labels, criterion, resolution, before) {
  const order = (before?.length === scores.length && reorder(scores, before)) || ascending(scores);
  const sorted = pick(scores, order), signs = new Int8Array(order.length).map((_, k) => (labels[order[k]] ? 1 : -1));
  const gaps = sorted.subarray(1).map((score, k) => score - sorted[k]);
  const counts = evaluateCuts(signs);
  const accuracy = typeof resolution === "number" ? sorted.map(() => resolution) : pick(resolution, order);
  const unsure = gaps.map((_, k) => Math.max(accuracy[k], accuracy[k + 1]));
  const realisable = new Uint8Array(counts.errors.length).map((_, k) => (
    k === 0 || k === sorted.length || gaps[k - 1] > unsure[k - 1] ? 1 : 0));
  const fewest = fewestErrors(counts.errors, realisable, gaps, unsure);
  const index = criterion === "consistency" ? mostConsistent(counts.consistency) : fewest;
  const cuts = cutPositions(sorted, isAllTied({ realisable }));
  return {
    criterion,
    order,
    scores: sorted,
    labels: signs,
    cuts,
    values: criterion === "consistency" ? counts.consistency : counts.errors,
    errors: counts.errors,
    realisable,
    index,
    fewest,
    threshold: cuts[index],
    offset: -cuts[index],
  };
}

/**
 * The order of the scores, from another one, by insertion; null if most of them are elsewhere.
 * @param {Float64Array} scores
 * @param {Int32Array} before
 */
function reorder(scores, before) {
  const order = before.slice(), sorted = pick(scores, order);
  for (let k = 1, moves = 0; k < order.length; k++) {
    const i = order[k], score = sorted[k];
    let place = k;
    for (; place > 0 && (sorted[place - 1] > score || (sorted[place - 1] === score && order[place - 1] > i)); place--) {
      order[place] = order[place - 1];
      sorted[place] = sorted[place - 1];
    }
    order[place] = i;
    sorted[place] = score;
    moves += k - place;
    if (moves > MOST_MOVES * order.length) return null;
  }
  return order;
}

/**
 * The order of the scores; equal ones keep theirs. Numbers alone sort ten times as fast as by a function.
 * @param {Float64Array} scores
 */
function ascending(scores) {
  const sorted = new Float64Array(scores).sort(), order = new Int32Array(scores.length), counts = new Int32Array(scores.length);
  for (let i = 0; i < scores.length; i++) {
    const place = countBelow(sorted, scores[i]);
    order[place + counts[place]++] = i;
  }
  return order;
}

/** How many of ascending numbers are below another one. @param {Float64Array} sorted @param {number} value */
function countBelow(sorted, value) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether all scores count as equal, so that every threshold puts them on one side.
 * @param {{realisable: Uint8Array}} search
 */
export function isAllTied({ realisable }) {
  return !realisable.subarray(1, -1).includes(1);
}

/** Both criteria at all cuts: one pass with the sum of the labels below. @param {Int8Array} signs */
function evaluateCuts(signs) {
  const n = signs.length, total = signs.reduce((a, b) => a + b, 0);
  const errors = new Int32Array(n + 1), consistency = new Int32Array(n + 1);
  for (let k = 0, below = 0; k <= n; below += signs[k], k++) {
    errors[k] = (n - total) / 2 + below;
    consistency[k] = Math.abs(below) + Math.abs(total - below);
  }
  return { errors, consistency };
}

/** The first largest one among the cuts between two points. @param {Int32Array} consistency */
function mostConsistent(consistency) {
  let best = 1;
  for (let k = 2; k < consistency.length - 1; k++) if (consistency[k] > consistency[best]) best = k;
  return best;
}

/**
 * The best realisable cut: inner before one-class cuts, then the widest gap, then the first. Gaps whose difference may be
 * rounding are equally wide.
 * @param {Int32Array} errors
 * @param {Uint8Array} realisable
 * @param {Float64Array} gaps
 * @param {Float64Array} unsure how much of each gap may be rounding
 */
function fewestErrors(errors, realisable, gaps, unsure) {
  const n = gaps.length + 1, outer = errors[0] <= errors[n] ? 0 : n;
  let best = 0;
  for (let k = 1; k < n; k++) {
    if (!realisable[k]) continue;
    const better = best === 0 || errors[k] < errors[best];
    if (better || (errors[k] === errors[best] && gaps[k - 1] > gaps[best - 1])) best = k;
  }
  if (best === 0 || errors[outer] < errors[best]) return outer;
  const isAsWide = (/** @type {number} */ k) => gaps[k - 1] >= gaps[best - 1] - (unsure[k - 1] + unsure[best - 1]);
  for (let k = 1; k < best; k++) if (realisable[k] && errors[k] === errors[best] && isAsWide(k)) return k;
  return best;
}

/**
 * A threshold for each cut, such that score > threshold holds for exactly the points above.
 * @param {Float64Array} sorted
 * @param {boolean} isTied
 */
function cutPositions(sorted, isTied) {
  const n = sorted.length, cuts = new Float64Array(n + 1);
  const spread = sorted[n - 1] - sorted[0];
  const reach = isTied ? Math.max(1, Math.abs(sorted[0])) : spread;
  cuts[0] = sorted[0] - reach;
  for (let k = 1; k < n; k++) {
    const lower = sorted[k - 1], upper = sorted[k], middle = lower / 2 + upper / 2;
    // Between two floats with none in between, the middle rounds to one of them; the lower one cuts.
    cuts[k] = middle < upper ? Math.max(middle, lower) : lower;
  }
  cuts[n] = sorted[n - 1] + reach;
  return cuts;
}
