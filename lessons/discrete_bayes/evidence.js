/**
 * Counts, smoothed shares and the evidence of a point with discrete features, in the log odds of two classes or in the
 * scores of many.
 * JavaScript port of `lessons.discrete_bayes.numbers` and `bayeslab.estimators.discrete`,
 * held equal by `tests/lessons/test_lesson_discrete_bayes.py`.
 *
 * Python counts and defines every number here.
 */

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu; // letters and digits, also as in don't

/**
 * The words of a message, in lower case; by way of upper case, because ß is equal to ss as Python folds letters.
 * @param {string} message
 * @returns {string[]}
 */
export function splitWords(message) {
  return message.toUpperCase().toLowerCase().replaceAll("ς", "σ").match(WORD) ?? [];
}

/**
 * 1 where a word of the vocabulary occurs in the message, else 0.
 * @param {string} message
 * @param {string[]} vocabulary
 */
export function findOccurrences(message, vocabulary) {
  const present = new Set(splitWords(message));
  return vocabulary.map((word) => Number(present.has(word)));
}

/**
 * The share (N_v + α) / (N + α V), or 0/0 if a class has no points and nothing is smoothed.
 * @param {number[]} counts
 * @param {number} value
 * @param {number} alpha
 */
export function smooth(counts, value, alpha) {
  return (counts[value] + alpha) / (sum(counts) + alpha * counts.length);
}

/**
 * The terms of a point's log odds of the second class.
 * @param {[number, number]} sizes points of each class
 * @param {[number[], number[]][]} counts of the values of each feature, in each class
 * @param {number[]} x the values of the point
 * @param {number} alpha
 */
export function weighEvidence(sizes, counts, x, alpha) {
  const shares = x.map((value, i) => counts[i].map((row) => smooth(row, value, alpha)));
  const prior = Math.log(sizes[1] / sizes[0]), features = shares.map(([no, yes]) => Math.log(yes) - Math.log(no));
  const logOdds = features.reduce((total, term) => total + term, prior);
  return { shares, prior, features, logOdds, posterior: 1 / (1 + Math.exp(-logOdds)) };
}

/**
 * The posterior of the share of a value, Beta(a, b), if the shares of all values have the prior Dirichlet(α, …, α); its
 * mean, and the share in the most probable shares (MAP), which is null if the density has no finite maximum.
 * @param {number[]} counts
 * @param {number} value
 * @param {number} alpha
 */
export function describeShare(counts, value, alpha) {
  const N = sum(counts), V = counts.length, a = counts[value] + alpha, b = N - counts[value] + (V - 1) * alpha;
  const hasMode = counts.every((count) => count + alpha >= 1) && N + V * (alpha - 1) > 0;
  return { a, b, mean: a / (a + b), mode: hasMode ? (a - 1) / (N + V * (alpha - 1)) : null };
}

/**
 * The log scores ln P(c) + ln P(x | c) of binary features, from the counts of ones in each class.
 * @param {number[]} sizes points of each class
 * @param {number[][]} ones
 * @param {number[]} x
 * @param {number} alpha
 */
export function scoreBinary(sizes, ones, x, alpha) {
  const total = sum(sizes);
  return sizes.map((N, c) => x.reduce((score, value, i) => {
    const share = (ones[c][i] + alpha) / (N + 2 * alpha);
    return score + Math.log(value ? share : 1 - share);
  }, Math.log(N / total)));
}

/** The posteriors of classes with these log scores, or null if all of them are impossible. @param {number[]} scores */
export function posteriors(scores) {
  const largest = Math.max(...scores);
  if (largest === -Infinity) return null;
  const odds = scores.map((score) => Math.exp(score - largest)), total = sum(odds);
  return odds.map((each) => each / total);
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
