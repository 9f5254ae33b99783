/**
 * What a fit says of every place in the box, and the picture of it.
 *
 * The projections on the grid come first and the thresholds after, so that a threshold that is dragged
 * costs no kernel value. A place where the kernels of all points have died away is *far*: there the sign of
 * the offset decides alone, and that says nothing about the data.
 *
 * @typedef {Object} Regions
 * @property {number} size nodes along each axis
 * @property {Uint8Array} labels the class of each node, from the lower left corner, row by row
 * @property {Float64Array} strength how decided it is, from 0 up
 * @property {Uint8Array} far 1 where it means nothing
 * @property {number[][]} boundary segments of the lines between classes (see contour.js)
 */

import { zeroLine } from "./contour.js";
import { scoreGrid } from "./evaluate.js";
import { mix } from "./look.js";
import { decide } from "./model.js";

const FAR = 1e-6; // of the largest kernel sum in the box
const SHADES = 64;

/**
 * The projection of each side on the grid.
 * @param {import("./model.js").Fit} fit
 * @returns {Float64Array[]}
 */
export function projectGrid(fit, box, size) {
  if (fit.problem !== undefined) return [];
  return fit.sides.map(({ description }) => scoreGrid({ ...description, offset: 0 }, box, size, size));
}

/** @returns {?Regions} null where the model says nothing */
export function classifyGrid(fit, grids, size) {
  if (fit.problem !== undefined) return null;
  const labels = new Uint8Array(size * size), strength = new Float64Array(size * size);
  const far = findFar(fit, grids), values = fit.sides.map(() => 0);
  for (let cell = 0; cell < labels.length; cell++) {
    for (let k = 0; k < values.length; k++) values[k] = grids[k][cell] + fit.sides[k].description.offset;
    labels[cell] = decide(fit.classes, values);
    strength[cell] = lead(values);
    if (Number.isNaN(strength[cell])) [strength[cell], far[cell]] = [0, 1];
  }
  return { size, labels, strength, far, boundary: findBoundaries(fit.classes, labels, strength, size) };
}

/** |score| of two classes; else the lead of the best class over the second. */
function lead(values) {
  if (values.length === 1) return Math.min(Math.abs(values[0]), Number.MAX_VALUE);
  let best = -Infinity, second = -Infinity;
  for (const value of values) {
    if (value > best) [best, second] = [value, best];
    else if (value > second) second = value;
  }
  return Number.isNaN(values[0]) ? NaN : Math.min(best - second, Number.MAX_VALUE);
}

function findFar({ sides }, grids) {
  const far = new Uint8Array(grids[0].length).fill(1);
  sides.forEach(({ description }, k) => {
    if (!diesAway(description)) return far.fill(0);
    const { w0 } = description;
    let largest = 0;
    for (const p of grids[k]) largest = Math.max(largest, Math.abs(p - w0));
    grids[k].forEach((p, cell) => {
      if (Math.abs(p - w0) > FAR * largest) far[cell] = 0;
    });
  });
  return erode(far);
}

/** The far nodes whose neighbours are far too; what is left out are lines where kernel sums cancel. */
function erode(far) {
  const size = Math.sqrt(far.length);
  const isFar = (r, c) => far[clamp(r, size) * size + clamp(c, size)] === 1;
  return far.map((value, cell) => {
    const r = Math.floor(cell / size), c = cell % size;
    return value && isFar(r - 1, c) && isFar(r + 1, c) && isFar(r, c - 1) && isFar(r, c + 1) ? 1 : 0;
  });
}

function clamp(index, size) {
  return Math.max(0, Math.min(size - 1, index));
}

/** Whether the score far from all points is a constant. */
function diesAway({ W, w, expansions }) {
  const isBump = ({ kernel }) => kernel.name === "rbf" || kernel.name === "laplacian";
  return expansions.length > 0 && expansions.every(isBump) && [...W.flat(), ...w].every((v) => v === 0);
}

/** Around each class but the first, where its strength meets the others'. */
function findBoundaries(classes, labels, strength, size) {
  return classes.slice(1).map((own) => {
    const field = strength.map((value, cell) => (labels[cell] === own ? value || 1e-300 : -value));
    return zeroLine(field, size, size);
  });
}

/**
 * The regions in colours, one pixel for each node, the highest row on top.
 * @param {Regions} regions
 * @param {{colour: string}[]} palette
 * @param {{background: string, unsure: number, sure: number}} look
 * @param {boolean} shaded deeper where the decision is surer
 */
export function paintRegions({ size, labels, strength }, palette, look, shaded) {
  const shades = palette.map(({ colour }) => makeShades(colour, look)), depth = scaleDepth(strength);
  return toImage(size, (cell, pixel) => {
    const shade = shaded ? depth(strength[cell]) : SHADES >> 1;
    const [r, g, b] = shades[labels[cell]][shade];
    pixel(r, g, b, 255);
  });
}

/** The far places as one image: opaque there, clear elsewhere. */
export function paintFar({ size, far }) {
  return toImage(size, (cell, pixel) => pixel(0, 0, 0, far[cell] ? 255 : 0));
}

function makeShades(colour, { background, unsure, sure }) {
  return Array.from({ length: SHADES + 1 }, (_, k) =>
    mix(colour, background, unsure + ((sure - unsure) * k) / SHADES),
  );
}

/** The depth min(strength / q, 1) in steps, with the 0.9 quantile q of all strengths. */
function scaleDepth(strength) {
  const sorted = strength.slice().sort(), last = sorted.length - 1;
  const full = sorted[Math.floor(0.9 * last)] || sorted[last] || 1;
  return (value) => Math.round(Math.min(value / full, 1) * SHADES);
}

function toImage(size, colour) {
  const image = new ImageData(size, size), { data } = image;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const at = 4 * ((size - 1 - r) * size + c);
      colour(r * size + c, (red, green, blue, alpha) => {
        data[at] = red;
        data[at + 1] = green;
        data[at + 2] = blue;
        data[at + 3] = alpha;
      });
    }
  }
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
