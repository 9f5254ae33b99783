/**
 * The terms of kernel Bayes at one point and along a line.
 * JavaScript port of `lessons.inner_products.numbers`,
 * held equal by `tests/lessons/test_lesson_inner_products.py`.
 *
 * Python defines every number here. A description of a kernel that is not linear has
 * two expansions, that of C+ first; the linear kernel is multiplied out and has none (see refit.js).
 *
 * @import { Description } from "../../web/model/evaluate.js"
 */

import { contributions } from "../../web/model/evaluate.js";
import { KERNELS } from "../../web/model/kernels.js";
import { sum, toMetric } from "../../web/model/metric.js";

/**
 * The terms of the decision at (x1, x2). `plus` and `minus` are the means of the kernel values over both classes, and
 * `densities` the same as Parzen estimates; null for the linear kernel, whose linear part is `linear`.
 * @param {Description} description
 * @param {number} x1
 * @param {number} x2
 */
export function termsAt(description, x1, x2) {
  const { positive, negative, quadratic, offset } = contributions(description, x1, x2);
  const score = positive + negative + quadratic + offset, { w, shift, expansions } = description;
  if (expansions.length === 0) {
    const linear = w[0] * (x1 - shift[0]) + w[1] * (x2 - shift[1]); // from the mean of all points
    return { second: quadratic - linear, linear, plus: null, minus: null, densities: null, offset, score };
  }
  const means = [positive, -negative];
  const densities = expansions.map(({ kernel, root }, k) => means[k] * heightOf(kernel, root));
  return { second: quadratic, linear: positive + negative, plus: means[0], minus: means[1], densities, offset, score };
}

/**
 * The height of a bump whose volume is 1.
 * @param {import("../../web/model/kernels.js").Kernel} kernel
 * @param {import("../../web/model/metric.js").Root | null} root
 */
function heightOf({ gamma }, root) {
  return gamma / Math.PI / (root ? root[0][0] * root[1][1] : 1);
}

const COARSE = 120, FINE = 2000; // nodes, fewest and most
const IN_WIDTH = 6; // nodes within a standard deviation of a bump

/**
 * Nodes of a horizontal line, so close that the curve of the narrowest bump is smooth.
 * @param {Description} description
 * @param {number} low
 * @param {number} high
 */
export function nodesAlong({ expansions }, low, high) {
  const widths = expansions.map(({ kernel, root }) => 1 / Math.sqrt(2 * kernel.gamma) / Math.hypot(...toMetric(root, 1, 0)));
  const steps = Math.min(FINE, Math.max(COARSE, Math.ceil((IN_WIDTH * (high - low)) / Math.min(...widths))));
  return Array.from({ length: steps + 1 }, (_, r) => low + ((high - low) * r) / steps);
}

/**
 * The share of each point in its class's mean of kernel values, along a horizontal line: C+ first.
 * @param {Description} description
 * @param {number[]} nodes
 * @param {number} x2
 */
export function bumpsAlong({ expansions }, nodes, x2) {
  return expansions.map(({ kernel, z1, z2, root }) => {
    const n = z1.length, values = new Float64Array(n), bumps = Array.from({ length: n }, () => new Float64Array(nodes.length));
    nodes.forEach((x1, r) => {
      KERNELS[kernel.name].values(kernel, ...toMetric(root, x1, x2), z1, z2, n, values);
      for (let i = 0; i < n; i++) bumps[i][r] = values[i] / n;
    });
    return bumps;
  });
}

/** The sum of some bumps at each node. @param {Float64Array[]} bumps */
export function sumBumps(bumps) {
  return bumps[0].map((_, r) => sum(bumps.map((bump) => bump[r])));
}
