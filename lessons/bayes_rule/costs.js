/**
 * The costs of lesson 1 as lines in the row of the posteriors, each with its handle and its words.
 *
 * @import { View } from "../../web/paint/view.js"
 */

import { handle, text } from "../../web/marks/marks.js";
import { format } from "../../web/paint/view.js";

const WIDE = 520; // pixels: from here on the lines of both losses have room for a sentence
const NAME = 11, WORDS = 22; // pixels: half the height of a name; the height of words above a line

/**
 * The loss ratio as the posterior from which on C+ is predicted, and the loss of a rejection.
 * @param {{loss?: number, reject?: number}} values
 * @param {View} low
 */
export function costsOf({ loss = 1, reject = 1 }, low) {
  const short = [`λ = ${format(loss)}`, `r = ${format(reject, 2)}`], isWide = low.plot.width >= WIDE;
  const long = [`${short[0]}: a missed C+ costs as much as ${format(loss)} false alarms`, `${short[1]}: the cost of a rejection`];
  const [ofLoss, ofReject] = isWide ? long : short;
  return [
    { moves: "loss", words: ofLoss, title: "Loss of a missed C+ (false alarm: 1)", step: 0.1, text: format(loss), across: 0.06,
      level: 1 / (1 + loss), valueAt: (/** @type {number} */ level) => 1 / Math.max(level, 0.01) - 1 },
    { moves: "reject", words: ofReject, title: "Loss of a rejection", step: 0.01, text: format(reject, 2), across: 0.52,
      level: 1 - reject, valueAt: (/** @type {number} */ level) => 1 - level },
  ];
}

/** @param {View} low @param {ReturnType<typeof costsOf>[number]} cost @param {ReturnType<typeof costsOf>} costs */
export function costHandle(low, { words, across, level, valueAt, ...movement }, costs) {
  const { left, width } = low.plot, px = left + across * width, py = low.pixelY(level);
  // Above its line, and above the other one if that would cross the words.
  const line = Math.min(...costs.map((each) => low.pixelY(each.level)).filter((other) => other <= py && py - other < WORDS));
  return [
    text(null, { text: words, at: [px + 14, line - 2], baseline: "bottom", ground: "halo" }),
    handle(null, { ...movement, at: [px, py], along: "y", read: (pixel) => valueAt(low.place(...pixel)[1]),
      distance: (pixel) => (pixel[0] < left ? 99 : Math.abs(pixel[1] - py) + 2) }),
  ];
}

/**
 * The middle of a row, or the place nearest to it where a name is not on a line or the words above it; in a row without
 * such a place, where it is least on them.
 * @param {import("../../web/paint/view.js").Rectangle} row
 * @param {number[]} lines
 */
export function freeLevel({ top, height }, lines) {
  const middle = top + height / 2, reach = Math.max(0, height / 2 - NAME);
  /** @type {(y: number) => number} */
  const overlap = (y) => Math.max(0, ...lines.map((line) => Math.min(y + NAME - (line - WORDS), line + 2 - (y - NAME))));
  let best = middle;
  for (let away = 1; away <= reach; away++) {
    for (const y of [middle - away, middle + away]) if (overlap(y) < overlap(best)) best = y;
  }
  return best;
}
