/**
 * Where two classifiers predict different classes, on the nodes of the first one's grid.
 *
 * The second one's grid may be of another size; each node then has its nearest neighbour there.
 *
 * @typedef {import("./regions.js").Regions} Regions
 * @typedef {{size: number, differ: Uint8Array, share: number}} Agreement 1 where they differ, and the share where they do not
 */

/**
 * @param {Pick<Regions, "size" | "labels">} first
 * @param {Pick<Regions, "size" | "labels">} second of the same box
 * @returns {Agreement}
 */
export function compareRegions(first, second) {
  const { size, labels } = first, differ = new Uint8Array(size * size);
  const there = Array.from({ length: size }, (_, k) => Math.round((k * (second.size - 1)) / Math.max(1, size - 1)));
  let same = 0;
  for (let row = 0, node = 0; row < size; row++) {
    for (let column = 0; column < size; column++, node++) {
      const other = second.labels[there[row] * second.size + there[column]];
      if (labels[node] === other) same++;
      else differ[node] = 1;
    }
  }
  return { size, differ, share: same / (size * size) };
}
