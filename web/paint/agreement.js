/**
 * Where two classifiers predict different classes, on the nodes of the first one's grid.
 *
 * The second one's grid may be of another size; each node then has its nearest neighbour there.
 *
 * @import { Regions } from "./regions.js"
 * @typedef {{size: number, differ: Uint8Array, share: number}} Agreement 1 where they differ, and the share where they do not
 */

/**
 * @param {Pick<Regions, "size" | "box" | "labels">} first
 * @param {Pick<Regions, "size" | "box" | "labels">} second of the same box
 * @param {Regions["box"]} area the box of the points: shares in it do not depend on the size of a window
 * @returns {Agreement}
 */
export function compareRegions(first, second, area) {
  const { size, box: [a, b, c, d], labels } = first, differ = new Uint8Array(size * size);
  const [left, right, low, high] = area.map((end, k) => nodeAt(end, k < 2 ? [a, b] : [c, d], size));
  const there = Array.from({ length: size }, (_, k) => Math.round((k * (second.size - 1)) / Math.max(1, size - 1)));
  let same = 0;
  for (let row = 0, node = 0; row < size; row++) {
    for (let column = 0; column < size; column++, node++) {
      const other = second.labels[there[row] * second.size + there[column]];
      if (labels[node] !== other) differ[node] = 1;
      else if (left <= column && column <= right && low <= row && row <= high) same++;
    }
  }
  return { size, differ, share: same / ((right - left + 1) * (high - low + 1)) };
}

/**
 * The node that is nearest to a place on an axis.
 * @param {number} place
 * @param {number[]} ends of the axis
 * @param {number} size
 */
function nodeAt(place, [from, to], size) {
  return Math.min(size - 1, Math.max(0, Math.round(((place - from) / (to - from)) * (size - 1))));
}
