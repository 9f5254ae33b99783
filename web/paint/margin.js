/**
 * The margin of an SVM: the places where its score is 1 or −1, as lines that can be dashed.
 *
 * @typedef {{labels: ArrayLike<number>, strength: ArrayLike<number>, deep: ArrayLike<number>, size: number}} Nodes
 */

import { zeroLine } from "../model/contour.js";

const ACCURACY = 1e6; // ends of segments closer than its inverse are the same place

/**
 * @param {Nodes} regions of two classes
 * @param {number} positive the class whose scores are above zero
 * @returns {number[][]} lines, each column, row, column, row, … with fractions
 */
export function findMargin({ labels, strength, deep, size }, positive) {
  const field = new Float64Array(strength.length);
  return [1, -1].flatMap((level) => {
    for (let cell = 0; cell < field.length; cell++) {
      field[cell] = (labels[cell] === positive ? strength[cell] : -strength[cell]) - level;
    }
    return joinSegments(zeroLine(field, size, size)
      .reduce(toSegments, /** @type {number[][]} */ ([]))
      .filter(([column, row]) => !deep[Math.floor(row) * size + Math.floor(column)]));
  });
}

/** @param {number[][]} segments @param {number} value @param {number} k */
function toSegments(segments, value, k) {
  if (k % 4 === 0) segments.push([]);
  segments[segments.length - 1].push(value);
  return segments;
}

/**
 * Join segments that share an end to lines.
 * @param {number[][]} segments four numbers each
 * @returns {number[][]}
 */
function joinSegments(segments) {
  /** @type {Map<string, Set<number[]>>} */
  const ends = new Map();
  /** @type {Map<number[], string[]>} */
  const names = new Map(segments.map((segment) => [segment, [nameOf(segment[0], segment[1]), nameOf(segment[2], segment[3])]]));
  const keys = (/** @type {number[]} */ segment) => /** @type {string[]} */ (names.get(segment));
  for (const segment of segments) {
    for (const key of keys(segment)) ends.set(key, (ends.get(key) ?? new Set()).add(segment));
  }
  const left = new Set(segments);
  /** @type {(from: string) => number[]} the rest of a line from one of its ends */
  const follow = (from) => {
    const line = [];
    for (;;) {
      const next = [...(ends.get(from) ?? [])].find((segment) => left.has(segment));
      if (!next) return line;
      left.delete(next);
      const isForward = keys(next)[0] === from;
      line.push(...(isForward ? next.slice(2) : next.slice(0, 2)));
      from = keys(next)[isForward ? 1 : 0];
    }
  };
  const lines = [];
  for (const segment of segments) {
    if (!left.delete(segment)) continue;
    const [start, end] = keys(segment), after = follow(end), before = follow(start);
    const beginning = [];
    for (let k = before.length - 2; k >= 0; k -= 2) beginning.push(before[k], before[k + 1]);
    lines.push([...beginning, ...segment, ...after]);
  }
  return lines;
}

/** @param {number} column @param {number} row */
function nameOf(column, row) {
  return `${Math.round(column * ACCURACY)},${Math.round(row * ACCURACY)}`;
}
