/** Numbers of a class as dots above a line, stacked where they are close; the target is a green line. */

import { paintLine, setType } from "../paint/look.js";
import { fixed } from "../paint/words.js";
import { BEST, clearCanvas } from "./marks.js";

const COLUMNS = 60, MARGIN = 0.06;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("../paint/look.js").Look} look
 * @param {number[]} values
 * @param {{wanted: number, side?: ">=" | "<="}} goal `side`: which values reach it, tinted
 */
export function paintDots(canvas, look, values, { wanted: target, side }) {
  const { context, width, height } = clearCanvas(canvas), style = getComputedStyle(canvas);
  const type = Math.max(14, parseFloat(style.fontSize)), floor = height - 1.6 * type;
  const all = [...values, target], low = Math.min(...all), high = Math.max(...all), room = (high - low || Math.abs(high) || 1) * MARGIN;
  const pixel = (/** @type {number} */ value) => type + ((value - low + room) / (high - low + 2 * room)) * (width - 2 * type);
  const at = pixel(target);
  if (side) {
    context.fillStyle = `${BEST}26`;
    context.fillRect(side === ">=" ? at : 0, 0, side === ">=" ? width - at : at, floor);
  }
  const columns = stack(values.map(pixel), width), most = Math.max(1, ...columns.map(({ count }) => count));
  const size = Math.min(width / COLUMNS / 2.2, floor / most / 2);
  context.fillStyle = look.ink;
  for (const { x, count } of columns) {
    for (let k = 0; k < count; k++) {
      context.beginPath();
      context.arc(x, floor - size * (2 * k + 1), Math.max(1, size * 0.9), 0, 2 * Math.PI);
      context.fill();
    }
  }
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  paintLine(context, 0, floor, width, floor);
  Object.assign(context, { strokeStyle: BEST, lineWidth: 4 });
  paintLine(context, at, 0, at, floor + 4);
  const ends = low < high ? [low, high] : [low];
  for (const end of ends) {
    const align = end === low && ends.length > 1 ? "left" : end === high && ends.length > 1 ? "right" : "center";
    setType(context, look.ink, `${0.8 * type}px ${style.fontFamily}`, align, "top");
    context.fillText(writeShort(end), Math.max(2, Math.min(width - 2, pixel(end))), floor + 5);
  }
}

/** @param {number[]} pixels @param {number} width */
function stack(pixels, width) {
  /** @type {Map<number, number>} */
  const counts = new Map(), step = width / COLUMNS;
  for (const x of pixels) {
    const column = Math.floor(x / step);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return [...counts].map(([column, count]) => ({ x: (column + 0.5) * step, count }));
}

/** @param {number} value */
function writeShort(value) {
  return Number.isInteger(value) ? fixed(value, 0) : fixed(value, Math.abs(value) < 10 ? 2 : 1);
}
