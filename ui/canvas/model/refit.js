/**
 * Kernel Bayes for two classes in the plane, in closed form: the fit that follows the hand.
 *
 * This is `bayeslab.KernelBayes` once more. Training iterates nothing, so it can run between two frames:
 * the metrics are covariances of two features (metric.js), the projection p(x) is a difference of kernel
 * means (means.js), and the offset b comes from a sort and a running sum (threshold.js). Rules, ties and
 * refusals are those of Python, which remains the authority; a test holds this fit to that one.
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
 * @property {[any, any]} [classes] what problems call the labels 0 and 1; 0 and 1 if left out
 *
 * @typedef {Object} Fit
 * @property {import("./evaluate.js").Description} description its score is p(x) + b
 * @property {Float64Array} projection p of each point
 * @property {import("./threshold.js").Search} search all cuts of the projection (with the threshold
 *     "loo", of the leave-one-out projection) and the one chosen; `search.offset` is b
 * @property {?Float64Array} looProjection p of each point by all the others, the metric held fixed; null
 *     where a class has one point only
 * @property {?number} looErrors points on the wrong side by that projection and b
 * @property {number} trainingErrors points on the wrong side by `projection` and b
 *
 * @typedef {{problem: string}} Problem one sentence: what is wrong, and what to do
 */

import { KERNELS } from "./kernels.js";
import { classMeans, leaveOneOut, ownMean, squares } from "./means.js";
import { choleskyRoot, largest, pick, roundingOf, scatterMatrix, toMetric } from "./metric.js";
import { checkCounts, checkOverflow, checkPlaces, checkScores, Refusal } from "./refusals.js";
import { bestThreshold } from "./threshold.js";

// Projections closer than this, relative to the terms they are made of, are equal up to rounding.
const PROJECTION_ACCURACY = 1e-13;

/**
 * Fit kernel Bayes to points of both classes.
 * @param {Points} points
 * @param {ArrayLike<number>} labels 1 for points of the positive class C+, 0 for C-
 * @param {Config} config
 * @returns {Fit | Problem}
 */
export function refit(points, labels, config) {
  try {
    return fit(points, labels, config);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

/**
 * Fit each class against all the others, as scikit-learn's OneVsRestClassifier does with three or more.
 * The decision is the class with the largest score, the first of those that tie.
 * @param {Points} points
 * @param {ArrayLike<any>} labels
 * @param {any[]} classes the different labels
 * @param {Config} config
 * @returns {(Fit | Problem)[]} one for each class
 */
export function oneVsRest(points, labels, classes, config) {
  return classes.map((positive) => {
    const isPositive = Uint8Array.from(labels, (label) => (label === positive ? 1 : 0));
    return refit(points, isPositive, { ...config, classes: [0, 1] });
  });
}

function fit(points, labels, config) {
  const classes = config.classes ?? [0, 1], data = sortByClass(points, labels);
  checkPlaces(data);
  const kernel = kernelOf(config), sides = makeSides(data, kernel, config, classes);
  const second = secondOrder(kernel, sides, config), means = classMeans(kernel, sides);
  const projection = project(second, means);
  checkOverflow(projection);
  const looProjection = leaveOneOutProjection(second, means, kernel, sides, config, classes);
  const scores = config.threshold === "loo" ? looProjection : projection;
  checkScores(scores);
  const search = bestThreshold(
    inGivenOrder(scores, data),
    labels,
    config.threshold === "consistency" ? "consistency" : "error",
    PROJECTION_ACCURACY * Math.max(largest(second), largest(means[0]), largest(means[1])),
  );
  return {
    description: describe(kernel, sides, config, search.offset),
    projection: inGivenOrder(projection, data),
    search,
    looProjection: looProjection && inGivenOrder(looProjection, data),
    looErrors: looProjection && countErrors(looProjection, data.start, search.offset),
    trainingErrors: countErrors(projection, data.start, search.offset),
  };
}

/** @returns {import("./kernels.js").Kernel} */
function kernelOf({ kernel: name, is_bump, gamma, degree, coef0 }) {
  return { name, is_bump, gamma, degree, coef0 };
}

// The two sides

/** The points of C- first, then those of C+ from `start` on; `order` tells which one each was. */
function sortByClass({ x1, x2 }, labels) {
  const order = new Int32Array(labels.length);
  let start = 0, next = 0;
  for (let i = 0; i < labels.length; i++) if (!labels[i]) order[start++] = i;
  for (let i = 0; i < labels.length; i++) if (labels[i]) order[start + next++] = i;
  return { order, x1: pick(x1, order), x2: pick(x2, order), start };
}

/** Values of the points sorted by class, in the order in which the points were given. */
function inGivenOrder(values, { order }) {
  const out = new Float64Array(values.length);
  for (let k = 0; k < values.length; k++) out[order[k]] = values[k];
  return out;
}

/** @returns {[import("./means.js").Side, import("./means.js").Side]} C- and C+ */
function makeSides(data, kernel, { variant, metric, determinants }, classes) {
  const { x1, x2, start } = data;
  const roots = variant === "I" ? [null, null] : metricRoots(data, variant, metric, classes);
  const isDensity = variant === "III" && determinants && kernel.is_bump;
  return roots.map((root, k) => ({
    root,
    t: x1.map((_, i) => toMetric(root, x1[i], x2[i])[0]),
    v: x2.map((_, i) => toMetric(root, x1[i], x2[i])[1]),
    from: k === 0 ? 0 : start,
    count: k === 0 ? start : x1.length - start,
    weight: isDensity ? Math.exp(-(Math.log(root[0][0]) + Math.log(root[1][1]))) : 1,
  }));
}

/** The Cholesky factors of the covariances behind the metrics of C- and C+; equal ones are one. */
function metricRoots({ x1, x2, start }, variant, metric, classes) {
  const counts = [start, x1.length - start];
  const scatters = [[0, start], [start, x1.length]].map(([from, to]) =>
    scatterMatrix(x1.subarray(from, to), x2.subarray(from, to)),
  );
  if (!scatters.flat().every(Number.isFinite)) {
    throw new Refusal("The features are so large that their squares overflow; scale them down.");
  }
  const rounding = roundingOf([x1, x2]);
  const sharedRoot = (divisors) => {
    const C = scatters[0].map((s, j) => s / divisors[0] + scatters[1][j] / divisors[1]);
    return Array(2).fill(regularRoot(C, rounding, "the two classes"));
  };
  if (variant === "II" && metric === "pooled") {
    const divisor = Math.max(x1.length - 2, 1);
    return sharedRoot([divisor, divisor]);
  }
  checkCounts(counts, `variant ${variant}`, classes);
  if (variant === "II") return sharedRoot([counts[0] - 1, counts[1] - 1]);
  return scatters.map((S, k) =>
    regularRoot(S.map((s) => s / (counts[k] - 1)), rounding, `class ${classes[k]}`),
  );
}

function regularRoot(covariance, rounding, owner) {
  const root = choleskyRoot(covariance, rounding);
  if (root !== null) return root;
  throw new Refusal(
    `The covariance of ${owner} is singular: a feature is constant, or the points lie on a line or ` +
      "plane or are too few. Move or add points, or use variant I, which needs none.",
  );
}

// The projection

/** second(x) of all points: 0, or in variant III half the difference of the squared lengths. */
function secondOrder(kernel, sides, { variant }) {
  if (variant !== "III") return new Float64Array(sides[0].t.length);
  const atZero = KERNELS[kernel.name].square(kernel, 0);
  const [minus, plus] = sides.map((side) => squares(kernel, side));
  return minus.map((length, i) => atZero + (length - plus[i]) / 2);
}

/** p = second + mean over C+ - mean over C-. */
function project(second, [minus, plus]) {
  return second.map((value, i) => value + plus[i] - minus[i]);
}

/** p of each point by all the others; null where nothing is left of a class and no one needs it. */
function leaveOneOutProjection(second, means, kernel, sides, { threshold }, classes) {
  const k = sides.findIndex(({ count }) => count < 2);
  if (k < 0) return project(second, leaveOneOut(means, kernel, sides));
  if (threshold !== "loo") return null;
  throw new Refusal(
    `Class ${classes[k]} has one point, which cannot be left out; add a point or ` +
      "use threshold='error'.",
  );
}

/** How many points, the first `start` of them in C-, are on the wrong side. */
function countErrors(projection, start, offset) {
  return projection.filter((p, i) => p + offset > 0 !== i >= start).length;
}

// The description

function describe(kernel, sides, { variant }, offset) {
  const nothing = { shift: [0, 0], scale: [1, 1], W: [[0, 0], [0, 0]], w: [0, 0], w0: 0, expansions: [] };
  const third = variant === "III";
  if (kernel.name === "linear") return { ...nothing, ...multiplyOut(sides, third), offset };
  const w0 = third ? KERNELS[kernel.name].square(kernel, 0) : 0;
  return { ...nothing, w0, expansions: expand(kernel, sides, third), offset };
}

/** One expansion for each class, C+ first. */
function expand(kernel, [minus, plus], third) {
  return [[1, plus], [-1, minus]].map(([sign, { t, v, from, count, root, weight }]) => ({
    kernel,
    z1: t.subarray(from, from + count),
    z2: v.subarray(from, from + count),
    coefficients: new Float64Array(count).fill((sign * weight) / count),
    root,
    square: third ? -sign / 2 : 0,
  }));
}

/** The linear kernel, multiplied out: with R = L^-T, K(z_i, z) = x'R z_i and K(z, z) = x'RR'x. */
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
