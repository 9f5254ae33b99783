/**
 * Drawn points as text that fits into a link, and back.
 * JavaScript port of `core.drawing_format`, which describes the bytes,
 * held equal by `tests/canvas/test_codec.py`.
 *
 * Points drawn by hand lie on a grid of 65,536 x 65,536 positions in their box, new ones at every 17th of these, and
 * their text is of version "3". Other points, those of a table, keep their values, and their text is of version "2".
 *
 * @import { Box, Points } from "../model/points.js"
 * @import { PlainPoints } from "../messages.js"
 */

import { fromBytes } from "../model/bytes.js";
import { unpackPoints } from "../model/points.js";
import { BLANK_BOX, CHECKSUM, DRAWING, GRAIN, LARGEST_FLOAT32, STEPS } from "../model/shared.js";
import { numberBytes, packBits, packColumn, packSteps, Reader, widthOf } from "./packing.js";

const EXACT = "2", COMPACT = "3"; // the versions of the text
const CHANGED = "The drawing was changed on its way; use the link as it was made.";
const BROKEN = "The drawing was cut off or changed on its way; use the whole link as it was made.";

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of zip and PNG. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Whether this text, or its start, is of the version that keeps all values. @param {string} text */
export function isExact(text) {
  return text[0] === EXACT;
}

/** The text of a drawing: of version "3" if all lies on the grid, else "2". @param {Box} box @param {Points} points */
export function encodeDrawing(box, points) {
  const isOnGrid = countChanges(box, points) === 0 && roundBox(box).every((end, k) => end === box[k]);
  const body = isOnGrid ? compactBody(box, points) : exactBody(box, points);
  const bytes = new Uint8Array(body.length + CHECKSUM);
  bytes.set(body);
  new DataView(bytes.buffer).setUint32(body.length, crc32(body), true);
  return (isOnGrid ? COMPACT : EXACT) + toBase64(bytes);
}

/** The number of points that are not on the grid of their box. @param {Box} box @param {Points} points */
export function countChanges(box, points) {
  const onGrid = snap(points, roundBox(box));
  return points.labels.filter((_, i) => onGrid.x[i] !== points.x[i] || onGrid.y[i] !== points.y[i]).length;
}

/**
 * Whether a link can hold the points rounded to the grid: not too many, in a box that float32 can hold.
 * @param {Box} box
 * @param {Points} points
 */
export function fitsOnGrid(box, { labels }) {
  const [a, b, c, d] = box, width = b - a, height = d - c;
  const off = roundBox(box).map((end, k) => Math.abs(end - box[k]) / (k < 2 ? width : height));
  return labels.length <= DRAWING.link.points && off.every((share) => share <= 0.01);
}

/** @param {Box} box @param {Points} points */
function compactBody(box, { x, y, labels }) {
  const n = labels.length, isBlank = box.every((end, k) => end === BLANK_BOX[k]);
  const columns = [Array.from(x, (value) => toStep(value, box[0], box[1])), Array.from(y, (value) => toStep(value, box[2], box[3]))];
  const grain = columns.flat().some((step) => step % GRAIN) ? 1 : GRAIN;
  return Uint8Array.from([
    grain, Number(isBlank), ...(isBlank ? [] : new Uint8Array(Float32Array.from(box).buffer)), n & 255, n >> 8,
    ...columns.flatMap((steps) => packSteps(steps.map((step) => step / grain))), ...packSteps(labels),
  ]);
}

/** @param {Box} box @param {Points} points */
function exactBody(box, { x, y, labels }) {
  const n = labels.length, width = widthOf(labels);
  return Uint8Array.from([
    ...box.flatMap((end) => numberBytes(end)), n & 255, n >> 8,
    ...packColumn(x), ...packColumn(y), width, ...packBits(labels, width),
  ]);
}

/**
 * Read the text of a drawing.
 * @param {string} text
 * @returns {{box: Box, points: Points}}
 * @throws {Error} one sentence, if the text is of another version, cut off or changed
 */
export function decodeDrawing(text) {
  const read = READERS[text[0]];
  if (!read) {
    throw new Error("The drawing is of another version; use a link of this one.");
  }
  const bytes = fromBase64(text.slice(1)), body = bytes.subarray(0, Math.max(0, bytes.length - CHECKSUM));
  const view = new DataView(bytes.buffer);
  const isIntact = bytes.length >= CHECKSUM && view.getUint32(body.length, true) === crc32(body);
  const drawing = read(body, isIntact);
  if (drawing.points.labels.length > DRAWING.points) throw new Error(BROKEN);
  if (drawing.points.labels.some((label) => label >= DRAWING.classes)) {
    throw new Error(`The drawing has more than ${DRAWING.classes} classes; use a link with fewer.`);
  }
  return drawing;
}

/** The points of a sheet, which are a text with a box of its own, or packed. @param {{points: string | PlainPoints, box: Box}} sheet */
export function readSheet({ points, box }) {
  return typeof points === "string" ? decodeDrawing(points) : { box, points: unpackPoints(points) };
}

/** @param {Uint8Array} body @param {boolean} isIntact */
function readExact(body, isIntact) {
  if (!isIntact) throw new Error(BROKEN);
  const { box, points } = readParts(body, readExactParts);
  if (![...points.x, ...points.y].every((value) => Math.abs(value) <= DRAWING.value)) {
    throw new Error(`The drawing has values beyond ${DRAWING.value}; use a link with smaller ones.`);
  }
  return { box: checkBox(box), points };
}

/** @param {Uint8Array} body @param {boolean} isIntact */
function readCompact(body, isIntact) {
  if (!isIntact) throw new Error(BROKEN);
  const { box, points: { x, y, labels } } = readParts(body, readCompactParts), [a, b, c, d] = checkBox(box);
  return {
    box: /** @type {Box} */ ([a, b, c, d]),
    points: { x: x.map((step) => fromStep(step, a, b)), y: y.map((step) => fromStep(step, c, d)), labels },
  };
}

/** @type {Record<string, (body: Uint8Array, isIntact: boolean) => {box: Box, points: Points}>} */
const READERS = { [EXACT]: readExact, [COMPACT]: readCompact };

/** @param {Reader} reader */
function readExactParts(reader) {
  const box = Array.from({ length: 4 }, () => reader.number()), n = reader.count();
  const x = reader.column(n), y = reader.column(n);
  return { box, points: { x, y, labels: toLabels(reader.bits(n, reader.byte())) } };
}

/** @param {Reader} reader */
function readCompactParts(reader) {
  const grain = reader.byte(), isBlank = reader.byte();
  const box = isBlank ? BLANK_BOX : Array.from({ length: 4 }, () => reader.single()), n = reader.count();
  const [x, y] = [0, 1].map(() => Float64Array.from(reader.steps(n), (step) => grain * step));
  const isKnown = (grain === 1 || grain === GRAIN) && isBlank <= 1;
  if (!isKnown || [...x, ...y].some((step) => step > STEPS)) throw new RangeError();
  return { box, points: { x, y, labels: toLabels(reader.steps(n)) } };
}

/** @param {number[]} numbers */
function toLabels(numbers) {
  return Uint8Array.from(numbers, (label) => Math.min(label, 255));
}

/** @param {Uint8Array} body @param {(reader: Reader) => {box: number[], points: Points}} read */
function readParts(body, read) {
  try {
    const reader = new Reader(body), parts = read(reader);
    if (reader.isAtEnd) return parts;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Error(BROKEN);
}

/** @param {number[]} box @returns {Box} */
function checkBox(box) {
  const isBounded = box.every((end) => Math.abs(end) <= DRAWING.end);
  if (isBounded && box[0] < box[1] && box[2] < box[3]) return /** @type {Box} */ (box);
  throw new Error("The drawing's box is empty; use a link whose box has a width and a height.");
}

/**
 * The points at the nearest positions of the box's grid; those outside come to its edge. Values that
 * are none of the exact ones go to multiples of the grain.
 * @param {Points} points
 * @param {Box} box
 * @param {{x: Float64Array, y: Float64Array}} [exact]
 * @returns {Points}
 */
export function snap({ x, y, labels }, box, exact = { x, y }) {
  return { x: settle(x, box[0], box[1], exact.x), y: settle(y, box[2], box[3], exact.y), labels };
}

/** @type {WeakMap<Float64Array, Set<number>>} the exact coordinates are the same in each frame of a drag */
const sets = new WeakMap();

/**
 * The positions of values on an axis.
 * @param {Float64Array} values
 * @param {number} low
 * @param {number} high
 * @param {Float64Array} exact
 */
function settle(values, low, high, exact) {
  const set = sets.get(exact) ?? new Set(exact);
  sets.set(exact, set);
  const isExact = (/** @type {number} */ value, /** @type {number} */ i) => value === exact[i] || set.has(value);
  return values.map((value, i) => fromStep(toStep(value, low, high, isExact(value, i) ? 1 : GRAIN), low, high));
}

/** Whether all points are on the grid of new points. @param {Points} points @param {Box} box */
export function isCoarse({ x, y }, box) {
  return x.every((value) => toStep(value, box[0], box[1]) % GRAIN === 0) &&
    y.every((value) => toStep(value, box[2], box[3]) % GRAIN === 0);
}

/** The box in numbers that float32 can hold. @param {Box} box @returns {Box} */
export function roundBox(box) {
  const within = (/** @type {number} */ value) => Math.max(-LARGEST_FLOAT32, Math.min(LARGEST_FLOAT32, value));
  const [a, b, c, d] = box.map((value) => Math.fround(within(value)));
  return [...widen(a, b), ...widen(c, d)];
}

/** @param {number} low @param {number} high @returns {[number, number]} */
function widen(low, high) {
  if (low < high) return [low, high];
  const margin = Math.max(1e-6 * Math.abs(low), 1e-6);
  return [Math.fround(low - margin), Math.fround(low + margin)];
}

/** @param {number} value @param {number} low @param {number} high @param {number} [grain] */
function toStep(value, low, high, grain = 1) {
  return grain * Math.max(0, Math.min(STEPS / grain, Math.round(((value - low) / (high - low)) * (STEPS / grain))));
}

/** @param {number} step @param {number} low @param {number} high */
function fromStep(step, low, high) {
  return low + (high - low) * (step / STEPS);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  return fromBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) {
    throw new Error(CHANGED);
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
