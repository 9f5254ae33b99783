/** Moved thresholds as the text of a link: "0_0_0.25~1_2_-3" are panel, side and threshold of each. */

import { cutAt } from "./projection.js";

const FEWEST = 3, MOST = 17; // digits

/** @param {{place: number, side: number, threshold: number}[]} moved */
export function writeMoved(moved) {
  return moved.map(({ place, side, threshold }) => `${place}_${side}_${threshold}`).join("~");
}

/** What the text asks of each panel; a threshold of null is the best. @param {string} text @returns {Record<number, {side: number, threshold: ?number}>} */
export function readMoved(text) {
  const parts = text === "" ? [] : text.split("~").map((part) => part.split("_").map(Number));
  const none = { side: 0, threshold: null };
  return { 0: none, 1: none, ...Object.fromEntries(parts.map(([place, side, threshold]) => [place, { side, threshold }])) };
}

/**
 * The threshold with as few digits as make the same cut and cannot be told from it in the picture.
 * @param {import("../model/threshold.js").Search} search
 * @param {number} threshold
 */
export function shorten(search, threshold) {
  const { scores } = search, pixel = 0.001 * (scores[scores.length - 1] - scores[0]), cut = cutAt(search, threshold);
  for (let digits = FEWEST; digits < MOST; digits++) {
    const short = Number(threshold.toPrecision(digits));
    if (Math.abs(short - threshold) <= pixel && cutAt(search, short) === cut) return short;
  }
  return threshold;
}
