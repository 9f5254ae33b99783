// The measures of exercises in the browser, of cases as Python tells them.
import { Case, checkGoal, measureOf, MEASURES, readExercise } from "../../web/model/measures.js";
import { unpackPoints } from "../../web/model/points.js";
import { fitModel, withThreshold } from "../../web/model/model.js";
import { describeFindings } from "../../web/paint/goal.js";

function caseOf({ points, names, gamma, box, model, cut, ...exercise }) {
  const styles = names.map((name) => ({ name })), places = unpackPoints(points);
  const data = { ...readExercise(exercise), points: places, styles, gamma, box, model };
  if (cut === null) return new Case(data);
  const fit = fitModel(model, gamma, places, styles);
  return new Case({ ...data, fit: withThreshold(fit, { side: 0, offset: -fit.sides[0].search.cuts[cut] }) });
}

export const names = Object.keys(MEASURES);

/** The values of quantities [measure, classifier]; null where there is none. */
export const measure = (data, quantities) => {
  const about = caseOf(data);
  return quantities.map(([name, key]) => measureOf(name, key, about));
};

/** The sentence about a goal. */
export const judge = (data, goal) => describeFindings(goal, checkGoal(goal, caseOf(data)));
