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
 * @import { GaussianModel as Settings } from "../messages.js"
 * @typedef {{scatters: number[][], counts: number[], n: number, means: number[][], rounding: number[]}} Moments
 * @typedef {{priors: number[], means: number[][], roots: Root[]}} Estimates
 */

import { choleskyRoot, roundingOf, scatterMatrix, sum, toMetric } from "./metric.js";

/**
 * The covariance of each class from the scatters S_k, the counts N_k and N: maximum likelihood.
 * @type {Record<Settings["covariance"], (moments: Moments) => number[][]>}
 */
const ESTIMATES = {
  full: ({ scatters, counts }) => scatters.map((S, k) => S.map((s) => s / counts[k])),
  diagonal: (moments) => ESTIMATES.full(moments).map(([C11, , C22]) => [C11, 0, C22]),
  pooled({ scatters, n }) {
    const total = [0, 1, 2].map((j) => sum(scatters.map((S) => S[j])));
    return scatters.map(() => total.map((s) => s / n));
  },
  spherical(moments) {
    return ESTIMATES.pooled(moments).map(([C11, , C22]) => [(C11 + C22) / 2, 0, (C11 + C22) / 2]);
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
export function estimateGaussians(points, classes, { covariance, priors, pooling = 0, shrinkage = 0 }, names) {
  const moments = momentsOf(points, classes), { means, counts, n } = moments;
  const covariances = regularise(ESTIMATES[covariance](moments), moments, pooling, shrinkage);
  const isShared = pooling === 1 || covariance === "pooled" || covariance === "spherical";
  const shares = counts.map((count) => (priors === "equal" ? 1 / classes.length : count / n));
  return { priors: shares, means, roots: factorise(covariances, moments, names, isShared) };
}

/** The scores from the estimates of `estimateGaussians`. @param {Estimates} estimates */
export function scoreClasses({ priors, means, roots }) {
  const scores = roots.map((root, k) => discriminant(root, means[k], priors[k]));
  return scores.length === 2 ? [difference(scores[1], scores[0])] : scores;
}

/**
 * Move covariances towards the pooled one, then towards a multiple of the identity.
 * @param {number[][]} covariances
 * @param {Moments} moments
 * @param {number} pooling
 * @param {number} shrinkage
 */
function regularise(covariances, { counts, n }, pooling, shrinkage) {
  const pooled = [0, 1, 2].map((j) => sum(covariances.map((C, k) => counts[k] * C[j])) / n);
  return covariances.map((own) => {
    const C = pooling > 0 ? own.map((c, j) => (1 - pooling) * c + pooling * pooled[j]) : own;
    const variance = shrinkage * ((C[0] + C[2]) / 2);
    return shrinkage > 0 ? C.map((c, j) => (1 - shrinkage) * c + (j === 1 ? 0 : variance)) : C;
  });
}

/** @param {Points} points @param {number[]} classes @returns {Moments} */
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

/** @param {number[][]} covariances @param {Moments} moments @param {(string | number)[]} names @param {boolean} isShared */
function factorise(covariances, { rounding }, names, isShared) {
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
