/**
 * Fast sums of Gaussian kernels on a grid and at points.
 * JavaScript port of `bayeslab.estimators.sums`,
 * held equal by `tests/canvas/test_fast_sums_in_javascript.py`.
 *
 * A sum over many points is interpolated between a few nodes, if that is less work than to sum it where it is wanted. An
 * interpolant errs by some 1e-14 of all weights, wherever it is; a sum point by point, or by products, errs relative to
 * its terms.
 *
 * @import { Expansion } from "./evaluate.js"
 */

import { Axis, Interpolant } from "./chebyshev.js";
import { addProducts } from "./gaussians.js";
import { EXPONENTIAL } from "./kernels.js";
import { sumsAtNodes } from "./through_nodes.js";

const MANY = 8; // times as many points as polynomials of an axis have moments that pay

/**
 * Add sum_i a_i k(z_i, z) at the nodes of a grid, with Gaussian k; return whether it is interpolated.
 * @param {Expansion} expansion
 * @param {Float64Array} u1 coordinates of the columns, ascending; so are those of the rows, `u2`
 * @param {Float64Array} u2
 * @param {Float64Array} out row by row
 * @param {boolean} mayInterpolate
 */
export function addGaussians(expansion, u1, u2, out, mayInterpolate) {
  const { axes, plain, interpolated } = weigh(expansion, [u1[0], u1[u1.length - 1], u2[0], u2[u2.length - 1]], u1.length, u2.length);
  const pays = mayInterpolate && interpolated < plain;
  if (pays) {
    const sums = interpolate(expansion, axes).onGrid(u1, u2);
    for (let cell = 0; cell < sums.length; cell++) out[cell] += sums[cell];
  } else addProducts(expansion, u1, u2, out);
  return pays;
}

/**
 * The work of both ways to a grid over a box, in multiplications of a product.
 * @param {Expansion} expansion
 * @param {number[]} box
 * @param {number} columns
 * @param {number} rows
 */
export function weigh(expansion, [a, b, c, d], columns, rows) {
  const axes = axesOf(expansion, a, b, c, d), [r1, r2] = axes.map(({ rank }) => rank), n = expansion.z1.length;
  const interpolated = workOf(n, r1, r2) + r1 * r2 * (r1 + r2) + rows * r1 * (r2 + columns);
  return { axes, plain: workOf(n, columns, rows), interpolated };
}

/**
 * The work of a product that sums n points on a grid.
 * @param {number} n
 * @param {number} columns
 * @param {number} rows
 */
function workOf(n, columns, rows) {
  return n * (columns * rows + EXPONENTIAL * (columns + rows));
}

/**
 * Axes over a box, for sums with the metric of an expansion.
 * @param {Expansion} expansion
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function axesOf({ kernel: { gamma }, root }, a, b, c, d) {
  const [[l11], [l21, l22]] = root ?? [[1, 0], [0, 1]], slope = l21 / l22;
  return [new Axis(a, b, (gamma * (1 + slope * slope)) / (l11 * l11)), new Axis(c, d, gamma / (l22 * l22))];
}

/** @param {Expansion} expansion @param {Axis[]} axes */
function interpolate(expansion, [first, second]) {
  const { z1, root } = expansion;
  if (root === null && z1.length > MANY * Math.max(first.rank, second.rank)) {
    return new Interpolant(first, second, sumsAtNodes(expansion, [first, second]));
  }
  const values = new Float64Array(first.rank * second.rank);
  addProducts(expansion, first.nodes, second.nodes, values);
  return new Interpolant(first, second, values);
}

/**
 * sum_i a_i k(z_i, z) at points; null where it is less work to sum them one by one.
 * @param {Expansion} expansion
 * @param {Float64Array} u1
 * @param {Float64Array} u2
 */
export function gaussiansAt(expansion, u1, u2) {
  const n = expansion.z1.length, m = u1.length, [a, b] = endsOf(u1), [c, d] = endsOf(u2);
  const axes = axesOf(expansion, a, b, c, d), [r1, r2] = axes.map(({ rank }) => rank);
  const interpolated = workOf(n, r1, r2) + r1 * r2 * (r1 + r2) + m * r1 * r2;
  return interpolated < n * m * EXPONENTIAL ? interpolate(expansion, axes).atPoints(u1, u2) : null;
}

/** @param {Float64Array} values */
function endsOf(values) {
  return [values.reduce((least, value) => Math.min(least, value), Infinity), values.reduce((most, value) => Math.max(most, value), -Infinity)];
}
