/**
 * Where two classifiers predict different classes, on the nodes of the first one's grid.
 *
 * The second one's grid may be of another size; each node then has its nearest neighbour there.
 *
 * @typedef {import("./regions.js").Regions} Regions
 * @typedef {{size: number, differ: Uint8Array, share: number}} Agreement 1 where they differ, and the share where they do not
 */

/**
 * @param {Pick<Regions, "size" | "box" | "labels">} first
 * @param {Pick<Regions, "size" | "box" | "labels">} second of the same box
 * @param {Regions["box"]} counted the box of the points: shares in it do not depend on the size of a window
 * @returns {Agreement}
 */
export function compareRegions(first, second, counted) {
  const { size, box: [a, b, c, d], labels } = first, differ = new Uint8Array(size * size);
  const columns = nodesWithin(size, a, b, counted[0], counted[1]), rows = nodesWithin(size, c, d, counted[2], counted[3]);
  const there = Array.from({ length: size }, (_, k) => Math.round((k * (second.size - 1)) / Math.max(1, size - 1)));
  let same = 0;
  for (let row = 0, node = 0; row < size; row++) {
    for (let column = 0; column < size; column++, node++) {
      const other = second.labels[there[row] * second.size + there[column]];
      if (labels[node] !== other) differ[node] = 1;
      else if (columns.has(column) && rows.has(row)) same++;
    }
  }
  return { size, differ, share: same / (columns.size * rows.size) };
}

/**
 * Which of equally spaced nodes from low to high lie between two ends.
 * @param {number} size
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 */
function nodesWithin(size, low, high, from, to) {
  const steps = Array.from({ length: size }, (_, k) => k), place = (/** @type {number} */ end) => ((end - low) / (high - low)) * (size - 1);
  return new Set(steps.filter((k) => Math.round(place(from)) <= k && k <= Math.round(place(to))));
}
