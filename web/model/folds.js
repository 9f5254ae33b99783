/**
 * Stratified folds: those of scikit-learn's `StratifiedKFold(k, shuffle=True, random_state=seed)`, point by point.
 *
 * Its random numbers are those of numpy's `RandomState`, a Mersenne Twister, so the browser holds out the same
 * points as Python.
 */

import { shuffle } from "./shuffle.js";

const LENGTH = 624, SHIFT = 397;

/**
 * The number of each point's fold.
 * @param {ArrayLike<number>} labels
 * @param {number} count of the folds
 * @param {number} seed from 0 to 2^32 - 1
 */
export function stratifiedFolds(labels, count, seed) {
  const classes = [...new Set(Array.from(labels))], random = new MersenneTwister(seed), folds = new Uint8Array(labels.length);
  let before = 0; // points of the classes that appear earlier
  for (const label of classes) {
    const members = [...folds.keys()].filter((i) => labels[i] === label);
    const own = members.map((_, k) => (before + k) % count).sort((a, b) => a - b);
    shuffle(own, () => random.next());
    members.forEach((i, k) => (folds[i] = own[k]));
    before += members.length;
  }
  return folds;
}

export class MersenneTwister {
  state = new Uint32Array(LENGTH);
  place = LENGTH;

  /** @param {number} seed */
  constructor(seed) {
    this.state[0] = seed;
    for (let i = 1; i < LENGTH; i++) {
      const last = this.state[i - 1];
      this.state[i] = Math.imul(1812433253, last ^ (last >>> 30)) + i;
    }
  }

  /** 32 random bits. */
  next() {
    if (this.place === LENGTH) this.refill();
    let y = this.state[this.place++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A number from 0 up to 1, of 53 random bits. */
  uniform() {
    const high = this.next() >>> 5, low = this.next() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  refill() {
    const { state } = this;
    for (let i = 0; i < LENGTH; i++) {
      const y = (state[i] & 0x80000000) | (state[(i + 1) % LENGTH] & 0x7fffffff);
      state[i] = state[(i + SHIFT) % LENGTH] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.place = 0;
  }
}
