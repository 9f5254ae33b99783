/**
 * Lesson 5: a black-and-white digit to paint, and the scores of ten classes, which are made of counted pixels.
 *
 * Marks on the digit show the pixels that are evidence for the class pointed at, and those for its strongest rival.
 * Crosses are on the pixels that make the digit impossible in this class.
 *
 * @typedef {Object} Data
 * @property {number[]} sizes digits of each class
 * @property {number[][]} ones how many of them have ink in each pixel
 * @property {string[]} names
 * @property {number[]} start_pixels of the new digit
 * @property {number[][] | null} drawings random digits of each class
 * @property {{alpha: number[]}} limits
 * @property {[Style, Style]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{alpha: number, pixels: string}, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @import { Style } from "../../web/messages.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { strokeOver } from "../../web/paint/look.js";
import { format } from "../../web/paint/view.js";
import { count, percent } from "../../web/paint/words.js";
import {
  classOf, classParts, logText, paintClasses, paintEffects, paintImage, layOut, rivalOf,
} from "../../web/picture/painted.js";
import { readPixels } from "../../web/picture/pixels.js";
import { paintScale, scaleGrip } from "./alpha_scale.js";
import { posteriors, scoreBinary, smooth } from "./evidence.js";

const GRID = { rows: 8, columns: 8, most: 1, radius: -0.15 }; // a brush as fine as a pixel
const MOST_EVIDENCE = 20;
const BELOW = 48, PHONE = 480; // pixels, for the scale of α; below this width the classes are under the digit
const CROSS = 0.3; // of a pixel of the digit, from its middle
const IMPOSSIBLE = -1e3; // the log probability of a pixel that makes a digit impossible: less than all others together

export default {
  heights: ["", "34rem"],
  arrange, paint, sheet, grips, parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size, look, font, focus }) {
  const levels = readPixels(v.pixels, GRID) ?? data.start_pixels, scores = scoreBinary(data.sizes, data.ones, levels, v.alpha);
  const shares = posteriors(scores), logs = scores.map((_, k) => (shares ? Math.log(shares[k]) : NaN));
  const place = layOut(size, GRID, logs, data.names, { below: BELOW, isStacked: size[0] < PHONE }), ink = data.ones.map((row, k) => row.map((count) =>
    smooth([data.sizes[k] - count, count], 1, v.alpha)));
  const near = shares ? scores : ink.map((row) => nearness(levels, row)), best = near.indexOf(Math.max(...near));
  const k = classOf(focus) ?? best;
  const scale = { left: 40, width: size[0] - 60, y: size[1] - 26 };
  return { v, data, look, font, levels, scores, shares, logs, place, ink, best, k, impossible: impossiblePixels(levels, ink[k]), scale, rival: rivalOf(k, scores) };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { data, look, font, levels, place, logs, ink, k, rival, impossible, shares } = scene, { palette } = data;
  paintImage(context, place.box, GRID, levels.map((level) => 0.75 * level), look);
  const effects = levels.map((level, i) => evidenceOf(level, ink[k][i], ink[rival][i]));
  if (shares) paintEffects(context, place.box, GRID, effects, palette);
  paintCrosses(context, place.box, impossible, palette[0].colour, look);
  for (const { k: each, thumb } of place.classes) paintImage(context, thumb, GRID, data.drawings?.[each] ?? ink[each], look);
  paintClasses(context, place, logs, data.names, look, font, palette[1]);
  paintScale(context, scene, scene.scale);
}

/** @param {Scene} scene */
function sheet({ place, levels }) {
  return { name: "pixels", label: "Digit to paint, 8 × 8 pixels", box: place.box, grid: GRID, levels };
}

/** @param {Scene} scene */
function grips({ v, data, scale }) {
  return [scaleGrip(v.alpha, data.limits.alpha[1], scale)];
}

/** @param {Scene} scene */
function parts({ place }) {
  return classParts(place);
}

/** Of the two most probable classes, and of the one that was pointed at or the third. @param {Scene} scene */
function terms({ scores, data, k: own }) {
  const order = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a]);
  return [...order.slice(0, 2), order.slice(0, 2).includes(own) ? order[2] : own].map((k) => ({
    part: `class ${k}`, symbol: `ln P(${data.names[k]}) + ln P(x | ${data.names[k]})`, value: logText(scores[k]),
  }));
}

/** @param {Scene} scene @returns {[string, string][]} */
function figures({ data, shares, best, k, rival, impossible, v }) {
  return [
    ["predicted", shares ? data.names[best] : "none: all are impossible"],
    ["posterior", shares ? percent(shares[best]) : "0/0"],
    ["α", format(v.alpha)],
    shares ? ["marks on the digit", `for ${data.names[k]}, against ${data.names[rival]}`] :
      [`crosses: impossible as ${data.names[k]}`, count(impossible.length, "pixel")],
  ];
}

/** @param {Scene} scene */
function describe({ levels, data, shares, best, k, rival, impossible }) {
  const inkCount = levels.filter(Boolean).length;
  if (!shares) {
    return `A digit with ink in ${inkCount} of 64 pixels. In each class a pixel makes it impossible; as ${data.names[k]}, ` +
      `${impossible.map((i) => `row ${Math.floor(i / GRID.columns) + 1}, column ${(i % GRID.columns) + 1}`).join("; ")}.`;
  }
  return `A digit with ink in ${inkCount} of 64 pixels, classified as ${data.names[best]}, posterior ${percent(shares[best])}. ` +
    `Marks show the evidence of each pixel for ${data.names[k]} against ${data.names[rival]}.`;
}

/**
 * The pixels that make a digit impossible in a class: with ink that none of its digits has there, or without ink that all have.
 * @param {number[]} levels
 * @param {number[]} ink the probability of ink in each pixel
 */
function impossiblePixels(levels, ink) {
  return levels.flatMap((level, i) => (ink[i] === (level ? 0 : 1) ? [i] : []));
}

/**
 * How near an impossible digit is to being possible in a class: the fewer pixels make it impossible, the nearer.
 * @param {number[]} levels
 * @param {number[]} ink the probability of ink in each pixel
 */
function nearness(levels, ink) {
  return levels.reduce((score, level, i) => score + Math.max(IMPOSSIBLE, Math.log(level ? ink[i] : 1 - ink[i])), 0);
}

/**
 * @param {Context} context
 * @param {import("../../web/paint/view.js").Rectangle} box
 * @param {number[]} pixels
 * @param {string} colour
 * @param {import("../../web/paint/look.js").Look} look
 */
function paintCrosses(context, { left, top, width, height }, pixels, colour, look) {
  const path = new Path2D(), side = [width / GRID.columns, height / GRID.rows], reach = CROSS * side[0];
  for (const i of pixels) {
    const x = left + ((i % GRID.columns) + 0.5) * side[0], y = top + (Math.floor(i / GRID.columns) + 0.5) * side[1];
    for (const sign of [-1, 1]) {
      path.moveTo(x - reach, y - sign * reach);
      path.lineTo(x + reach, y + sign * reach);
    }
  }
  strokeOver(context, look, path, colour, 3.5, 1.75);
}

/**
 * ln P(x_i | k) - ln P(x_i | rival); a large number for an infinite one.
 * @param {number} level
 * @param {number} own
 * @param {number} other
 */
function evidenceOf(level, own, other) {
  const evidence = level ? Math.log(own) - Math.log(other) : Math.log1p(-own) - Math.log1p(-other);
  return Number.isNaN(evidence) ? 0 : Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, evidence));
}
