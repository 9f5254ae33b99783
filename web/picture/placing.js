/**
 * A picture on which the participant of an exercise places an answer: a cut on the line of two densities, or a line
 * on the plane of some points. The right answer is shown once it is known; until then nothing hints at it.
 *
 * `data` has, of a line, `names`, `curves` (of each class, at even steps over `box`); of a plane `points`, `names`
 * and `box`; `isOpen`, whether something can be placed; `truth`: null, a cut, or two ends [x1, x2] of a line; and
 * `others`, the places of others, if they are to be shown.
 *
 * @import { PlainPoints, Style } from "../messages.js"
 * @import { Mark } from "../marks/types.js"
 * @typedef {[number, number]} Place
 * @typedef {Record<string, number>} Answer x, or p1, p2, q1 and q2
 * @typedef {import("./types.js").PictureData & {names: string[], palette: Style[], isOpen: boolean, others?: Answer[]}} BaseData
 * @typedef {BaseData & {curves: number[][], box: [number, number], truth: ?number}} LineData
 * @typedef {BaseData & {points: PlainPoints, box: import("../model/points.js").Box, features: string[],
 *   truth: ?[Place, Place], curves?: undefined}} PlaneData
 * @typedef {import("../marks/types.js").MarksInput<Answer, LineData | PlaneData>} Input
 * @typedef {Input & {view: View}} State
 */

import { axes, curve, handle, pointsOf, rule, text } from "../marks/marks.js";
import { unpackPoints } from "../model/points.js";
import { planeView } from "../paint/paint.js";
import { format, newPen, View } from "../paint/view.js";

const SHOW = { axes: true, equal: false };
const LEFT = 62, RIGHT = 10, TOP = 26, AXIS = 46; // pixels
const STEP = 0.05, DASH = [9, 6], REACH = 1e3; // of an arrow key; of a line; times a line goes on
const RIGHT_COLOUR = "#009e73";
const ENDS = [["p1", "p2", "One end of your line"], ["q1", "q2", "Other end of your line"]];

export default { heights: /** @type {[string, string]} */ (["clamp(15rem, 100svh - 21rem, 30rem)", "17rem"]), compute, marks, figures };

/** @param {Input} input */
function compute({ data, room: { width, height }, look }) {
  if (!data.curves) return { view: planeView(newPen(), look.font, data.box, width, height, SHOW) };
  const plot = { left: LEFT, top: TOP, width: width - LEFT - RIGHT, height: height - TOP - AXIS };
  return { view: new View([...data.box, 0, 1.1 * Math.max(...data.curves.flat())], plot) };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { values, data, view } = state, { others = [], truth } = data;
  const right = { colour: RIGHT_COLOUR, width: 5, dash: DASH, title: "what is right" };
  return [
    ...(data.curves ? curveMarks(data, view) : planeMarks(data, view)),
    ...others.map((other) => answer(view, other, { colour: "quiet", width: 1.5 })),
    ...(truth === null ? [] : [answer(view, answerOf(truth), right)]),
    ...((values.x ?? values.p1) === undefined ? [] : [answer(view, values, { width: 2, title: data.curves ? "your cut" : "your line" })]),
    ...(data.isOpen ? handles(state) : []),
  ];
}

/** @param {LineData} data @param {View} view @returns {Mark[]} */
function curveMarks({ box: [a, b], names, curves, palette }, view) {
  const x = curves[0].map((_, i) => a + ((b - a) * i) / (curves[0].length - 1)), { left, width } = view.plot;
  return [
    ...curves.flatMap((y, k) => {
      const peak = y.indexOf(Math.max(...y)), style = palette[k];
      return [
        curve(view, { x, y, style, voice: k, dash: k === 0 ? [] : DASH, title: `density of ${names[k]}` }),
        text(view, { text: names[k], at: [x[peak], y[peak]], offset: [0, -5], align: "center", baseline: "bottom", ground: "halo",
          within: [left, left + width] }),
      ];
    }),
    rule(view, { x: a, width: 1, colour: "grid" }), axes(view, { x: "x", y: "p(x | k)", title: "axes" }),
  ];
}

/** @param {PlaneData} data @param {View} view @returns {Mark[]} */
function planeMarks({ points, names, palette, features: [x, y] }, view) {
  const all = pointsOf(view, unpackPoints(points), palette.slice(0, names.length), names);
  return [...all, axes(view, { x, y, isFramed: true, title: "axes" })];
}

/** @param {number | [Place, Place]} truth @returns {Answer} */
function answerOf(truth) {
  if (typeof truth === "number") return { x: truth };
  const [[p1, p2], [q1, q2]] = truth;
  return { p1, p2, q1, q2 };
}

/** A cut, or the line through two places, far beyond both. @param {View} view @param {Answer} answer @param {Partial<Mark<import("../marks/types.js").Stroke>>} options */
function answer(view, { x, p1, p2, q1, q2 }, options) {
  if (x !== undefined) return rule(view, { rim: 1.5, x, ...options });
  const far = REACH / (view.distance([p1, p2], [q1, q2]) || 1), [d1, d2] = [far * (q1 - p1), far * (q2 - p2)];
  const says = `through (${format(p1)}, ${format(p2)}) and (${format(q1)}, ${format(q2)})`;
  return rule(view, { rim: 1.5, ends: [[p1 - d1, p2 - d2], [q1 + d1, q2 + d2]], says, ...options });
}

/** The sliders say the values themselves. @param {State} state */
function handles({ values: v, data, view }) {
  const shared = { step: STEP, angles: [], says: "" }, middle = (view.box[2] + view.box[3]) / 2;
  if (data.curves) {
    return [handle(view, { ...shared, moves: "x", at: [v.x, middle], along: "x", title: "Your cut", text: format(v.x),
      distance: ([px]) => Math.abs(px - view.pixelX(v.x)) })];
  }
  return ENDS.map(([first, second, title]) => handle(view, {
    ...shared, moves: first, second, at: [v[first], v[second]], along: "xy", title, text: `${format(v[first])}, ${format(v[second])}`,
  }));
}

/** @param {State} state @returns {[string, string][]} */
function figures({ values, data }) {
  if (!data.curves || values.x === undefined) return [];
  /** @type {[string, string][]} */
  const rows = [["your cut", format(values.x)]];
  return data.truth === null ? rows : [...rows, ["best cut", format(data.truth)]];
}
