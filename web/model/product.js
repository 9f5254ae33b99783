/**
 * Products of matrices, which are the bulk of the work of all fast sums.
 *
 * They are made in WebAssembly, two numbers at a time (product.wat), or by the same loop in JavaScript where a browser
 * lacks that. Either way a product of two rows is the same wherever the rows lie in their matrices.
 *
 * @typedef {Object} Room a product C = A B' in one memory; good until the next one is asked for
 * @property {Float64Array} a row by row, `width` numbers each; so is `b`
 * @property {Float64Array} b
 * @property {Float64Array} c row by row, `columns` numbers each
 * @property {number} height rows of A that are computed
 * @property {number} columns rows of B that are computed
 * @property {number} width of a row of A or B: as many terms as asked for, and perhaps a last one, which is 0
 */

import { toBytes } from "./bytes.js";
import { PRODUCT } from "./product_bytes.js";

const PAGE = 65536; // bytes

const PLAIN = { buffer: new ArrayBuffer(0) };
const instance = assemble();

/**
 * @typedef {(a: number, b: number, c: number, n: number, m: number, k: number) => void} Multiply
 * @returns {?{memory: WebAssembly.Memory, product: Multiply}} null where a page has no instructions for two numbers
 */
function assemble() {
  try {
    const module = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (toBytes(PRODUCT)));
    return /** @type {any} */ (new WebAssembly.Instance(module).exports);
  } catch {
    return null;
  }
}

/**
 * Room for a product of n x k and m x k numbers.
 * @param {number} n
 * @param {number} m
 * @param {number} k
 * @returns {Room}
 */
export function makeRoom(n, m, k) {
  const height = 4 * Math.ceil(n / 4), columns = 2 * Math.ceil(m / 2), width = 2 * Math.ceil(k / 2);
  const lengths = [height * width, columns * width, height * columns], buffer = bufferOf(8 * (lengths[0] + lengths[1] + lengths[2]));
  const a = new Float64Array(buffer, 0, lengths[0]), b = new Float64Array(buffer, 8 * lengths[0], lengths[1]);
  const c = new Float64Array(buffer, 8 * (lengths[0] + lengths[1]), lengths[2]);
  // Old values in unwritten places could be NaN, or slow subnormal numbers.
  a.fill(0, n * width);
  b.fill(0, m * width);
  if (width > k) for (const factor of [a, b]) for (let i = k; i < factor.length; i += width) factor[i] = 0;
  return { a, b, c, height, columns, width };
}

/** A memory of at least `bytes` bytes. @param {number} bytes */
function bufferOf(bytes) {
  const missing = bytes - (instance ? instance.memory : PLAIN).buffer.byteLength;
  if (missing > 0) {
    if (instance) instance.memory.grow(Math.ceil(missing / PAGE));
    else PLAIN.buffer = new ArrayBuffer(bytes);
  }
  return (instance ? instance.memory : PLAIN).buffer;
}

/** Write the products of all rows to `c`. @param {Room} room */
export function multiply({ a, b, c, height, columns, width }) {
  if (instance) instance.product(a.byteOffset, b.byteOffset, c.byteOffset, height, columns, width);
  else multiplyRows(a, b, c, height, columns, width);
}

/**
 * Two rows by two, because a number that is loaded once and used twice halves the time.
 * @param {Float64Array} a
 * @param {Float64Array} b
 * @param {Float64Array} c
 * @param {number} height
 * @param {number} columns
 * @param {number} width
 */
function multiplyRows(a, b, c, height, columns, width) {
  for (let i = 0; i < height; i += 2) {
    for (let j = 0; j < columns; j += 2) {
      let sum00 = 0, sum01 = 0, sum10 = 0, sum11 = 0;
      for (let l = 0, row = i * width, other = j * width; l < width; l++, row++, other++) {
        const a0 = a[row], a1 = a[row + width], b0 = b[other], b1 = b[other + width];
        sum00 += a0 * b0;
        sum01 += a0 * b1;
        sum10 += a1 * b0;
        sum11 += a1 * b1;
      }
      const cell = i * columns + j;
      c[cell] = sum00;
      c[cell + 1] = sum01;
      c[cell + columns] = sum10;
      c[cell + columns + 1] = sum11;
    }
  }
}

/**
 * A B' of matrices without room of their own.
 * @param {Float64Array} A n x k numbers
 * @param {Float64Array} B m x k numbers
 * @param {number} n
 * @param {number} m
 * @param {number} k
 */
export function timesTransposed(A, B, n, m, k) {
  return copyOf(roomOf(A, B, n, m, k), n, m);
}

/**
 * The same in its room, without a copy.
 * @param {Float64Array} A
 * @param {Float64Array} B
 * @param {number} n
 * @param {number} m
 * @param {number} k
 */
export function roomOf(A, B, n, m, k) {
  const room = makeRoom(n, m, k);
  copyRows(A, k, room.a, room.width, n);
  copyRows(B, k, room.b, room.width, m);
  multiply(room);
  return room;
}

/**
 * A' B of matrices without room of their own.
 * @param {Float64Array} A k x n numbers
 * @param {Float64Array} B k x m numbers
 * @param {number} n
 * @param {number} m
 * @param {number} k
 */
export function transposedTimes(A, B, n, m, k) {
  const room = makeRoom(n, m, k);
  turnRows(A, n, room.a, room.width, k);
  turnRows(B, m, room.b, room.width, k);
  multiply(room);
  return copyOf(room, n, m);
}

/** The first numbers of a product, in an array of their own. @param {Room} room @param {number} n @param {number} m */
function copyOf({ c, columns }, n, m) {
  if (columns === m) return c.slice(0, n * m);
  const product = new Float64Array(n * m);
  copyRows(c, columns, product, m, n);
  return product;
}

/**
 * Write rows as columns.
 * @param {Float64Array} from
 * @param {number} width
 * @param {Float64Array} to
 * @param {number} other
 * @param {number} rows
 */
function turnRows(from, width, to, other, rows) {
  for (let j = 0; j < width; j++) for (let i = 0, at = j, next = j * other; i < rows; i++, at += width) to[next++] = from[at];
}

/**
 * Copy rows between matrices of different widths.
 * @param {Float64Array} from
 * @param {number} width
 * @param {Float64Array} to
 * @param {number} other
 * @param {number} rows
 */
function copyRows(from, width, to, other, rows) {
  if (width === other) {
    to.set(from.subarray(0, rows * width));
    return;
  }
  const common = Math.min(width, other);
  for (let i = 0; i < rows; i++) {
    for (let j = 0, at = i * width, next = i * other; j < common; j++) to[next++] = from[at++];
  }
}
