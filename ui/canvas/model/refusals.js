/**
 * What kernel Bayes refuses, and in which words: those of Python.
 */

import { KERNELS } from "./kernels.js";

const CHOICES = {
  variant: ["I", "II", "III"],
  threshold: ["error", "consistency", "loo"],
  metric: ["sum", "pooled"],
};
const LARGEST_SCORE = 1e300;

/** One sentence: what is wrong, and what to do. */
export class Refusal extends Error {}

export function checkChoices(config) {
  for (const [name, allowed] of Object.entries(CHOICES)) {
    if (allowed.includes(config[name])) continue;
    const words = allowed.map(asPython).join(", ");
    throw new Refusal(`${name} is ${asPython(config[name])}; use one of ${words}.`);
  }
}

export function checkPoints({ x1, x2, start }, classes) {
  const n = x1.length;
  if (n === 0) throw new Refusal("There are no points; add points of two classes.");
  if (start === 0 || start === n) {
    const only = classes[start === 0 ? 1 : 0];
    throw new Refusal(`All points belong to one class, ${only}; add points of a second class.`);
  }
  if (x1.every((x) => x === x1[0]) && x2.every((x) => x === x2[0])) {
    throw new Refusal(
      `All ${n} points are identical; add points at other places to tell classes apart.`,
    );
  }
}

export function makeKernel({ kernel: name, gamma, degree, coef0 }) {
  if (!Object.hasOwn(KERNELS, name)) {
    const names = Object.keys(KERNELS).join(", ");
    throw new Refusal(`The kernel ${asPython(name)} is not known; use one of ${names}, or a function.`);
  }
  if (name === "linear") return { name };
  if (name === "polynomial") return makePolynomial(degree, coef0);
  if (!(Number.isFinite(gamma) && gamma > 0)) {
    throw new Refusal(`gamma is ${asPython(gamma)}; give a finite number above 0, such as 5.`);
  }
  return { name, gamma };
}

function makePolynomial(degree, coef0) {
  const give = "give the polynomial kernel a";
  if (!Number.isInteger(degree) || degree < 1) {
    throw new Refusal(`degree is ${asPython(degree)}; ${give} whole number from 1 up.`);
  }
  if (!Number.isFinite(coef0)) {
    throw new Refusal(`coef0 is ${asPython(coef0)}; ${give} finite number.`);
  }
  return { name: "polynomial", degree, coef0 };
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

/** A value as Python writes it in a message. */
function asPython(value) {
  if (typeof value === "string") return `'${value}'`;
  return String(value).replace("NaN", "nan").replace("Infinity", "inf");
}
