/**
 * Bayes classifiers with Gaussian classes, refitted during a drag.
 * JavaScript port of `bayeslab.GaussianBayes`,
 * held equal by `tests/bayeslab/test_regularised.py`.
 *
 * With C^-1 = RR', the joint log-likelihood of class k is the quadratic polynomial x'Wx + w'x + w0 with
 * W = -RR'/2, w = RR'm, w0 = log P(k) - log(2 pi) - log|C|/2 - |R'm|^2/2.
 */

import { FitError } from "./fit_error.js";
/**
 * @import { Description } from "./evaluate.js"
 * @import { Root } from "./metric.js"
 * @import { Points } from "./points.js"
 * @import { Divisor, GaussianModel as Settings } from "../messages.js"
 * @typedef {{scatters: number[][], counts: number[], n: number, means: number[][], rounding: number[],
 *   names: (string | number)[]}} Moments
 * @typedef {{priors: number[], means: number[][], roots: Root[]}} Estimates
 */

import { choleskyRoot, roundingOf, scatterMatrix, sum, toMetric } from "./metric.js";

/** @type {Record<Divisor, (K: number) => number>} what a divisor takes off the n points, seen from K means */
const DIVISORS = { n: () => 0, "n-1": () => 1, "n-K": (K) => K };

/**
 * The covariance of each class from the scatters S_k, the counts N_k and N.
 * @type {Record<Settings["covariance"], (moments: Moments, divisor: Divisor) => number[][]>}
 */
const ESTIMATES = {
  full({ scatters, counts, names }, divisor) {
    const off = DIVISORS[divisor](1), k = counts.findIndex((count) => count <= off);
    if (k >= 0) throw new FitError("too_few_for_divisor", { label: names[k], found: counts[k] });
    return scatters.map((S, k) => S.map((s) => s / (counts[k] - off)));
  },
  diagonal: (moments, divisor) => ESTIMATES.full(moments, divisor).map(([C11, , C22]) => [C11, 0, C22]),
  pooled({ scatters, n }, divisor) {
    const K = scatters.length, off = DIVISORS[divisor](K), total = [0, 1, 2].map((j) => sum(scatters.map((S) => S[j])));
    if (n <= off) throw new FitError("too_few_for_shared_divisor", { found: n, classes: K, off });
    return scatters.map(() => total.map((s) => s / (n - off)));
  },
  spherical(moments, divisor) {
    return ESTIMATES.pooled(moments, divisor).map(([C11, , C22]) => [(C11 + C22) / 2, 0, (C11 + C22) / 2]);
  },
};

/**
 * The scores of the classes: of two classes their difference, of more one for each.
 * @param {Points} points
 * @param {number[]} classes the labels that occur, ascending; at least two
 * @param {Settings} settings
 * @param {(string | number)[]} names of the classes, for messages
 * @returns {Description[]}
 * @throws {FitError} if a covariance is singular
 */
export function fitGaussians(points, classes, settings, names) {
  return scoreClasses(estimateGaussians(points, classes, settings, names));
}

/**
 * The priors, means and Cholesky factors of the covariances of the classes.
 * @param {Points} points
 * @param {number[]} classes
 * @param {Omit<Settings, "kind">} settings
 * @param {(string | number)[]} names
 * @returns {Estimates}
 * @throws {FitError} if a covariance is singular
 */
export function estimateGaussians(points, classes, settings, names) {
  const { covariance, priors, pooling = 0 } = settings, moments = { ...momentsOf(points, classes), names };
  const { means, counts, n } = moments, covariances = regularise(moments, settings);
  const isShared = pooling === 1 || covariance === "pooled" || covariance === "spherical";
  const shares = counts.map((count) => (priors === "equal" ? 1 / classes.length : count / n));
  return { priors: shares, means, roots: factorise(covariances, moments, isShared) };
}

/** The scores from the estimates of `estimateGaussians`. @param {Estimates} estimates */
export function scoreClasses({ priors, means, roots }) {
  const scores = roots.map((root, k) => discriminant(root, means[k], priors[k]));
  return scores.length === 2 ? [difference(scores[1], scores[0])] : scores;
}

/**
 * Estimate covariances; move them towards the pooled one, then towards a multiple of the identity.
 * @param {Moments} moments
 * @param {Omit<Settings, "kind">} settings
 */
function regularise(moments, { covariance, divisor = "n", pooling = 0, shrinkage = 0 }) {
  const covariances = ESTIMATES[covariance](moments, divisor);
  const isMoved = pooling > 0 && (covariance === "full" || covariance === "diagonal");
  const [pooled] = isMoved ? ESTIMATES.pooled(moments, divisor) : [[]];
  return covariances.map((own) => {
    const C = isMoved ? own.map((c, j) => (1 - pooling) * c + (covariance === "diagonal" && j === 1 ? 0 : pooling * pooled[j])) : own;
    const variance = shrinkage * ((C[0] + C[2]) / 2);
    return shrinkage > 0 ? C.map((c, j) => (1 - shrinkage) * c + (j === 1 ? 0 : variance)) : C;
  });
}

/** @param {Points} points @param {number[]} classes @returns {Omit<Moments, "names">} */
function momentsOf({ x, y, labels }, classes) {
  const parts = classes.map((label) => [x, y].map((values) => values.filter((_, i) => labels[i] === label)));
  const scatters = parts.map((part) => scatterMatrix(part[0], part[1]));
  if (!scatters.flat().every(Number.isFinite)) throw new FitError("squares_overflow");
  const counts = parts.map(([x1]) => x1.length);
  return { scatters, counts, n: x.length, means: parts.map((part) => part.map(meanOf)), rounding: roundingOf([x, y]) };
}

/** @param {Float64Array} values */
function meanOf(values) {
  return values[0] + sum(values.map((value) => value - values[0])) / values.length;
}

/** @param {number[][]} covariances @param {Moments} moments @param {boolean} isShared */
function factorise(covariances, { rounding, names }, isShared) {
  return covariances.map((C, k) => {
    const root = choleskyRoot(C, rounding);
    if (root !== null) return root;
    throw isShared ? new FitError("singular_shared_covariance") : new FitError("singular_covariance", { label: names[k] });
  });
}

/** The joint log-likelihood of one class. @param {Root} root @param {number[]} mean @param {number} prior */
function discriminant(root, [m1, m2], prior) {
  const [r11, r12] = toMetric(root, 1, 0), [r21, r22] = toMetric(root, 0, 1), [z1, z2] = toMetric(root, m1, m2);
  const W12 = -(r11 * r21 + r12 * r22) / 2;
  const halfLogDeterminant = Math.log(root[0][0]) + Math.log(root[1][1]);
  return describe(
    [[-(r11 * r11 + r12 * r12) / 2, W12], [W12, -(r21 * r21 + r22 * r22) / 2]],
    [r11 * z1 + r12 * z2, r21 * z1 + r22 * z2],
    Math.log(prior) - Math.log(2 * Math.PI) - halfLogDeterminant - (z1 * z1 + z2 * z2) / 2,
  );
}

/** @param {Description} a @param {Description} b */
function difference(a, b) {
  const W = a.W.map((row, i) => row.map((value, j) => value - b.W[i][j]));
  return describe(W, a.w.map((value, j) => value - b.w[j]), a.w0 - b.w0);
}

/** @param {number[][]} W @param {number[]} w @param {number} w0 @returns {Description} */
function describe(W, w, w0) {
  return { shift: [0, 0], scale: [1, 1], W, w, w0, offset: 0, expansions: [] };
}
