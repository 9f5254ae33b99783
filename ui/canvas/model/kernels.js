/**
 * The kernels: their values at many points at once, and of a point with itself.
 *
 * @typedef {Object} Kernel with those of the numbers that its function takes
 * @property {string} name a key of KERNELS, here and in Python
 * @property {boolean} is_bump whether k(a, .) is a bump around a, as Python says
 * @property {number} [gamma]
 * @property {number} [degree]
 * @property {number} [coef0]
 */

// Factors of kernel values below e^-350 count as zero, so that all products stay in the range in which a
// processor multiplies fast. No kernel value above 1e-110 is lost by that.
export const DEEPEST = 350;

const EXPONENTIALS = Float64Array.from({ length: 64 * DEEPEST + 1 }, (_, k) => Math.exp(-k / 64));

/** exp(-x) for 0 <= x <= DEEPEST, to 4e-16: from a table and a short series, three times as fast. */
export function exponential(x) {
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

/** base^degree by squaring and multiplying, as Python does it: equal to the bit. */
function power(base, degree) {
  if (degree === 1) return base;
  const root = power(base, Math.floor(degree / 2)), square = root * root;
  return degree % 2 === 1 ? square * base : square;
}
