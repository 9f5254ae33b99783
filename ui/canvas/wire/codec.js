/**
 * Drawn points as text that fits into a link, and back: `core.drawing` once more, which says what the bytes are.
 *
 * Points drawn by hand lie on a grid of 65,536 x 65,536 positions in their box, and their text is of version
 * "1". Other points, those of a table, keep their values, and their text is of version "2".
 *
 * @typedef {import("../model/points.js").Points} Points
 * @typedef {[number, number, number, number]} Box x1_min, x1_max, x2_min, x2_max
 * @typedef {{points: number, classes: number, value: number, end: number, link: {points: number}}} Limits the
 *     largest numbers of a drawing, of its values and its box's ends, and of points that a link holds at least rounded
 */

import { fromBytes } from "../model/bytes.js";
import { numberBytes, packBits, packColumn, Reader, widthOf } from "./packing.js";

const GRID = "1", EXACT = "2"; // the versions of the text
const STEPS = 65535, HEADER = 18, CHECKSUM = 4;
const LARGEST_FLOAT32 = 3e38;
const CUT_OFF = "The drawing is cut off; use the whole link.";
const CHANGED = "The drawing was changed on its way; use the link as it was made.";
const BROKEN = "The drawing was cut off or changed on its way; use the whole link as it was made.";

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

/** Whether this text, or the start of one, is of the version that keeps all values. */
export function isExact(text) {
  return text[0] === EXACT;
}

/**
 * The text of a drawing: of version "1" if all lies on the grid, else "2".
 * @param {Box} box
 * @param {Points} points
 */
export function encodeDrawing(box, points) {
  const isOnGrid = countMoved(box, points) === 0 && roundBox(box).every((end, k) => end === box[k]);
  const body = isOnGrid ? gridBody(box, points) : exactBody(box, points);
  const bytes = new Uint8Array(body.length + CHECKSUM);
  bytes.set(body);
  new DataView(bytes.buffer).setUint32(body.length, crc32(body), true);
  return (isOnGrid ? GRID : EXACT) + toBase64(bytes);
}

/** How many of the points are not at a position of the grid of their box. */
export function countMoved(box, points) {
  const snapped = snap(points, roundBox(box));
  return points.labels.filter((_, i) => snapped.x[i] !== points.x[i] || snapped.y[i] !== points.y[i]).length;
}

/** Whether a link can hold the points at least rounded: not too many, in a box that float32 can hold. */
export function fitsRounded(box, { labels }, limits) {
  const [a, b, c, d] = box, width = b - a, height = d - c;
  const off = roundBox(box).map((end, k) => Math.abs(end - box[k]) / (k < 2 ? width : height));
  return labels.length <= limits.link.points && off.every((share) => share <= 0.01);
}

function gridBody(box, { x, y, labels }) {
  const n = labels.length, bytes = new Uint8Array(bodyLength(n)), view = new DataView(bytes.buffer);
  box.forEach((value, k) => view.setFloat32(4 * k, value, true));
  view.setUint16(16, n, true);
  for (let i = 0; i < n; i++) {
    view.setUint16(HEADER + 4 * i, toStep(x[i], box[0], box[1]), true);
    view.setUint16(HEADER + 4 * i + 2, toStep(y[i], box[2], box[3]), true);
    bytes[HEADER + 4 * n + (i >> 1)] |= labels[i] << (4 * (i % 2));
  }
  return bytes;
}

function exactBody(box, { x, y, labels }) {
  const n = labels.length, width = widthOf(labels);
  return Uint8Array.from([
    ...box.flatMap(numberBytes), n & 255, n >> 8,
    ...packColumn(x), ...packColumn(y), width, ...packBits(labels, width),
  ]);
}

/**
 * Read the text of a drawing.
 * @param {string} text
 * @param {Limits} limits
 * @returns {{box: Box, points: Points}}
 * @throws {Error} one sentence, if the text is of another version, cut off or changed
 */
export function decodeDrawing(text, limits) {
  if (text[0] !== GRID && text[0] !== EXACT) {
    throw new Error("The drawing is of another version; use a link of this one.");
  }
  const bytes = fromBase64(text.slice(1)), body = bytes.subarray(0, Math.max(0, bytes.length - CHECKSUM));
  const view = new DataView(bytes.buffer);
  const isIntact = bytes.length >= CHECKSUM && view.getUint32(body.length, true) === crc32(body);
  const drawing = (isExact(text) ? readExact : readGrid)(body, isIntact, limits);
  if (drawing.points.labels.length > limits.points) throw new Error(BROKEN);
  if (drawing.points.labels.some((label) => label >= limits.classes)) {
    throw new Error(`The drawing has more than ${limits.classes} classes; use a link with fewer.`);
  }
  return drawing;
}

function readGrid(body, isIntact, limits) {
  if (body.length < HEADER) throw new Error(CUT_OFF);
  const view = new DataView(body.buffer, 0, body.length), n = view.getUint16(16, true);
  if (body.length !== bodyLength(n)) throw new Error(CUT_OFF);
  if (!isIntact) throw new Error(CHANGED);
  const box = checkBox([0, 4, 8, 12].map((place) => view.getFloat32(place, true)), limits);
  return { box, points: readPoints(view, body, n, box) };
}

function readExact(body, isIntact, limits) {
  if (!isIntact) throw new Error(BROKEN);
  const { box, points } = readParts(new Reader(body));
  if (![...points.x, ...points.y].every((value) => Math.abs(value) <= limits.value)) {
    throw new Error(`The drawing has values beyond ${limits.value}; use a link with smaller ones.`);
  }
  return { box: checkBox(box, limits), points };
}

function readParts(reader) {
  try {
    const box = Array.from({ length: 4 }, () => reader.number()), n = reader.count();
    const x = reader.column(n), y = reader.column(n);
    const labels = Uint8Array.from(reader.bits(n, reader.byte()), (label) => Math.min(label, 255));
    if (reader.isAtEnd) return { box, points: { x, y, labels } };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Error(BROKEN);
}

function checkBox(box, limits) {
  const isFinite = box.every((end) => Math.abs(end) <= limits.end);
  if (isFinite && box[0] < box[1] && box[2] < box[3]) return box;
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
  const within = (value) => Math.max(-LARGEST_FLOAT32, Math.min(LARGEST_FLOAT32, value));
  const [a, b, c, d] = box.map((value) => Math.fround(within(value)));
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
  return fromBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) {
    throw new Error(CHANGED);
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
