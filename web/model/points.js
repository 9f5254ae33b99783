/**
 * Lists of points, and the operations of the tools.
 *
 * A list is a value: every function here returns a new one and leaves the old one as it is, which is what
 * makes undo a walk along old values. Places are in the units of the features.
 *
 * @typedef {Object} Points
 * @property {Float64Array} x
 * @property {Float64Array} y
 * @property {Uint8Array} labels index of each point's class
 *
 * @import { PlainPoints } from "../messages.js"
 * @typedef {[number, number]} Place
 * @typedef {[number, number, number, number]} Box x1_min, x1_max, x2_min, x2_max
 */

import { fromBytes, fromNumbers, toBytes, toNumbers } from "./bytes.js";

export const NO_POINTS = makePoints([], [], []);

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} y @param {ArrayLike<number>} labels @returns {Points} */
export function makePoints(x, y, labels) {
  return { x: Float64Array.from(x), y: Float64Array.from(y), labels: Uint8Array.from(labels) };
}

/** Points from rows [x, y, class]. @param {readonly (readonly number[])[]} rows */
export function pointsOfRows(rows) {
  const [x, y, labels] = [0, 1, 2].map((place) => rows.map((row) => row[place]));
  return makePoints(x, y, labels);
}

/** Points as they travel between the component and its host. @param {Points} points @returns {PlainPoints} */
export function packPoints({ x, y, labels }) {
  return { x: fromNumbers(x), y: fromNumbers(y), labels: fromBytes(labels) };
}

/** @param {PlainPoints} packed @returns {Points} */
export function unpackPoints({ x, y, labels }) {
  return { x: toNumbers(x), y: toNumbers(y), labels: toBytes(labels) };
}

/** @param {Points} points @param {Place[]} places @param {number} label */
export function append({ x, y, labels }, places, label) {
  const n = labels.length, all = n + places.length;
  const longer = { x: new Float64Array(all), y: new Float64Array(all), labels: new Uint8Array(all).fill(label, n) };
  longer.x.set(x);
  longer.y.set(y);
  longer.labels.set(labels);
  places.forEach((place, k) => ([longer.x[n + k], longer.y[n + k]] = place));
  return longer;
}

/**
 * The points whose index passes the test.
 * @param {Points} points
 * @param {(i: number) => boolean} test
 * @returns {Points}
 */
export function keep({ x, y, labels }, test) {
  /** @type {(_: number, i: number) => boolean} */
  const passes = (_, i) => test(i);
  return { x: x.filter(passes), y: y.filter(passes), labels: labels.filter(passes) };
}

/**
 * The points with some of them moved, no farther than the edge of the box lets all of them go.
 * @param {Points} points
 * @param {number[]} indices
 * @param {Place} step
 * @param {Box} box
 * @returns {Points}
 */
export function shift({ x, y, labels }, indices, [dx, dy], box) {
  const result = { x: x.slice(), y: y.slice(), labels };
  const right = limit(dx, indices.map((i) => x[i]), box[0], box[1]);
  const up = limit(dy, indices.map((i) => y[i]), box[2], box[3]);
  for (const i of indices) {
    result.x[i] += right;
    result.y[i] += up;
  }
  return result;
}

/** @param {number} step @param {number[]} values @param {number} low @param {number} high */
function limit(step, values, low, high) {
  const [least, most] = range(values);
  return Math.max(Math.min(0, low - least), Math.min(Math.max(0, high - most), step));
}

/**
 * The points with some of them in another class.
 * @param {Points} points
 * @param {number[]} indices
 * @param {number} label
 * @returns {Points}
 */
export function relabel({ x, y, labels }, indices, label) {
  const copy = labels.slice();
  for (const i of indices) copy[i] = label;
  return { x, y, labels: copy };
}

/**
 * Every point a little elsewhere, by a normal deviate times the spread along each axis.
 * @param {Points} points
 * @param {Place} spreads
 * @returns {Points}
 */
export function jitter({ x, y, labels }, [spread1, spread2]) {
  return {
    x: x.map((value) => value + spread1 * normalDeviate()),
    y: y.map((value) => value + spread2 * normalDeviate()),
    labels,
  };
}

function normalDeviate() {
  const length = Math.sqrt(-2 * Math.log(1 - Math.random()));
  return length * Math.cos(2 * Math.PI * Math.random());
}

/** The indices of the points between two corners. @param {Points} points @param {Place} corner @param {Place} other */
export function inside({ x, y }, [x1, y1], [x2, y2]) {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [low, high] = [Math.min(y1, y2), Math.max(y1, y2)];
  return [...x.keys()].filter((i) => left <= x[i] && x[i] <= right && low <= y[i] && y[i] <= high);
}

/**
 * The index of the smallest distance below the reach, or -1.
 * @param {number} count
 * @param {(i: number) => number} distance
 * @param {number} [reach]
 */
export function nearest(count, distance, reach = Infinity) {
  let best = -1;
  for (let i = 0, least = reach; i < count; i++) {
    const d = distance(i);
    if (d < least) [best, least] = [i, d];
  }
  return best;
}

/**
 * How many points each of the `classes` classes has.
 * @param {{labels: Uint8Array}} points
 * @param {number} classes
 * @returns {number[]}
 */
export function countLabels({ labels }, classes) {
  const counts = new Array(classes).fill(0);
  for (const label of labels) counts[label]++;
  return counts;
}

/**
 * A box around the points with a margin of 15 % of their range, a port of `bayeslab.data.points.bounding_box`:
 * a range of nothing but rounding gets 1 on each side, or a millionth of its size if that is more.
 * @param {{x: Float64Array, y: Float64Array}} points
 * @returns {Box}
 */
export function boundingBox({ x, y }) {
  const ends = [x, y].flatMap((values) => {
    const [low, high] = values.length ? range(values) : [0, 0];
    const size = Math.max(Math.abs(low), Math.abs(high));
    const margin = high - low > 1e-9 * size ? 0.15 * (high - low) : Math.max(1, 1e-6 * size);
    return [low - margin, high + margin];
  });
  return /** @type {Box} */ (ends);
}

/** The smallest and the largest value. @param {ArrayLike<number>} values @returns {[number, number]} */
export function range(values) {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return [low, high];
}
