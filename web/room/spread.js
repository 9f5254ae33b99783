/** Many numbers as a whole: their density along an axis, their middle half, and bars of how many lie where. */

import { make } from "../paint/elements.js";

const STEPS = 200; // of the density, from end to end
const BARS = 10;

/**
 * The density of numbers from `low` to `high`, as heights from 0 to 1 at equal steps, and their quartiles.
 * @param {number[]} values at least two
 * @param {number} low
 * @param {number} high
 */
export function spreadOf(values, low, high) {
  const sorted = values.toSorted((a, b) => a - b), quartiles = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sorted.length - 1));
  const scale = Math.min(deviation, (quartiles[2] - quartiles[0]) / 1.34) || deviation; // Silverman's rule
  const width = Math.max(0.9 * scale * sorted.length ** -0.2, (high - low) / STEPS);
  const heights = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = low + (step / STEPS) * (high - low);
    return sorted.reduce((sum, value) => sum + Math.exp(-0.5 * ((at - value) / width) ** 2), 0);
  });
  const most = Math.max(...heights);
  return { quartiles, heights: heights.map((height) => height / most) };
}

/** @param {number[]} sorted @param {number} share */
function quantile(sorted, share) {
  const place = share * (sorted.length - 1), below = Math.floor(place), above = Math.ceil(place);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * How many shares lie in each of at most ten ranges of whole percents, the best first.
 * @param {number[]} shares from 0 to 1
 * @returns {{text: string, count: number, low: number, high: number}[]} `low` and `high`: percents, both included
 */
export function countShares(shares) {
  const percents = shares.map((share) => Math.floor(100 * share + 1e-9)), least = Math.min(...percents), most = Math.max(...percents);
  const step = Math.ceil((most - least + 1) / BARS);
  return Array.from({ length: Math.ceil((most - least + 1) / step) }, (_, place) => {
    const high = most - place * step, low = Math.max(high - step + 1, 0);
    return { text: `${low === high ? low : `${low} to ${high}`}\u00a0%`, count: percents.filter((each) => low <= each && each <= high).length, low, high };
  });
}

/** The bars of these counts. @param {number[]} shares @param {number} [own] share */
export function showShares(shares, own) {
  const bars = countShares(shares), most = Math.max(...bars.map(({ count }) => count)), at = own === undefined ? NaN : Math.floor(100 * own + 1e-9);
  return make("ul", { class: "shares", "aria-label": "Number of entries by accuracy on the hidden points" }, ...bars.map(({ text, count, low, high }) => {
    const bar = make("span", { class: "bar-of-votes" });
    bar.style.inlineSize = `${(100 * count) / most}%`;
    bar.hidden = count === 0;
    return make("li", { class: "round" }, make("span", { class: "share" }, text), make("span", { class: "track" }, bar), make("span", { class: "number" }, `${count}${low <= at && at <= high ? " (you)" : ""}`));
  }));
}
