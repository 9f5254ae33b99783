/**
 * The predictions of a fit on a grid over the box, and the image of them.
 *
 * The projections on the grid come first and the thresholds after, so that a threshold that is dragged
 * costs no kernel value. A place where the kernels of all points are practically zero is *far*: there the sign of
 * the offset alone decides, which says nothing about the data. Such a place is pale and has no boundary.
 *
 * @typedef {Object} Part labels and strengths of nodes, row by row from the lower left corner
 * @property {Uint8Array} labels the class of each node
 * @property {Float64Array} strength how decided it is, from 0 up
 * @property {Uint8Array} far 1 where it means nothing
 * @property {Uint8Array} deep 1 where it means nothing at the node's neighbours either
 *
 * @typedef {Object} Whole
 * @property {number} size nodes along each axis
 * @property {import("../model/points.js").Box} box where the outermost nodes lie
 * @property {number} full the strength from which on the colour is no deeper
 * @property {number[][]} boundary segments of the lines between classes (see contour.js)
 * @property {Fine[]} patches finer parts, around narrow bumps
 * @property {Int32Array} owner of each square of the grid: the patch that shows it, or -1
 * @property {number} bump the width of the narrowest bump as a share of the picture's side
 * @property {?number[]} predicted the class that is assigned to each point
 *
 * @typedef {Part & Whole} Regions
 * @import { Patch } from "../model/islands.js"
 * @typedef {Part & Patch} Fine
 * @typedef {{background: string, unsure: number, sure: number}} Shading
 * @typedef {ReturnType<typeof farLimit>} Limit
 * @typedef {{labels: Uint8Array, strength: Float64Array, isFar: Uint8Array}} Nodes
 *
 * @typedef {Object} Side what is needed of a side of a fit
 * @property {import("../model/evaluate.js").Description} description
 * @property {number} offset
 * @property {Float64Array} [projection] of each point, where there are points
 */

import { zeroLine } from "../model/contour.js";
import { bumpWidth, farLimit, openFar } from "../model/islands.js";
import { mixer } from "./look.js";
import { decide } from "../model/model.js";
import { newPen } from "./view.js";

const SHADES = 64;
const GREY = 0xd9969696; // as in `toImage`; the boundary below it stays visible
// A place and eight around it, on a circle.
const AROUND = [[0, 0], ...Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)])];
const NEAR = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]];
const SAMPLE = 1000; // nodes, about, tell how strong most are

/**
 * @param {{classes: number[], sides: Side[]}} fit
 * @param {import("../model/grid.js").Grid} grid the projections of its sides
 * @returns {Regions}
 */
export function classifyGrid({ classes, sides }, { size, box, projections, patches = [] }) {
  const limits = sides.map((side, k) => farLimit(side, [projections[k], ...patches.map((patch) => patch.projections[k])]));
  const whole = classify(classes, sides, limits, projections, size, size), owner = findOwners(size, patches);
  const parts = patches.map((patch) => (
    { ...patch, ...classify(classes, sides, limits, patch.projections, patch.across * patch.factor + 1, patch.up * patch.factor + 1) }
  ));
  return {
    ...whole, size, box,
    full: mostStrengths(whole),
    boundary: findBoundaries(classes, whole, size, parts, owner),
    patches: parts,
    owner,
    bump: bumpWidth(sides.map(({ description }) => description), box),
    predicted: predictPoints(classes, sides),
  };
}

/**
 * Labels and strengths of a part of the plane, from the projections of all sides.
 * @param {number[]} classes
 * @param {Side[]} sides
 * @param {Limit[]} limits
 * @param {Float64Array[]} projections
 * @param {number} columns
 * @param {number} rows
 * @returns {Part}
 */
function classify(classes, sides, limits, projections, columns, rows) {
  const labels = new Uint8Array(columns * rows), strength = new Float64Array(columns * rows), isFar = new Uint8Array(columns * rows);
  if (sides.length === 1) classifyTwo(classes, sides[0].offset, limits[0], projections[0], { labels, strength, isFar });
  else classifyMany(classes, sides, limits, projections, { labels, strength, isFar });
  return { labels, strength, ...openFar(isFar, columns, rows) };
}

/**
 * Labels, strengths and far nodes of two classes: one projection in place of a list for each node.
 * @param {number[]} classes
 * @param {number} offset
 * @param {Limit} limit
 * @param {Float64Array} projection
 * @param {Nodes} nodes
 */
function classifyTwo([low, high], offset, limit, projection, { labels, strength, isFar }) {
  const constant = limit?.constant ?? 0, most = limit?.limit ?? -1;
  for (let cell = 0; cell < labels.length; cell++) {
    const p = projection[cell], value = p + offset;
    labels[cell] = value > 0 ? high : low;
    strength[cell] = Math.min(Math.abs(value), Number.MAX_VALUE);
    if (Math.abs(p - constant) <= most) isFar[cell] = 1;
    if (Number.isNaN(value)) [strength[cell], isFar[cell]] = [0, 1];
  }
}

/**
 * The same of more classes.
 * @param {number[]} classes
 * @param {Side[]} sides
 * @param {Limit[]} limits
 * @param {Float64Array[]} projections
 * @param {Nodes} nodes
 */
function classifyMany(classes, sides, limits, projections, { labels, strength, isFar }) {
  const dies = limits.every((limit) => limit !== null), values = sides.map(() => 0);
  for (let cell = 0; cell < labels.length; cell++) {
    let far = dies;
    for (let k = 0; k < values.length; k++) {
      const p = projections[k][cell], limit = limits[k];
      values[k] = p + sides[k].offset;
      if (far && limit) far = Math.abs(p - limit.constant) <= limit.limit;
    }
    labels[cell] = decide(classes, values);
    strength[cell] = lead(values);
    if (far) isFar[cell] = 1;
    if (Number.isNaN(strength[cell])) [strength[cell], isFar[cell]] = [0, 1];
  }
}

/**
 * The class of each point by its own projections; null where they are unknown.
 * @param {number[]} classes
 * @param {{offset: number, projection?: Float64Array}[]} sides
 */
function predictPoints(classes, sides) {
  const lines = sides.flatMap(({ projection, offset }) => (projection ? [{ projection, offset }] : []));
  if (lines.length < sides.length) return null;
  const predicted = new Array(lines[0].projection.length), values = new Array(lines.length);
  for (let i = 0; i < predicted.length; i++) {
    for (let k = 0; k < values.length; k++) values[k] = lines[k].projection[i] + lines[k].offset;
    predicted[i] = decide(classes, values);
  }
  return predicted;
}

/**
 * The regions of a picture that Python made.
 * @param {import("../model/model.js").Fit & {raster: import("../model/raster.js").Raster}} fit
 * @returns {Regions}
 */
export function readRegions({ classes, sides, raster: { size, box, labels, strength, far, bump } }) {
  const whole = { labels, strength, ...openFar(far, size, size) };
  const owner = findOwners(size, []), boundary = findBoundaries(classes, whole, size, [], owner);
  return { ...whole, size, box, full: 255, boundary, patches: [], owner, bump, predicted: predictPoints(classes, sides) };
}

/** |score| of two classes; else the lead of the best class over the second. @param {number[]} values */
function lead(values) {
  if (values.length === 1) return Math.min(Math.abs(values[0]), Number.MAX_VALUE);
  let best = -Infinity, second = -Infinity;
  for (const value of values) {
    if (value > best) [best, second] = [value, best];
    else if (value > second) second = value;
  }
  return Number.isNaN(values[0]) ? NaN : Math.min(best - second, Number.MAX_VALUE);
}

/** The 0.9 quantile of all strengths that are not far. @param {Part} part */
function mostStrengths({ strength, far }) {
  const step = 1 + Math.floor(strength.length / SAMPLE), some = [];
  for (let cell = 0; cell < strength.length; cell += step) if (!far[cell]) some.push(strength[cell]);
  const sorted = Float64Array.from(some).sort(), last = sorted.length - 1;
  return sorted[Math.floor(0.9 * last)] || sorted[last] || 1;
}

/** The last patch of each square, or -1. @param {number} size @param {Patch[]} patches */
function findOwners(size, patches) {
  const steps = size - 1, owner = new Int32Array(steps * steps).fill(-1);
  patches.forEach(({ left, low, across, up }, k) => {
    for (let r = low; r < low + up; r++) owner.fill(k, r * steps + left, r * steps + left + across);
  });
  return owner;
}

/**
 * The class that the picture shows at a place: that of the nearest node, or node of a patch.
 * @param {Regions} regions
 * @param {number} x
 * @param {number} y
 */
export function labelAt({ size, box: [a, b, c, d], labels, patches, owner }, x, y) {
  const steps = size - 1, inside = (/** @type {number} */ value) => Math.max(0, Math.min(steps, steps * value));
  const u = inside((x - a) / (b - a)), v = inside((y - c) / (d - c)), last = steps - 1;
  const patch = patches[owner[Math.min(last, Math.floor(v)) * steps + Math.min(last, Math.floor(u))]];
  if (!patch) return labels[Math.round(v) * size + Math.round(u)];
  const { left, low, across, factor } = patch, columns = across * factor + 1;
  return patch.labels[Math.round((v - low) * factor) * columns + Math.round((u - left) * factor)];
}

/**
 * Whether the picture shows a class at a place and all around it, at distances along both axes.
 * @param {Regions} regions
 * @param {number} label
 * @param {number[]} place
 * @param {number[]} distances
 */
export function showsAround(regions, label, [x, y], [dx, dy]) {
  return AROUND.every(([i, j]) => labelAt(regions, x + i * dx, y + j * dy) === label);
}

/**
 * Whether the picture shows a class at a place or within one node's distance.
 * @param {Regions} regions
 * @param {number} label
 * @param {number[]} place
 */
export function showsNear(regions, label, [x, y]) {
  const { size, box: [a, b, c, d] } = regions, dx = (b - a) / (size - 1), dy = (d - c) / (size - 1);
  return NEAR.some(([i, j]) => labelAt(regions, x + i * dx, y + j * dy) === label);
}

/**
 * Around each class but the first, where its strength meets the others'; finest where there are patches.
 * @param {number[]} classes
 * @param {Part} whole
 * @param {number} size
 * @param {Fine[]} patches
 * @param {Int32Array} owner
 */
function findBoundaries(classes, whole, size, patches, owner) {
  return classes.slice(1).map((own) => {
    /** @type {number[]} */
    const lines = [];
    const grid = { owner, squares: size - 1, lines };
    keepLines(whole, own, size, size, -1, { left: 0, low: 0, factor: 1 }, grid);
    patches.forEach((patch, k) => keepLines(patch, own, patch.across * patch.factor + 1, patch.up * patch.factor + 1, k, patch, grid));
    return lines;
  });
}

/**
 * Add the lines of a part that are not far and lie in squares that it owns, in columns and rows of the whole grid.
 * @param {Part} part
 * @param {number} own
 * @param {number} columns
 * @param {number} rows
 * @param {number} k
 * @param {{left: number, low: number, factor: number}} patch
 * @param {{owner: Int32Array, squares: number, lines: number[]}} grid
 */
function keepLines(part, own, columns, rows, k, { left, low, factor }, { owner, squares, lines }) {
  if (!part.labels.includes(own)) return;
  const { deep } = part, segments = zeroLine(fieldOf(part, own), columns, rows);
  for (let s = 0; s < segments.length; s += 4) {
    const x1 = segments[s], y1 = segments[s + 1], x2 = segments[s + 2], y2 = segments[s + 3];
    const middle = (x1 + x2) / 2, height = (y1 + y2) / 2, cell = Math.floor(height) * columns + Math.floor(middle);
    if (deep[cell] || deep[cell + 1] || deep[cell + columns] || deep[cell + columns + 1]) continue;
    const square = Math.floor(low + height / factor) * squares + Math.floor(left + middle / factor);
    if (owner[square] === k) lines.push(left + x1 / factor, low + y1 / factor, left + x2 / factor, low + y2 / factor);
  }
}

let field = new Float64Array(0);

/**
 * The strength of nodes of a class, and the negative one of others; good until the next one is asked for.
 * @param {Part} part
 * @param {number} own
 */
function fieldOf({ labels, strength }, own) {
  if (field.length !== strength.length) field = new Float64Array(strength.length);
  for (let cell = 0; cell < field.length; cell++) {
    field[cell] = labels[cell] === own ? strength[cell] || 1e-300 : -strength[cell];
  }
  return field;
}

/**
 * The regions in colours, one pixel for each node, or for each node of the patches; the highest row on top.
 * @param {Regions} regions
 * @param {{colour: string}[]} styles of the classes
 * @param {Shading} look
 * @param {boolean} isShaded deeper where the decision is surer
 */
export function paintRegions(regions, styles, look, isShaded) {
  const { size, full, patches } = regions, shades = Uint32Array.from(styles.flatMap(({ colour }) => makeShades(colour, look)));
  const paint = (/** @type {Part} */ part, /** @type {number} */ columns, /** @type {number} */ rows) =>
    toImage(columns, rows, colourNodes(part, shades, isShaded ? full : null));
  const whole = newPen(size, size);
  whole.putImageData(paint(regions, size, size), 0, 0);
  if (!patches.length) return whole.canvas;
  const [{ factor }] = patches, last = (size - 1) * factor, pen = newPen(last + 1, last + 1);
  pen.drawImage(whole.canvas, (1 - factor) / 2, (1 - factor) / 2, size * factor, size * factor);
  for (const patch of patches) {
    const image = paint(patch, patch.across * factor + 1, patch.up * factor + 1);
    pen.putImageData(image, patch.left * factor, last - (patch.low + patch.up) * factor);
  }
  return pen.canvas;
}

/**
 * The colour of each node, of one list of shades for all classes.
 * @param {Part} part
 * @param {Uint32Array} shades
 * @param {?number} full null: the decision is nowhere surer
 */
function colourNodes({ labels, strength, far }, shades, full) {
  const colours = new Uint32Array(labels.length);
  for (let cell = 0; cell < colours.length; cell++) {
    const share = far[cell] ? 0 : full === null ? 0.5 : Math.min(strength[cell] / full, 1);
    colours[cell] = shades[(SHADES + 1) * labels[cell] + Math.trunc(share * SHADES + 0.5)];
  }
  return colours;
}

/** The nodes that are set, in grey. @param {number} size @param {Uint8Array} nodes */
export function paintNodes(size, nodes) {
  const pen = newPen(size, size);
  pen.putImageData(toImage(size, size, new Uint32Array(nodes).map((node) => node && GREY)), 0, 0);
  return pen.canvas;
}

/**
 * The colour of a disc that stands for an island of a class.
 * @param {string} colour
 * @param {Shading} look
 * @param {boolean} isShaded
 */
export function islandColour(colour, { background, unsure, sure }, isShaded) {
  return `rgb(${mixer(colour, background)(isShaded ? sure : (unsure + sure) / 2).join()})`;
}

/** @param {string} colour @param {Shading} look */
function makeShades(colour, { background, unsure, sure }) {
  const shade = mixer(colour, background);
  return Array.from({ length: SHADES + 1 }, (_, k) => {
    const [red, green, blue] = shade(unsure + ((sure - unsure) * k) / SHADES);
    return 0xff000000 | (blue << 16) | (green << 8) | red;
  });
}

/**
 * An image of nodes; a colour is one number, alpha blue green red, as the bytes of a pixel lie in memory.
 * @param {number} columns
 * @param {number} rows
 * @param {Uint32Array} colours
 */
function toImage(columns, rows, colours) {
  const image = new ImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
  for (let r = 0; r < rows; r++) pixels.set(colours.subarray(r * columns, (r + 1) * columns), (rows - 1 - r) * columns);
  return image;
}
