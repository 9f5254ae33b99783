/**
 * Why a classifier cannot be fitted or evaluated: `bayeslab.FitError`, with Python's sentences.
 *
 * Python has checked the settings before it sends them, and panel.js asks for a fit only where two classes
 * have points. The checks here depend on the places of the points, which change here without Python:
 * identical points, one point of a class, features so large that numbers overflow.
 */

import { LARGEST_SCORE, SENTENCES } from "./shared.js";

/** A code of SENTENCES with its fields; `reason` is the sentence without the advice. */
export class FitError extends Error {
  /** @param {string} code @param {Record<string, unknown>} [fields] `label` is a class: its name, or its number */
  constructor(code, fields = {}) {
    const [reason, advice] = SENTENCES[code](fields);
    super(`${reason}; ${advice}.`);
    this.code = code;
    this.fields = fields;
    this.reason = `${reason}.`;
  }

  /** The error of a fit of one class (1) against all the others (0). @param {string | number} label of that class */
  againstRest(label) {
    if (this.fields.label === undefined) return this;
    return new FitError(this.fields.label ? this.code : `${this.code}_of_rest`, { ...this.fields, label });
  }
}

/**
 * The result of a computation, or the sentence of the FitError that it throws.
 * @template T
 * @param {() => T} compute
 * @returns {T | {problem: string}}
 */
export function orProblem(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof FitError) return { problem: error.message };
    throw error;
  }
}

/** @param {{x1: Float64Array, x2: Float64Array}} points */
export function checkPlaces({ x1, x2 }) {
  if (x1.some((x) => x !== x1[0]) || x2.some((x) => x !== x2[0])) return;
  throw new FitError("identical_points", { n: x1.length });
}

/** @param {Float64Array} projection */
export function checkOverflow(projection) {
  if (!projection.every(Number.isFinite)) throw new FitError("projection_overflows");
}

/** @param {Float64Array} scores */
export function checkScores(scores) {
  if (!scores.every((score) => Math.abs(score) <= LARGEST_SCORE)) throw new FitError("score_not_finite");
}

/**
 * @param {number[]} counts of the points of both classes
 * @param {string} variant
 * @param {(string | number)[]} classes
 */
export function checkCounts(counts, variant, classes) {
  const k = counts.findIndex((count) => count < 2);
  if (k >= 0) throw new FitError("too_few_for_covariance", { label: classes[k], variant });
}
