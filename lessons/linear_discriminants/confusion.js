/**
 * Lesson 4: the confusion matrix. A click on a cell, or both sliders along its sides, show images of this cell.
 *
 * @typedef {Object} Data
 * @property {string[]} names
 * @property {number[][]} counts test images by true and by predicted class
 * @property {import("../../web/picture/pixels.js").Grid} grid
 * @property {Record<string, import("../../web/picture/painted.js").Ink[][]>} cells images by "truth predicted"
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{truth: number, predicted: number}, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @typedef {CanvasRenderingContext2D} Context
 */

import { mix, setType } from "../../web/paint/look.js";
import { count } from "../../web/paint/words.js";
import { LEVEL, paintGrip, UPRIGHT } from "../../web/picture/marks.js";
import { paintImage } from "../../web/picture/painted.js";

const LEFT = 68, TOP = 44, BELOW = 28, GAP = 20, COLUMNS = 4, SPACE = 6; // pixels, but for the number of columns
const LEAST_CELL = 17; // pixels, to write the counts into
const PHONE = 560;

export default { heights: ["", "38rem"], arrange, paint, grips: sliders, press, figures, describe };

/** @param {PictureInput} input */
function arrange({ values: v, data, size: [width, height], look, font }) {
  const K = data.names.length, isNarrow = width < PHONE;
  const side = isNarrow ? Math.min(width - LEFT - 8, 0.58 * height) : Math.min(height - TOP - BELOW, 0.58 * width);
  const cell = side / K, row = Math.round(v.truth), column = Math.round(v.predicted);
  const gallery = isNarrow ? { left: 4, top: TOP + side + BELOW + 24, width: width - 8 } :
    { left: LEFT + side + GAP, top: TOP + 24, width: width - LEFT - side - GAP };
  const examples = data.cells[`${row} ${column}`] ?? [];
  return { data, look, font, K, cell, row, column, gallery, examples, most: Math.max(...data.counts.flat()) };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { data, look, font, cell, row, column, gallery, examples } = scene;
  setType(context, look.ink, `15px ${font}`, "left", "top");
  context.fillText("predicted class →, true class ↓", 4, 4);
  data.counts.forEach((counts, r) => counts.forEach((value, c) => paintCell(context, scene, r, c, value)));
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 3 });
  context.strokeRect(LEFT + column * cell, TOP + row * cell, cell, cell);
  for (const { place: [x, y], isUpright } of sliders(scene)) paintGrip(context, look, x, y, look.background, isUpright ? UPRIGHT : LEVEL);
  setType(context, look.ink, `600 15px ${font}`, "left", "bottom");
  const words = `${data.names[row]} classified as ${data.names[column]}: ${count(data.counts[row][column], "image")}`;
  context.fillText(words, gallery.left, gallery.top - 6);
  const size = gallery.width / COLUMNS - SPACE;
  examples.forEach((shares, k) => {
    const box = { left: gallery.left + (k % COLUMNS) * (size + SPACE), top: gallery.top + Math.floor(k / COLUMNS) * (size + SPACE) };
    paintImage(context, { ...box, width: size, height: size }, data.grid, shares, look);
  });
}

/** @param {Scene} scene @param {[number, number]} pixel */
function press({ K, cell }, [px, py]) {
  const column = Math.floor((px - LEFT) / cell), row = Math.floor((py - TOP) / cell);
  return Math.min(row, column) < 0 || Math.max(row, column) >= K ? null : { truth: row, predicted: column };
}

/** @param {Scene} scene */
function figures({ data, row, column, examples }) {
  const total = data.counts[row].reduce((sum, value) => sum + value, 0), value = data.counts[row][column];
  return [
    [`of ${count(total, "test image")} of class ${data.names[row]}`, `${value} as ${data.names[column]}`],
    ["shown", count(examples.length, "image")],
  ];
}

/** @param {Scene} scene */
function describe({ data, row, column, examples }) {
  return `Confusion matrix of ${data.names.length} classes. Of class ${data.names[row]}, ` +
    `${count(data.counts[row][column], "test image")} are classified as ${data.names[column]}; ${examples.length} of them are shown.`;
}

/** @param {Scene} scene @returns {import("../../web/picture/types.js").Grip[]} */
function sliders({ data, cell, K, row, column }) {
  const { names } = data, end = K * cell;
  return [
    {
      name: "truth", label: "True class", place: [LEFT - 13, TOP + (row + 0.5) * cell], step: -1, isUpright: true, text: names[row],
      read: ([, py]) => (py - TOP) / cell - 0.5,
    },
    {
      name: "predicted", label: "Predicted class", place: [LEFT + (column + 0.5) * cell, TOP + end + 13], step: 1,
      text: names[column], read: ([px]) => (px - LEFT) / cell - 0.5,
    },
  ];
}

/** @param {Context} context @param {Scene} scene @param {number} row @param {number} column @param {number} value */
function paintCell(context, { data, look, font, cell, most }, row, column, value) {
  const { palette } = data, colour = palette[row === column ? 0 : 1].colour;
  const share = value ? 0.15 + 0.75 * Math.sqrt(value / most) : 0;
  context.fillStyle = share ? `rgb(${mix(colour, look.background, share)})` : look.background;
  context.fillRect(LEFT + column * cell, TOP + row * cell, cell - 1, cell - 1);
  if (cell < LEAST_CELL) return;
  setType(context, share > 0.6 ? "#ffffff" : look.ink, `${Math.min(16, cell / 2)}px ${font}`, "center", "middle");
  if (value) context.fillText(String(value), LEFT + (column + 0.5) * cell, TOP + (row + 0.5) * cell + 1);
  setType(context, look.ink, `15px ${font}`, "right", "middle");
  if (column === 0) context.fillText(data.names[row].slice(0, 5), LEFT - 28, TOP + (row + 0.5) * cell);
  setType(context, look.ink, `15px ${font}`, "center", "bottom");
  if (row === 0) context.fillText(data.names[column].slice(0, Math.max(1, Math.floor(cell / 9))), LEFT + (column + 0.5) * cell, TOP - 1);
}
