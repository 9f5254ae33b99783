/**
 * Kernel Bayes for two classes in the plane, in closed form: the fit during a drag.
 *
 * JavaScript port of `bayeslab.KernelBayes`,
 * held equal by `tests/canvas/test_vectors.py`. Training iterates nothing, so it can run between two frames:
 * the metrics are covariances of two features (metric.js), the projection p(x) is a difference of kernel
 * means (means.js), and the offset b comes from a sort and a running sum (threshold.js). Rules, ties and
 * refusals are those of Python, which remains the authority.
 *
 * @import { Description } from "./evaluate.js"
 * @import { ClassMemory } from "./held.js"
 * @import { Kernel } from "./kernels.js"
 * @import { Side } from "./means.js"
 * @import { Refused } from "./model.js"
 * @typedef {{order: Int32Array, x1: Float64Array, x2: Float64Array, start: number}} Sorted
 *
 * @typedef {Object} Points N points of the plane, finite numbers
 * @property {ArrayLike<number>} x1
 * @property {ArrayLike<number>} x2
 *
 * @typedef {Object} Config the parameters of KernelBayes
 * @property {"I" | "II" | "III"} variant
 * @property {string} kernel a key of KERNELS
 * @property {boolean} is_bump of the kernel
 * @property {number} gamma of a kernel that has it; so are degree and coef0
 * @property {number} degree
 * @property {number} coef0
 * @property {"error" | "consistency" | "loo"} threshold
 * @property {"sum" | "pooled"} metric of variant II
 * @property {boolean} determinants in variant III
 * @property {(string | number)[]} [classes] what problems call the labels 0 and 1; 0 and 1 if left out
 *
 * @typedef {Object} Fit
 * @property {Description} description its score is p(x) + b
 * @property {Float64Array} projection p of each point
 * @property {import("./threshold.js").Search} search all cuts of the projection (with the threshold
 *     "loo", of the leave-one-out projection) and the one chosen; `search.offset` is b
 * @property {?Float64Array} looProjection p of each point by all the others, the metric held fixed; null
 *     where a class has one point only
 * @property {?number} looErrors points on the wrong side by that projection and b
 * @property {number} trainingErrors points on the wrong side by `projection` and b
 * @property {undefined} [problem]
 *
 */

import { checkCounts, checkOverflow, checkPlaces, checkScores, FitError, orProblem } from "./fit_error.js";
import { KERNELS } from "./kernels.js";
import { classMeans, FAINT, ownMean, squares } from "./means.js";
import { choleskyRoot, largest, pick, roundingOf, scatterMatrix, sum, toMetric } from "./metric.js";
import { bestThreshold } from "./threshold.js";

// Projections closer than this, relative to the terms they are made of, are equal up to rounding.
const PROJECTION_ACCURACY = 1e-13;
// The same for leave-one-out projections by bumps that are faint, relative to themselves.
const FAINT_ACCURACY = 1e-10;

/**
 * Fit kernel Bayes to points of both classes.
 * @param {Points} points
 * @param {ArrayLike<number>} labels 1 for points of the positive class C+, 0 for C-
 * @param {Config} config
 * @param {ClassMemory} [memory] of the frame before
 * @returns {Fit | Refused}
 */
export function refit(points, labels, config, memory) {
  return orProblem(() => fit(points, labels, config, memory));
}

/**
 * Fit each class against all the others, as scikit-learn's OneVsRestClassifier does with three or more.
 * The decision is the class with the largest score, the first of those that tie.
 * @param {Points} points
 * @param {ArrayLike<number>} labels
 * @param {(string | number)[]} classes the different labels
 * @param {Config} config
 * @param {(string | number)[]} [names] what problems call them
 * @param {ClassMemory[]} [memories] of the frame before, for each class
 * @returns {Fit[] | Refused} one fit for each class
 */
export function oneVsRest(points, labels, classes, config, names = classes, memories = []) {
  return orProblem(() => classes.map((positive, k) => {
    const isPositive = Uint8Array.from(labels, (label) => (label === positive ? 1 : 0));
    try {
      return fit(points, isPositive, { ...config, classes: [0, 1] }, memories[k]);
    } catch (error) {
      throw error instanceof FitError ? error.againstRest(names[k]) : error;
    }
  }));
}

/** @param {Points} points @param {ArrayLike<number>} labels @param {Config} config @param {ClassMemory} [memory] @returns {Fit} */
function fit(points, labels, config, memory) {
  const classes = config.classes ?? [0, 1], data = sortByClass(points, labels);
  checkPlaces(data);
  const kernel = kernelOf(config), center = kernel.is_bump ? [0, 0] : subtractMean(data);
  const sides = makeSides(data, kernel, config, classes);
  const second = secondOrder(kernel, sides, config), { means, others } = classMeans(kernel, sides, memory?.sums);
  const projection = project(second, means);
  checkOverflow(projection);
  const looProjection = leaveOneOutProjection(second, others, sides, config, classes), isLoo = config.threshold === "loo";
  const scores = isLoo && looProjection ? looProjection : projection;
  checkScores(scores);
  const search = bestThreshold(
    /** @param {Float64Array} values @param {Sorted} data */
    inGivenOrder(scores, data),
    labels,
    config.threshold === "consistency" ? "consistency" : "error",
    inGivenOrder(accuracyOf(kernel, [second, ...means], isLoo ? [second, ...others] : null), data),
    memory?.order,
  );
  if (memory) memory.order = search.order;
  return {
    description: describe(kernel, sides, config, search.offset, center),
    projection: inGivenOrder(projection, data),
    search,
    looProjection: looProjection && inGivenOrder(looProjection, data),
    looErrors: looProjection && countErrors(looProjection, data.start, search.offset),
    trainingErrors: countErrors(projection, data.start, search.offset),
  };
}

/** @param {Config} config @returns {Kernel} */
function kernelOf({ kernel: name, is_bump, gamma, degree, coef0 }) {
  return { name, is_bump, gamma, degree, coef0 };
}

// The two sides

/**
 * The points of C- first, then those of C+ from `start` on; `order` tells which one each was.
 * @param {Points} points
 * @param {ArrayLike<number>} labels
 * @returns {Sorted}
 */
function sortByClass({ x1, x2 }, labels) {
  const order = new Int32Array(labels.length);
  let start = 0, next = 0;
  for (let i = 0; i < labels.length; i++) if (!labels[i]) order[start++] = i;
  for (let i = 0; i < labels.length; i++) if (labels[i]) order[start + next++] = i;
  return { order, x1: pick(x1, order), x2: pick(x2, order), start };
}

/** Move the points so that their mean is 0, for kernels of the inner product; return their mean. @param {Sorted} data */
function subtractMean(data) {
  return [data.x1, data.x2].map((values) => {
    const mean = sum(values) / values.length;
    for (let i = 0; i < values.length; i++) values[i] -= mean;
    return mean;
  });
}

/**
 * Values of the points sorted by class, in the order in which the points were given.
 * @param {Float64Array} values
 * @param {Sorted} data
 */
function inGivenOrder(values, { order }) {
  const out = new Float64Array(values.length);
  for (let k = 0; k < values.length; k++) out[order[k]] = values[k];
  return out;
}

/**
 * @param {Sorted} data
 * @param {Kernel} kernel
 * @param {Config} config
 * @param {(string | number)[]} classes
 * @returns {Side[]} C- and C+
 */
function makeSides(data, kernel, { variant, metric, determinants }, classes) {
  const { x1, start } = data;
  const roots = variant === "I" ? [null, null] : metricRoots(data, variant, metric, classes);
  const isDensity = variant === "III" && determinants && kernel.is_bump;
  const logs = roots.map((root) => (root ? -(Math.log(root[0][0]) + Math.log(root[1][1])) : 0));
  const first = coordinates(roots[0], data), places = [first, roots[0] === roots[1] ? first : coordinates(roots[1], data)];
  return roots.map((root, k) => ({
    root,
    ...places[k],
    from: k === 0 ? 0 : start,
    count: k === 0 ? start : x1.length - start,
    weight: isDensity ? Math.exp(logs[k] - Math.max(...logs)) : 1,
  }));
}

/** z = L^-1 x of all points. @param {?import("./metric.js").Root} root @param {Sorted} data */
function coordinates(root, { x1, x2 }) {
  const t = new Float64Array(x1.length), v = new Float64Array(x1.length);
  for (let i = 0; i < t.length; i++) [t[i], v[i]] = toMetric(root, x1[i], x2[i]);
  return { t, v };
}

/**
 * The Cholesky factors of the covariances behind the metrics of C- and C+; equal ones are one.
 * @param {Sorted} data
 * @param {"II" | "III"} variant
 * @param {Config["metric"]} metric
 * @param {(string | number)[]} classes
 */
function metricRoots({ x1, x2, start }, variant, metric, classes) {
  const counts = [start, x1.length - start];
  const scatters = [[0, start], [start, x1.length]].map(([from, to]) =>
    scatterMatrix(x1.subarray(from, to), x2.subarray(from, to)),
  );
  if (!scatters.flat().every(Number.isFinite)) {
    throw new FitError("squares_overflow");
  }
  const rounding = roundingOf([x1, x2]);
  const sharedRoot = (/** @type {number[]} */ divisors) => {
    const C = scatters[0].map((s, j) => s / divisors[0] + scatters[1][j] / divisors[1]);
    return Array(2).fill(regularRoot(C, rounding, "singular_shared_metric"));
  };
  if (variant === "II" && metric === "pooled") {
    const divisor = Math.max(x1.length - 2, 1);
    return sharedRoot([divisor, divisor]);
  }
  checkCounts(counts, variant, classes);
  if (variant === "II") return sharedRoot([counts[0] - 1, counts[1] - 1]);
  return scatters.map((S, k) =>
    regularRoot(S.map((s) => s / (counts[k] - 1)), rounding, "singular_metric", { label: classes[k] }),
  );
}

/**
 * @param {number[]} covariance
 * @param {number[]} rounding
 * @param {string} code
 * @param {Record<string, unknown>} [fields]
 * @throws {FitError} of that code if the covariance is singular
 */
function regularRoot(covariance, rounding, code, fields) {
  const root = choleskyRoot(covariance, rounding);
  if (root === null) throw new FitError(code, fields);
  return root;
}

// The projection

/**
 * second(x) of all points: 0, or in variant III half the difference of the squared lengths.
 * @param {Kernel} kernel
 * @param {Side[]} sides
 * @param {Config} config
 */
function secondOrder(kernel, sides, { variant }) {
  if (variant !== "III") return new Float64Array(sides[0].t.length);
  const [minus, plus] = sides.map((side) => squares(kernel, side));
  return minus.map((length, i) => (length - plus[i]) / 2);
}

/** p = second + mean over C+ - mean over C-. @param {Float64Array} second @param {Float64Array[]} means */
function project(second, [minus, plus]) {
  return second.map((value, i) => value + plus[i] - minus[i]);
}

/**
 * p of each point by all the others; null if a class has no other point and nothing needs it.
 * @param {Float64Array} second
 * @param {Float64Array[]} others
 * @param {Side[]} sides
 * @param {Config} config
 * @param {(string | number)[]} classes
 */
function leaveOneOutProjection(second, others, sides, { threshold }, classes) {
  const k = sides.findIndex(({ count }) => count < 2);
  if (k < 0) return project(second, others);
  if (threshold !== "loo") return null;
  throw new FitError("too_few_to_leave_out", { label: classes[k] });
}

/**
 * The least difference of projections that is more than rounding. Sums of positive values are accurate relative
 * to themselves, so leave-one-out projections can be told apart however small they are; all others err relative to
 * the largest term.
 * @param {Kernel} kernel
 * @param {Float64Array[]} terms
 * @param {Float64Array[] | null} others
 */
function accuracyOf(kernel, terms, others) {
  const most = Math.max(...terms.map(largest)), isOwn = others !== null && KERNELS[kernel.name].isPositive;
  return terms[0].map((_, i) => {
    const size = isOwn ? others.reduce((total, term) => total + Math.abs(term[i]), 0) : Infinity;
    return size < FAINT * most ? FAINT_ACCURACY * size : PROJECTION_ACCURACY * most;
  });
}

/**
 * How many points, the first `start` of them in C-, are on the wrong side.
 * @param {Float64Array} projection
 * @param {number} start
 * @param {number} offset
 */
function countErrors(projection, start, offset) {
  return projection.filter((p, i) => p + offset > 0 !== i >= start).length;
}

// The description

/** @param {Kernel} kernel @param {Side[]} sides @param {Config} config @param {number} offset @param {number[]} shift @returns {Description} */
function describe(kernel, sides, { variant }, offset, shift) {
  const nothing = { shift, scale: [1, 1], W: [[0, 0], [0, 0]], w: [0, 0], w0: 0, expansions: [] };
  const third = variant === "III";
  if (kernel.name === "linear") return { ...nothing, ...multiplyOut(sides, third), offset };
  return { ...nothing, expansions: expand(kernel, sides, third && !kernel.is_bump), offset };
}

/**
 * One expansion for each class, C+ first. The lengths of bumps are all equal, so their difference is 0.
 * @param {Kernel} kernel
 * @param {Side[]} sides
 * @param {boolean} hasLengths
 */
function expand(kernel, [minus, plus], hasLengths) {
  const terms = [{ ...plus, sign: 1 }, { ...minus, sign: -1 }];
  return terms.map(({ sign, t, v, from, count, root, weight }) => ({
    kernel,
    z1: t.subarray(from, from + count),
    z2: v.subarray(from, from + count),
    coefficients: new Float64Array(count).fill((sign * weight) / count),
    root,
    square: hasLengths ? -sign / 2 : 0,
  }));
}

/**
 * The linear kernel, multiplied out: with R = L^-T, K(z_i, z) = x'R z_i and K(z, z) = x'RR'x.
 * @param {Side[]} sides
 * @param {boolean} third
 */
function multiplyOut(sides, third) {
  const [minus, plus] = sides.map((side) => {
    const [m1, m2] = ownMean(side);
    const [r11, r12] = toMetric(side.root, 1, 0), [r21, r22] = toMetric(side.root, 0, 1);
    return {
      w: [r11 * m1 + r12 * m2, r21 * m1 + r22 * m2],
      square: [r11 * r11 + r12 * r12, r11 * r21 + r12 * r22, r21 * r21 + r22 * r22],
    };
  });
  const w = plus.w.map((value, j) => value - minus.w[j]);
  if (!third) return { w };
  const [W11, W12, W22] = minus.square.map((value, j) => (value - plus.square[j]) / 2);
  return { w, W: [[W11, W12], [W12, W22]] };
}
