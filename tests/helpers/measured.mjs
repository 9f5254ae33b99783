// The measures of exercises in the browser, of cases as Python tells them.
import { toBytes, toNumbers } from "../../web/model/bytes.js";
import { Case, checkGoal, measureOf, MEASURES } from "../../web/model/measures.js";
import { fitModel, withMoved } from "../../web/model/model.js";
import { makePoints } from "../../web/model/points.js";
import { describeFindings } from "../../web/paint/goal.js";

const read = ({ x, y, labels }) => makePoints(toNumbers(x), toNumbers(y), toBytes(labels));

function caseOf({ points, names, gamma, box, model, models, folds, began, fresh, cut }) {
  const known = names.map((name) => ({ name })), places = read(points);
  const told = {
    points: places, known, gamma, box, model, models, folds,
    began: began && { points: read(began), near: began.near },
    fresh: fresh && { points: read(fresh), posterior: toNumbers(fresh.posterior) },
  };
  if (cut === null) return new Case(told);
  const fit = fitModel(model, gamma, places, known);
  return new Case({ ...told, fit: withMoved(fit, { side: 0, offset: -fit.sides[0].search.cuts[cut] }) });
}

export const names = Object.keys(MEASURES);

/** The values of quantities [measure, classifier]; null where there is none. */
export const measure = (told, quantities) => {
  const about = caseOf(told);
  return quantities.map(([name, key]) => measureOf(name, key, about));
};

/** The sentence about a goal. */
export const judge = (told, goal) => describeFindings(goal, checkGoal(goal, caseOf(told)));
