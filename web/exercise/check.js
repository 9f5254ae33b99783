/** The check of an answer to an exercise, and the sentence about it, as `lessons/exercises/view.py` writes it. */

import { format } from "../paint/view.js";

const ROUNDING = 1e-9, NODES = 60, DIGITS = 6; // along each axis, as in core/exercises/check.py; of a number that was typed

/** @import { Ending, HandedIn } from "../messages.js" */
/** @typedef {{isRight: boolean, text: string, reply?: string, words?: [string, string]}} Verdict `words` begin it, right and wrong */

/**
 * The verdict on an answer, with the reply to a known mistake.
 * @param {Ending} ending
 * @param {HandedIn} handed
 * @returns {Verdict}
 */
export function judge({ within = 0, right = -1, replies = [], truth = Number.NaN, mistakes = [], picture }, { option, number, place = {} }) {
  if (option !== undefined) return checkOption(option, right, replies);
  if (picture.kind === "plane") {
    const verdict = checkLine(place, picture.truth ?? [], picture.box, within);
    return withReply(verdict, mistakes, within, (wrong) => shareOnWrongSide(place, /** @type {number[][]} */ (wrong), picture.box));
  }
  const value = number ?? place.x, verdict = number === undefined ? checkCut(value, truth, within) : checkNumber(value, truth, within);
  return withReply(verdict, mistakes, within, (wrong) => Math.abs(value - Number(wrong)));
}

/**
 * A verdict with the reply to the mistake that is nearest to a wrong answer, if it is near enough.
 * @param {Verdict} verdict
 * @param {NonNullable<Ending["mistakes"]>} mistakes
 * @param {number} within
 * @param {(wrong: number | number[][]) => number} distance
 * @returns {Verdict}
 */
function withReply(verdict, mistakes, within, distance) {
  const near = mistakes.map(({ wrong, text }) => ({ far: distance(wrong), text })).filter(({ far }) => far <= within + ROUNDING);
  const [nearest] = verdict.isRight ? [] : near.sort((one, other) => one.far - other.far);
  return nearest ? { ...verdict, reply: nearest.text } : verdict;
}

/** The reply to an answer that was handed in: that of its option, or to a known mistake. @param {Ending} ending @param {HandedIn} handed */
export function replyTo(ending, handed) {
  if (handed.state) return ""; // a goal has none
  return handed.option === undefined ? judge(ending, handed).reply ?? "" : ending.replies?.[handed.option] ?? "";
}

/** @param {number} value @param {number} truth @param {number} within @returns {Verdict} */
export function checkNumber(value, truth, within) {
  const isRight = isNear(value, truth, within);
  return { isRight, text: `${format(value, DIGITS)} is ${isRight ? "" : "not "}near enough` };
}

/** @param {number} value @param {number} truth @param {number} within @returns {Verdict} */
export function checkCut(value, truth, within) {
  const isRight = isNear(value, truth, within);
  const side = isRight ? `within ${format(within)} of` : `more than ${format(within)} away from`;
  return { isRight, text: `your cut at ${format(value)} is ${side} the best one` };
}

/**
 * @param {Record<string, number>} ends of the line that was placed
 * @param {number[][]} truth two places on the right line
 * @param {number[]} box
 * @param {number} within
 * @returns {Verdict}
 */
export function checkLine(ends, truth, box, within) {
  const share = shareOnWrongSide(ends, truth, box);
  return { isRight: share <= within, text: `${format(share)} % of the plane is on the wrong side of your line, and it may be at most ${format(within)} %` };
}

/** @param {number} option @param {number} right @param {string[]} replies @returns {Verdict} */
export function checkOption(option, right, replies) {
  return { isRight: option === right, text: replies[option].replace(/\.$/, ""), words: ["Correct", "Not correct"] };
}

/** @param {Verdict} verdict */
export function say({ isRight, text, reply = "", words = ["Reached", "Not yet"] }) {
  return `${words[isRight ? 0 : 1]}: ${text}. ${reply}`.trimEnd();
}

/** @param {number} value @param {number} truth @param {number} within */
function isNear(value, truth, within) {
  return Math.abs(value - truth) <= within + ROUNDING;
}

/**
 * The share of the plane, in percent, that lies on the wrong side of a line; which side is which does not matter.
 * @param {Record<string, number>} ends
 * @param {number[][]} truth
 * @param {number[]} box
 */
export function shareOnWrongSide({ p1, p2, q1, q2 }, [[a1, a2], [b1, b2]], [left, right, low, high]) {
  const side = (/** @type {number[]} */ [u1, u2, v1, v2], /** @type {number} */ x, /** @type {number} */ y) => (
    (v1 - u1) * (y - u2) - (v2 - u2) * (x - u1) > 0);
  let differing = 0;
  for (let i = 0; i < NODES; i++) {
    for (let j = 0; j < NODES; j++) {
      const x = left + ((right - left) * i) / (NODES - 1), y = low + ((high - low) * j) / (NODES - 1);
      differing += Number(side([p1, p2, q1, q2], x, y) !== side([a1, a2, b1, b2], x, y));
    }
  }
  const share = differing / NODES ** 2;
  return 100 * Math.min(share, 1 - share);
}
