/**
 * A text; of several, the first that has room.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { View } from "../paint/view.js"
 * @typedef {[number, number]} Place
 *
 * @typedef {Object} Words
 * @property {string | string[]} text
 * @property {Place} at in the units of the view; in pixels if there is none
 * @property {Place} [offset] from there, in pixels
 * @property {number} [size] in pixels
 * @property {number} [weight]
 * @property {CanvasTextAlign} [align]
 * @property {CanvasTextBaseline} [baseline]
 * @property {number} [room] pixels that it needs less than, or it is not written
 * @property {boolean} [isShortened] to its room, with an ellipsis
 * @property {[number, number]} [within] pixels from left to right that it stays inside; it is centred
 * @property {"halo" | "patch"} [ground] background around the letters, or below them
 * @property {number} [angle] that it is turned by
 * @typedef {Mark<Words>} Text
 */

import { colourOf, setType, shorten } from "../paint/look.js";
import { none, pixelAt, sentence } from "./basics.js";

const SIZE = 15;

/** @param {?View} view @param {Options & Words} options @returns {Text} */
export function text(view, options) {
  return { kind: "text", view, isSilent: true, ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Text} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view, at, offset = [0, 0], size = SIZE, weight, align = "left", baseline = "middle", room = Infinity, angle = 0 } = mark;
  const [x, y] = pixelAt(view, at).map((each, axis) => each + offset[axis]);
  context.save();
  setType(context, colourOf(look, mark), `${weight ? `${weight} ` : ""}${size}px ${look.font}`, align, baseline);
  context.globalAlpha = mark.alpha ?? 1;
  const all = [mark.text].flat(), fitting = all.find((each) => room === Infinity || context.measureText(each).width < room);
  const words = fitting ?? (mark.isShortened ? shorten(context, all[all.length - 1], room) : undefined);
  if (words && angle) {
    context.translate(x, y);
    context.rotate(angle);
    write(context, mark, look, words, 0, 0);
  } else if (words) write(context, mark, look, words, inside(context, mark, words, x), y);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Text} mark @param {string} words @param {number} x */
function inside(context, { within }, words, x) {
  if (!within) return x;
  const half = context.measureText(words).width / 2;
  return Math.max(within[0] + half, Math.min(within[1] - half, x));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Text} mark
 * @param {Dress} look
 * @param {string} words
 * @param {number} x
 * @param {number} y
 */
function write(context, { ground, size = SIZE }, look, words, x, y) {
  if (ground === "halo") return writeOver(context, look, words, x, y);
  if (ground === "patch") { // a line behind a name would look like part of its letters
    const { fillStyle } = context, { width } = context.measureText(words);
    Object.assign(context, { fillStyle: look.background, globalAlpha: 0.85 });
    context.fillRect(x - 4, y - 1.2 * size, width + 8, 1.25 * size);
    Object.assign(context, { fillStyle, globalAlpha: 1 });
  }
  context.fillText(words, x, y);
}

/**
 * Write with a halo, so that nothing behind the text crosses it.
 * @param {CanvasRenderingContext2D} context
 * @param {Dress} look
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function writeOver(context, look, text, x, y) {
  context.save();
  Object.assign(context, { strokeStyle: look.background, lineWidth: 4, lineJoin: "round" });
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.restore();
}

export const outline = none, legend = none, sounds = none, moves = none;

/** @param {Text} mark */
export function says(mark) {
  return sentence(mark);
}

export default { paint, outline, legend, says, sounds, moves };
