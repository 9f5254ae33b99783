/**
 * A handle of a number, or of two: a disc with arrows, or a symbol, to grab and to move with the keys.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @import { Grip, Values } from "../picture/types.js"
 * @typedef {[number, number]} Pixel
 *
 * @typedef {Object} Movement
 * @property {[number, number]} at in the units of the view; in pixels if there is none
 * @property {string} moves the number that it changes
 * @property {string | true} [second] the one it changes when it moves up and down
 * @property {"x" | "y" | "xy"} along
 * @property {number} step of an arrow key
 * @property {string} text its value in words
 * @property {number[]} [angles] of its arrows, where it moves neither level nor upright
 * @property {string} [symbol] in place of the disc
 * @property {number} [size] of the symbol in pixels
 * @property {boolean} [isUnseen] whether something else shows where it is
 * @property {boolean} [isHintAbove]
 * @property {Grip["read"]} [read] the value at a pixel; that of the view along x or y if nothing is said
 * @property {Grip["distance"]} [distance] to a pixel; from its middle if nothing is said
 * @property {number[]} [values]
 * @property {(values: number[]) => Values} [change]
 * @property {[number, number]} [limits]
 * @typedef {Mark<Movement>} Handle
 */

import { ANYWHERE, LEVEL, paintGrip, UPRIGHT } from "../paint/grip.js";
import { colourOf, inkOf, paintMarkers } from "../paint/look.js";
import { none, outlineBy, pixelAt, sentence } from "./basics.js";

const ANGLES = { x: LEVEL, y: UPRIGHT, xy: ANYWHERE };
const GRIP = 9, SYMBOL = 22; // pixels

/** @param {?View} view @param {Options & Movement} options its title is its label @returns {Handle} */
export function handle(view, options) {
  return { kind: "handle", view, isSilent: true, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Handle} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view, at, along, angles = ANGLES[along], symbol, size = SYMBOL, isUnseen } = mark, [x, y] = pixelAt(view, at);
  if (isUnseen) return;
  const colour = mark.style || mark.colour ? colourOf(look, mark) : inkOf(look, "background");
  if (symbol) paintMarkers(context, look, { symbol, colour }, [[x, y]], size);
  else paintGrip(context, look, x, y, colour, angles);
}

export const outline = outlineBy((path, /** @type {Handle} */ { view, at, symbol, size = SYMBOL }) =>
  path.arc(...pixelAt(view, at), symbol ? size / 2 + 1 : GRIP, 0, 2 * Math.PI));

export const legend = none, sounds = none;

/** @param {Handle} mark */
export function says(mark) {
  return sentence(mark, mark.text);
}

/** @param {Handle} mark @returns {Grip} */
export function moves(mark) {
  const { view, at, moves: name, second, title = name, along, step, text, isHintAbove, values, change, limits, distance } = mark;
  return {
    name, second, label: title, place: pixelAt(view, at), step, text, isUpright: along === "y", isHintAbove, values, change, limits,
    distance, read: mark.read ?? ((pixel) => readAt(mark, pixel)),
  };
}

/** @param {Handle} mark @param {Pixel} pixel */
function readAt({ view, along }, [px, py]) {
  const place = view ? view.place(px, py) : /** @type {Pixel} */ ([px, py]);
  return along === "xy" ? place : place[along === "y" ? 1 : 0];
}

export default { paint, outline, legend, says, sounds, moves };
