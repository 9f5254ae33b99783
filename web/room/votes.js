/** The votes for each option, as bars with their share, the rounds below each other. */

import { make } from "../paint/elements.js";
import { showLine, showProse } from "../exercise/prose.js";

export const LETTERS = "ABCDE"; // of the options, as the style sheet counts them

/**
 * @param {string[]} options
 * @param {import("../messages.js").Votes} shown empty until the teacher reveals it
 * @param {number} [own] the option that the participant has chosen
 * @returns {HTMLElement[]}
 */
export function showVotes(options, { votes = [], answer, why }, own) {
  const rows = options.map((option, place) => {
    const isRight = place === answer;
    const bars = votes.map((counts, round) => makeBar(counts, place, votes.length > 1 ? `Round ${round + 1}` : ""));
    const text = make("span", { class: "option" }, isRight ? "✓ " : "", ...showLine(option), place === own ? " (your answer)" : "");
    return make("li", { class: isRight ? "right" : "" }, text, ...bars);
  });
  return [make("ol", { class: "votes", "aria-label": "Votes" }, ...rows), ...(why ? [make("div", { class: "why" }, ...showProse(why))] : [])];
}

/** The number of votes in words: "3 votes, 25 %". @param {number[]} counts @param {number} place */
export function describeVotes(counts, place) {
  const total = counts.reduce((sum, count) => sum + count, 0), count = counts[place];
  return { share: total ? count / total : 0, text: total ? `${Math.round((100 * count) / total)}\u00a0% (${count})` : "0" };
}

/** @param {number[]} counts @param {number} place @param {string} round */
function makeBar(counts, place, round) {
  const { share, text } = describeVotes(counts, place), bar = make("span", { class: "bar-of-votes" });
  bar.style.inlineSize = `${100 * share}%`;
  return make("span", { class: "round" }, make("span", { class: "which" }, round), make("span", { class: "track" }, bar), make("span", { class: "share" }, text));
}
