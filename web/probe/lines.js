/**
 * Lines between classes, from segments on a grid.
 *
 * @import { Lines } from "../picture/shading.js"
 * @import { Place } from "../model/points.js"
 */

const SAME = 1e-6; // of a node: ends of the same line

/** The lines between the classes, each from one end to the other, the longest first. @param {Lines} lines @returns {Place[][]} */
export function linesBetween({ boundary, size, box: [a, b, c, d] }) {
  const keyOf = (/** @type {number} */ u, /** @type {number} */ v) => `${Math.round(u / SAME)} ${Math.round(v / SAME)}`;
  /** @type {Map<string, {ends: number[][], isUsed: boolean}[]>} */
  const at = new Map();
  const all = boundary.flatMap((segments) => Array.from({ length: segments.length / 4 }, (_, k) => {
    const [u, v, w, z] = segments.slice(4 * k, 4 * k + 4), segment = { ends: [[u, v], [w, z]], isUsed: false };
    for (const end of segment.ends) {
      const key = keyOf(end[0], end[1]);
      at.set(key, [...(at.get(key) ?? []), segment]);
    }
    return segment;
  }));
  const grow = (/** @type {number[]} */ from) => {
    const line = [];
    for (let end = from; ;) {
      const key = keyOf(end[0], end[1]), next = at.get(key)?.find(({ isUsed }) => !isUsed);
      if (!next) return line;
      next.isUsed = true;
      end = keyOf(next.ends[0][0], next.ends[0][1]) === key ? next.ends[1] : next.ends[0];
      line.push(end);
    }
  };
  const lines = all.flatMap((segment) => {
    if (segment.isUsed) return [];
    segment.isUsed = true;
    return [[...grow(segment.ends[0]).reverse(), ...segment.ends, ...grow(segment.ends[1])]];
  });
  const place = (/** @type {number[]} */ [u, v]) => /** @type {Place} */ ([a + (u / (size - 1)) * (b - a), c + (v / (size - 1)) * (d - c)]);
  return lines.sort((one, other) => other.length - one.length).map((line) => line.map(place));
}
