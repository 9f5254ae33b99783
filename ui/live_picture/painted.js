/**
 * A painted image and, beside it, a row for each class: an image of the class, its name and its log posterior.
 *
 * @typedef {Object} ClassRow
 * @property {number} k the class
 * @property {number} top in CSS pixels
 * @property {number} height
 * @property {{left: number, top: number, width: number, height: number}} thumb
 */

import { mix, setType, shorten } from "../canvas/paint/look.js";
import { format } from "../canvas/paint/view.js";

const MOST_ROWS = 10, GAP = 16, VALUE = 58, FOOT = 20; // pixels, but for the first
const LEAST_LOG = -20; // where a bar has no length
const INSET = 0.28; // of a pixel, on each side of what is written on it

/**
 * Where the image and the rows are, above `below` free pixels. Of many classes the ten most probable have a row.
 * @param {number} [share] of the width that the image may take
 */
export function placePainted([width, height], { rows, columns }, below, logPosteriors, names, share = 0.46) {
  const side = Math.min(share * width, height - below), tall = height - below - FOOT;
  const box = { left: 1, top: 1, width: Math.min(side, (side * columns) / rows), height: Math.min(side, (side * rows) / columns) };
  const row = Math.min(tall / MOST_ROWS, 44), left = box.left + side + GAP;
  const classes = shownClasses(logPosteriors).map((k, place) => {
    const thumb = Math.max(8, row - 4);
    return { k, top: place * row, height: row, thumb: { left, top: place * row + 2, width: thumb, height: thumb } };
  });
  const name = Math.min(0.16 * width, 18 + 9 * Math.max(...names.map(({ length }) => length)));
  return { box, name, classes, bar: { left: left + row + name, width: Math.max(10, width - left - row - name - VALUE) } };
}

function shownClasses(logPosteriors) {
  const all = logPosteriors.map((_, k) => k);
  if (all.length <= MOST_ROWS) return all;
  return all.sort((a, b) => logPosteriors[b] - logPosteriors[a]).slice(0, MOST_ROWS);
}

/** An image: shares of ink from 0 to 1, or from −1 to 1 in the colours of both directions. */
export function paintImage(context, { left, top, width, height }, { rows, columns }, shares, look, [negative, positive]) {
  const side = [width / columns, height / rows];
  shares.forEach((share, i) => {
    const x = left + (i % columns) * side[0], y = top + Math.floor(i / columns) * side[1];
    context.fillStyle = tint(share, look, negative, positive);
    context.fillRect(x, y, side[0] + 0.5, side[1] + 0.5);
  });
}

function tint(share, look, negative, positive) {
  if (Array.isArray(share)) return `rgb(${share})`;
  const colour = positive === null ? look.ink : share < 0 ? negative.colour : positive.colour;
  return `rgb(${mix(colour, look.background, Math.min(1, Math.abs(share)))})`;
}

/** A mark on each pixel of an image: its share of the largest effect, in the colour of its direction. */
export function paintEffects(context, box, { rows, columns }, effects, look, [negative, positive]) {
  const side = [box.width / columns, box.height / rows], most = Math.max(...effects.map(Math.abs), 1e-300);
  effects.forEach((effect, i) => {
    const size = Math.sqrt(Math.min(1, Math.abs(effect) / most)) * (1 - 2 * INSET);
    const x = box.left + ((i % columns) + 0.5) * side[0], y = box.top + (Math.floor(i / columns) + 0.5) * side[1];
    context.fillStyle = (effect < 0 ? negative : positive).colour;
    context.fillRect(x - (size * side[0]) / 2, y - (size * side[1]) / 2, size * side[0], size * side[1]);
  });
}

/** The name and the bar of each class; that of the most probable class is bold. Below them is what the bars are. */
export function paintClasses(context, { classes, bar, name }, logPosteriors, names, look, font, style) {
  const best = logPosteriors.indexOf(Math.max(...logPosteriors));
  for (const { k, top, height, thumb } of classes) {
    const log = logPosteriors[k], middle = top + height / 2, weight = k === best ? "600 " : "";
    const share = Math.max(0, 1 - log / LEAST_LOG), type = Math.min(16, height - 4);
    setType(context, look.ink, `${weight}${type}px ${font}`, "left", "middle");
    context.fillText(shorten(context, names[k], name - 10), thumb.left + thumb.width + 8, middle + 1);
    context.fillStyle = k === best ? style.colour : `rgb(${mix(look.ink, look.background, 0.35)})`;
    context.fillRect(bar.left, top + 0.22 * height, Number.isNaN(share) ? 0 : share * bar.width, 0.56 * height);
    setType(context, look.ink, `${weight}${type}px ${font}`, "right", "middle");
    context.fillText(logText(log), bar.left + bar.width + VALUE - 2, middle + 1);
  }
  const { top, height } = classes.at(-1);
  setType(context, look.ink, `14px ${font}`, "right", "top");
  context.fillText("log posterior", bar.left + bar.width + VALUE - 2, top + height + 3);
}

/** A log posterior in words. */
export function logText(log) {
  if (Number.isNaN(log)) return "0/0";
  return log === -Infinity ? "−∞" : format(log > -5e-4 ? 0 : log);
}

/** What a hand points at to see why a class has its score. */
export function classParts({ classes, bar }) {
  return classes.map(({ k, top, height, thumb }) => {
    const path = new Path2D();
    path.rect(thumb.left - 2, top, bar.left + bar.width + VALUE - thumb.left, height);
    return { name: `class ${k}`, path };
  });
}

/** The class that was pointed at last, or null. */
export function chosenClass(chosen) {
  const found = chosen?.match(/^class (\d+)$/);
  return found ? Number(found[1]) : null;
}
