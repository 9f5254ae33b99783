/**
 * The covariance assumptions side by side.
 * JavaScript port of `lessons.covariance_assumptions.numbers`,
 * held equal by `tests/lessons/test_lesson_covariance_assumptions.py`.
 *
 * Python defines every number here. Points are written as "2 6 +; 1 -2 -".
 *
 * @import { Points } from "../../web/model/points.js"
 * @import { Description } from "../../web/model/evaluate.js"
 * @typedef {ReturnType<typeof estimateGaussians>} Estimates
 * @typedef {Omit<import("../../web/messages.js").GaussianModel, "kind" | "priors">} Settings
 * @typedef {{estimates: Estimates, description: Description, problem?: undefined}} Rule
 * @typedef {{problem: string}} Refused
 * @typedef {Rule & {training: number, leftOut: number | null, wrong: boolean[], wrongLeftOut: boolean[]} | Refused} Fit `leftOut` is null where a point
 *   cannot be left out
 */

import { scoreAt } from "../../web/model/evaluate.js";
import { FitError } from "../../web/model/fit_error.js";
import { estimateGaussians, scoreClasses } from "../../web/model/gaussian_bayes.js";
import { keep, makePoints } from "../../web/model/points.js";
import { bestThreshold } from "../../web/model/threshold.js";

const CLASSES = [0, 1], NAMES = ["−", "+"];
const DIGITS = 3; // of a coordinate, after the point
const FLAT = 1e-9; // relative; smaller quadratic terms, and determinants of them, are rounding errors

/** @param {string} text */
export function readPoints(text) {
  const rows = text.split(";").map((row) => row.trim().split(/\s+/)).filter((row) => row.length === 3);
  const [x, y] = [0, 1].map((j) => rows.map((row) => Number(row[j].replace("−", "-"))));
  return makePoints(x, y, rows.map((row) => (row[2] === "+" ? 1 : 0)));
}

/** @param {Points} points */
export function writePoints({ x, y, labels }) {
  const coordinate = (/** @type {number} */ value) => String(Number(value.toFixed(DIGITS)));
  return Array.from(labels, (label, i) => `${coordinate(x[i])} ${coordinate(y[i])} ${"-+"[label]}`).join("; ");
}

/**
 * What conic section the boundary is, or "nowhere"; the score is x'Wx + w'x + w0 + offset.
 * @param {Pick<Description, "W" | "w" | "w0" | "offset">} description
 */
export function shapeOf({ W: [[a, b], [, d]], w: [w1, w2], w0, offset }) {
  const largest = Math.max(...[a, b, d].map(Math.abs)), linear = Math.hypot(w1, w2), det = a * d - b * b;
  if (largest <= FLAT * linear) return linear > 0 ? "a line" : "nowhere";
  if (Math.abs(det) <= FLAT * largest ** 2) {
    const [v1, v2] = Math.abs(a) > Math.abs(d) ? [-b, a] : [-d, b]; // the direction without a quadratic term
    if (Math.abs(w1 * v1 + w2 * v2) > FLAT * linear * largest) return "a parabola";
    return linear ** 2 >= 4 * (a + d) * (w0 + offset) ? "parallel lines" : "nowhere"; // a + d: the eigenvalue
  }
  const atCentre = w0 + offset + (w1 * (b * w2 - d * w1) + w2 * (b * w1 - a * w2)) / (4 * det);
  if (det < 0) return "a hyperbola";
  return atCentre * a < 0 ? "an ellipse" : "nowhere";
}

/**
 * Fit an assumption: the estimates, the description of the score of class +, and the numbers of correct points in
 * training and left out; or the reason why it cannot be computed.
 * @param {Points} points
 * @param {Settings} settings
 * @param {boolean} isSearched whether the offset is searched, with the fewest training errors
 * @returns {Fit}
 */
export function fitAssumption(points, settings, isSearched) {
  const rule = fitRule(points, settings, isSearched);
  if (rule.problem !== undefined) return rule;
  const all = [...points.labels.keys()];
  const training = all.filter((i) => isCorrect(rule, points, i)).length;
  const rules = all.map((i) => fitRule(keep(points, (j) => j !== i), settings, isSearched));
  const right = all.filter((i) => isCorrect(rules[i], points, i)).length;
  return { ...rule, training, leftOut: rules.some(({ problem }) => problem) ? null : right,
    wrong: all.map((i) => !isCorrect(rule, points, i)), wrongLeftOut: all.map((i) => !isCorrect(rules[i], points, i)) };
}

/** @param {Points} points @param {Settings} settings @param {boolean} isSearched @returns {Rule | Refused} */
export function fitRule(points, settings, isSearched) {
  const missing = CLASSES.find((label) => !points.labels.includes(label));
  try {
    if (missing !== undefined) throw new FitError("no_points", { label: NAMES[missing] });
    const estimates = estimateGaussians(points, CLASSES, { priors: null, ...settings }, NAMES);
    const [description] = scoreClasses(estimates);
    return { estimates, description: isSearched ? search(description, points) : description };
  } catch (error) {
    if (error instanceof FitError) return { problem: error.reason }; // the advice is for programmers
    throw error;
  }
}

/** @param {Description} description @param {Points} points @returns {Description} */
function search(description, { x, y, labels }) {
  const homogeneous = { ...description, w0: 0 };
  const scores = Float64Array.from(x, (x1, i) => scoreAt(homogeneous, x1, y[i]));
  return { ...homogeneous, offset: bestThreshold(scores, labels, "error", 0).offset };
}

/** @param {Rule | Refused} rule @param {Points} points @param {number} i */
function isCorrect(rule, { x, y, labels }, i) {
  return rule.problem === undefined && scoreAt(rule.description, x[i], y[i]) > 0 === (labels[i] === 1);
}
