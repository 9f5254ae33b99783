/**
 * Sums of Gaussian kernels on a grid, as products of a function of the column and one of the row.
 *
 * N points on R x C nodes cost N (R + C) exponentials instead of N R C; what is left is a matrix product.
 */

import { DEEPEST, exponential } from "./kernels.js";

/**
 * Add sum_i a_i exp(-gamma |z_i - z|^2) as matrix products, one for each block of neighbouring columns.
 *
 * Of z = L^-1 u the first coordinate t depends on the column alone, and the second is v - shear t with v
 * depending on the row alone. In a block of columns t = m + s with middle m, and with f_i the row level
 * at which the point lies there, the exponent of point i is
 *
 *     (t - t_i)^2 + (v - f_i - shear s)^2
 *         = [(t - t_i)^2 + (shear s)^2 + 2 shear s f_i] + (v - f_i)^2 - 2 shear s v
 *
 * a part of column and point, one of row and point, and one of the node alone. Blocks are narrow enough
 * for the parts to stay small. Without shear there is one block, and the last part is 0.
 */
export function addGaussians({ kernel: { gamma }, z1, z2, coefficients, root }, u1, u2, out) {
  const [[l11], [l21, l22]] = root ?? [[1, 0], [0, 1]];
  const shear = l21 / l22, middleRow = (u2[0] + u2[u2.length - 1]) / 2 / l22;
  const t = u1.map((u) => u / l11), v = u2.map((u) => u / l22 - middleRow);
  const heights = Float64Array.from(z2), n = heights.length, width = blockWidth(gamma, shear, t, v);
  const tables = {
    columns: new Float64Array((width + 1) * n),
    rows: new Float64Array((v.length + 1) * n),
    product: new Float64Array((v.length + 1) * (width + 1)),
  };
  for (let first = 0; first < t.length; first += width) {
    const block = t.subarray(first, first + width);
    const middle = (block[0] + block[block.length - 1]) / 2;
    const slants = block.map((x) => shear * (x - middle));
    const levels = heights.map((z) => z + shear * middle - middleRow);
    const count = fillTables(tables, gamma, { z1, levels, coefficients }, block, slants, v);
    multiply(tables, n, count, v.length, block.length);
    addProduct(tables.product, gamma, slants, v, out, first, t.length);
  }
}

/**
 * How many columns go into one block: as many as keep the node's part of the exponent within 100 for
 * every point that the rows reach.
 */
function blockWidth(gamma, shear, t, v) {
  const farthest = v[v.length - 1] + Math.sqrt(DEEPEST / gamma);
  const widest = 100 / (gamma * Math.abs(shear) * farthest);
  return Math.min(t.length, 1 + Math.floor(widest / (t[1] - t[0])));
}

/** Tabulate both factors of each point that reaches the block; return how many points that are. */
function fillTables({ columns, rows }, gamma, { z1, levels, coefficients }, block, slants, v) {
  const n = levels.length, farthest = v[v.length - 1] + Math.sqrt(DEEPEST / gamma);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (Math.abs(levels[i]) > farthest) continue;
    let least = DEEPEST;
    for (let c = 0; c < block.length; c++) {
      const d = block[c] - z1[i], s = slants[c];
      const exponent = gamma * (d * d + s * s + 2 * s * levels[i]);
      columns[c * n + count] = exponent < DEEPEST ? Math.exp(-exponent) : 0;
      least = Math.min(least, exponent);
    }
    if (least === DEEPEST) continue;
    for (let r = 0; r < v.length; r++) {
      const exponent = gamma * (v[r] - levels[i]) ** 2;
      rows[r * n + count] = exponent < DEEPEST ? coefficients[i] * exponential(exponent) : 0;
    }
    count++;
  }
  return count;
}

/**
 * Write the products of all rows and columns of the tables, over their first `count` points. Two by two,
 * because a number that is loaded once and used twice halves the time; the tables have a spare row.
 */
function multiply({ columns, rows, product }, n, count, height, width) {
  for (let r = 0; r < height; r += 2) {
    for (let c = 0; c < width; c += 2) {
      let sum00 = 0, sum01 = 0, sum10 = 0, sum11 = 0;
      for (let i = 0, row = r * n, column = c * n; i < count; i++, row++, column++) {
        const row0 = rows[row], row1 = rows[row + n];
        const column0 = columns[column], column1 = columns[column + n];
        sum00 += row0 * column0;
        sum01 += row0 * column1;
        sum10 += row1 * column0;
        sum11 += row1 * column1;
      }
      const cell = r * (width + 1) + c;
      product[cell] = sum00;
      product[cell + 1] = sum01;
      product[cell + width + 1] = sum10;
      product[cell + width + 2] = sum11;
    }
  }
}

/** Add a block's sums, times the node's part of the exponent, to its columns of the grid. */
function addProduct(product, gamma, slants, v, out, first, columns) {
  const width = slants.length;
  for (let r = 0; r < v.length; r++) {
    for (let c = 0; c < width; c++) {
      const factor = Math.exp(2 * gamma * slants[c] * v[r]);
      out[r * columns + first + c] += product[r * (width + 1) + c] * factor;
    }
  }
}
