// Fit a model as the component is told it: its scores and classes at some places, its row of the table of accuracies.
import { evaluate as evaluateInSteps } from "../../web/model/cross_validation.js";
import { scoreAt } from "../../web/model/evaluate.js";
import { findWrong, fitModel, predict } from "../../web/model/model.js";
import { makePoints } from "../../web/model/points.js";
import { cellsOf } from "../../web/paint/accuracies.js";

const styles = (names) => names.map((name) => ({ name }));

export const fit = (model, gamma, { x1, x2 }, labels, names, places) => {
  const points = makePoints(x1, x2, labels), fit = fitModel(model, gamma, points, styles(names));
  if (fit.problem !== undefined) return fit;
  const { sides } = fit;
  return {
    scores: places.map(([x, y]) => sides.map(({ description }) => scoreAt(description, x, y))),
    labels: predict(fit, makePoints(places.map(([x]) => x), places.map(([, y]) => y), [])),
    errors: findWrong(fit, points.labels).filter(Boolean).length,
  };
};

export const evaluate = (model, gamma, { x1, x2 }, labels, names, evaluation) => {
  const steps = evaluateInSteps(model, gamma, makePoints(x1, x2, labels), styles(names), evaluation);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The cells of a table that the component was told. */
export const readTable = ({ rows, ...evaluation }, gamma, points, labels, names) =>
  rows.map(({ title, isInPicture, model, row }) => {
    const result = model === null ? row : evaluate(model, gamma, points, labels, names, evaluation);
    return [isInPicture ? `${title} (shown)` : title, ...cellsOf(result)];
  });
