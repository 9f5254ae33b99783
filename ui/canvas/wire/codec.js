/**
 * Drawn points as text that fits into a link, and back: `bayeslab.drawing` once more.
 *
 * A drawing is a box and points on a grid of 65,536 x 65,536 positions in it, each of one of ten
 * classes. On that grid a point is the same to the bit wherever the text is read. The text is the
 * version "1" and, in URL-safe Base64 without padding, these bytes (little-endian):
 *
 *     4 x float32   box: x1_min, x1_max, x2_min, x2_max
 *     uint16        number of points n
 *     n x 2 uint16  positions q1, q2: x = low + (high - low) (q / 65535)
 *     ceil(n / 2)   classes, four bits a point, the first point in the lower ones
 *     uint32        CRC-32 of all bytes before
 *
 * @typedef {import("../model/points.js").Points} Points
 * @typedef {[number, number, number, number]} Box x1_min, x1_max, x2_min, x2_max
 */

export const MAX_IN_LINK = 600; // points: their text stays below the 4 kB that every browser lets through
const MAX_POINTS = 2000, MAX_CLASSES = 10;
const VERSION = "1", STEPS = 65535, HEADER = 18, CHECKSUM = 4;
const LARGEST = 3e38; // within float32

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of zip and PNG. */
export function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/**
 * The text of a drawing whose points lie on the grid of its box (see `snap`).
 * @param {Box} box numbers that float32 can hold
 * @param {Points} points at most MAX_POINTS
 */
export function encodeDrawing(box, { x, y, labels }) {
  const n = labels.length;
  const bytes = new Uint8Array(bodyLength(n) + CHECKSUM), view = new DataView(bytes.buffer);
  box.forEach((value, k) => view.setFloat32(4 * k, value, true));
  view.setUint16(16, n, true);
  for (let i = 0; i < n; i++) {
    view.setUint16(HEADER + 4 * i, toStep(x[i], box[0], box[1]), true);
    view.setUint16(HEADER + 4 * i + 2, toStep(y[i], box[2], box[3]), true);
    bytes[HEADER + 4 * n + (i >> 1)] |= labels[i] << (4 * (i % 2));
  }
  view.setUint32(bodyLength(n), crc32(bytes.subarray(0, bodyLength(n))), true);
  return VERSION + toBase64(bytes);
}

/**
 * Read the text of a drawing.
 * @param {string} text
 * @returns {{box: Box, points: Points}}
 * @throws {Error} one sentence, if the text is of another version, cut off or changed
 */
export function decodeDrawing(text) {
  if (text[0] !== VERSION) throw new Error("The drawing is of another version; use a link of this one.");
  const bytes = fromBase64(text.slice(1)), view = new DataView(bytes.buffer);
  if (bytes.length < HEADER + CHECKSUM) throw new Error("The drawing is cut off; use the whole link.");
  const n = view.getUint16(16, true), body = bodyLength(n);
  if (n > MAX_POINTS || bytes.length !== body + CHECKSUM) {
    throw new Error("The drawing is cut off; use the whole link.");
  }
  if (view.getUint32(body, true) !== crc32(bytes.subarray(0, body))) {
    throw new Error("The drawing was changed on its way; use the link as it was made.");
  }
  const box = readBox(view), points = readPoints(view, bytes, n, box);
  if (points.labels.some((label) => label >= MAX_CLASSES)) {
    throw new Error(`The drawing has more than ${MAX_CLASSES} classes; use a link with fewer.`);
  }
  return { box, points };
}

function readBox(view) {
  const box = [0, 4, 8, 12].map((place) => view.getFloat32(place, true));
  if (box.every(Number.isFinite) && box[0] < box[1] && box[2] < box[3]) return box;
  throw new Error("The drawing's box is empty; use a link whose box has a width and a height.");
}

function readPoints(view, bytes, n, box) {
  const x = new Float64Array(n), y = new Float64Array(n), labels = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    x[i] = fromStep(view.getUint16(HEADER + 4 * i, true), box[0], box[1]);
    y[i] = fromStep(view.getUint16(HEADER + 4 * i + 2, true), box[2], box[3]);
    labels[i] = (bytes[HEADER + 4 * n + (i >> 1)] >> (4 * (i % 2))) & 15;
  }
  return { x, y, labels };
}

/** The points at the nearest positions of the box's grid; those outside come to its edge. */
export function snap({ x, y, labels }, box) {
  return {
    x: x.map((value) => fromStep(toStep(value, box[0], box[1]), box[0], box[1])),
    y: y.map((value) => fromStep(toStep(value, box[2], box[3]), box[2], box[3])),
    labels,
  };
}

/** The box in numbers that float32 can hold. */
export function roundBox(box) {
  const [a, b, c, d] = box.map((value) => Math.fround(Math.max(-LARGEST, Math.min(LARGEST, value))));
  return [...widened(a, b), ...widened(c, d)];
}

function widened(low, high) {
  if (low < high) return [low, high];
  const margin = Math.max(1e-6 * Math.abs(low), 1e-6);
  return [Math.fround(low - margin), Math.fround(low + margin)];
}

function toStep(value, low, high) {
  return Math.max(0, Math.min(STEPS, Math.round(((value - low) / (high - low)) * STEPS)));
}

function fromStep(step, low, high) {
  return low + (high - low) * (step / STEPS);
}

function bodyLength(n) {
  return HEADER + 4 * n + Math.ceil(n / 2);
}

function toBase64(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) {
    throw new Error("The drawing was changed on its way; use the link as it was made.");
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
