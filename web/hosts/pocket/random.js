/**
 * Random numbers: those of numpy's `default_rng(seed)`, so that a seed gives the same points here as in the lab.
 *
 * The source is PCG64 (O'Neill 2014), normal deviates come by the ziggurat method (Marsaglia and Tsang 2000, 256
 * layers). Normal deviates equal numpy's up to rounding, all else equals it to the bit.
 */

import { shuffle } from "../../model/shuffle.js";

const MASK = (1n << 64n) - 1n, MASK_128 = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
const LAYERS = 256, TAIL = 3.6541528853610088, AREA = 0.004928673233974658, FRACTION = 2 ** 52;
const ZIGGURAT = makeZiggurat();

export class Random {
  /** @param {number} seed a whole number from 0 to 2^32 - 1 */
  constructor(seed) {
    const [a, b, c, d] = spread(seed);
    this.increment = (((c << 64n) | d) << 1n) | 1n;
    this.state = 0n;
    this.half = null;
    this.step();
    this.state += (a << 64n) | b;
    this.step();
  }

  step() {
    this.state = (this.state * MULTIPLIER + this.increment) & MASK_128;
  }

  /** 64 random bits. */
  bits() {
    this.step();
    const high = this.state >> 64n, mixed = high ^ (this.state & MASK), turn = high >> 58n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & MASK;
  }

  /** 32 random bits; 64 are drawn for two of them. */
  word() {
    if (this.half !== null) {
      const word = this.half;
      this.half = null;
      return word;
    }
    const bits = this.bits();
    this.half = Number(bits >> 32n);
    return Number(bits & 0xffffffffn);
  }

  /** A number from 0 up to but not including 1. */
  uniform() {
    return Number(this.bits() >> 11n) / 2 ** 53;
  }

  /** A whole number below `count` (Lemire 2019). @param {number} count */
  below(count) {
    const fewest = (2 ** 32 - count) % count;
    for (;;) {
      const product = BigInt(this.word()) * BigInt(count);
      if (Number(product & 0xffffffffn) >= fewest) return Number(product >> 32n);
    }
  }

  /** 0 ... count - 1 in random order. @param {number} count */
  permutation(count) {
    const order = Array.from({ length: count }, (_, i) => i);
    shuffle(order, () => this.word());
    return order;
  }

  /** A standard normal deviate. */
  normal() {
    const { width, within, height } = ZIGGURAT;
    for (;;) {
      const bits = this.bits(), layer = Number(bits & 0xffn), place = Number((bits >> 9n) & 0xfffffffffffffn);
      const sign = bits & 0x100n ? -1 : 1, x = place * width[layer];
      if (place < within[layer]) return sign * x;
      if (layer === 0) return ((place / 256) & 1 ? -1 : 1) * this.tail();
      const y = height[layer] + (height[layer - 1] - height[layer]) * this.uniform();
      if (y < Math.exp(-0.5 * x * x)) return sign * x;
    }
  }

  tail() {
    for (;;) {
      const x = -Math.log1p(-this.uniform()) / TAIL, y = -Math.log1p(-this.uniform());
      if (2 * y > x * x) return TAIL + x;
    }
  }
}

/** Four words of 64 bits from a seed: numpy's `SeedSequence`. @param {number} seed */
function spread(seed) {
  const hash = (/** @type {number} */ start, /** @type {number} */ multiplier) => (/** @type {number} */ value) => {
    const word = value ^ start;
    start = Math.imul(start, multiplier);
    const mixed = Math.imul(word, start);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const enter = hash(0x43b0d7e5, 0x931e8875), leave = hash(0x8b51f9dd, 0x58f38ded);
  const pool = [seed, 0, 0, 0].map(enter);
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) {
      if (from === to) continue;
      const mixed = Math.imul(0xca01f9dd, pool[to]) - Math.imul(0x4973f715, enter(pool[from])) | 0;
      pool[to] = (mixed ^ (mixed >>> 16)) >>> 0;
    }
  }
  const words = Array.from({ length: 8 }, (_, i) => BigInt(leave(pool[i % 4])));
  return [0, 2, 4, 6].map((i) => words[i] | (words[i + 1] << 32n));
}

/** Layers of equal area under the normal curve, from the tail inwards. */
function makeZiggurat() {
  const [width, within, height] = [0, 1, 2].map(() => new Float64Array(LAYERS));
  const curve = (/** @type {number} */ x) => Math.exp(-0.5 * x * x), base = AREA / curve(TAIL);
  let x = TAIL;
  width[LAYERS - 1] = x / FRACTION;
  height[LAYERS - 1] = curve(x);
  for (let i = LAYERS - 2; i > 0; i--) {
    const inner = Math.sqrt(-2 * Math.log(AREA / x + curve(x)));
    within[i + 1] = (inner / x) * FRACTION;
    width[i] = inner / FRACTION;
    height[i] = curve(inner);
    x = inner;
  }
  [width[0], within[0], height[0]] = [base / FRACTION, (TAIL / base) * FRACTION, 1];
  return { width, within, height };
}
