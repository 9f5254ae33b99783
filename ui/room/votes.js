/** The votes for each option, as bars, the rounds side by side. */

import { make } from "./elements.js";
import { showLine, showProse } from "./prose.js";

/**
 * @param {string[]} options
 * @param {{votes?: number[][], answer?: number, why?: string}} shown nothing of it before the teacher reveals it
 * @param {number} [own] the option that the participant has chosen
 * @returns {HTMLElement[]}
 */
export function showVotes(options, { votes = [], answer, why }, own) {
  const rows = options.map((option, place) => {
    const isRight = place === answer;
    const bars = votes.map((counts, round) => makeBar(counts, place, votes.length > 1 ? `Round ${round + 1}: ` : ""));
    return make("li", { class: isRight ? "right" : "" }, make("span", {}, isRight ? "✓ " : "", ...showLine(option), place === own ? " (your answer)" : ""), ...bars);
  });
  return [make("ol", { class: "votes", "aria-label": "Votes" }, ...rows), ...(why ? [make("div", { class: "why" }, ...showProse(why))] : [])];
}

function makeBar(counts, place, before) {
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const bar = make("span", { class: "bar-of-votes" });
  bar.style.inlineSize = `${(70 * counts[place]) / total}%`;
  return make("span", { class: "round" }, bar, `${before}${counts[place]}`);
}
