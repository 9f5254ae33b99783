/**
 * What kernel Bayes refuses, and in which words: those of Python.
 *
 * Python has checked the settings before it sends them, and panel.js asks for a fit only where two classes
 * have points. What is checked here depends on where the points are, which changes here without Python:
 * identical points, one point of a class, features so large that numbers overflow.
 */

const LARGEST_SCORE = 1e300;

/** One sentence: what is wrong, and what to do. */
export class Refusal extends Error {}

export function checkPlaces({ x1, x2 }) {
  if (x1.some((x) => x !== x1[0]) || x2.some((x) => x !== x2[0])) return;
  throw new Refusal(
    `All ${x1.length} points are identical; add points at other places to tell classes apart.`,
  );
}

export function checkOverflow(projection) {
  if (projection.every(Number.isFinite)) return;
  throw new Refusal(
    "The projection overflows; scale the features down (standardise them) or lower the degree of the " +
      "kernel.",
  );
}

export function checkScores(scores) {
  if (scores.every((score) => Math.abs(score) <= LARGEST_SCORE)) return;
  throw new Refusal("A score is NaN, infinite or beyond 1e300; give finite numbers.");
}

export function checkCounts(counts, variant, classes) {
  const k = counts.findIndex((count) => count < 2);
  if (k < 0) return;
  throw new Refusal(
    `Class ${classes[k]} has one point, and ${variant} needs its covariance; add points or use ` +
      "variant I.",
  );
}
