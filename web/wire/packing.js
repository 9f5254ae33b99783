/**
 * Numbers in as few bytes as hold them exactly.
 * JavaScript port of `core.packing`, which describes the bytes,
 * held equal by `tests/canvas/test_codec.py`.
 */

const POWERS = Array.from({ length: 23 }, (_, d) => Number(`1e${d}`));
const RAW = 255; // in the place of the number of decimals, or of an order
const LARGEST = 2 ** 50; // of a whole number: below it, rounding finds it
const MAX_WIDTH = 51; // bits
const LARGEST_STEP = 65_535, ORDERS = 17;
const DIGITS = 4; // a hand places points on a ten-thousandth of what the plane shows

/** The bytes of a column of finite numbers. @returns {number[]} @param {Float64Array} values */
export function packColumn(values) {
  for (const [d, power] of POWERS.entries()) {
    const whole = Array.from(values, (value) => Math.round(value * power) + 0); // no zero has a sign
    if (whole.some((m) => Math.abs(m) > LARGEST)) break;
    if (whole.every((m, i) => m / power === values[i])) {
      const lowest = whole.length ? whole.reduce((a, b) => Math.min(a, b)) : 0;
      const above = whole.map((m) => m - lowest), width = widthOf(above);
      return [d, ...numberBytes(lowest), width, ...packBits(above, width)];
    }
  }
  return [RAW, ...Array.from(values, (value) => numberBytes(value)).flat()];
}

/** How many bits the largest of some whole numbers needs. @param {ArrayLike<number>} numbers */
export function widthOf(numbers) {
  const largest = Array.from(numbers).reduce((a, b) => Math.max(a, b), 0);
  let width = 0;
  while (2 ** width <= largest) width++;
  return width;
}

/**
 * Whole numbers below 2^width one after the other, the highest bit first. @returns {number[]}
 * @param {ArrayLike<number>} numbers
 * @param {number} width
 */
export function packBits(numbers, width) {
  const bytes = new Array(Math.ceil((numbers.length * width) / 8)).fill(0);
  let place = 0;
  for (const number of Array.from(numbers)) {
    for (let bit = width - 1; bit >= 0; bit--, place++) {
      if (Math.floor(number / 2 ** bit) % 2) bytes[place >> 3] |= 128 >> (place & 7);
    }
  }
  return bytes;
}

/**
 * Whole numbers from 0 to 65,535, each often near the one before. @returns {number[]}
 * @param {ArrayLike<number>} numbers
 */
export function packSteps(numbers) {
  const codes = Array.from(numbers, (number, i) => {
    const step = number - (i ? numbers[i - 1] : 0);
    return step < 0 ? -2 * step - 1 : 2 * step;
  });
  const sizeOf = (/** @type {number} */ code, /** @type {number} */ order) => 2 * (32 - Math.clz32(code)) - 1 - order;
  const sizes = Array.from({ length: ORDERS }, (_, order) => (
    codes.reduce((sum, step) => sum + sizeOf(step + 2 ** order, order), 0)
  ));
  const shortest = Math.min(...sizes), order = sizes.indexOf(shortest), width = widthOf(numbers);
  if (8 + codes.length * width < shortest) return [RAW, width, ...packBits(numbers, width)];
  const bits = codes.map((step) => {
    const code = step + 2 ** order;
    return code.toString(2).padStart(sizeOf(code, order), "0");
  }).join("");
  return [order, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2))];
}

/** A float64. @returns {number[]} eight bytes, the lowest first @param {number} value */
export function numberBytes(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return [...new Uint8Array(view.buffer)];
}

/** @param {number} number */
function checkStep(number) {
  if (number < 0 || number > LARGEST_STEP) throw new RangeError();
  return number;
}

/** Reads from the start of some bytes; throws a RangeError where there are none or they are impossible. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.place = 0;
  }

  get isAtEnd() {
    return this.place === this.view.byteLength;
  }

  byte() {
    return this.view.getUint8(this.place++);
  }

  count() {
    this.place += 2;
    return this.view.getUint16(this.place - 2, true);
  }

  number() {
    this.place += 8;
    return this.view.getFloat64(this.place - 8, true);
  }

  /** A float32. */
  single() {
    this.place += 4;
    return this.view.getFloat32(this.place - 4, true);
  }

  /** `n` numbers of `packSteps`. @returns {number[]} @param {number} n */
  steps(n) {
    const order = this.byte();
    if (order === RAW) return this.bits(n, this.byte()).map(checkStep);
    if (order >= ORDERS) throw new RangeError();
    let place = 8 * this.place, number = 0;
    const bit = () => (this.view.getUint8(place >> 3) >> (7 - (place++ & 7))) & 1;
    const numbers = Array.from({ length: n }, () => {
      let more = order, code = 1;
      while (!bit()) more++;
      if (more > 2 * ORDERS) throw new RangeError();
      for (; more > 0; more--) code = 2 * code + bit();
      const index = code - 2 ** order;
      number += index % 2 ? -(index + 1) / 2 : index / 2;
      return checkStep(number);
    });
    this.place = Math.ceil(place / 8);
    return numbers;
  }

  /** `n` numbers of `packColumn`. @param {number} n */
  column(n) {
    const d = this.byte();
    if (d === RAW) return Float64Array.from({ length: n }, () => this.number());
    const lowest = this.number();
    if (d >= POWERS.length || !(Math.abs(lowest) <= LARGEST)) throw new RangeError();
    return Float64Array.from(this.bits(n, this.byte()), (above) => (lowest + above) / POWERS[d]);
  }

  /** `n` numbers of `packBits`. @returns {number[]} @param {number} n @param {number} width */
  bits(n, width) {
    if (width > MAX_WIDTH) throw new RangeError();
    const start = 8 * this.place;
    this.place += Math.ceil((n * width) / 8);
    if (this.place > this.view.byteLength) throw new RangeError();
    const bit = (/** @type {number} */ place) => (this.view.getUint8(place >> 3) >> (7 - (place & 7))) & 1;
    return Array.from({ length: n }, (_, i) => {
      let value = 0;
      for (let k = 0; k < width; k++) value = 2 * value + bit(start + width * i + k);
      return value;
    });
  }
}

/**
 * Round values placed by hand to a decimal grid that is fine enough for the screen; earlier values stay exact.
 * @param {Float64Array} values
 * @param {Iterable<number>} before
 * @param {number} low
 * @param {number} high
 */
export function roundValues(values, before, low, high) {
  const exact = new Set(before);
  const power = POWERS[Math.max(0, Math.ceil(DIGITS - Math.log10(high - low)))];
  return values.map((value) => {
    if (exact.has(value)) return value;
    const inside = Math.max(low, Math.min(high, value)), whole = Math.round(inside * power);
    return Math.abs(whole) <= LARGEST ? whole / power : inside;
  });
}
