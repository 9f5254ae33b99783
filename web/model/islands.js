/**
 * Narrow bumps, and places far from all points.
 * JavaScript port of `bayeslab.scoring.islands`, for pictures made here,
 * held equal by `tests/canvas/test_canvas_islands.py`.
 *
 * A bump that is narrower than a few nodes of the grid makes an island around its point that no node sees. So
 * around each such point the squares of the grid are divided, and the score is evaluated there as well. Only points
 * near enough to count are summed: the rest is below e^-37 of the bump's own value.
 *
 * @import { Description, Expansion } from "./evaluate.js"
 * @import { Kernel } from "./kernels.js"
 * @import { Root } from "./metric.js"
 * @import { Box } from "./points.js"
 *
 * @typedef {Object} Patch a part of the grid whose squares are divided into `factor`² each
 * @property {number} left first column of the grid
 * @property {number} low first row
 * @property {number} across squares along the first axis
 * @property {number} up squares along the second
 * @property {number} factor
 * @property {Float64Array[]} projections of each side on (across factor + 1) x (up factor + 1) nodes
 *
 * @typedef {{left: number, low: number, across: number, up: number, x: number, y: number, kernel: Kernel,
 *     root: ?Root}} Area around the point (x, y) of a bump
 */

import { scoreGrid } from "./evaluate.js";
import { KERNELS } from "./kernels.js";
import { toMetric } from "./metric.js";

export const FINEST_DETAIL = 800; // nodes along each axis: about one for each pixel
export const NARROW = 1.5, FINE = 3; // node distances to a bump's width; nodes within it
export const FAR = 1e-6, NOTHING = 1e-100; // of the largest kernel sum
export const EDGE = 0.5; // exponent of a bump's width
const SHORE = 4.6, BEACH = 14; // exponents of a hundredth of its height, and of FAR
const NEAREST = 2; // squares around a point, at least
const DEEP = 45; // exponent below the own value of what does not count

/**
 * The width of the narrowest bump as a share of the picture's side; infinity without bumps.
 * @param {Description[]} descriptions
 * @param {Box} box
 */
export function bumpWidth(descriptions, [a, b, c, d]) {
  let narrowest = Infinity;
  for (const { scale, expansions } of descriptions) {
    for (const { kernel, root } of expansions) {
      const width = distanceAt(kernel, EDGE), [[l11], [l21, l22]] = root ?? [[1, 0], [0, 1]];
      if (width === Infinity) continue;
      const s1 = scale[0] / (b - a), s2 = scale[1] / (d - c);
      narrowest = Math.min(narrowest, width * leastSingular(s1 * l11, s2 * l21, s2 * l22));
    }
  }
  return narrowest;
}

/** The smaller singular value of [[p, 0], [q, r]]. @param {number} p @param {number} q @param {number} r */
function leastSingular(p, q, r) {
  const largest = (Math.hypot(p + r, q) + Math.hypot(p - r, q)) / 2;
  return Math.abs(p * r) / largest;
}

/**
 * The distance at which a kernel has exp(-exponent) of its height; infinity if it is no known bump.
 * @param {Kernel} kernel
 * @param {number} exponent
 */
function distanceAt(kernel, exponent) {
  return kernel.is_bump ? KERNELS[kernel.name].distanceAt?.(kernel, exponent) ?? Infinity : Infinity;
}

/**
 * The patches of a grid, one after the other; none if no bump is narrow.
 * @param {import("./model.js").Side[]} sides
 * @param {import("./grid.js").Grid} grid
 * @param {number} most nodes that all patches may have
 * @param {boolean} [isWide] whether they reach as far as a bump is more than practically zero
 * @returns {Generator<Patch>}
 */
export function* makePatches(sides, { size, box }, most, isWide = false) {
  const descriptions = sides.map(({ description }) => /** @type {Description} */ (description)), steps = size - 1;
  const width = bumpWidth(descriptions, box) * steps;
  if (!(width < NARROW)) return;
  const areas = findAreas(descriptions, box, steps, isWide ? BEACH : SHORE);
  const squares = areas.reduce((sum, { across, up }) => sum + across * up, 0);
  const finest = Math.ceil(FINE / Math.max(width, FINE / FINEST_DETAIL));
  const factor = Math.min(finest, Math.floor(Math.sqrt(most / squares)), Math.floor((FINEST_DETAIL - 1) / steps));
  if (factor < 2) return;
  for (const area of areas) {
    yield { ...area, factor, projections: descriptions.map((description) => evaluate(description, area, factor, box, steps)) };
  }
}

/**
 * The squares around each narrow bump that its island can reach, without areas that others cover.
 * @param {Description[]} descriptions
 * @param {Box} box
 * @param {number} steps
 * @param {number} exponent
 */
function findAreas(descriptions, [a, b, c, d], steps, exponent) {
  const areas = [], cells = new Uint8Array(steps * steps), h1 = (b - a) / steps, h2 = (d - c) / steps;
  for (const { scale, shift, expansions } of descriptions) {
    for (const { kernel, z1, z2, coefficients, root } of expansions) {
      const reach = distanceAt(kernel, exponent), [[l11], [l21, l22]] = root ?? [[1, 0], [0, 1]];
      if (reach === Infinity) continue;
      const r1 = Math.max(NEAREST, (reach * scale[0] * Math.abs(l11)) / h1);
      const r2 = Math.max(NEAREST, (reach * scale[1] * Math.hypot(l21, l22)) / h2);
      for (let i = 0; i < z1.length; i++) {
        if (coefficients[i] === 0) continue;
        const x = (shift[0] + scale[0] * l11 * z1[i] - a) / h1, y = (shift[1] + scale[1] * (l21 * z1[i] + l22 * z2[i]) - c) / h2;
        const left = Math.max(0, Math.floor(x - r1)), right = Math.min(steps, Math.ceil(x + r1));
        const low = Math.max(0, Math.floor(y - r2)), high = Math.min(steps, Math.ceil(y + r2));
        if (!(left < right && low < high)) continue;
        const across = right - left, up = high - low;
        if (!cover(cells, steps, left, low, across, up)) continue;
        areas.push({ left, low, across, up, x: a + x * h1, y: c + y * h2, kernel, root });
      }
    }
  }
  return areas;
}

/**
 * Mark squares as covered; return whether one of them was not.
 * @param {Uint8Array} cells
 * @param {number} steps
 * @param {number} left
 * @param {number} low
 * @param {number} across
 * @param {number} up
 */
function cover(cells, steps, left, low, across, up) {
  let isNew = false;
  for (let r = low; r < low + up; r++) {
    const first = r * steps + left, last = first + across;
    if (!isNew) isNew = cells.subarray(first, last).includes(0);
    cells.fill(1, first, last);
  }
  return isNew;
}

/**
 * The projection on the nodes of a patch.
 * @param {Description} description
 * @param {Area} area
 * @param {number} factor
 * @param {Box} box
 * @param {number} steps
 */
function evaluate(description, { left, low, across, up, x, y, kernel, root }, factor, [a, b, c, d], steps) {
  const h1 = (b - a) / steps, h2 = (d - c) / steps;
  /** @type {Box} */
  const box = [a + left * h1, a + (left + across) * h1, c + low * h2, c + (low + up) * h2];
  const own = exponentAt(kernel, distanceOf(root, description, box, x, y));
  const expansions = description.expansions.map((expansion) => pickNear(expansion, description, box, x, y, own + DEEP));
  return scoreGrid({ ...description, expansions, offset: 0 }, box, across * factor + 1, up * factor + 1);
}

/**
 * The points of an expansion that count in a box around (x, y).
 * @param {Expansion} expansion
 * @param {Description} description
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} exponent
 * @returns {Expansion}
 */
function pickNear(expansion, description, box, x, y, exponent) {
  const { kernel, root, z1, z2, coefficients } = expansion, { shift, scale } = description;
  const limit = distanceAt(kernel, exponent) + distanceOf(root, description, box, x, y);
  if (limit === Infinity) return expansion;
  const [t, v] = toMetric(root, (x - shift[0]) / scale[0], (y - shift[1]) / scale[1]);
  /** @type {number[]} */
  const near = [];
  for (let i = 0; i < z1.length; i++) {
    const d1 = z1[i] - t, d2 = z2[i] - v;
    if (d1 * d1 + d2 * d2 <= limit * limit) near.push(i);
  }
  const [n1, n2, a] = [z1, z2, coefficients].map((values) => Float64Array.from(near, (i) => values[i]));
  return { ...expansion, z1: n1, z2: n2, coefficients: a };
}

/**
 * The distance, in a metric, of the farthest corner of a box from (x, y).
 * @param {Root | null} root
 * @param {Description} description
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
function distanceOf(root, { scale }, [a, b, c, d], x, y) {
  const corners = [[a, c], [a, d], [b, c], [b, d]];
  return Math.max(...corners.map(([p, q]) => Math.hypot(...toMetric(root, (p - x) / scale[0], (q - y) / scale[1]))));
}

/**
 * The exponent of a bump at a distance: the inverse of `distanceAt`.
 * @param {Kernel} kernel
 * @param {number} distance
 */
function exponentAt(kernel, distance) {
  return KERNELS[kernel.name].exponentAt?.(kernel, distance) ?? Infinity;
}

/**
 * The kernel sum of a side below which a place is far: FAR of the largest or less than the rest of the score, or so
 * small that it underflows. Null for scores that do not die away.
 * @param {{description: Description, offset: number}} side
 * @param {Float64Array[]} parts
 * @returns {?{constant: number, limit: number}} far: |value - constant| <= limit, with the values p + offset
 */
export function farLimit({ description, offset }, parts) {
  if (!diesAway(description)) return null;
  const { w0, expansions } = description, constant = w0 + expansions.reduce((sum, { square }) => sum + square, 0);
  let largest = 0;
  for (const { coefficients } of expansions) largest = Math.max(largest, largestFrom(0, coefficients));
  for (const projection of parts) largest = Math.max(largest, largestFrom(constant, projection));
  return { constant, limit: Math.max(NOTHING * largest, Math.min(FAR * largest, Math.abs(constant + offset))) };
}

/** The largest distance of values from a place. @param {number} place @param {ArrayLike<number>} values */
function largestFrom(place, values) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i] - place));
  return largest;
}

/** Whether the score far from all points is a constant. @param {Description} description */
function diesAway({ W, w, expansions }) {
  return expansions.length > 0 && expansions.every(({ kernel }) => kernel.is_bump) && [...W.flat(), ...w].every((v) => v === 0);
}

/**
 * Of the nodes that are far, those in areas three nodes wide, and those without a neighbour that is not far. This
 * leaves out lines where kernel sums cancel.
 * @param {Uint8Array} far
 * @param {number} columns
 * @param {number} rows
 */
export function openFar(far, columns, rows) {
  if (!far.includes(1)) return { far, deep: far };
  const deep = spread(far, columns, rows, 0);
  return { far: spread(deep, columns, rows, 1), deep };
}

/**
 * Each node with a value gives it to its eight neighbours.
 * @param {Uint8Array} nodes
 * @param {number} columns
 * @param {number} rows
 * @param {number} value
 */
function spread(nodes, columns, rows, value) {
  const out = nodes.slice();
  for (let r = 0; r < rows; r++) {
    const row = nodes.subarray(r * columns, (r + 1) * columns), low = Math.max(0, r - 1), high = Math.min(rows - 1, r + 1);
    for (let start = row.indexOf(value), end = 0; start >= 0; start = row.indexOf(value, end)) {
      const stop = row.indexOf(1 - value, start);
      end = stop < 0 ? columns : stop;
      for (let k = low; k <= high; k++) out.fill(value, k * columns + Math.max(0, start - 1), k * columns + Math.min(columns, end + 1));
    }
  }
  return out;
}
