/**
 * Samples of the population, their rules, and the accuracies of these on new points.
 *
 * The samples are those of `points.py`, the rules those of `numbers.py`; tests compare them.
 *
 * @typedef {Object} Population
 * @property {number[][]} means of class − and of class +
 * @property {number[][][]} roots L of their covariances LL'
 * @property {number} size points of each class in a sample
 * @property {number} redraws how many samples there are
 * @property {number} decimals of a coordinate
 *
 * @import { Points } from "../../web/model/points.js"
 * @import { Description } from "../../web/model/evaluate.js"
 * @typedef {{descriptions: Description[], accuracies: number[]}} Redrawn
 */

import { scoreAt } from "../../web/model/evaluate.js";
import { MersenneTwister } from "../../web/model/folds.js";
import { pointsOfRows } from "../../web/model/points.js";
import { fitRule } from "./assumptions.js";

/** The points of both classes in turn. @param {Population} population @param {number} sample @returns {Points} */
export function drawSample({ means, roots, size, decimals }, sample) {
  const random = new MersenneTwister(sample), unit = 10 ** decimals;
  const rows = Array.from({ length: 2 * size }, (_, i) => {
    const radius = Math.sqrt(-2 * Math.log1p(-random.uniform())), angle = 2 * Math.PI * random.uniform();
    const z = [radius * Math.cos(angle), radius * Math.sin(angle)], [[l11], [l21, l22]] = roots[i % 2], [m1, m2] = means[i % 2];
    return [...[m1 + l11 * z[0], m2 + l21 * z[0] + l22 * z[1]].map((value) => Math.round(unit * value) / unit), i % 2];
  });
  return pointsOfRows(rows);
}

/**
 * The rule of each sample under an assumption, and its accuracy on the points of all the others.
 * @param {Population} population
 * @param {import("./assumptions.js").Settings} settings
 * @param {boolean} isSearched
 * @returns {Redrawn}
 */
export function fitRedraws(population, settings, isSearched) {
  const samples = Array.from({ length: population.redraws }, (_, k) => drawSample(population, k + 1));
  const descriptions = samples.flatMap((points) => {
    const rule = fitRule(points, settings, isSearched);
    return rule.problem === undefined ? [rule.description] : [];
  });
  const accuracies = descriptions.map((description, k) => {
    const shares = samples.map((points) => shareOf(description, points));
    return shares.reduce((total, share, other) => (other === k ? total : total + share), 0) / (samples.length - 1);
  });
  return { descriptions, accuracies };
}

/** @param {Description} description @param {Points} points */
function shareOf(description, { x, y, labels }) {
  return labels.filter((label, i) => scoreAt(description, x[i], y[i]) > 0 === (label === 1)).length / labels.length;
}
