/**
 * The plane of a classifier without eyes: what is at each place of it, and the tree of words about it.
 *
 * @import { Panel } from "../paint/panel.js"
 * @import { Fit } from "../model/model.js"
 * @import { Regions } from "../paint/regions.js"
 * @import { Heard, Terrain } from "./probe.js"
 * @import { Branch } from "./tree.js"
 * @import { Note } from "./tones.js"
 * @import { Place } from "../model/points.js"
 */

import { moments } from "../model/metric.js";
import { decide } from "../model/model.js";
import { scoreAt } from "../model/evaluate.js";
import { nearest } from "../model/points.js";
import { labelAt } from "../paint/regions.js";
import { format } from "../paint/view.js";
import { count, percentRight } from "../paint/words.js";
import { soundAt } from "../marks/basics.js";
import { linesBetween } from "./lines.js";
import { shareOf } from "./probe.js";

const QUIET = 0.35; // loudness where nothing is certain
const MOST = 20; // errors and lines that are told one by one
const THIRDS = [1 / 3, 2 / 3];

/** What can be explored in a panel's plane; what takes long is found when it is asked for. @param {Panel} panel @returns {Terrain} */
export function terrainOf(panel) {
  const { view, shown: regions } = panel;
  return {
    view,
    read: (place) => readPlace(panel, regions, place),
    more: (place) => sayMore(panel, place),
    get points() {
      return spotsOf(panel);
    },
    get boundary() {
      return regions ? linesBetween(regions).flat() : [];
    },
  };
}

/** @param {Panel} panel @returns {import("./probe.js").Spot[]} */
function spotsOf(panel) {
  const { points: { x, y, labels } } = panel, wrong = panel.isOld ? null : panel.wrong();
  return Array.from(x.keys()).sort((i, j) => x[i] - x[j] || y[i] - y[j]).map((i) => {
    const place = /** @type {Place} */ ([x[i], y[i]]), isWrong = Boolean(wrong?.[i]);
    return { place, isWrong, words: `Point of ${sayPoint(panel, i)}`, notes: notesAt(panel, place, labels[i], 1, isWrong) };
  });
}

/** @param {Panel} panel @param {number} i */
function sayPoint(panel, i) {
  const { points: { x, y, labels } } = panel;
  return `${panel.nameOf(labels[i])} at ${format(x[i])}, ${format(y[i])}`;
}

/** @param {Panel} panel @param {?Regions} regions @param {Place} place @returns {Heard} */
function readPlace(panel, regions, [x, y]) {
  const { board: { data: { features } }, fit } = panel, at = `${features[0]} ${format(x)}, ${features[1]} ${format(y)}`;
  if (!regions || !fit) return { words: `${at}.`, notes: [], region: "" };
  const node = nodeAt(regions, x, y), isFar = regions.far[node] === 1, scores = scoresAt(fit, x, y);
  const label = scores ? decide(fit.classes, scores) : labelAt(regions, x, y), name = panel.nameOf(label);
  const certainty = isFar ? 0 : Math.min(1, regions.strength[node] / regions.full);
  return {
    words: `${at}: ${name}${isFar ? ", far from all points" : ""}.`,
    notes: notesAt(panel, [x, y], label, QUIET + (1 - QUIET) * certainty),
    region: name,
  };
}

/** The score and the nearest point. @param {Panel} panel @param {Place} place */
function sayMore(panel, place) {
  const { fit, points, view } = panel, scores = fit && scoresAt(fit, ...place);
  const near = nearest(points.labels.length, (i) => view.distance([points.x[i], points.y[i]], place));
  const point = near < 0 ? "There are no points." : `Nearest point: ${sayPoint(panel, near)}.`;
  if (!fit || !scores) return point;
  return `${panel.nameOf(decide(fit.classes, scores))} predicted. Score ${panel.formatScore(scores[panel.sideIndex])}. ${point}`;
}

/** The scores of all sides with the thresholds that are shown; null for a picture of Python's. @param {Fit} fit @param {number} x @param {number} y */
function scoresAt({ sides, raster }, x, y) {
  if (raster) return null;
  return sides.map(({ description, offset }) => (description ? scoreAt({ ...description, offset }, x, y) : NaN));
}

/** @param {Panel} panel @param {Place} place @param {number} label @param {number} loudness @param {boolean} [isRough] @returns {Note[]} */
function notesAt({ view }, place, label, loudness, isRough = false) {
  const sound = soundAt({ kind: "points", view, voice: label }, place, loudness);
  return sound ? [{ ...sound, isRough }] : [];
}

/** @param {Regions} regions @param {number} x @param {number} y */
function nodeAt({ size, box: [a, b, c, d] }, x, y) {
  const along = (/** @type {number} */ share) => Math.round((size - 1) * Math.max(0, Math.min(1, share)));
  return along((y - c) / (d - c)) * size + along((x - a) / (b - a));
}

/** The threshold on the line: its place, and the height of the criterion there. @param {Panel} panel @returns {Note[]} */
export function cutNotes({ side, layout, shownCut }) {
  if (!side || !layout || shownCut === null) return [];
  return [soundAt({ kind: "curve", view: layout.cuts }, [-side.offset, side.search.values[shownCut]])].filter((note) => note !== null);
}

/** The plane in words: classes, errors, boundary, threshold. @param {Panel} panel @returns {Branch[]} */
export function treeOf(panel) {
  const { points, fit, shown: regions, board: { classes, data: { features } } } = panel, wrong = panel.isOld ? null : panel.wrong();
  const rows = classes.flatMap((style, label) => {
    const own = Array.from(points.labels.keys()).filter((i) => points.labels[i] === label);
    return own.length ? [{ text: `${style.name}: ${count(own.length, "point")}`, items: describeClass(panel, own) }] : [];
  });
  return [
    { text: rows.length ? "Classes" : "No points", items: rows },
    ...(fit && wrong ? [describeErrors(panel, wrong)] : []),
    ...(fit && regions ? [describeBoundary(linesBetween(regions), features)] : []),
    ...(fit && panel.side ? [{ text: `Threshold on the line: ${panel.formatScore(-panel.side.offset)}, axis ${panel.axis}` }] : []),
  ];
}

/** @param {Panel} panel @param {number[]} own @returns {Branch[]} */
function describeClass({ points, view, board: { data: { features } } }, own) {
  const [x, y] = [points.x, points.y].map((values) => Float64Array.from(own, (i) => values[i]));
  const [[m1, s1], [m2, s2]] = [moments(x), moments(y)];
  return [
    { text: `middle: ${features[0]} ${format(m1)}, ${features[1]} ${format(m2)}, ${whereIs(shareOf(view, [m1, m2]))} of the picture` },
    { text: `standard deviation: ${features[0]} ${format(s1)}, ${features[1]} ${format(s2)}` },
  ];
}

/** In words, by thirds of the picture. @param {Place} share */
function whereIs([across, up]) {
  const third = (/** @type {number} */ share) => THIRDS.filter((limit) => share > limit).length;
  const side = ["left", "", "right"][third(across)], level = ["lower", "", "upper"][third(up)];
  return `in the ${[level, side].filter(Boolean).join(" ") || "middle"}`;
}

/** @param {Panel} panel @param {boolean[]} wrong @returns {Branch} */
function describeErrors(panel, wrong) {
  const errors = Array.from(wrong.keys()).filter((i) => wrong[i]);
  const text = `${count(errors.length, "error")} in training, accuracy ${percentRight(wrong)}`;
  return { text, items: errors.slice(0, MOST).map((i) => ({ text: sayPoint(panel, i) })) };
}

/** @param {Place[][]} lines @param {string[]} features @returns {Branch} */
function describeBoundary(lines, features) {
  if (lines.length === 0) return { text: "No boundary in the picture" };
  return { text: `Boundary: ${count(lines.length, "line")}`, items: lines.slice(0, MOST).map((line) => ({ text: describeLine(line, features) })) };
}

/** Its ends, or that it is closed, and where it crosses the axes. @param {Place[]} line @param {string[]} features */
function describeLine(line, features) {
  const [first, last] = [line[0], line[line.length - 1]], isClosed = line.length > 3 && first.every((value, k) => value === last[k]);
  const middle = line.reduce(([u, v], [x, y]) => [u + x / line.length, v + y / line.length], [0, 0]);
  const at = (/** @type {number[]} */ place) => `${format(place[0])}, ${format(place[1])}`;
  const crossings = [0, 1].flatMap((axis) => crossingsOf(line, axis).slice(0, 3).map((value) => (
    `crosses ${features[axis]} = 0 at ${features[1 - axis]} ${format(value)}`)));
  const shape = isClosed ? `closed, around ${at(middle)}` : `from ${at(first)} to ${at(last)}`;
  return [shape, ...crossings].join("; ");
}

/** Where a line crosses the place at which a coordinate is 0: the other coordinate. @param {Place[]} line @param {number} axis */
function crossingsOf(line, axis) {
  return line.slice(1).flatMap((end, k) => {
    const start = line[k], [from, to] = [start[axis], end[axis]];
    if (from > 0 === to > 0) return [];
    return [start[1 - axis] + (from / (from - to)) * (end[1 - axis] - start[1 - axis])];
  });
}
