/**
 * Sums of Gaussian kernels between the nodes of Chebyshev.
 * JavaScript port of the interpolants of `bayeslab.estimators.sums`,
 * held equal by `tests/canvas/test_fast_sums_in_javascript.py`.
 *
 * A sum of Gaussians is so smooth that its values at a few nodes of an interval determine it between them, to rounding.
 * A bound on Chebyshev coefficients gives the necessary number of nodes in advance (Trefethen, Approximation Theory and
 * Approximation Practice, theorem 8.2). In the plane there is an axis in either direction, and matrices have a row for
 * each node, or polynomial, of the second axis, and a column for each of the first.
 */

import { roomOf, timesTransposed } from "./product.js";

const TRUNCATION = 1e-13; // bound on the error of an interpolant of one axis, but for rounding
const LARGEST_RANK = 512; // polynomials of an axis: more never pay

// The bound of `rankFor`, for some theta, is 1 + FIXED + spread GROWTH.
const THETAS = Float64Array.from({ length: 100 }, (_, k) => 1e-3 * 1e4 ** (k / 99));
const FIXED = THETAS.map((theta) => (Math.log(4 / TRUNCATION) - Math.log(Math.expm1(theta))) / theta);
const GROWTH = THETAS.map((theta) => Math.sinh(theta) ** 2 / theta);

/**
 * How many polynomials give exp(-spread (s - t)^2), |s| <= 1, to TRUNCATION: an even number, for which products need no
 * row copied number by number.
 * @param {number} spread
 */
function rankFor(spread) {
  let least = Infinity;
  for (let k = 0; k < FIXED.length; k++) least = Math.min(least, 1 + FIXED[k] + spread * GROWTH[k]);
  return least <= LARGEST_RANK ? 2 * Math.ceil(least / 2) : Infinity;
}

/** An interval, and the Chebyshev polynomials stretched over it. */
export class Axis {
  /** @type {Float64Array | undefined} */
  places;

  /** @param {number} low @param {number} high @param {number} rate of sums that fall as exp(-rate distance^2) */
  constructor(low, high, rate) {
    this.middle = low / 2 + high / 2;
    this.half = high / 2 - low / 2;
    this.rank = rankFor(rate * this.half * this.half);
  }

  /** The axis over some values. @param {Float64Array} values @param {number} rate */
  static over(values, rate) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return new Axis(low, high, rate);
  }

  /** The places at which a function is to be known, ascending. */
  get nodes() {
    this.places ??= chebyshevNodes(this.rank).map((t) => this.middle + this.half * t);
    return this.places;
  }

  /** From values at the nodes to coefficients: a row for each polynomial. */
  get transform() {
    return transformOf(this.rank);
  }

  /** The polynomials at some places: a row for each place. @param {Float64Array} places */
  basis(places) {
    const half = this.half || 1;
    return polynomials(places.map((place) => (place - this.middle) / half), this.rank);
  }

  /**
   * Write the polynomials at some places into a matrix: a row for each polynomial.
   * @param {Float64Array} places
   * @param {Float64Array} out
   * @param {number} width of a row
   */
  write(places, out, width) {
    const half = this.half || 1, n = places.length;
    for (let i = 0; i < n; i++) {
      out[i] = 1;
      if (this.rank > 1) out[width + i] = (places[i] - this.middle) / half;
    }
    for (let k = 2; k < this.rank; k++) {
      const row = out.subarray(k * width, k * width + n), last = out.subarray((k - 1) * width), before = out.subarray((k - 2) * width);
      for (let i = 0; i < n; i++) row[i] = 2 * out[width + i] * last[i] - before[i];
    }
  }
}

/** The zeros of the polynomial T_rank, ascending. */
const chebyshevNodes = memoize((rank) => Float64Array.from({ length: rank }, (_, i) => -Math.cos((Math.PI * (i + 0.5)) / rank)));

const transformOf = memoize((rank) => {
  const matrix = transposed(polynomials(chebyshevNodes(rank), rank), rank, rank);
  return matrix.map((value, cell) => (value * (cell < rank ? 1 : 2)) / rank);
});

/** A function with a cache for its few results. @param {(rank: number) => Float64Array} compute */
function memoize(compute) {
  /** @type {Map<number, Float64Array>} */
  const values = new Map();
  return (/** @type {number} */ rank) => {
    const value = values.get(rank) ?? compute(rank);
    values.set(rank, value);
    return value;
  };
}

/**
 * T_0 ... T_(rank-1) at each place.
 * @param {Float64Array} places within [-1, 1]
 * @param {number} rank
 */
function polynomials(places, rank) {
  const out = new Float64Array(places.length * rank);
  for (let i = 0, at = 0; i < places.length; i++) {
    const t = places[i], twice = 2 * t;
    let last = t, value = 1; // T_(-1) = T_1
    for (let k = 0; k < rank; k++) {
      out[at++] = value;
      const next = twice * value - last;
      last = value;
      value = next;
    }
  }
  return out;
}

/** @param {Float64Array} matrix @param {number} rows @param {number} columns */
export function transposed(matrix, rows, columns) {
  const out = new Float64Array(matrix.length);
  for (let i = 0, cell = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = matrix[cell++];
  return out;
}

/**
 * L V R', with V of r x c numbers, and a row of the result for each row of L.
 * @param {Float64Array} L
 * @param {Float64Array} V
 * @param {Float64Array} R
 * @param {number} r
 * @param {number} c
 */
export function between(L, V, R, r, c) {
  return timesTransposed(L, timesTransposed(R, V, R.length / c, r, c), L.length / r, R.length / c, r);
}

/**
 * The function whose values at the nodes of two axes are known.
 */
export class Interpolant {
  /** @param {Axis} first @param {Axis} second @param {Float64Array} values a row for each node of the second axis */
  constructor(first, second, values) {
    this.first = first;
    this.second = second;
    this.coefficients = between(second.transform, values, first.transform, second.rank, first.rank);
  }

  /** Its values on a grid, row by row. @param {Float64Array} x @param {Float64Array} y */
  onGrid(x, y) {
    const { first, second, coefficients } = this;
    return between(second.basis(y), coefficients, first.basis(x), second.rank, first.rank);
  }

  /** Its values at points. @param {Float64Array} x @param {Float64Array} y */
  atPoints(x, y) {
    return this.read(this.first.basis(x), this.second.basis(y));
  }

  /**
   * Its values, from the polynomials at points: a row for each.
   * @param {Float64Array} along
   * @param {Float64Array} up
   */
  read(along, up) {
    const { first, second, coefficients } = this, { rank } = second, out = new Float64Array(up.length / rank);
    const { c, columns } = roomOf(along, coefficients, out.length, rank, first.rank);
    for (let i = 0, at = 0; i < out.length; i++) {
      let total = 0;
      for (let k = 0, from = i * columns; k < rank; k++) total += c[from++] * up[at++];
      out[i] = total;
    }
    return out;
  }
}
