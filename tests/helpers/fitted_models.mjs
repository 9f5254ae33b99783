// Fit a model as the component is told it; its scores and classes at some places, and its cross-validation.
import { crossValidate } from "../../pocket/cross_validation.js";
import { scoreAt } from "../../ui/canvas/model/evaluate.js";
import { findWrong, fitModel, predict } from "../../ui/canvas/model/model.js";
import { makePoints } from "../../ui/canvas/model/points.js";

const known = (names) => names.map((name) => ({ name }));

export const fit = (model, gamma, { x1, x2 }, labels, names, places) => {
  const points = makePoints(x1, x2, labels), found = fitModel(model, gamma, points, known(names));
  if (found.problem !== undefined) return found;
  const { sides } = found;
  return {
    scores: places.map(([x, y]) => sides.map(({ description }) => scoreAt(description, x, y))),
    labels: places.map(([x, y]) => predict(found, x, y)),
    errors: findWrong(found, points.labels).filter(Boolean).length,
  };
};

export const validate = (model, gamma, { x1, x2 }, labels, names, evaluation) =>
  crossValidate(model, gamma, makePoints(x1, x2, labels), known(names), evaluation);
