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
 * @typedef {import("../../web/marks/types.js").MarksInput<{alpha: number, pixels: string}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Style } from "../../web/messages.js"
 */

import { bars, classes, image, rule } from "../../web/marks/marks.js";
import { format, View } from "../../web/paint/view.js";
import { count, percent } from "../../web/paint/words.js";
import { classOf, layOut, logText, rivalOf, tableOf } from "../../web/marks/classes.js";
import { readPixels } from "../../web/picture/pixels.js";
import { scaleMarks } from "./alpha_scale.js";
import { posteriors, scoreBinary, smooth } from "./evidence.js";

const GRID = { rows: 8, columns: 8, most: 1, radius: -0.15 }; // a brush as fine as a pixel
const MOST_EVIDENCE = 20;
const BELOW = 48, PHONE = 480; // pixels, for the scale of α; below this width the classes are under the digit
const CROSS = 0.3; // of a pixel of the digit, from its middle
const IMPOSSIBLE = -1e3; // the log probability of a pixel that makes a digit impossible: less than all others together

export default { heights: ["", "34rem"], compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { width, height }, focus }) {
  const levels = readPixels(v.pixels, GRID) ?? data.start_pixels, scores = scoreBinary(data.sizes, data.ones, levels, v.alpha);
  const shares = posteriors(scores), logs = scores.map((_, k) => (shares ? Math.log(shares[k]) : NaN));
  const place = layOut([width, height], GRID, logs, data.names, { below: BELOW, isStacked: width < PHONE });
  const ink = data.ones.map((row, k) => row.map((ones) => smooth([data.sizes[k] - ones, ones], 1, v.alpha)));
  const near = shares ? scores : ink.map((row) => nearness(levels, row)), best = near.indexOf(Math.max(...near)), k = classOf(focus) ?? best;
  const scale = { left: 40, width: width - 60, y: height - 26 };
  return { levels, scores, shares, logs, place, ink, best, k, impossible: impossiblePixels(levels, ink[k]), scale, rival: rivalOf(k, scores) };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { values: v, data, levels, place, logs, ink, k, rival, shares, scale } = state, { palette, names, limits } = data;
  const { left, width } = tableOf(place), effects = levels.map((level, i) => evidenceOf(level, ink[k][i], ink[rival][i]));
  return [
    image(place.box, {
      grid: GRID, shares: levels.map((level) => 0.75 * level), effects: shares ? effects : null, sides: palette, title: "digit", says: sayDigit(state),
      sheet: { name: "pixels", label: "Digit to paint, 8 × 8 pixels", grid: GRID, levels },
    }),
    ...crosses(state),
    ...place.classes.map(({ k: each, thumb }) => image(thumb, { grid: GRID, shares: data.drawings?.[each] ?? ink[each] })),
    classes({ place, logs, names, style: palette[1], isLog: true, title: "log posteriors" }),
    ...place.classes.map(({ k: each, top, height }) => bars(new View([0, 1, 0, 1], { left: left - 2, top, width, height }), {
      bars: [[0, 1, 0, 1]], alpha: 0, isSilent: true, name: `class ${each}`,
    })),
    ...scaleMarks(v.alpha, limits.alpha[1], scale),
  ];
}

/** @param {State} state */
function sayDigit({ levels, data: { names }, shares, best, k, rival, impossible }) {
  const ink = `ink in ${levels.filter(Boolean).length} of 64 pixels`;
  if (shares) return `${ink}, classified as ${names[best]}, posterior ${percent(shares[best])}; marks show the evidence of each pixel for ${names[k]} against ${names[rival]}`;
  const where = impossible.map((i) => `row ${Math.floor(i / GRID.columns) + 1}, column ${(i % GRID.columns) + 1}`);
  return `${ink}; in each class a pixel makes it impossible; as ${names[k]}, ${where.join("; ")}`;
}

/** On the pixels that make the digit impossible. @param {State} state @returns {Mark[]} */
function crosses({ place: { box }, impossible, data: { palette: [style] } }) {
  const side = [box.width / GRID.columns, box.height / GRID.rows], reach = CROSS * side[0];
  return impossible.flatMap((i) => {
    const x = box.left + ((i % GRID.columns) + 0.5) * side[0], y = box.top + (Math.floor(i / GRID.columns) + 0.5) * side[1];
    return [-1, 1].map((sign) => rule(null, { ends: [[x - reach, y - sign * reach], [x + reach, y + sign * reach]], style, width: 3.5, rim: 1.75 }));
  });
}

/** Of the two most probable classes, and of the one that was pointed at or the third. @param {State} state */
function terms({ scores, data, k: own }) {
  const order = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a]);
  return [...order.slice(0, 2), order.slice(0, 2).includes(own) ? order[2] : own].map((k) => ({
    part: `class ${k}`, symbol: `ln P(${data.names[k]}) + ln P(x | ${data.names[k]})`, value: logText(scores[k]),
  }));
}

/** @param {State} state @returns {[string, string][]} */
function figures({ data, shares, best, k, rival, impossible, values: v }) {
  return [
    ["predicted", shares ? data.names[best] : "none: all are impossible"],
    ["posterior", shares ? percent(shares[best]) : "0/0"],
    ["α", format(v.alpha)],
    shares ? ["marks on the digit", `for ${data.names[k]}, against ${data.names[rival]}`] :
      [`crosses: impossible as ${data.names[k]}`, count(impossible.length, "pixel")],
  ];
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
 * ln P(x_i | k) - ln P(x_i | rival); a large number for an infinite one.
 * @param {number} level
 * @param {number} own
 * @param {number} other
 */
function evidenceOf(level, own, other) {
  const evidence = level ? Math.log(own) - Math.log(other) : Math.log1p(-own) - Math.log1p(-other);
  return Number.isNaN(evidence) ? 0 : Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, evidence));
}
