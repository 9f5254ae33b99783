/**
 * Places on a picture: numbers to pixels and back, ticks, and numbers for display.
 *
 * A view places a box of data into a rectangle of a canvas. All pixels are those of CSS; a canvas on a
 * finer screen is scaled once, when it is prepared.
 *
 * @typedef {{left: number, top: number, width: number, height: number}} Rectangle
 */

import { fixed, percent } from "./words.js";

export const fineness = { least: 1 }; // pixels of a canvas in a CSS pixel, whatever the screen has
const LOW = 280; // pixels: a low canvas
const BELOW = 56, CLOSE = 48; // pixels: the numbers of the lower axis and its title, also on a low canvas

/**
 * Whether the title of the lower axis is close to its numbers, to leave more room for the plot.
 * @param {number} height
 */
export function isLow(height) {
  return height < LOW;
}

/** The pixels below a plot on a canvas of some height. @param {number} height */
export function marginBelow(height) {
  return isLow(height) ? CLOSE : BELOW;
}

export class View {
  /**
   * @param {import("../model/points.js").Box} box
   * @param {Rectangle} plot
   * @param {boolean} isLow whether there is little room below the plot
   * @param {Rectangle} room around the plot, for the titles of its axes
   */
  constructor(box, plot, isLow = false, room = plot) {
    this.box = box;
    this.plot = plot;
    this.isLow = isLow;
    this.room = room;
  }

  /** @param {number} x */
  pixelX(x) {
    const [low, high] = this.box;
    return this.plot.left + ((x - low) / (high - low)) * this.plot.width;
  }

  /** @param {number} y */
  pixelY(y) {
    const [, , low, high] = this.box;
    return this.plot.top + ((high - y) / (high - low)) * this.plot.height;
  }

  /**
   * The place under a pixel, or the nearest one in the box.
   * @param {number} px
   * @param {number} py
   * @returns {[number, number]}
   */
  place(px, py) {
    const [a, b, c, d] = this.box, { left, top, width, height } = this.plot;
    const right = Math.max(0, Math.min(1, (px - left) / width));
    const up = Math.max(0, Math.min(1, 1 - (py - top) / height));
    return [a + right * (b - a), c + up * (d - c)];
  }

  /** The distance in pixels between two places. @param {[number, number]} first @param {[number, number]} second */
  distance([x1, y1], [x2, y2]) {
    return Math.hypot(this.pixelX(x1) - this.pixelX(x2), this.pixelY(y1) - this.pixelY(y2));
  }

  /**
   * The length in data units of a number of pixels, along both axes.
   * @param {number} pixels
   * @returns {[number, number]}
   */
  span(pixels) {
    const [a, b, c, d] = this.box;
    return [(pixels * (b - a)) / this.plot.width, (pixels * (d - c)) / this.plot.height];
  }
}

/** The view of a canvas on which nothing has been painted yet. */
export const NO_VIEW = new View([0, 1, 0, 1], { left: 0, top: 0, width: 1, height: 1 });

/**
 * The view of a box on a canvas of some size.
 * @param {import("../model/points.js").Box} box
 * @param {number} width
 * @param {number} height
 * @param {{left: number, right: number, top: number, bottom: number}} margins
 * @param {boolean} equal give both axes the same scale
 */
export function fitView(box, width, height, margins, equal) {
  const room = {
    left: margins.left,
    top: margins.top,
    width: Math.max(1, width - margins.left - margins.right),
    height: Math.max(1, height - margins.top - margins.bottom),
  };
  if (!equal) return new View(box, room, isLow(height));
  const scale = Math.min(room.width / (box[1] - box[0]), room.height / (box[3] - box[2]));
  const plot = { width: scale * (box[1] - box[0]), height: scale * (box[3] - box[2]) };
  const left = room.left + (room.width - plot.width) / 2, top = room.top + (room.height - plot.height) / 2;
  return new View(box, { left, top, ...plot }, isLow(height), room);
}

/**
 * A box widened so that it fills a plot with equal scales on both axes.
 * @param {number[]} box
 * @param {number} width
 * @param {number} height
 * @returns {[number, number, number, number]}
 */
export function wideBox([a, b, c, d], width, height) {
  const unit = Math.max((b - a) / width, (d - c) / height), reach = [(unit * width) / 2, (unit * height) / 2];
  return [(a + b) / 2 - reach[0], (a + b) / 2 + reach[0], (c + d) / 2 - reach[1], (c + d) / 2 + reach[1]];
}

/**
 * Round numbers in an interval, about as many as asked for.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
export function ticks(low, high, count) {
  const rough = (high - low) / Math.max(1, count), decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5].find((factor) => decade * factor >= rough * 0.999) ?? 10);
  const first = Math.ceil(low / step), number = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, number) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

const NOTHING = 1e-4; // of the scale: less cannot be seen in a picture of it, and may be rounding

/**
 * A number with so many digits, and a real minus sign; 0 if it is nothing on the scale, where there is one.
 * @param {number} value
 * @param {number} [digits]
 * @param {number} [scale]
 */
export function format(value, digits = 3, scale = 0) {
  const size = Math.abs(value);
  if (size < NOTHING * scale) return "0";
  const text = size !== 0 && (size < 1e-4 || size >= 1e6)
    ? value.toExponential(digits - 1)
    : String(Number(value.toPrecision(digits)));
  return text.replaceAll("-", "−");
}

/**
 * The value of a measure with its unit, as `write_value` of core/exercises/check.py writes it.
 * @param {number} value
 * @param {string} unit
 */
export function writeMeasure(value, unit) {
  if (unit === "%") return percent(value / 100);
  if (unit === "yes/no") return value ? "yes" : "no";
  return Number.isInteger(value) ? fixed(value, 0) : format(value);
}

/**
 * How much larger an element is on the screen than in its own pixels: on a projector the page is zoomed.
 * @param {Element} element
 */
export function zoomOf(element) {
  return element.currentCSSZoom ?? 1;
}

/**
 * The pixel of an element that a pointer is at.
 * @param {{clientX: number, clientY: number}} event
 * @param {Element} element
 * @returns {[number, number]}
 */
export function pixelOf({ clientX, clientY }, element) {
  const { left, top } = element.getBoundingClientRect(), zoom = zoomOf(element);
  return [(clientX - left) / zoom, (clientY - top) / zoom];
}

/** @param {HTMLCanvasElement} canvas */
export function penOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** The context of a new canvas; one of a pixel measures text and finds points in paths, which an empty one does not. */
export function newPen(width = 1, height = 1) {
  return penOf(Object.assign(document.createElement("canvas"), { width, height }));
}

/**
 * Make a canvas as fine as the screen, or finer, clear it, and return its context with CSS pixels as units.
 * @param {HTMLCanvasElement} canvas
 * @param {[number, number]} size
 */
export function prepare(canvas, [width, height]) {
  const ratio = Math.max(fineness.least, devicePixelRatio || 1) * zoomOf(canvas);
  const fine = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== fine[0]) canvas.width = fine[0];
  if (canvas.height !== fine[1]) canvas.height = fine[1];
  const context = penOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
