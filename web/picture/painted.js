/**
 * A painted image and, beside it or below it, a row for each class: an image of the class, its name and its posterior.
 *
 * @typedef {Object} ClassRow
 * @property {number} k the class
 * @property {number} top in CSS pixels
 * @property {number} height
 * @property {Rectangle} thumb
 *
 * @typedef {Object} Layout
 * @property {Rectangle} box of the image
 * @property {number} name the width of the names
 * @property {ClassRow[]} classes
 * @property {{left: number, width: number}} bar from nothing to certainty
 *
 * @import { Rectangle } from "../paint/view.js"
 * @import { Look } from "../paint/look.js"
 * @import { Style } from "../paint/look.js"
 * @typedef {number | [number, number, number]} Ink a share, or a colour
 */

import { mix, paintLine, setType, shorten, traceSymbol } from "../paint/look.js";
import { format, ticks } from "../paint/view.js";
import { fixed, percent } from "../paint/words.js";

const MOST_ROWS = 10, GAP = 16, VALUE = 62, FOOT = 46; // pixels, but for the first
const STACKED = 0.42; // of the height that an image above the rows may take
const LEAST_LOG = -20; // where the axis of the log posteriors begins
const DOT = 5.5; // pixels
const INSET = 0.28; // of a pixel, on each side of what is written on it
const STRIPE = 4; // pixels from one to the next

/**
 * Where the image and the rows are, above `below` free pixels. Of many classes the ten most probable have a row.
 * @param {[number, number]} size
 * @param {import("./pixels.js").Grid} grid
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

/**
 * An image: shares of ink from 0 to 1, or from −1 to 1 in the colours of both directions, the negative ones striped.
 * @param {CanvasRenderingContext2D} context
 * @param {Rectangle} box
 * @param {{rows: number, columns: number}} grid
 * @param {Ink[]} shares
 * @param {Look} look
 * @param {[Style, Style] | null} [signs] of negative and of positive shares
 */
export function paintImage(context, { left, top, width, height }, { rows, columns }, shares, look, signs = null) {
  const side = [width / columns, height / rows], x = (/** @type {number} */ i) => left + (i % columns) * side[0];
  const y = (/** @type {number} */ i) => top + Math.floor(i / columns) * side[1];
  shares.forEach((share, i) => {
    context.fillStyle = tint(share, look, signs);
    context.fillRect(x(i), y(i), side[0] + 0.5, side[1] + 0.5);
  });
  if (!signs) return;
  context.save();
  context.beginPath();
  shares.forEach((share, i) => Number(share) < 0 && context.rect(x(i), y(i), side[0], side[1]));
  context.clip();
  Object.assign(context, { strokeStyle: look.background, lineWidth: 1.5 });
  for (let level = top + STRIPE / 2; level < top + height; level += STRIPE) paintLine(context, left, level, left + width, level);
  context.restore();
}

/** @param {Ink} share @param {Look} look @param {[Style, Style] | null} signs */
function tint(share, look, signs) {
  if (Array.isArray(share)) return `rgb(${share})`;
  const colour = signs ? signs[share < 0 ? 0 : 1].colour : look.ink;
  return `rgb(${mix(colour, look.background, Math.min(1, Math.abs(share)))})`;
}

/**
 * A mark on each pixel of an image: its share of the largest effect, in the colour and the shape of its direction.
 * @param {CanvasRenderingContext2D} context
 * @param {Rectangle} box
 * @param {{rows: number, columns: number}} grid
 * @param {number[]} effects
 * @param {Style[]} signs of negative and of positive effects
 * @param {number} [inset] of a pixel, on each side
 */
export function paintEffects(context, box, { rows, columns }, effects, [negative, positive], inset = INSET) {
  const side = [box.width / columns, box.height / rows], most = Math.max(...effects.map(Math.abs), 1e-300);
  effects.forEach((effect, i) => {
    const size = Math.sqrt(Math.min(1, Math.abs(effect) / most)) * (1 - 2 * inset);
    const x = box.left + ((i % columns) + 0.5) * side[0], y = box.top + (Math.floor(i / columns) + 0.5) * side[1];
    paintMark(context, effect < 0 ? negative : positive, x, y, size * Math.min(...side));
  });
}

/**
 * A marker of a direction, without a rim.
 * @param {CanvasRenderingContext2D} context
 * @param {Style} style
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function paintMark(context, { colour, symbol }, x, y, size) {
  context.fillStyle = colour;
  context.beginPath();
  traceSymbol(context, symbol, x, y, size / 2);
  context.fill();
}

/**
 * The name of each class and its posterior: a bar, or a dot on the axis of log posteriors, where a length would have no
 * meaning. The most probable class is bold.
 * @param {CanvasRenderingContext2D} context
 * @param {Layout} place
 * @param {number[]} logPosteriors
 * @param {string[]} names
 * @param {Look} look
 * @param {string} font
 * @param {Style} style
 * @param {boolean} [isLog]
 */
export function paintClasses(context, { classes, bar, name }, logPosteriors, names, look, font, style, isLog = true) {
  const best = logPosteriors.indexOf(Math.max(...logPosteriors));
  paintAxis(context, classes, bar, look, font, isLog);
  for (const { k, top, height, thumb } of classes) {
    const log = logPosteriors[k], middle = top + height / 2, weight = k === best ? "600 " : "", type = Math.min(16, height - 4);
    setType(context, look.ink, `${weight}${type}px ${font}`, "left", "middle");
    context.fillText(shorten(context, names[k], name - 10), thumb.left + thumb.width + 8, middle + 1);
    context.fillStyle = k === best ? style.colour : `rgb(${mix(look.ink, look.background, 0.35)})`;
    if (isLog) paintDot(context, bar, log, middle);
    else context.fillRect(bar.left, top + 0.2 * height, Math.exp(log) * bar.width, 0.6 * height);
    setType(context, look.ink, `${weight}${type}px ${font}`, "right", "middle");
    context.fillText(isLog ? logText(log) : percent(Math.exp(log)), bar.left + bar.width + VALUE - 2, middle + 1);
  }
}

/**
 * Its lines behind all rows; the numbers and the title below them.
 * @param {CanvasRenderingContext2D} context
 * @param {ClassRow[]} classes
 * @param {{left: number, width: number}} bar
 * @param {Look} look
 * @param {string} font
 * @param {boolean} isLog
 */
function paintAxis(context, classes, { left, width }, look, font, isLog) {
  const low = isLog ? LEAST_LOG : 0, high = isLog ? 0 : 100, count = Math.min(4, width / 45);
  const last = classes[classes.length - 1], bottom = last.top + last.height;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  setType(context, look.ink, `14px ${font}`, "center", "top");
  for (const value of ticks(low, high, count)) {
    const x = left + ((value - low) / (high - low)) * width;
    paintLine(context, x, classes[0].top, x, bottom);
    context.fillText(isLog ? format(value) : `${value}\u00a0%`, x, bottom + 4);
  }
  setType(context, look.ink, `15px ${font}`, "right", "top");
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
