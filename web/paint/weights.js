/**
 * The weights of the points in the sum of a classifier, as areas of their markers.
 *
 * In kernel Bayes all points of a class have the same weight; in an SVM point i has the weight αᵢ, most of them none. In
 * both, the weights of a class are shares of their sum, so that two pictures can be compared: if one point gains,
 * others lose.
 *
 * @typedef {{support?: number[], alphas?: number[]}} Weighted what an SVM says of its points; kernel Bayes says nothing
 */

const USUAL = 0.7; // of the usual diameter, where all weights of two equal classes are the same
const LEAST = 4, MOST = 40; // pixels: a point without weight, and the largest one

/**
 * The share of each point in the weights of its class.
 * @param {ArrayLike<number>} labels
 * @param {Weighted} description
 * @returns {number[]}
 */
export function weightShares(labels, { support, alphas }) {
  /** @type {number[]} */
  const weights = Array.from(labels, () => (support ? 0 : 1));
  support?.forEach((i, k) => (weights[i] = alphas?.[k] ?? 0));
  /** @type {Map<number, number>} */
  const totals = new Map();
  weights.forEach((weight, i) => totals.set(labels[i], (totals.get(labels[i]) ?? 0) + weight));
  return weights.map((weight, i) => weight / (totals.get(labels[i]) || 1));
}

/**
 * The diameters of markers whose areas are proportional to the shares.
 * @param {number[]} shares
 * @param {number} usual the diameter of all markers where weights are not shown
 */
export function weightSizes(shares, usual) {
  const equal = 2 / shares.length; // of two classes of the same size
  return shares.map((share) => Math.max(LEAST, Math.min(MOST, USUAL * usual * Math.sqrt(share / equal))));
}

/**
 * The points in groups of one class and one diameter, the larger markers first: the others are painted over them.
 * @param {ArrayLike<number>} labels
 * @param {number[]} sizes
 * @returns {{label: number, size: number, own: number[]}[]}
 */
export function groupBySize(labels, sizes) {
  /** @type {Map<string, {label: number, size: number, own: number[]}>} */
  const groups = new Map();
  sizes.forEach((exact, i) => {
    const label = labels[i], size = Math.round(2 * exact) / 2, key = `${label} ${size}`;
    const group = groups.get(key) ?? { label, size, own: [] };
    group.own.push(i);
    groups.set(key, group);
  });
  return [...groups.values()].sort((one, other) => other.size - one.size || one.label - other.label);
}
