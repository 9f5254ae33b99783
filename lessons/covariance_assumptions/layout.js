/**
 * The places of lesson 2's planes and of the words above them, which are never cut off and never overlap a plane.
 *
 * @import { Rectangle } from "../../web/paint/view.js"
 */

/** Below this width, in pixels, there are two columns, or the framed plane alone above the others. */
export const NARROW = 520;
/** Pixels of a line of words. */
export const LINE = 19;
const GAP = 12; // pixels between planes
const LARGE = 0.56; // of the height, of the framed plane above the others

/**
 * The rectangles of planes and of a square beside them, with their words: three columns, or two.
 * @param {{width: number, height: number}} room
 * @param {number} planes
 * @returns {Rectangle[]}
 */
export function inColumns({ width, height }, planes) {
  const columns = width < NARROW ? 2 : 3, rows = Math.ceil(planes / columns);
  const cell = [(width - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows];
  return Array.from({ length: rows * columns }, (_, k) => (
    { left: (k % columns) * (cell[0] + GAP), top: Math.floor(k / columns) * (cell[1] + GAP), width: cell[0], height: cell[1] }
  ));
}

/**
 * The framed plane, and the others below it.
 * @param {{width: number, height: number}} room
 * @param {{isChosen?: boolean}[]} panels
 * @returns {Rectangle[]}
 */
export function oneAboveTwo({ width, height }, panels) {
  const high = LARGE * height, half = (width - GAP) / 2;
  let left = 0;
  return panels.map(({ isChosen }) => {
    if (isChosen) return { left: 0, top: 0, width, height: high };
    const cell = { left, top: high + GAP, width: half, height: height - high - GAP };
    left += half + GAP;
    return cell;
  });
}

/** The planes below the words of their row. @param {Rectangle[]} cells @param {string[][]} words */
export function belowWords(cells, words) {
  return words.map((_, k) => {
    const { top, height, ...rest } = cells[k];
    const row = words.filter((_lines, other) => cells[other].top === top), head = LINE * Math.max(...row.map(({ length }) => length)) + 4;
    return { ...rest, top: top + head, height: height - head };
  });
}

/**
 * The words of a text in lines of a width.
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure
 */
export function wrap(text, width, measure) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measure(longer) < width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
