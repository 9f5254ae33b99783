/**
 * A picture of the regions, made by Python: of models that cannot describe themselves, and of data with more
 * points than a browser can take.
 *
 * @typedef {Object} Raster
 * @property {number} size nodes along each axis
 * @property {import("./codec.js").Box} box where the outermost nodes lie
 * @property {Uint8Array} labels the class of each node, from the lower left corner, row by row
 * @property {Float64Array} strength how decided it is, 255 at most
 * @property {Float64Array[]} projections of the points: one for two classes, else one for each class
 */

/** @returns {Raster} */
export function readRaster({ size, box, classes, labels, strength, projections }) {
  return {
    size,
    box,
    labels: toBytes(labels).map((place) => classes[place]),
    strength: Float64Array.from(toBytes(strength)),
    projections: projections.map((text) => toNumbers(toBytes(text))),
  };
}

function toBytes(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Numbers of 64 bits, the lowest byte first whatever the machine. */
function toNumbers(bytes) {
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
}
