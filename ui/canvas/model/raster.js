/**
 * A picture of the regions, made by Python: of models that cannot describe themselves, and of data with more
 * points than a browser can take.
 *
 * @typedef {Object} Raster
 * @property {number} size nodes along each axis
 * @property {import("../wire/codec.js").Box} box where the outermost nodes lie
 * @property {Uint8Array} labels the class of each node, from the lower left corner, row by row
 * @property {Float64Array} strength how decided it is, 255 at most
 * @property {Float64Array[]} projections of the points: one for two classes, else one for each class
 */

import { toBytes, toNumbers } from "./bytes.js";

/** @returns {Raster} */
export function readRaster({ size, box, classes, labels, strength, projections }) {
  return {
    size,
    box,
    labels: toBytes(labels).map((place) => classes[place]),
    strength: Float64Array.from(toBytes(strength)),
    projections: projections.map(toNumbers),
  };
}
