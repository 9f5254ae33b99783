/**
 * Generated data sets.
 * JavaScript port of `bayeslab.data.shapes`, the same points for the same seed,
 * held equal by `tests/pocket/test_pocket_data.py`.
 *
 * Each function draws points from a shape, a dataclass of Python; `random` gives its numbers in the order in which numpy
 * gives them.
 */

import { INNER, MAX_POINTS } from "../../model/shared.js";
import { Random } from "./random.js";

/**
 * @import { Place, Points } from "../../model/points.js"
 * @import { Generated, Shape } from "./types.js"
 */

const ROUND = [[1, 0], [0, 1]];

/** @type {{[Kind in Shape["kind"]]: (shape: Extract<Shape, {kind: Kind}>, size: number, noise: number, random: Random) => Place[]}} */
const DRAW = {
  clouds({ means, factor: [[a], [b, c]] = ROUND, spread }, size, noise, random) {
    return around(repeat(size, () => [0, 0]), spread ?? noise, random).map(([x, y], i) => {
      const [m1, m2] = means[i % means.length];
      return [a * x + m1, b * x + c * y + m2];
    });
  },
  arc({ scale, turn, start = 0, shift: [p, q] = [0, 0], is_spiral: isSpiral }, size, noise, random) {
    const times = repeat(size, () => random.uniform()).map((u) => (isSpiral ? Math.sqrt(INNER + (1 - INNER) * u) : u));
    const arc = times.map((t) => {
      const radius = isSpiral ? t : 1, angle = start + turn * t;
      return /** @type {Place} */ ([scale * (radius * Math.cos(angle) - p), scale * (radius * Math.sin(angle) - q)]);
    });
    return around(arc, noise, random);
  },
  board({ colour }, size, noise, random) {
    const columns = repeat(size, () => random.below(4)), rows = repeat(size, () => random.below(2));
    const fields = columns.map((column, i) => [column - 2, 2 * rows[i] + ((column + colour) % 2) - 2]);
    return around(fields.map(([x, y]) => [x + random.uniform(), y + random.uniform()]), noise, random);
  },
};

/**
 * The points of a generated data set.
 * @param {{n: number, noise: ?number, balance: ?number, seed: number}} settings null stands for the usual value
 * @param {Generated} entry
 * @returns {Points}
 * @throws {Error} one sentence, if a class would be without points
 */
export function generate({ n, noise, balance, seed }, entry) {
  const { shapes } = entry, sizes = classSizes(n, balance ?? entry.balance, shapes.length);
  const random = new Random(seed);
  const byClass = sizes.flatMap((size, label) => (
    draw(shapes[label], size, noise ?? entry.noise, random).map(([x, y]) => ({ x, y, label }))
  ));
  const points = random.permutation(n).map((i) => byClass[i]);
  return {
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    labels: Uint8Array.from(points, ({ label }) => label),
  };
}

/** @param {Shape} shape @param {number} size @param {number} noise @param {Random} random */
function draw(shape, size, noise, random) {
  const drawKind = /** @type {(shape: Shape, size: number, noise: number, random: Random) => Place[]} */ (DRAW[shape.kind]);
  return drawKind(shape, size, noise, random);
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

/** @param {Place[]} places @param {number} noise @param {Random} random @returns {Place[]} */
function around(places, noise, random) {
  return places.map(([x, y]) => [x + noise * random.normal(), y + noise * random.normal()]);
}

/** @template T @param {number} count @param {(i: number) => T} make @returns {T[]} */
function repeat(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}
