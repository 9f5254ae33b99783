/**
 * Points of classes, in a plane and on a line, painted on a canvas.
 *
 * @import { RoomPoint, Score, Style } from "../messages.js"
 * @import { Look } from "../paint/look.js"
 * @typedef {[number, number]} Pixel
 * @typedef {(point: readonly number[]) => Pixel} Place
 */

import { heightsInBand } from "../paint/band.js";
import { mix, paintLine, paintMarkers, setType } from "../paint/look.js";
import { prepare } from "../paint/view.js";
import { spreadOf } from "./spread.js";

const SIZE = 14; // pixels
const FAINT = 0.35;
const BAR = 10; // pixels, of the middle half
const NAMES = 3, GRIP = 12; // the width of the classes' names in their letters; pixels of the handle's arrows
export const BEST = "#009E73"; // the colour of the best cut and of the boundary

/**
 * The function from points of a box to pixels of a canvas.
 * @param {readonly number[]} box
 * @param {HTMLCanvasElement} canvas
 * @returns {Place}
 */
export function fitBox([left, right, low, high], { clientWidth, clientHeight }) {
  return ([x, y]) => [((x - left) / (right - left)) * clientWidth, ((high - y) / (high - low)) * clientHeight];
}

/**
 * Paint lines of points.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly number[][][]} lines
 * @param {Place} place
 * @param {string} colour
 * @param {number} lineWidth
 */
export function paintLines(context, lines, place, colour, lineWidth) {
  Object.assign(context, { strokeStyle: colour, lineWidth, lineJoin: "round" });
  for (const line of lines) {
    context.beginPath();
    for (const point of line) context.lineTo(...place(point));
    context.stroke();
  }
}

/**
 * Make a canvas as sharp as the screen and empty; return its context and its size in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 */
export function clearCanvas(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  return { context: prepare(canvas, [width, height]), width, height };
}

/**
 * Paint points [x, y, class] with the markers of their classes.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {readonly Style[]} palette
 * @param {readonly RoomPoint[]} points
 * @param {Place} place
 * @param {{isFaint?: boolean, size?: number}} [how]
 */
export function paintPoints(context, look, palette, points, place, { isFaint = false, size = SIZE } = {}) {
  context.globalAlpha = isFaint ? FAINT : 1;
  palette.forEach((style, label) => {
    paintMarkers(context, look, style, points.filter((point) => point[2] === label).map(place), size);
  });
  context.globalAlpha = 1;
}

/**
 * The pixels of scores and cuts on a strip; the classes' names stand left of it.
 * @param {HTMLCanvasElement} canvas
 * @param {{low: number, high: number}} settings
 */
export function measureStrip(canvas, { low, high }) {
  const type = Math.max(15, parseFloat(getComputedStyle(canvas).fontSize)), left = NAMES * type;
  const width = Math.max(1, canvas.clientWidth - left - GRIP);
  return {
    type, left, width,
    /** @param {number} score */
    pixel: (score) => left + ((score - low) / (high - low)) * width,
    /** @param {number} x */
    score: (x) => Math.max(low, Math.min(high, low + ((x - left) / width) * (high - low))),
  };
}

/**
 * Paint the scores of points on a line as the lab does: C+ above, C− below, spread in their bands; the tints of the
 * classes on the sides of a cut, and all cuts across.
 * @param {HTMLCanvasElement} canvas
 * @param {Look} look
 * @param {{palette: Style[], names: string[]}} start
 * @param {{points: Score[], low: number, high: number}} settings scores with their classes
 * @param {{at: number, colour?: string, width: number, hasGrip?: boolean}[]} cuts
 * @param {number} [threshold] the cut whose sides are tinted
 */
export function paintStrip(canvas, look, { palette, names }, settings, cuts, threshold) {
  const { context, height } = clearCanvas(canvas), { type, left, width, pixel } = measureStrip(canvas, settings);
  if (threshold !== undefined) {
    [[left, pixel(threshold)], [pixel(threshold), left + width]].forEach(([from, to], label) => {
      context.fillStyle = `rgb(${mix(palette[label].colour, look.background, look.unsure)})`;
      context.fillRect(from, 0, to - from, height);
    });
  }
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  paintLine(context, left, height / 2, left + width, height / 2);
  [0, 1].forEach((label) => {
    const scores = settings.points.filter(([, of]) => of === label).map(([score]) => score).sort((a, b) => a - b);
    const heights = heightsInBand(scores.length), middle = height * (label ? 0.25 : 0.75);
    setType(context, look.ink, `${type}px ${getComputedStyle(canvas).fontFamily}`, "right", "middle");
    context.fillText(names[label], left - type / 2, middle);
    /** @type {Pixel[]} */
    const pixels = scores.map((score, place) => [pixel(score), middle - (heights(place) * height) / 2]);
    paintMarkers(context, look, palette[label], pixels, Math.max(9, Math.min(16, type * 0.6)));
  });
  for (const { at, colour = look.ink, width: lineWidth, hasGrip } of cuts) {
    Object.assign(context, { strokeStyle: colour, lineWidth });
    paintLine(context, pixel(at), 0, pixel(at), height);
    if (hasGrip) paintGrip(context, colour, pixel(at), height / 2);
  }
}

/**
 * Paint the density of many cuts on a strip that is painted already, and a bar below it from quartile to quartile.
 * @param {HTMLCanvasElement} canvas
 * @param {Look} look
 * @param {{low: number, high: number}} settings
 * @param {number[]} cuts
 */
export function paintSpread(canvas, look, settings, cuts) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), { clientHeight: height } = canvas;
  const { low, high } = settings, { pixel } = measureStrip(canvas, settings), { quartiles: [first, middle, third], heights } = spreadOf(cuts, low, high);
  const bottom = height - BAR, top = 0.6 * height;
  context.beginPath();
  context.moveTo(pixel(low), bottom);
  heights.forEach((each, step) => { context.lineTo(pixel(low + (step / (heights.length - 1)) * (high - low)), bottom - each * top); });
  context.lineTo(pixel(high), bottom);
  context.globalAlpha = 0.25;
  context.fillStyle = look.ink;
  context.fill();
  context.globalAlpha = 1;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2 });
  context.stroke();
  context.fillRect(pixel(first), bottom, pixel(third) - pixel(first), BAR);
  context.fillRect(pixel(middle) - 1.5, bottom - top, 3, top);
}

/**
 * Two arrow heads in the directions in which a line can be dragged.
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 */
function paintGrip(context, colour, x, y) {
  context.fillStyle = colour;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(x + side * 5, y - GRIP);
    context.lineTo(x + side * (5 + GRIP), y);
    context.lineTo(x + side * 5, y + GRIP);
    context.fill();
  }
}
