/**
 * A picture of the regions, made by Python: of models that cannot describe themselves, and of data with more
 * points than a browser can take.
 *
 * @typedef {Object} Raster
 * @property {number} size nodes along each axis
 * @property {import("./points.js").Box} box where the outermost nodes lie
 * @property {Uint8Array} labels the class of each node, from the lower left corner, row by row
 * @property {Float64Array} strength how decided it is, 255 at most
 * @property {Uint8Array} far 1 where nothing is decided
 * @property {number} bump the width of the narrowest bump as a share of the picture's side
 * @property {Float64Array[]} projections of the points: one for two classes, else one for each class
 */

import { toBytes, toNumbers } from "./bytes.js";

/** @param {import("../messages.js").RasterModel} message @returns {Raster} */
export function readRaster({ size, box, classes, labels, strength, far, bump, projections }) {
  return {
    size,
    box,
    labels: toBytes(labels).map((place) => classes[place]),
    strength: Float64Array.from(toBytes(strength), (root) => 255 * (root / 255) ** 4),
    far: far ? toBytes(far) : new Uint8Array(size * size),
    bump: bump ?? Infinity,
    projections: projections.map(toNumbers),
  };
}
