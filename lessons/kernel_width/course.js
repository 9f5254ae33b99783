/**
 * The part of lesson 8 that the static course computes in place of Python: the point xᵢ of the formula.
 *
 * It is the correctly classified point of C+ with the lowest score without its own bump; if none is correct, that of
 * all. See `self_contribution` in numbers.py.
 */

import { roundGamma } from "../../web/model/kernels.js";
import { fitModel } from "../../web/model/model.js";
import { unpackPoints } from "../../web/model/points.js";

/**
 * @param {any} data of the picture
 * @param {{gamma?: number}} values the logarithm of γ
 * @returns {{centre?: [number, number] | null}}
 */
export function complete(data, { gamma: lg }) {
  if (!data.model || lg === undefined) return {};
  if (data.model.kind === "svc") return { centre: null };
  const points = unpackPoints(data.points), names = data.classes.map((/** @type {string} */ name) => ({ name }));
  const fit = fitModel(data.model, roundGamma(10 ** lg), points, names);
  if (fit.problem !== undefined) return { centre: null };
  const [side] = fit.sides, [, plus] = fit.classes, rows = [...points.labels.keys()].filter((i) => points.labels[i] === plus);
  const { projection, offset, loo } = side;
  if (!loo) return { centre: null };
  const scores = rows.map((i) => ({ i, score: projection[i] + offset, leftOut: loo[i] }));
  const correct = scores.filter(({ score }) => score > 0), among = correct.length ? correct : scores;
  const { i } = among.reduce((low, each) => (each.leftOut < low.leftOut ? each : low));
  return { centre: [points.x[i], points.y[i]] };
}
