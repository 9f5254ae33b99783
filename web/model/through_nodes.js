/**
 * Sums of a Gaussian kernel over many points, through the nodes of a grid: as `bayeslab.estimators.sums` has them.
 *
 * Between a node and a point of a tile the kernel is a sum of a few polynomials of the point. The nodes need only the sums of
 * these over the points, the moments; and the points of a tile read the values at the nodes through a few polynomials.
 * Smaller tiles take fewer polynomials, each in a fifth of the time of an exponential. The moments of a fit also serve its grid.
 *
 * @import { Expansion } from "./evaluate.js"
 * @import { Strip, Tile } from "./tiles.js"
 */

import { Axis, between, transposed } from "./chebyshev.js";
import { DEEPEST, EXPONENTIAL, exponential } from "./kernels.js";
import { roomOf, timesTransposed } from "./product.js";
import { makeTiles, momentsByRange } from "./tiles.js";

const MOST_CUTS = 6; // of either axis
const POLYNOMIAL = 14; // the work of a value of a polynomial, in multiplications of a product
const EACH_TILE = 50_000; // and the overhead of a tile

/**
 * Into how many parts either axis is best cut, and the work of sums at the nodes of two axes, or at the points themselves.
 * @param {number} gamma
 * @param {Float64Array[]} places coordinates of the points
 * @param {Axis[]} axes
 * @param {number} count ranges of points
 * @param {boolean} atPoints
 */
export function weighNodes(gamma, places, [{ rank: r1 }, { rank: r2 }], count, atPoints) {
  const n = places[0].length, halves = places.map((own) => Axis.over(own, gamma).half), ways = atPoints ? 2 : 1; // to the nodes, and back
  let best = 1, least = Infinity;
  for (let cuts = 1; cuts <= MOST_CUTS; cuts++) {
    const [s1, s2] = halves.map((half) => new Axis(0, (2 * half) / cuts, gamma).rank);
    const strips = cuts * r1 * s1 * (EXPONENTIAL + ways * s1);
    const tiles = cuts * cuts * (EACH_TILE + r2 * s2 * (EXPONENTIAL + ways * s2) + ways * count * r1 * s2 * (s1 + r2));
    const work = strips + tiles + n * (s1 * s2 * (atPoints ? 1 + count : 1) + POLYNOMIAL * (s1 + s2));
    if (work < least) [best, least] = [cuts, work];
  }
  return { cuts: best, work: least };
}

/**
 * The tiles of the points of fits, which their grids need as well: by the memory of their first coordinates.
 * @type {WeakMap<ArrayBufferLike, {gamma: number, ranges: import("./pairs.js").Range[], middles: number[], strips: Strip[]}>}
 */
const cache = new WeakMap();

/**
 * sum_i a_i exp(-gamma |node - z_i|^2) at the nodes of two axes: a row for each node of the second.
 * @param {Expansion} expansion without a metric
 * @param {Axis[]} axes
 */
export function sumsAtNodes(expansion, axes) {
  const { gamma } = expansion.kernel, { strips, middles, momentsOf } = recall(expansion) ?? expand(expansion, axes);
  const [along, up] = axes.map(({ middle, half }, k) => new Axis(middle - middles[k] - half, middle - middles[k] + half, gamma));
  const [sums] = addAtNodes(gamma, strips, along, up, momentsOf);
  return transposed(sums, along.rank, up.rank);
}

/**
 * The tiles of the fit that an expansion is of; null if it is of none, or the classes have no weight of their own.
 * @param {Expansion} expansion
 */
function recall({ kernel: { gamma }, groups = [] }) {
  const classes = groups.map(({ z1, coefficients }) => ({ places: /** @type {Float64Array} */ (z1), weights: coefficients }));
  const buffer = classes[0]?.places.buffer, fit = buffer && cache.get(buffer);
  if (fit?.gamma !== gamma || fit.ranges.length !== classes.length) return null;
  const weights = fit.ranges.map(({ from, to }) => {
    const own = classes.find(({ places }) => places.buffer === buffer && places.byteOffset === 8 * from && places.length === to - from)?.weights;
    return own && Array.prototype.every.call(own, (weight) => weight === own[0]) ? own[0] : NaN;
  });
  if (weights.some(Number.isNaN)) return null;
  return { ...fit, momentsOf: (/** @type {Tile} */ tile) => [weightedSum(momentsByRange(tile), weights)] };
}

/**
 * The tiles of the points of an expansion, with weighted polynomials.
 * @param {Expansion} expansion
 * @param {Axis[]} axes
 */
function expand({ kernel: { gamma }, z1, z2, coefficients }, axes) {
  const places = around(axes, z1, z2), { cuts } = weighNodes(gamma, places, axes, 1, false);
  const strips = makeTiles(gamma, places[0], places[1], [{ from: 0, to: z1.length }], cuts);
  for (const { first: { rank }, tiles } of strips) {
    for (const { along: polynomials, members } of tiles) {
      for (let place = 0, at = 0; place < members.length; place++) {
        for (let l = 0; l < rank; l++) polynomials[at++] *= coefficients[members[place]];
      }
    }
  }
  return { strips, middles: axes.map(({ middle }) => middle), momentsOf: momentsByRange };
}

/** @param {Float64Array[]} arrays @param {number[]} weights */
function weightedSum(arrays, weights) {
  return arrays[0].map((_, cell) => arrays.reduce((total, values, k) => total + weights[k] * values[cell], 0));
}

/**
 * The sums over each range of points at all points. Those over the others are a difference here, with few correct digits
 * where they are small.
 * @param {number} gamma
 * @param {Float64Array} t
 * @param {Float64Array} v
 * @param {import("./pairs.js").Range[]} ranges
 * @param {number} cuts of either axis
 * @returns {import("./pairs.js").Sums[]}
 */
export function sumsAtPoints(gamma, t, v, ranges, cuts) {
  const axes = [Axis.over(t, gamma), Axis.over(v, gamma)], places = around(axes, t, v), [along, up] = places.map((own) => Axis.over(own, gamma));
  const strips = makeTiles(gamma, places[0], places[1], ranges, cuts);
  cache.set(t.buffer, { gamma, ranges, middles: axes.map(({ middle }) => middle), strips });
  const coefficients = addAtNodes(gamma, strips, along, up, momentsByRange).map((sums) => between(along.transform, sums, up.transform, along.rank, up.rank));
  const out = ranges.map(() => new Float64Array(t.length));
  for (const { first, tiles } of strips) {
    const E1 = fromNodes(along, first);
    for (const tile of tiles) {
      const E2 = fromNodes(up, tile.second);
      read(tile, coefficients.map((whole) => between(E1, whole, E2, along.rank, up.rank)), out);
    }
  }
  return out.map((all, k) => {
    const others = all.slice();
    for (let i = ranges[k].from; i < ranges[k].to; i++) others[i] -= 1;
    return { all, others };
  });
}

/**
 * Coordinates from the middle of their axes, so that no digits are lost far from the origin.
 * @param {Axis[]} axes
 * @param {...ArrayLike<number>} coordinates
 */
function around(axes, ...coordinates) {
  return coordinates.map((values, k) => {
    const out = new Float64Array(values.length), { middle } = axes[k]; // `from` with a function is slow
    for (let i = 0; i < out.length; i++) out[i] = values[i] - middle;
    return out;
  });
}

/**
 * Sums at the nodes of two axes, of what the moments of all tiles are of: a row for each node of the first.
 * @param {number} gamma
 * @param {Strip[]} strips
 * @param {Axis} along
 * @param {Axis} up
 * @param {(tile: Tile) => Float64Array[]} momentsOf
 */
function addAtNodes(gamma, strips, along, up, momentsOf) {
  /** @type {Float64Array[]} */
  const totals = [];
  for (const { first, tiles } of strips) {
    const F1 = toNodes(gamma, along, first);
    for (const tile of tiles) {
      const F2 = toNodes(gamma, up, tile.second);
      momentsOf(tile).forEach((moments, k) => {
        const sums = between(F1, moments, F2, first.rank, tile.second.rank), total = totals[k] ?? sums;
        if (total !== sums) for (let cell = 0; cell < sums.length; cell++) total[cell] += sums[cell];
        totals[k] = total;
      });
    }
  }
  return totals;
}

/**
 * From the moments of a tile to the nodes: a row for each node.
 * @param {number} gamma
 * @param {Axis} axis
 * @param {Axis} own
 */
function toNodes(gamma, { nodes, rank }, own) {
  const factors = new Float64Array(rank * own.rank);
  let at = 0;
  for (const node of nodes) {
    for (const other of own.nodes) {
      const d = node - other, exponent = gamma * d * d;
      factors[at++] = exponent < DEEPEST ? exponential(exponent) : 0;
    }
  }
  return timesTransposed(factors, own.transform, rank, own.rank, own.rank);
}

/**
 * From the polynomials of all nodes to those of a tile: a row for each of the latter.
 * @param {Axis} axis
 * @param {Axis} own
 */
function fromNodes(axis, own) {
  return timesTransposed(own.transform, transposed(axis.basis(own.nodes), own.rank, axis.rank), own.rank, axis.rank, own.rank);
}

/**
 * Write the values of sums at the points of a tile, each given by its coefficients: a row for each polynomial along.
 * @param {Tile} tile
 * @param {Float64Array[]} sums
 * @param {Float64Array[]} target
 */
function read({ first: { rank: s1 }, second: { rank: s2 }, members, along, up }, sums, target) {
  const all = new Float64Array(sums.length * s1 * s2);
  sums.forEach((coefficients, k) => all.set(coefficients, k * s1 * s2));
  const { c, columns } = roomOf(up, all, members.length, sums.length * s1, s2);
  for (let place = 0; place < members.length; place++) {
    let at = place * columns;
    for (const out of target) {
      let total = 0;
      for (let l = place * s1; l < (place + 1) * s1; l++, at++) total += c[at] * along[l];
      out[members[place]] = total;
    }
  }
}
