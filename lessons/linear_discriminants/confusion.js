/**
 * Lesson 4: the confusion matrix. A click on a cell, or both sliders along its sides, show images of this cell.
 *
 * @typedef {Object} Data
 * @property {string[]} names
 * @property {number[][]} counts test images by true and by predicted class
 * @property {import("../../web/picture/pixels.js").Grid} grid
 * @property {Record<string, import("../../web/marks/image.js").Ink[][]>} cells images by "truth predicted"
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{truth: number, predicted: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 */

import { bars, handle, image, text } from "../../web/marks/marks.js";
import { View } from "../../web/paint/view.js";
import { count, percent } from "../../web/paint/words.js";

const LEFT = 68, TOP = 44, BELOW = 28, GAP = 20, COLUMNS = 4, SPACE = 6; // pixels, but for the number of columns
const LEAST_CELL = 17; // pixels, to write the counts into
const PHONE = 560;

export default { heights: ["", "38rem"], compute, marks, press, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { width, height } }) {
  const K = data.names.length, isNarrow = width < PHONE;
  const side = isNarrow ? Math.min(width - LEFT - 8, 0.58 * height) : Math.min(height - TOP - BELOW, 0.58 * width);
  const cell = side / K, row = Math.round(v.truth), column = Math.round(v.predicted);
  const gallery = isNarrow ? { left: 4, top: TOP + side + BELOW + 24, width: width - 8 } :
    { left: LEFT + side + GAP, top: TOP + 24, width: width - LEFT - side - GAP };
  return {
    K, cell, row, column, gallery, examples: data.cells[`${row} ${column}`] ?? [], most: Math.max(...data.counts.flat()),
    view: new View([0, K, K, 0], { left: LEFT, top: TOP, width: side, height: side }), // in cells
  };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { data, cell, row, column, gallery, examples, view } = state, size = gallery.width / COLUMNS - SPACE;
  const words = `${data.names[row]} classified as ${data.names[column]}: ${count(data.counts[row][column], "image")}`;
  return [
    text(null, { text: "predicted class →, true class ↓", at: [4, 4], baseline: "top", title: `confusion matrix of ${data.names.length} classes` }),
    ...data.counts.flatMap((counts, r) => counts.flatMap((_, c) => cellMarks(state, r, c))),
    ...(cell < LEAST_CELL ? [] : data.names.flatMap((name, k) => [
      text(view, { text: name.slice(0, 5), at: [0, k + 0.5], offset: [-28, 0], align: "right" }),
      text(view, { text: name.slice(0, Math.max(1, Math.floor(cell / 9))), at: [k + 0.5, 0], offset: [0, -1], align: "center", baseline: "bottom" }),
    ])),
    bars(view, { bars: [[column, column + 1, row, row + 1]], colour: "ink", isStroked: true, width: 3, isSilent: true }),
    ...sliders(state),
    text(null, { text: words, at: [gallery.left, gallery.top - 6], weight: 600, baseline: "bottom", title: words, says: `${examples.length} shown` }),
    ...examples.map((shares, k) => image({
      left: gallery.left + (k % COLUMNS) * (size + SPACE), top: gallery.top + Math.floor(k / COLUMNS) * (size + SPACE), width: size, height: size,
    }, { grid: data.grid, shares })),
  ];
}

/** A cell and its count; the more images, the deeper its colour. @param {State} state @param {number} row @param {number} column @returns {Mark[]} */
function cellMarks({ data: { palette, names, counts }, cell, most, view }, row, column) {
  const value = counts[row][column], share = value ? 0.15 + 0.75 * Math.sqrt(value / most) : 0, sign = row === column ? 0 : 1, rim = 1 / cell;
  const isSaid = value && row !== column;
  return [
    ...(share ? [bars(view, { bars: [[column, column + 1 - rim, row, row + 1 - rim]], style: palette[sign], shade: share, voice: sign,
      ...(isSaid && { title: `${names[row]} as ${names[column]}`, says: String(value) }) })] : []),
    ...(value && cell >= LEAST_CELL ? [text(view, { text: String(value), at: [column + 0.5, row + 0.5], offset: [0, 1], size: Math.min(16, cell / 2),
      align: "center", colour: share > 0.6 ? "#ffffff" : "ink" })] : []),
  ];
}

/** @param {State} state @param {[number, number]} pixel */
function press({ K, cell }, [px, py]) {
  const column = Math.floor((px - LEFT) / cell), row = Math.floor((py - TOP) / cell);
  return Math.min(row, column) < 0 || Math.max(row, column) >= K ? null : { truth: row, predicted: column };
}

/** @param {State} state */
function figures({ data, row, column, examples }) {
  const total = data.counts[row].reduce((sum, value) => sum + value, 0), value = data.counts[row][column];
  const all = data.counts.flat().reduce((sum, value) => sum + value, 0), right = data.counts.reduce((sum, values, k) => sum + values[k], 0);
  return [
    [`of ${count(total, "test image")} of class ${data.names[row]}`, `${value} as ${data.names[column]}`],
    ["shown", count(examples.length, "image")],
    ["correct", percent(right / all)],
  ];
}

/** @param {State} state @returns {Mark[]} */
function sliders({ data: { names }, cell, K, row, column }) {
  return [
    handle(null, { moves: "truth", title: "True class", at: [LEFT - 13, TOP + (row + 0.5) * cell], along: "y", step: -1, text: names[row],
      read: ([, py]) => (py - TOP) / cell - 0.5 }),
    handle(null, { moves: "predicted", title: "Predicted class", at: [LEFT + (column + 0.5) * cell, TOP + K * cell + 13], along: "x", step: 1,
      text: names[column], read: ([px]) => (px - LEFT) / cell - 0.5 }),
  ];
}
