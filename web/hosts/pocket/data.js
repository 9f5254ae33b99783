/**
 * The points of a state: drawn, generated, or rows of a table in the start data.
 *
 * @import { Points } from "../../model/points.js"
 * @import { LabState } from "../../wire/state.js"
 * @import { Start, Table } from "./types.js"
 *
 *
 * What the component is told of the points, the points themselves, and their title.
 * @typedef {Pick<import("../../messages.js").DrawingData, "classes" | "features" | "box" | "points" | "exact">
 *   & {data: Points, title: string}} Sheet
 */

import { moments } from "../../model/metric.js";
import { BLANK_BOX, STANDARDISED } from "../../model/shared.js";
import { boundingBox, keep, makePoints, NO_POINTS, packPoints, range } from "../../model/points.js";
import { readPoints } from "../../wire/data.js";
import { generate } from "./generators.js";

/**
 * @param {Start} start
 * @param {LabState} state
 * @returns {Sheet}
 * @throws {Error} one sentence, if the settings leave a class without points
 */
export function loadSheet(start, state) {
  if (state.data === "drawn") return loadDrawing(state);
  const entry = start.datasets[state.data], features = state.features ?? (entry.kind === "real" ? entry.features : [0, 1]);
  const points = entry.kind === "generated" ? generate(state, entry) : select(entry, features, state.classes);
  const data = state.standardise ? standardise(points) : points;
  const names = features.map((index) => entry.feature_names[index]);
  return {
    data,
    title: entry.title,
    classes: (state.classes ?? [...entry.class_names.keys()]).map((index) => entry.class_names[index]),
    features: state.standardise ? names.map((name) => name + STANDARDISED) : names,
    box: boundingBox(data),
    points: packPoints(data),
    exact: entry.kind === "real",
  };
}

/** @param {LabState} state @returns {Sheet} */
function loadDrawing({ points: text, names, title }) {
  const box = BLANK_BOX, points = text || packPoints(NO_POINTS), [x1, x2, ...classNames] = names;
  const { points: data } = readPoints({ points, box, exact: false });
  const count = Math.max(classNames.length, 2, 1 + range(data.labels)[1]);
  const classes = Array.from({ length: count }, (_, k) => classNames[k] ?? `class ${k + 1}`);
  return { data, title: title || "your points", classes, features: [x1, x2], box, points, exact: false };
}

/**
 * The rows of the chosen classes, which are numbered in the order in which they were chosen.
 * @param {Table} table
 * @param {number[]} features
 * @param {?number[]} classes
 * @returns {Points}
 */
function select({ columns = [], labels = [] }, features, classes) {
  const [x, y] = features.map((index) => columns[index]), all = makePoints(x, y, labels);
  if (classes === null) return all;
  const points = keep(all, (i) => classes.includes(labels[i]));
  return { ...points, labels: points.labels.map((label) => classes.indexOf(label)) };
}

/** Every feature at mean 0 and variance 1 (divisor n); a constant feature becomes 0. @param {Points} points @returns {Points} */
function standardise({ x, y, labels }) {
  const [x1, x2] = [x, y].map((values) => {
    const [mean, deviation] = moments(values);
    return values.map((value) => (value - mean) / deviation);
  });
  return { x: x1, y: x2, labels };
}
