/**
 * Sums of a Gaussian kernel over the other points, tile by tile.
 *
 * Points that lie close together, in one tile, are summed pair by pair. The points of another tile are replaced by
 * weights at the nodes of its axes, which give the same sums at the nodes of a tile that they reach; between these they
 * are interpolated. So each point gets a sum over the others, no difference, and N points take much less than N^2 / 2
 * kernel values.
 *
 * @import { Range, Sums } from "./pairs.js"
 *
 * @typedef {Object} Tile
 * @property {Int32Array} members ascending
 * @property {Float64Array} t their coordinates
 * @property {Float64Array} v
 * @property {Axis} first axes over them
 * @property {Axis} second
 * @property {Range[]} parts the members in each range
 * @property {Float64Array} along polynomials of the members, a row for each; so is `up`
 * @property {Float64Array} up
 * @property {Float64Array[]} [moments] of the members in each range, once they have been asked for
 *
 * @typedef {{first: Axis, tiles: Tile[]}} Strip tiles with one first axis
 */

import { Axis, between, Interpolant, transposed } from "./chebyshev.js";
import { DEEPEST, EXPONENTIAL, exponential } from "./kernels.js";
import { pick } from "./metric.js";
import { sumsOfPairs } from "./pairs.js";
import { makeRoom, multiply, transposedTimes } from "./product.js";

const MOST_CUTS = 12; // of each axis
const EACH_TILE = 100_000; // of tiles: their overhead, in multiplications of a product
const PAIR = 32; // the same, of a pair of points, which is added to four sums, too
const NOTHING = 37; // exponent of what is less than an interpolant's error

/**
 * Into how many parts either axis is to be cut, and the work in multiplications of a product; 1: summing all pairs is less.
 * @param {number} gamma
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {Range[]} ranges
 */
export function weighTiles(gamma, t, v, ranges) {
  const n = t.length, halves = [t, v].map((values) => Axis.over(values, gamma).half), k = ranges.length;
  const apart = ranges.reduce((count, { from, to }) => count - to + from, n), pairs = (n * n - apart * apart) / 2;
  let best = 1, least = PAIR * pairs; // cuts, work
  for (let cuts = 2; cuts <= MOST_CUTS; cuts++) {
    const tiles = cuts * cuts, [r1, r2] = halves.map((half) => new Axis(0, (2 * half) / cuts, gamma).rank);
    const translation = tiles * tiles * r2 * r2 * (EXPONENTIAL + k * r1) + tiles * cuts * k * r2 * r1 * r1;
    const work = (PAIR * pairs) / tiles + tiles * EACH_TILE + translation + n * (r1 * r2 * (1 + k) + 3 * (r1 + r2));
    if (work < least) [best, least] = [cuts, work];
  }
  return { cuts: best, work: least };
}

/**
 * The sums over each range of points at all points.
 * @param {import("./kernels.js").Kernel} kernel
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {Range[]} ranges
 * @param {number} cuts
 * @returns {Sums[]}
 */
export function sumsInTiles(kernel, t, v, ranges, cuts) {
  const strips = makeTiles(kernel.gamma, t, v, ranges, cuts), translations = translate(kernel.gamma, strips, ranges.length);
  const out = ranges.map(() => ({ all: new Float64Array(t.length), others: new Float64Array(t.length) }));
  strips.flatMap(({ tiles }) => tiles).forEach((tile, number) => {
    sumsOfPairs(kernel, tile.t, tile.v, tile.parts).forEach((within, k) => {
      const sums = new Interpolant(tile.first, tile.second, translations[number][k]).read(tile.along, tile.up), { all, others } = out[k];
      tile.members.forEach((i, place) => {
        all[i] = sums[place] + within.all[place];
        others[i] = sums[place] + within.others[place];
      });
    });
  });
  return out;
}

/**
 * The sums of all other tiles at the nodes of each tile, over each range: a row for each node of the second axis.
 *
 * A product for each strip adds up its tiles along the second axis, for the nodes of all tiles; and one for each strip adds
 * up all strips along the first axis, for its own tiles.
 * @param {number} gamma
 * @param {Strip[]} strips
 * @param {number} count of ranges
 * @returns {Float64Array[][]}
 */
function translate(gamma, strips, count) {
  const all = strips.flatMap(({ tiles }) => tiles), parts = strips.map((strip) => sumStrip(gamma, strip, all, count));
  let row = 0; // of the parts
  return strips.flatMap(({ first, tiles }) => {
    const height = count * heightOf(tiles), { rank } = first;
    const room = makeRoom(height, rank, strips.reduce((sum, strip) => sum + strip.first.rank, 0)), { a, b, c, width, columns } = room;
    let start = 0;
    strips.forEach((strip, number) => {
      const { rank: length } = strip.first, part = parts[number];
      fillFactors(gamma, first.nodes, strip.first.nodes, b, width, 0, start);
      for (let i = 0, from = row * count * length; i < height; i++) {
        for (let l = 0, at = i * width + start; l < length; l++) a[at++] = part[from++];
      }
      start += length;
    });
    multiply(room);
    row += height / count;
    let at = 0;
    return tiles.map(({ second }) => {
      const values = Array.from({ length: count }, () => new Float64Array(second.rank * rank));
      for (let j = 0; j < second.rank; j++) {
        for (let k = 0; k < count; k++, at += columns) values[k].set(c.subarray(at, at + rank), j * rank);
      }
      return values;
    });
  });
}

/**
 * The sums of a strip's tiles along the second axis: a row for each node of each tile, and in it a number for each range and
 * node of the strip. A tile gives nothing to itself, and no more to tiles beyond its reach than an interpolant's error.
 * @param {number} gamma
 * @param {Strip} strip
 * @param {Tile[]} all
 * @param {number} count
 */
function sumStrip(gamma, { first, tiles }, all, count) {
  const weights = tiles.map(weigh); // before the room, because they take it
  const height = heightOf(all), length = count * first.rank, room = makeRoom(height, length, heightOf(tiles)), { a, b, c, width, columns } = room;
  let start = 0;
  tiles.forEach(({ second: { rank } }, number) => {
    for (let i = 0, from = 0; i < length; i++) for (let l = 0, at = i * width + start; l < rank; l++) b[at++] = weights[number][from++];
    start += rank;
  });
  let row = 0;
  a.fill(0);
  for (const tile of all) {
    let column = 0;
    for (const other of tiles) {
      if (other !== tile && gamma * squaredGap(tile, other) < NOTHING) fillFactors(gamma, tile.second.nodes, other.second.nodes, a, width, row, column);
      column += other.second.rank;
    }
    row += tile.second.rank;
  }
  multiply(room);
  const sums = new Float64Array(height * length);
  for (let i = 0; i < height; i++) sums.set(c.subarray(i * columns, i * columns + length), i * length);
  return sums;
}

/** @param {Tile[]} tiles */
function heightOf(tiles) {
  return tiles.reduce((sum, { second }) => sum + second.rank, 0);
}

/**
 * Write the kernel along one axis between nodes into a part of a matrix.
 * @param {number} gamma
 * @param {Float64Array} rows
 * @param {Float64Array} others
 * @param {Float64Array} out
 * @param {number} width
 * @param {number} row
 * @param {number} column
 */
function fillFactors(gamma, rows, others, out, width, row, column) {
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0, at = (row + i) * width + column; j < others.length; j++) {
      const d = rows[i] - others[j], exponent = gamma * d * d;
      out[at++] = exponent < DEEPEST ? exponential(exponent) : 0;
    }
  }
}

/** The squared distance between two tiles. @param {Tile} tile @param {Tile} other */
function squaredGap(tile, other) {
  const gap = (/** @type {Axis} */ a, /** @type {Axis} */ b) => Math.max(0, Math.abs(a.middle - b.middle) - a.half - b.half);
  return gap(tile.first, other.first) ** 2 + gap(tile.second, other.second) ** 2;
}

/**
 * The tiles: strips of equally many points along the first axis, cut along the second. Equal points are in one tile.
 * @param {number} gamma
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {Range[]} ranges
 * @param {number} cuts
 * @returns {Strip[]}
 */
export function makeTiles(gamma, t, v, ranges, cuts) {
  return cutEvenly(Int32Array.from(t.keys()), t, cuts).map((strip) => {
    const first = Axis.over(pick(t, strip), gamma);
    const tiles = cutEvenly(strip, v, cuts).map((members) => {
      const own1 = pick(t, members), own2 = pick(v, members), second = Axis.over(own2, gamma);
      const parts = ranges.map(({ from, to }) => ({ from: countBelow(members, from), to: countBelow(members, to) }));
      return { members, t: own1, v: own2, first, second, parts, along: first.basis(own1), up: second.basis(own2) };
    });
    return { first, tiles };
  });
}

/** @param {Int32Array} members @param {number} end */
function countBelow(members, end) {
  let count = 0;
  while (count < members.length && members[count] < end) count++;
  return count;
}

/**
 * Parts of about equally many members, with equal values in one part; each ascending, as `members` are.
 * @param {Int32Array} members
 * @param {Float64Array} values
 * @param {number} cuts
 */
function cutEvenly(members, values, cuts) {
  const sorted = pick(values, members).sort(), bounds = new Float64Array(cuts - 1);
  for (let k = 1; k < cuts; k++) bounds[k - 1] = sorted[Math.round((k * sorted.length) / cuts)] ?? Infinity;
  const parts = Array.from({ length: cuts }, () => /** @type {number[]} */ ([]));
  for (const i of members) {
    let k = 0;
    while (k < bounds.length && values[i] >= bounds[k]) k++;
    parts[k].push(i);
  }
  return parts.filter((part) => part.length > 0).map((part) => Int32Array.from(part));
}

/**
 * The weights at the nodes of a tile that stand for its points, of one range after the other: a row for each node of the
 * first axis.
 * @param {Tile} tile
 */
function weigh(tile) {
  const { first: { rank: r1, transform }, second } = tile, { rank: r2 } = second, weights = new Float64Array(tile.parts.length * r1 * r2);
  const [A, B] = [transposed(transform, r1, r1), transposed(second.transform, r2, r2)];
  momentsByRange(tile).forEach((moments, k) => weights.set(between(A, moments, B, r1, r2), k * r1 * r2));
  return weights;
}

/**
 * What the products of the polynomials at the points of each range add up to: a row for each polynomial of the first axis.
 * @param {Tile} tile
 */
export function momentsByRange(tile) {
  const { first: { rank: r1 }, second: { rank: r2 }, parts, along, up } = tile;
  tile.moments ??= parts.map(({ from, to }) => {
    if (from === to) return new Float64Array(r1 * r2);
    return transposedTimes(along.subarray(from * r1), up.subarray(from * r2), r1, r2, to - from);
  });
  return tile.moments;
}
