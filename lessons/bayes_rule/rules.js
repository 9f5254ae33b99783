/**
 * Two known densities on a line, decision rules and their errors.
 * JavaScript port of `lessons.bayes_rule.rules`,
 * held equal by `tests/lessons/test_lesson_bayes_rule.py`.
 *
 * Python defines every number here.
 *
 * @typedef {Object} ClassOnLine
 * @property {number} prior
 * @property {number[][]} parts of its mixture: weight, mean, standard deviation
 *
 * @typedef {Object} Costs
 * @property {number} loss of a missed point of C+; that of a false alarm is 1
 * @property {number} reject of a rejected point
 *
 * @typedef {ClassOnLine[]} Classes C- and C+
 * @typedef {Pick<ClassOnLine, "parts">} DensityOnLine
 *
 * @typedef {Object} Intervals
 * @property {number[]} boundaries where the decision changes
 * @property {number[]} labels of the intervals between them
 */

import { normalCdf } from "../../web/picture/normal.js";

export const REJECTED = 2; // the label of an interval where neither class is predicted
const DEVIATIONS = 12, STEPS = 1536; // as Python scans the line
const BISECTIONS = 60;
const TINY = 1e-300;

/**
 * A mixture in units of its standard deviation around its mean, moved and scaled.
 * @param {number[][]} parts
 * @param {number} mean
 * @param {number} deviation
 */
export function place(parts, mean, deviation) {
  return parts.map(([weight, m, s]) => [weight, mean + deviation * m, deviation * s]);
}

/** @param {DensityOnLine} density @param {number} x */
export function density({ parts }, x) {
  return parts.reduce((sum, [weight, m, s]) =>
    sum + (weight / (s * Math.sqrt(2 * Math.PI))) * Math.exp(-(((x - m) / s) ** 2) / 2), 0);
}

/** @param {DensityOnLine} density @param {number} x */
export function logDensity({ parts }, x) {
  const logs = parts.map(([weight, m, s]) => Math.log(weight / s) - ((x - m) / s) ** 2 / 2);
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0)) - Math.log(2 * Math.PI) / 2;
}

/** The share of a class to the left of x. @param {DensityOnLine} density @param {number} x */
function cumulative({ parts }, x) {
  return parts.reduce((sum, [weight, m, s]) => sum + weight * normalCdf((x - m) / s), 0);
}

/** log P(+|x) - log P(-|x). @param {Classes} classes @param {number} x */
export function logOdds([minus, plus], x) {
  return Math.log(plus.prior) - Math.log(minus.prior) + logDensity(plus, x) - logDensity(minus, x);
}

/**
 * A rule: where the decision changes, and the label of each interval.
 * @param {string} rule "map", "ml", "cut" or "costs"
 * @param {Classes} classes
 * @param {number} x
 * @param {Costs} costs
 * @returns {Intervals}
 */
export function intervalsOf(rule, classes, x, costs) {
  if (rule === "cut") return { boundaries: [x], labels: [0, 1] };
  const [low, high] = levels(rule, classes, costs);
  const cuts = [...crossings(classes, low), ...(high > low ? crossings(classes, high) : [])];
  const boundaries = cuts.sort((a, b) => a - b), ends = [-Infinity, ...boundaries, Infinity];
  const labels = ends.slice(1).map((end, k) => {
    const odds = logOdds(classes, middle(ends[k], end));
    return odds > high ? 1 : odds > low ? REJECTED : 0;
  });
  return { boundaries, labels };
}

/**
 * The log odds up to which C- is predicted, and those from which on C+ is.
 * @param {string} rule
 * @param {Classes} classes
 * @param {Costs} costs
 */
function levels(rule, [minus, plus], { loss, reject }) {
  if (rule === "map") return [0, 0];
  const equal = Math.log(plus.prior / minus.prior);
  if (rule === "ml") return [equal, equal];
  const even = -Math.log(loss);
  return [Math.min(even, logit(reject / loss)), Math.max(even, logit(1 - reject))];
}

/** @param {number} p */
function logit(p) {
  return Math.log(Math.max(p, TINY)) - Math.log(Math.max(1 - p, TINY));
}

/** @param {number} low @param {number} high */
function middle(low, high) {
  if (low === -Infinity) return high === Infinity ? 0 : high - 1;
  return high === Infinity ? low + 1 : (low + high) / 2;
}

/** Where the log odds have a value. @param {Classes} classes @param {number} level */
function crossings(classes, level) {
  const excess = (/** @type {number} */ x) => logOdds(classes, x) - level, nodes = scan(classes), places = [];
  for (let k = 1, last = excess(nodes[0]); k < nodes.length; k++) {
    const next = excess(nodes[k]);
    if (last > 0 !== next > 0) places.push(bisect(excess, nodes[k - 1], nodes[k], last > 0));
    last = next;
  }
  return places;
}

/** @param {Classes} classes */
function scan(classes) {
  const nodes = classes.flatMap(({ parts }) => parts.flatMap(([, m, s]) =>
    Array.from({ length: STEPS + 1 }, (_, k) => m + s * DEVIATIONS * ((2 * k) / STEPS - 1))));
  return Float64Array.from(nodes).sort();
}

/** @param {(x: number) => number} excess @param {number} low @param {number} high @param {boolean} isHighBefore */
function bisect(excess, low, high, isHighBefore) {
  for (let k = 0; k < BISECTIONS; k++) {
    const half = (low + high) / 2;
    if (excess(half) > 0 === isHighBefore) low = half;
    else high = half;
  }
  return (low + high) / 2;
}

/**
 * The share of all points that are of class k and labelled j, for both classes and three labels.
 * @param {Classes} classes
 * @param {Intervals} intervals
 */
export function shares(classes, { boundaries, labels }) {
  const table = classes.map(() => [0, 0, 0]), ends = [-Infinity, ...boundaries, Infinity];
  classes.forEach((each, k) => {
    const below = ends.map((x) => cumulative(each, x));
    labels.forEach((label, i) => (table[k][label] += each.prior * (below[i + 1] - below[i])));
  });
  return table;
}

/**
 * The error, the share that is rejected and the mean loss of a rule.
 * @param {Classes} classes
 * @param {Intervals} intervals
 * @param {Costs} costs
 */
export function performance(classes, intervals, { loss, reject }) {
  const [[, falseAlarms, rejectedMinus], [misses, , rejectedPlus]] = shares(classes, intervals);
  const rejected = rejectedMinus + rejectedPlus;
  return { error: falseAlarms + misses, rejected, risk: falseAlarms + loss * misses + reject * rejected };
}

/**
 * The performance of a test for C+: the share of C+ with a positive result (sensitivity), the share of C- with a
 * negative one (specificity), and the share of C+ among positive results (the predictive value; null without
 * positive results).
 * @param {Classes} classes
 * @param {Intervals} intervals
 */
export function qualities(classes, intervals) {
  const [[healthy, falseAlarms], [misses, hits]] = shares(classes, intervals), positive = falseAlarms + hits;
  return {
    sensitivity: hits / (misses + hits), specificity: healthy / (healthy + falseAlarms), positive,
    predictive: positive > 0 ? hits / positive : null,
  };
}
