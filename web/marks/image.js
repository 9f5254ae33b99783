/**
 * An image of pixels, which may be painted on: shares of ink, or colours; on it marks of the effects of its pixels.
 *
 * @import { Dress, Mark, Options } from "./types.js"
 * @import { Style } from "../paint/look.js"
 * @import { Rectangle } from "../paint/view.js"
 * @import { Sheet } from "../picture/brush.js"
 * @typedef {Object} Pixels
 * @property {{rows: number, columns: number}} grid
 * @property {Ink[]} shares from 0 to 1; from −1 to 1 in the colours of both directions, the negative ones striped
 * @property {[Style, Style] | null} [signs] of negative and of positive shares
 * @property {number[] | null} [effects]
 * @property {Style[]} [sides] of negative and of positive effects
 * @property {number} [inset] of a pixel, on each side of its effect
 * @property {Omit<Sheet, "box"> | null} [sheet] what a hand paints on it
 * @typedef {Mark<Pixels & {view: View}>} Image
 * @typedef {number | [number, number, number]} Ink a share, or a colour
 */

import { mix, paintLine, traceSymbol } from "../paint/look.js";
import { View } from "../paint/view.js";
import { percent } from "../paint/words.js";
import { none, outlineBy, sentence, soundAt } from "./basics.js";

const INSET = 0.28; // of a pixel, on each side of what is written on it
const STRIPE = 4; // pixels from one to the next

/** @param {Rectangle} box in pixels @param {Options & Pixels} options @returns {Image} */
export function image(box, options) {
  const { rows, columns } = options.grid;
  return { kind: "image", view: new View([0, columns, 0, rows], box), ...options };
}

/** @param {CanvasRenderingContext2D} context @param {Image} mark @param {Dress} look */
export function paint(context, mark, look) {
  const { view: { plot: { left, top, width, height } }, grid: { rows, columns }, shares, signs = null } = mark, side = [width / columns, height / rows];
  const x = (/** @type {number} */ i) => left + (i % columns) * side[0], y = (/** @type {number} */ i) => top + Math.floor(i / columns) * side[1];
  shares.forEach((share, i) => {
    context.fillStyle = tint(share, look, signs);
    context.fillRect(x(i), y(i), side[0] + 0.5, side[1] + 0.5);
  });
  if (signs) {
    context.save();
    context.beginPath();
    shares.forEach((share, i) => Number(share) < 0 && context.rect(x(i), y(i), side[0], side[1]));
    context.clip();
    Object.assign(context, { strokeStyle: look.background, lineWidth: 1.5 });
    for (let level = top + STRIPE / 2; level < top + height; level += STRIPE) paintLine(context, left, level, left + width, level);
    context.restore();
  }
  const { effects, sides, inset = INSET } = mark;
  if (!effects || !sides) return;
  const most = Math.max(...effects.map(Math.abs), 1e-300), room = Math.min(...side) * (1 - 2 * inset);
  effects.forEach((effect, i) => { // its share of the largest one, in the colour and the shape of its direction
    const { colour, symbol } = sides[effect < 0 ? 0 : 1];
    context.fillStyle = colour;
    context.beginPath();
    traceSymbol(context, symbol, x(i) + side[0] / 2, y(i) + side[1] / 2, (Math.sqrt(Math.min(1, Math.abs(effect) / most)) * room) / 2);
    context.fill();
  });
}

/** @param {Ink} share @param {Dress} look @param {[Style, Style] | null} signs */
function tint(share, look, signs) {
  if (Array.isArray(share)) return `rgb(${share})`;
  const colour = signs ? signs[share < 0 ? 0 : 1].colour : look.ink;
  return `rgb(${mix(colour, look.background, Math.min(1, Math.abs(share)))})`;
}

export const outline = outlineBy((path, /** @type {Image} */ { view: { plot: { left, top, width, height } } }) =>
  path.rect(left, top, width, height));

export const legend = none, moves = none;

/** How much ink it has. @param {Image} mark */
export function says(mark) {
  const { shares, grid } = mark, mean = shares.reduce((/** @type {number} */ sum, _, i) => sum + inkAt(mark, i), 0) / shares.length;
  return sentence(mark, `${grid.rows} × ${grid.columns} pixels, ${percent(mean)} of them ink`);
}

/** The ink of the pixel. @param {Image} mark @param {[number, number]} at */
export function sounds(mark, at) {
  const { rows, columns } = mark.grid, column = Math.floor(at[0]), row = rows - 1 - Math.floor(at[1]);
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  return soundAt(mark, at, inkAt(mark, row * columns + column));
}

/** @param {Image} mark @param {number} i */
function inkAt({ shares }, i) {
  const share = shares[i];
  return Array.isArray(share) ? 1 - share.reduce((sum, each) => sum + each, 0) / (3 * 255) : Math.min(1, Math.abs(share));
}

export default { paint, outline, legend, says, sounds, moves };
