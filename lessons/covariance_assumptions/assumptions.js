/**
 * The covariance assumptions side by side: `lessons.covariance_assumptions.assumptions` once more.
 *
 * Python defines every number here; a test holds these functions to it. Points are written as "2 6 +; 1 -2 -".
 */

import { scoreAt } from "../../ui/canvas/model/evaluate.js";
import { estimateGaussians, scoreClasses } from "../../ui/canvas/model/gaussian_bayes.js";
import { keep, makePoints } from "../../ui/canvas/model/points.js";
import { Refusal } from "../../ui/canvas/model/refusals.js";
import { bestThreshold } from "../../ui/canvas/model/threshold.js";

const CLASSES = [0, 1], NAMES = ["−", "+"];
const DIGITS = 3; // of a coordinate, after the point
const FLAT = 1e-9; // relative; smaller quadratic terms, and determinants of them, are rounding errors

export function readPoints(text) {
  const rows = text.split(";").map((row) => row.trim().split(/\s+/)).filter((row) => row.length === 3);
  return makePoints(...[0, 1].map((j) => rows.map((row) => Number(row[j].replace("−", "-")))),
    rows.map((row) => (row[2] === "+" ? 1 : 0)));
}

export function writePoints({ x, y, labels }) {
  const coordinate = (value) => String(Number(value.toFixed(DIGITS)));
  return Array.from(labels, (label, i) => `${coordinate(x[i])} ${coordinate(y[i])} ${"-+"[label]}`).join("; ");
}

/** What conic section the boundary is; the score is x'Wx + w'x + w0 + offset. */
export function shapeOf({ W: [[a, b], [, d]], w: [w1, w2], w0, offset }) {
  const largest = Math.max(...[a, b, d].map(Math.abs)), linear = Math.hypot(w1, w2), det = a * d - b * b;
  if (largest <= FLAT * linear) return "a line";
  if (Math.abs(det) <= FLAT * largest ** 2) {
    const [v1, v2] = Math.abs(a) > Math.abs(d) ? [-b, a] : [-d, b]; // the direction without a quadratic term
    return Math.abs(w1 * v1 + w2 * v2) > FLAT * linear * largest ? "a parabola" : "parallel lines";
  }
  const atCentre = w0 + offset + (w1 * (b * w2 - d * w1) + w2 * (b * w1 - a * w2)) / (4 * det);
  if (det < 0) return "a hyperbola";
  return atCentre * a < 0 ? "an ellipse" : "nowhere";
}

/**
 * Fit an assumption: the estimates, the description of the score of class +, and how many points are correct in training
 * and left out; or why that cannot be computed.
 * @param {import("../../ui/canvas/model/gaussian_bayes.js").Settings} settings
 * @param {boolean} isSearched whether the offset is searched, with the fewest training errors
 */
export function fitAssumption(points, settings, isSearched) {
  const rule = fitRule(points, settings, isSearched);
  if (rule.problem) return rule;
  const all = [...points.labels.keys()];
  const training = all.filter((i) => isCorrect(rule, points, i)).length;
  const rules = all.map((i) => fitRule(keep(points, (j) => j !== i), settings, isSearched));
  const leftOut = rules.some(({ problem }) => problem) ? null
    : all.filter((i) => isCorrect(rules[i], points, i)).length;
  return { ...rule, training, leftOut };
}

function fitRule(points, settings, isSearched) {
  const missing = CLASSES.find((label) => !points.labels.includes(label));
  if (missing !== undefined) return { problem: `Class ${NAMES[missing]} has no points; add some.` };
  try {
    const estimates = estimateGaussians(points, CLASSES, { priors: null, ...settings }, NAMES);
    const [description] = scoreClasses(estimates);
    return { estimates, description: isSearched ? search(description, points) : description };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function search(description, { x, y, labels }) {
  const homogeneous = { ...description, w0: 0 };
  const scores = Float64Array.from(x, (x1, i) => scoreAt(homogeneous, x1, y[i]));
  return { ...homogeneous, offset: bestThreshold(scores, labels, "error", 0).offset };
}

function isCorrect({ description }, { x, y, labels }, i) {
  return scoreAt(description, x[i], y[i]) > 0 === (labels[i] === 1);
}
