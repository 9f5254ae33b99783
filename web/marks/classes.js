/**
 * A row for each class: its name, and its posterior as a bar, or as a dot on an axis of log posteriors.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Rectangle } from "../paint/view.js"
 *
 * @typedef {Object} ClassRow
 * @property {number} k the class
 * @property {number} top in CSS pixels
 * @property {number} height
 * @property {Rectangle} thumb of an image of the class
 *
 * @typedef {Object} Layout of an image and, beside it or below it, the rows
 * @property {Rectangle} box of the image
 * @property {number} name the width of the names
 * @property {ClassRow[]} classes
 * @property {{left: number, width: number}} bar from nothing to certainty
 *
 * @typedef {Object} Posteriors
 * @property {Layout} place
 * @property {number[]} logs
 * @property {string[]} names
 * @property {import("../paint/look.js").Style} style of the most probable class
 * @property {boolean} [isLog]
 * @typedef {Mark<Posteriors & {view: View}>} Classes
 */

import { mix, paintLine, setType, shorten } from "../paint/look.js";
import { format, ticks, View } from "../paint/view.js";
import { fixed, percent } from "../paint/words.js";
import { none, outlineBy, sentence, soundAt } from "./basics.js";

const FAINTEST = 0.1; // so loud is the row of an improbable class
const MOST_ROWS = 10, GAP = 16, VALUE = 62, FOOT = 46; // pixels, but for the first
const STACKED = 0.42; // of the height that an image above the rows may take
const LEAST_LOG = -20; // where the axis of the log posteriors begins
const DOT = 5.5; // pixels

/**
 * Where the image and the rows are, above `below` free pixels. Of many classes the ten most probable have a row.
 * @param {[number, number]} size
 * @param {import("../picture/pixels.js").Grid} grid
 * @param {number[]} logPosteriors
 * @param {string[]} names
 * @param {{below?: number, share?: number, isStacked?: boolean}} [room] `share` of the width that the image may take;
 *     the rows are below it if `isStacked`
 * @returns {Layout}
 */
export function layOut([width, height], { rows, columns }, logPosteriors, names, room = {}) {
  const { below = 0, share = 0.46, isStacked = false } = room, tall = height - below - FOOT;
  const side = isStacked ? STACKED * tall : Math.min(share * width, tall - 10);
  const box = { left: 1, top: 1, width: Math.min(side, (side * columns) / rows), height: Math.min(side, (side * rows) / columns) };
  const left = isStacked ? 1 : box.left + side + GAP, above = isStacked ? box.height + 10 : 0;
  const row = Math.min((tall - above) / MOST_ROWS, 44);
  const classes = shownClasses(logPosteriors).map((k, place) => {
    const thumb = Math.max(8, row - 4), top = above + place * row;
    return { k, top, height: row, thumb: { left, top: top + 2, width: thumb, height: thumb } };
  });
  const name = Math.min(0.16 * width, 18 + 9 * Math.max(...names.map(({ length }) => length)));
  return { box, name, classes, bar: { left: left + row + name, width: Math.max(10, width - left - row - name - VALUE) } };
}

/** @param {number[]} logPosteriors */
function shownClasses(logPosteriors) {
  const all = logPosteriors.map((_, k) => k);
  if (all.length <= MOST_ROWS) return all;
  return all.sort((a, b) => logPosteriors[b] - logPosteriors[a]).slice(0, MOST_ROWS);
}

/** @param {Options & Posteriors} options @returns {Classes} */
export function classes(options) {
  const plot = tableOf(options.place), rows = plot.height / options.place.classes[0].height;
  return { kind: "classes", view: new View([0, 1, rows, 0], plot), ...options };
}

/**
 * A bar has a length that means something, a log posterior is a dot. The most probable class is bold.
 * @param {CanvasRenderingContext2D} context
 * @param {Classes} mark
 * @param {Dress} look
 */
export function paint(context, mark, look) {
  const { place: { classes, bar, name }, logs, names, style, isLog = true } = mark;
  context.save();
  const best = logs.indexOf(Math.max(...logs));
  paintAxis(context, mark, look);
  for (const { k, top, height, thumb } of classes) {
    const log = logs[k], middle = top + height / 2, weight = k === best ? "600 " : "", type = Math.min(16, height - 4);
    setType(context, look.ink, `${weight}${type}px ${look.font}`, "left", "middle");
    context.fillText(shorten(context, names[k], name - 10), thumb.left + thumb.width + 8, middle + 1);
    context.fillStyle = k === best ? style.colour : `rgb(${mix(look.ink, look.background, 0.35)})`;
    if (isLog) paintDot(context, bar, log, middle);
    else context.fillRect(bar.left, top + 0.2 * height, Math.exp(log) * bar.width, 0.6 * height);
    setType(context, look.ink, `${weight}${type}px ${look.font}`, "right", "middle");
    context.fillText(isLog ? logText(log) : percent(Math.exp(log)), bar.left + bar.width + VALUE - 2, middle + 1);
  }
  context.restore();
}

/** Its lines behind all rows; the numbers and the title below them. @param {CanvasRenderingContext2D} context @param {Classes} mark @param {Dress} look */
function paintAxis(context, { place: { classes, bar: { left, width } }, isLog = true }, look) {
  const low = isLog ? LEAST_LOG : 0, high = isLog ? 0 : 100, count = Math.min(4, width / 45);
  const last = classes[classes.length - 1], bottom = last.top + last.height;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  setType(context, look.ink, `14px ${look.font}`, "center", "top");
  for (const value of ticks(low, high, count)) {
    const x = left + ((value - low) / (high - low)) * width;
    paintLine(context, x, classes[0].top, x, bottom);
    context.fillText(isLog ? format(value) : `${value}\u00a0%`, x, bottom + 4);
  }
  setType(context, look.ink, `15px ${look.font}`, "right", "top");
  context.fillText(isLog ? "log posterior" : "posterior", left + width + VALUE - 2, bottom + 23);
}

/**
 * A dot; beyond the axis, an arrow at its end.
 * @param {CanvasRenderingContext2D} context
 * @param {{left: number, width: number}} bar
 * @param {number} log
 * @param {number} y
 */
function paintDot(context, { left, width }, log, y) {
  if (Number.isNaN(log)) return;
  context.beginPath();
  if (log >= LEAST_LOG) context.arc(left + (1 - log / LEAST_LOG) * width, y, DOT, 0, 2 * Math.PI);
  else for (const [dx, dy] of [[-DOT, 0], [DOT, -DOT], [DOT, DOT]]) context.lineTo(left + dx, y + dy);
  context.fill();
}

/** A log posterior in words. @param {number} log */
export function logText(log) {
  if (Number.isNaN(log)) return "0/0";
  return log === -Infinity ? "−∞" : fixed(log, 1);
}

export const outline = outlineBy((path, /** @type {Classes} */ { view: { plot: { left, top, width, height } } }) =>
  path.rect(left, top, width, height));

export const legend = none, moves = none;

/** The posterior of each class. @param {Classes} mark */
export function says(mark) {
  return sentence(mark, mark.place.classes.map((_, row) => nameRow(mark, row)).join(", "));
}

/** A row in words. @param {Classes} mark @param {number} row */
export function nameRow({ place, logs, names, isLog }, row) {
  const { k } = place.classes[row];
  return `${names[k]} ${isLog ? logText(logs[k]) : percent(Math.exp(logs[k]))}`;
}

/** A row, the louder the more probable its class is. @param {Classes} mark @param {[number, number]} at */
export function sounds(mark, [x, y]) {
  const row = mark.place.classes[Math.floor(y)];
  return row ? soundAt(mark, [x, Math.floor(y) + 0.5], Math.max(FAINTEST, Math.exp(mark.logs[row.k]) || 0)) : null;
}

/** Where the rows are, with their axis. @param {Layout} place @returns {Rectangle} */
export function tableOf({ classes, bar }) {
  const [{ top, thumb: { left } }] = classes, last = classes[classes.length - 1];
  return { left, top, width: bar.left + bar.width + VALUE - left, height: last.top + last.height + FOOT - top };
}

/** The class that was pointed at last, or null. @param {string | null} [part] */
export function classOf(part) {
  const match = part?.match(/^class (\d+)$/);
  return match ? Number(match[1]) : null;
}

/** The most probable other class. @param {number} k @param {number[]} scores */
export function rivalOf(k, scores) {
  const others = scores.map((score, each) => (each === k ? -Infinity : score));
  const best = Math.max(...others);
  return others.findIndex((score, each) => each !== k && score === best);
}

export default { paint, outline, legend, says, sounds, moves };
