/**
 * A model's score, at a point or on a grid, from its description.
 *
 * The model travels, not the picture: Python (or refit.js) gives one description of a classifier, and
 * regions, boundary and margins are evaluated from it here, at any zoom. Every description is
 *
 *     score(x) = u'Wu + w'u + w0 + sum over expansions of (sum_i a_i k(z_i, z) + c k(z, z)) + b
 *
 * with u = (x - shift) / scale and z = L^-1 u, in 64-bit floats. On a grid the Gaussian kernel is a
 * product of a function of the column and one of the row, so that N points on R x C nodes cost
 * N (R + C) exponentials instead of N R C. Where a metric with correlation (a full L) couples the axes,
 * each row is still a Gaussian in the column, and is followed from its peak by multiplication alone.
 *
 * @typedef {{name: "linear"} | {name: "rbf" | "laplacian", gamma: number}
 *     | {name: "polynomial", degree: number, coef0: number}} Kernel
 *
 * @typedef {Object} Expansion
 * @property {Kernel} kernel
 * @property {ArrayLike<number>} z1 first coordinates of the points z_i
 * @property {ArrayLike<number>} z2 their second coordinates
 * @property {ArrayLike<number>} coefficients the a_i, positive for points of the positive class
 * @property {?[[number, number], [number, number]]} root L, lower triangular; null: z = u
 * @property {number} square c
 *
 * @typedef {Object} Description what `ScoreFunction.to_plain()` returns in Python
 * @property {[number, number]} shift
 * @property {[number, number]} scale
 * @property {[[number, number], [number, number]]} W symmetric
 * @property {[number, number]} w
 * @property {number} w0
 * @property {number} offset b: score - offset is the projection p(x), and a threshold moves b alone
 * @property {Expansion[]} expansions
 */

// Factors of kernel values below e^-350 count as zero, so that all products stay in the range in which a
// processor multiplies fast. No kernel value above 1e-110 is lost by that.
const DEEPEST = 350;

const EXPONENTIALS = Float64Array.from({ length: 64 * DEEPEST + 1 }, (_, k) => Math.exp(-k / 64));

/** exp(-x) for 0 <= x <= DEEPEST, to 4e-16: from a table and a short series, three times as fast. */
function exponential(x) {
  const k = (64 * x + 0.5) | 0, r = 0.015625 * k - x;
  const series =
    1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720))))));
  return EXPONENTIALS[k] * series;
}

/**
 * The kernels. `values` writes k((p1, p2), z_j) of the first `count` points z_j to `out`; `square` gives
 * k(z, z) from |z|^2.
 */
export const KERNELS = {
  linear: {
    values(kernel, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) out[j] = p1 * z1[j] + p2 * z2[j];
    },
    square: (kernel, length) => length,
  },
  rbf: {
    values({ gamma }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) {
        const d1 = z1[j] - p1, d2 = z2[j] - p2;
        const exponent = gamma * (d1 * d1 + d2 * d2);
        out[j] = exponent < DEEPEST ? exponential(exponent) : 0;
      }
    },
    square: () => 1,
  },
  laplacian: {
    values({ gamma }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) {
        const d1 = z1[j] - p1, d2 = z2[j] - p2;
        const exponent = gamma * Math.sqrt(d1 * d1 + d2 * d2);
        out[j] = exponent < DEEPEST ? exponential(exponent) : 0;
      }
    },
    square: () => 1,
  },
  polynomial: {
    values({ degree, coef0 }, p1, p2, z1, z2, count, out) {
      for (let j = 0; j < count; j++) out[j] = power(p1 * z1[j] + p2 * z2[j] + coef0, degree);
    },
    square: ({ degree, coef0 }, length) => power(length + coef0, degree),
  },
};

/**
 * The score of one point.
 * @param {Description} description
 * @param {number} x1
 * @param {number} x2
 */
export function scoreAt(description, x1, x2) {
  const { positive, negative, quadratic, offset } = contributions(description, x1, x2);
  return positive + negative + quadratic + offset;
}

/**
 * What the score of one point is made of: the kernel sums of the points of the positive and of the
 * negative class, all else of the projection (the second-order part), and the offset b. They sum to
 * the score.
 * @param {Description} description
 * @param {number} x1
 * @param {number} x2
 * @returns {{positive: number, negative: number, quadratic: number, offset: number}}
 */
export function contributions(description, x1, x2) {
  const { shift, scale, expansions, offset } = description;
  const u1 = (x1 - shift[0]) / scale[0], u2 = (x2 - shift[1]) / scale[1];
  const parts = { positive: 0, negative: 0, quadratic: polynomialAt(description, u1, u2), offset };
  for (const { kernel, z1, z2, coefficients, root, square } of expansions) {
    const known = KERNELS[kernel.name], n = z1.length, found = new Float64Array(n);
    const [t, v] = toMetric(root, u1, u2);
    known.values(kernel, t, v, Float64Array.from(z1), Float64Array.from(z2), n, found);
    for (let i = 0; i < n; i++) {
      parts[coefficients[i] > 0 ? "positive" : "negative"] += coefficients[i] * found[i];
    }
    parts.quadratic += square * known.square(kernel, t * t + v * v);
  }
  return parts;
}

/**
 * The scores on a regular grid, row by row from x2_min up, both ends of the box included. Where a
 * polynomial kernel overflows, cells hold NaN or an infinity.
 * @param {Description} description
 * @param {[number, number, number, number]} box x1_min, x1_max, x2_min, x2_max
 * @param {number} columns nodes along x1, at least 2
 * @param {number} rows nodes along x2, at least 2
 * @param {Float64Array} [out] where to write; a new array if not given
 * @returns {Float64Array} score at (x1 node c, x2 node r) in out[r * columns + c]
 */
export function scoreGrid(description, box, columns, rows, out = new Float64Array(columns * rows)) {
  const { shift, scale } = description;
  const u1 = gridNodes(box[0], box[1], columns).map((x) => (x - shift[0]) / scale[0]);
  const u2 = gridNodes(box[2], box[3], rows).map((x) => (x - shift[1]) / scale[1]);
  for (let r = 0, cell = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      out[cell++] = polynomialAt(description, u1[c], u2[r]) + description.offset;
    }
  }
  for (const expansion of description.expansions) addExpansion(expansion, u1, u2, out);
  return out;
}

/** The nodes a = x_0, ..., x_(count-1) = b at equal steps, to the bit as numpy.linspace has them. */
export function gridNodes(a, b, count) {
  const step = (b - a) / (count - 1);
  const nodes = Float64Array.from({ length: count }, (_, i) => i * step + a);
  nodes[count - 1] = b;
  return nodes;
}

/** The coordinates z = L^-1 u. */
export function toMetric(root, u1, u2) {
  if (root === null) return [u1, u2];
  const z1 = u1 / root[0][0];
  return [z1, (u2 - root[1][0] * z1) / root[1][1]];
}

function polynomialAt({ W, w, w0 }, u1, u2) {
  const quadratic = u1 * (W[0][0] * u1 + W[0][1] * u2) + u2 * (W[1][0] * u1 + W[1][1] * u2);
  return quadratic + w[0] * u1 + w[1] * u2 + w0;
}

function power(base, degree) {
  let result = base;
  for (let k = 1; k < degree; k++) result *= base;
  return result;
}

/** Add one expansion by the fastest way that is exact for it. */
function addExpansion(expansion, u1, u2, out) {
  if (expansion.kernel.name === "rbf") addGaussians(expansion, u1, u2, out);
  else addPlain(expansion, u1, u2, out);
  if (expansion.square !== 0) addSquares(expansion, u1, u2, out);
}

/** Add sum_i a_i k(z_i, z), one kernel value for each point and node. */
function addPlain({ kernel, z1, z2, coefficients, root }, u1, u2, out) {
  const { values } = KERNELS[kernel.name], n = z1.length;
  const t = Float64Array.from(z1), v = Float64Array.from(z2), a = Float64Array.from(coefficients);
  const found = new Float64Array(n);
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) {
      const [p1, p2] = toMetric(root, u1[c], u2[r]);
      values(kernel, p1, p2, t, v, n, found);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += a[i] * found[i];
      out[cell++] += sum;
    }
  }
}

/** Add c k(z, z). */
function addSquares({ kernel, root, square }, u1, u2, out) {
  for (let r = 0, cell = 0; r < u2.length; r++) {
    for (let c = 0; c < u1.length; c++) {
      const [t, v] = toMetric(root, u1[c], u2[r]);
      out[cell++] += square * KERNELS[kernel.name].square(kernel, t * t + v * v);
    }
  }
}

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
function addGaussians({ kernel: { gamma }, z1, z2, coefficients, root }, u1, u2, out) {
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
