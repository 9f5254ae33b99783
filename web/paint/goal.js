/**
 * The goal of an exercise below the picture: checked on every frame of a drag.
 *
 * The sentence begins with "Reached" or "Not yet", as that of `core/exercises/check.py`. An event "goal" gives a host
 * without Python the findings once no drag is under way.
 *
 * @import { Exercise, Goal } from "../messages.js"
 * @import { CaseData, Finding } from "../model/measures.js"
 */

import { Case, checkGoal, readExercise } from "../model/measures.js";
import { writeMeasure } from "./view.js";
import { finder } from "./words.js";

export class GoalCheck {
  /** @type {?{exercise: Exercise, settings: Pick<CaseData, "models" | "folds" | "began" | "fresh">}} */
  read = null;

  /** @param {import("../hand/board.js").Board} board @param {HTMLElement} root */
  constructor(board, root) {
    this.board = board;
    this.status = finder(root)(".goal");
  }

  /** Write the findings, with the fit of the classifier in the picture. @param {import("./panel.js").Panel} panel */
  write(panel) {
    const { board, status, board: { data: { exercise } } } = this;
    status.hidden = !exercise?.goal.length;
    if (!exercise?.goal.length) return;
    if (this.read === null || this.read.exercise !== exercise) this.read = { exercise, settings: readExercise(exercise) };
    const about = new Case({
      ...this.read.settings,
      points: board.points,
      styles: board.classes,
      gamma: board.chosenGamma,
      box: board.drawing.box,
      model: panel.spec.model,
      fit: panel.hasFit ? panel.fit : null,
    });
    const findings = checkGoal(exercise.goal, about), isReached = findings.every(({ holds }) => holds);
    const text = describeFindings(exercise.goal, findings);
    status.setAttribute("aria-live", board.drag === null ? "polite" : "off");
    status.toggleAttribute("data-reached", isReached);
    if (status.textContent !== text) status.replaceChildren(...makeVerdict(exercise.goal, findings));
    if (board.drag === null) status.dispatchEvent(new CustomEvent("goal", { bubbles: true, composed: true, detail: { isReached } }));
  }
}

/** The sentence about a goal. @param {Goal[]} goal @param {Finding[]} findings */
export function describeFindings(goal, findings) {
  return `${verdictOf(findings)} ${goal.map((each, k) => describe(each, findings[k])).join(", ")}.`;
}

/** @param {Finding[]} findings */
function verdictOf(findings) {
  return findings.every(({ holds }) => holds) ? "Reached:" : "Not yet:";
}

/** @param {Goal} goal @param {Finding} finding */
function describe({ title, unit, wanted }, { value }) {
  return `${title} ${value === null ? "unknown" : writeMeasure(value, unit)} (${wanted})`;
}

/** The sentence in parts: each comparison shows whether it holds. @param {Goal[]} goal @param {Finding[]} findings */
function makeVerdict(goal, findings) {
  const verdict = document.createElement("strong");
  verdict.textContent = verdictOf(findings);
  const parts = goal.map((each, k) => {
    const part = document.createElement("span");
    part.textContent = describe(each, findings[k]);
    part.toggleAttribute("data-holds", findings[k].holds);
    return part;
  });
  return [verdict, " ", ...parts.flatMap((part, k) => (k > 0 ? [", ", part] : [part])), "."];
}
