/**
 * Generated data sets.
 * JavaScript port of `bayeslab.data.generators`, the same points for the same seed,
 * held equal by `tests/pocket/test_pocket_data.py`.
 *
 * Each function draws the points of one class; `random` gives its numbers in the order in which numpy gives them.
 */

import { MAX_POINTS } from "../../model/shared.js";
import { Random } from "./random.js";

/**
 * @import { Place, Points } from "../../model/points.js"
 * @typedef {(label: number, size: number, noise: number, random: Random) => Place[]} Draw
 */

/** @type {Record<string, Draw>} the points of a class, by the key of the data set */
const DRAW = {
  two_gaussians: pair(2),
  unequal_gaussians(label, size, noise, random) {
    const [m1, m2] = [[-0.5, -0.3], [0.7, 0.3]][label], [a, b, c] = [[0.8, 0.6, 0.3], [0.4, -0.2, 0.5]][label];
    return deviates(size, noise, random).map(([d1, d2]) => [a * d1 + m1, b * d1 + c * d2 + m2]);
  },
  concentric: (label, size, noise, random) => deviates(size, [1.5, noise][label], random),
  xor(label, size, noise, random) {
    return around(repeat(size, (i) => corner(i % 2 ? 1 : -1, label)), noise, random);
  },
  rings(label, size, noise, random) {
    const radius = [2, 1][label], angles = repeat(size, () => 2 * Math.PI * random.uniform());
    return around(angles.map((angle) => direction(radius, angle)), noise, random);
  },
  moons(label, size, noise, random) {
    const side = 1.5 * [1, -1][label], angles = repeat(size, () => Math.PI * random.uniform());
    return around(angles.map((angle) => [side * (Math.cos(angle) - 0.5), side * (Math.sin(angle) - 0.25)]), noise, random);
  },
  spirals(label, size, noise, random) {
    const times = repeat(size, () => Math.sqrt(0.04 + 0.96 * random.uniform()));
    const arm = times.map((t) => direction(2 * t, 3 * Math.PI * t + Math.PI * label));
    return around(arm, noise, random);
  },
  three_blobs: blob(3),
  four_blobs: blob(4),
  checkerboard(label, size, noise, random) {
    const columns = repeat(size, () => random.below(4)), rows = repeat(size, () => random.below(2));
    const fields = columns.map((column, i) => [column - 2, 2 * rows[i] + ((column + label) % 2) - 2]);
    return around(fields.map(([x, y]) => [x + random.uniform(), y + random.uniform()]), noise, random);
  },
  imbalanced: pair(1),
  random_labels: (_label, size, noise, random) => deviates(size, noise, random),
};

/**
 * The points of a generated data set.
 * @param {string} key
 * @param {{n: number, noise: ?number, balance: ?number, seed: number}} settings null stands for the usual value
 * @param {{noise: number, balance: number, class_names: string[]}} entry its usual values and the names of its classes
 * @returns {Points}
 * @throws {Error} one sentence, if a class would be without points
 */
export function generate(key, { n, noise, balance, seed }, entry) {
  const count = entry.class_names.length, sizes = classSizes(n, balance ?? entry.balance, count);
  const random = new Random(seed);
  const byClass = sizes.flatMap((size, label) => (
    DRAW[key](label, size, noise ?? entry.noise, random).map(([x, y]) => ({ x, y, label }))
  ));
  const points = random.permutation(n).map((i) => byClass[i]);
  return {
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    labels: Uint8Array.from(points, ({ label }) => label),
  };
}

/** @param {number} n @param {number} balance @param {number} count @returns {number[]} */
function classSizes(n, balance, count) {
  if (n < 2 * count) {
    throw new Error(`The number of points must be a whole number from ${2 * count} to ${MAX_POINTS}.`);
  }
  const last = roundHalfEven(balance * n), each = Math.floor((n - last) / (count - 1));
  const left = n - last - each * (count - 1);
  const sizes = [...repeat(count - 1, (label) => each + (label < left ? 1 : 0)), last];
  if (Math.min(...sizes) > 0) return sizes;
  throw new Error(
    `A balance of ${balance} leaves a class of these ${n} points empty: choose one nearer to the middle or ask for ` +
      "more points.",
  );
}

/** As Python rounds. @param {number} value */
function roundHalfEven(value) {
  const whole = Math.round(value);
  return whole - value === 0.5 && whole % 2 ? whole - 1 : whole;
}

/** @param {number} distance @returns {Draw} */
function pair(distance) {
  return (label, size, noise, random) => {
    const middle = (label - 0.5) * distance;
    return around(repeat(size, () => [0.8 * middle, 0.6 * middle]), noise, random);
  };
}

/** @param {number} count @returns {Draw} */
function blob(count) {
  return (label, size, noise, random) => {
    const mean = direction(1.4, Math.PI / 2 + (2 * Math.PI * label) / count);
    return around(repeat(size, () => mean), noise, random);
  };
}

/** @param {Place[]} places @param {number} noise @param {Random} random @returns {Place[]} */
function around(places, noise, random) {
  return places.map(([x, y]) => [x + noise * random.normal(), y + noise * random.normal()]);
}

/** @param {number} size @param {number} spread @param {Random} random */
function deviates(size, spread, random) {
  return around(repeat(size, () => [0, 0]), spread, random);
}

/** @param {number} first @param {number} label @returns {Place} */
function corner(first, label) {
  return [first, first * [1, -1][label]];
}

/** @param {number} length @param {number} angle @returns {Place} */
function direction(length, angle) {
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

/** @template T @param {number} count @param {(i: number) => T} make @returns {T[]} */
function repeat(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}
