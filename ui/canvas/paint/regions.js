/**
 * The predictions of a fit on a grid over the box, and the image of them.
 *
 * The projections on the grid come first and the thresholds after, so that a threshold that is dragged
 * costs no kernel value. A place where the kernels of all points are practically zero is *far*: there the sign of
 * the offset decides alone, and that says nothing about the data.
 *
 * @typedef {Object} Regions
 * @property {number} size nodes along each axis
 * @property {import("../wire/codec.js").Box} box where the outermost nodes lie
 * @property {Uint8Array} labels the class of each node, from the lower left corner, row by row
 * @property {Float64Array} strength how decided it is, from 0 up
 * @property {number} full the strength from which on the colour is no deeper
 * @property {Uint8Array} far 1 where it means nothing
 * @property {number[][]} boundary segments of the lines between classes (see contour.js)
 */

import { zeroLine } from "../model/contour.js";
import { mixer } from "./look.js";
import { decide } from "../model/model.js";

const FAR = 1e-6; // of the largest kernel sum in the box
const SHADES = 64;
const SAMPLE = 1000; // nodes, about, tell how strong most are

/**
 * @param {import("../model/model.js").Fit} fit
 * @param {import("../model/grid.js").Grid} grid the projections of its sides
 * @returns {Regions}
 */
export function classifyGrid({ classes, sides }, { size, box, projections }) {
  const labels = new Uint8Array(size * size), strength = new Float64Array(size * size);
  const far = findFar(sides, projections, size), values = sides.map(() => 0);
  for (let cell = 0; cell < labels.length; cell++) {
    for (let k = 0; k < values.length; k++) values[k] = projections[k][cell] + sides[k].offset;
    labels[cell] = decide(classes, values);
    strength[cell] = lead(values);
    if (Number.isNaN(strength[cell])) [strength[cell], far[cell]] = [0, 1];
  }
  const boundary = findBoundaries(classes, labels, strength, size);
  return { size, box, labels, strength, full: mostStrengths(strength), far, boundary };
}

/** The regions of a picture that Python made. */
export function readRegions({ classes, raster: { size, box, labels, strength } }) {
  const boundary = findBoundaries(classes, labels, strength, size);
  return { size, box, labels, strength, full: 255, far: new Uint8Array(size * size), boundary };
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

/** The 0.9 quantile of all strengths. */
function mostStrengths(strength) {
  const step = 1 + Math.floor(strength.length / SAMPLE), count = Math.ceil(strength.length / step);
  const sorted = Float64Array.from({ length: count }, (_, k) => strength[k * step]).sort(), last = count - 1;
  return sorted[Math.floor(0.9 * last)] || sorted[last] || 1;
}

function findFar(sides, projections, size) {
  const far = new Uint8Array(size * size);
  if (!sides.every(({ description }) => diesAway(description))) return far;
  far.fill(1);
  sides.forEach(({ description: { w0 } }, k) => {
    const projection = projections[k];
    let largest = 0;
    for (const p of projection) largest = Math.max(largest, Math.abs(p - w0));
    for (let cell = 0; cell < far.length; cell++) {
      if (Math.abs(projection[cell] - w0) > FAR * largest) far[cell] = 0;
    }
  });
  return far.includes(1) ? erode(far, size) : far;
}

/** The far nodes whose neighbours are far too; what is left out are lines where kernel sums cancel. */
function erode(far, size) {
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
  return expansions.length > 0 && expansions.every(({ kernel }) => kernel.is_bump) && [...W.flat(), ...w].every((v) => v === 0);
}

/** Around each class but the first, where its strength meets the others'. */
function findBoundaries(classes, labels, strength, size) {
  return classes.slice(1).map((own) => {
    const field = new Float64Array(strength.length);
    for (let cell = 0; cell < field.length; cell++) {
      field[cell] = labels[cell] === own ? strength[cell] || 1e-300 : -strength[cell];
    }
    return zeroLine(field, size, size);
  });
}

/**
 * The regions in colours, one pixel for each node, the highest row on top.
 * @param {Regions} regions
 * @param {{colour: string}[]} styles of the classes
 * @param {{background: string, unsure: number, sure: number}} look
 * @param {boolean} isShaded deeper where the decision is surer
 */
export function paintRegions({ size, labels, strength, full }, styles, look, isShaded) {
  const shades = styles.map(({ colour }) => makeShades(colour, look));
  const shade = isShaded
    ? (cell) => Math.round(Math.min(strength[cell] / full, 1) * SHADES)
    : () => SHADES >> 1;
  return toImage(size, (cell) => shades[labels[cell]][shade(cell)]);
}

function makeShades(colour, { background, unsure, sure }) {
  const shade = mixer(colour, background);
  return Array.from({ length: SHADES + 1 }, (_, k) => {
    const [red, green, blue] = shade(unsure + ((sure - unsure) * k) / SHADES);
    return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

/** An image of nodes; a colour is one number, alpha blue green red, as the bytes of a pixel lie in memory. */
function toImage(size, colour) {
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const image = new ImageData(size, size), pixels = new Uint32Array(image.data.buffer);
  for (let r = 0, cell = 0; r < size; r++) {
    for (let pixel = (size - 1 - r) * size, last = pixel + size; pixel < last; pixel++) {
      pixels[pixel] = colour(cell++);
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
