/**
 * Numbers in as few bytes as hold them exactly: `core.packing` once more, which says what the bytes are.
 */

const POWERS = Array.from({ length: 23 }, (_, d) => Number(`1e${d}`));
const RAW = 255; // in the place of the number of decimals
const LARGEST = 2 ** 50; // of a whole number: below it, rounding finds it
const MAX_WIDTH = 51; // bits
const DIGITS = 4; // a hand places points on a ten-thousandth of what the plane shows

/** The bytes of a column of finite numbers. @returns {number[]} */
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
  return [RAW, ...Array.from(values, numberBytes).flat()];
}

/** How many bits the largest of some whole numbers needs. */
export function widthOf(numbers) {
  const largest = numbers.reduce((a, b) => Math.max(a, b), 0);
  let width = 0;
  while (2 ** width <= largest) width++;
  return width;
}

/** Whole numbers below 2^width one after the other, the highest bit first. @returns {number[]} */
export function packBits(numbers, width) {
  const bytes = new Array(Math.ceil((numbers.length * width) / 8)).fill(0);
  let place = 0;
  for (const number of numbers) {
    for (let bit = width - 1; bit >= 0; bit--, place++) {
      if (Math.floor(number / 2 ** bit) % 2) bytes[place >> 3] |= 128 >> (place & 7);
    }
  }
  return bytes;
}

/** A float64. @returns {number[]} eight bytes, the lowest first */
export function numberBytes(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return [...new Uint8Array(view.buffer)];
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

  /** So many numbers of `packColumn`. */
  column(n) {
    const d = this.byte();
    if (d === RAW) return Float64Array.from({ length: n }, () => this.number());
    const lowest = this.number();
    if (d >= POWERS.length || !(Math.abs(lowest) <= LARGEST)) throw new RangeError();
    return Float64Array.from(this.bits(n, this.byte()), (above) => (lowest + above) / POWERS[d]);
  }

  /** So many numbers of `packBits`. @returns {number[]} */
  bits(n, width) {
    if (width > MAX_WIDTH) throw new RangeError();
    const start = 8 * this.place;
    this.place += Math.ceil((n * width) / 8);
    if (this.place > this.view.byteLength) throw new RangeError();
    const bit = (place) => (this.view.getUint8(place >> 3) >> (7 - (place & 7))) & 1;
    return Array.from({ length: n }, (_, i) => {
      let value = 0;
      for (let k = 0; k < width; k++) value = 2 * value + bit(start + width * i + k);
      return value;
    });
  }
}

/**
 * Values that a hand has placed, on a decimal grid that is fine enough for what the plane shows; those that
 * were there before stay as they are.
 */
export function roundPlaced(values, before, low, high) {
  const known = new Set(before);
  const power = POWERS[Math.max(0, Math.ceil(DIGITS - Math.log10(high - low)))];
  return values.map((value) => {
    if (known.has(value)) return value;
    const placed = Math.max(low, Math.min(high, value)), whole = Math.round(placed * power);
    return Math.abs(whole) <= LARGEST ? whole / power : placed;
  });
}
