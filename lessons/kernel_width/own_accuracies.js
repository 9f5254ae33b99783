/**
 * The accuracies over γ of a classifier that the browser fits: in training, and with each point left out.
 * JavaScript port of `lessons.kernel_width.accuracies.own_accuracies`,
 * held equal by `tests/lessons/test_lesson_kernel_width.py`.
 *
 * @import { Points } from "../../web/model/points.js"
 * @import { KernelModel } from "../../web/messages.js"
 * @typedef {{gammas: number[], training: number[], leftOut: number[]}} Curves
 */

import { findWrong, fitModel } from "../../web/model/model.js";
import { shareRight } from "../../web/paint/words.js";

/**
 * Without the γ for which it cannot be fitted.
 * @param {KernelModel} model
 * @param {Points} points
 * @param {{name: string}[]} classes
 * @param {number[]} gammas
 * @returns {Curves}
 */
export function sweepOwn(model, points, classes, gammas) {
  /** @type {Curves} */
  const curves = { gammas: [], training: [], leftOut: [] };
  for (const gamma of gammas) {
    const fit = fitModel(model, gamma, points, classes);
    if (fit.problem !== undefined) continue;
    const wrong = findWrong(fit, points.labels), leftOut = findWrong(fit, points.labels, "loo");
    if (!wrong || !leftOut) continue;
    curves.gammas.push(gamma);
    curves.training.push(shareRight(wrong));
    curves.leftOut.push(shareRight(leftOut));
  }
  return curves;
}
