/**
 * The goal of an exercise below the picture: checked on every frame, while a hand moves.
 *
 * The sentence begins with "Reached" or "Not yet", as that of `core/exercise_check.py`. An event "goal" tells a host
 * without Python what holds once no hand moves.
 *
 * @typedef {import("../messages.js").Goal} Goal
 * @typedef {import("../model/measures.js").Finding} Finding
 */

import { toBytes, toNumbers } from "../model/bytes.js";
import { Case, checkGoal } from "../model/measures.js";
import { makePoints } from "../model/points.js";
import { format } from "./view.js";
import { fixed, percent } from "./words.js";

export class GoalCheck {
  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} root
   */
  constructor(board, root) {
    Object.assign(this, { board, told: null, status: root.querySelector(".goal") });
  }

  /** Write what holds of the goal, with the fit of the classifier in the picture. */
  write(panel) {
    const { board, status, board: { data: { exercise } } } = this;
    status.hidden = !exercise?.goal.length;
    if (status.hidden) return;
    if (this.told !== exercise) Object.assign(this, { told: exercise, known: readExercise(exercise) });
    const about = new Case({
      ...this.known,
      points: board.points,
      known: board.classes,
      gamma: board.chosenGamma,
      box: board.drawing.box,
      model: panel.spec.model,
      fit: panel.hasFit ? panel.fit : null,
    });
    const findings = checkGoal(exercise.goal, about), isReached = findings.every(({ holds }) => holds);
    const text = describeFindings(exercise.goal, findings);
    status.setAttribute("aria-live", board.held === null ? "polite" : "off");
    status.toggleAttribute("data-reached", isReached);
    if (status.textContent !== text) status.replaceChildren(...makeVerdict(exercise.goal, findings));
    if (board.held === null) status.dispatchEvent(new CustomEvent("goal", { bubbles: true, composed: true, detail: { about, isReached } }));
  }
}

/** What stays the same while a hand moves. */
function readExercise({ models, folds, began, fresh }) {
  return {
    models,
    folds,
    began: began && { points: readPlain(began), near: began.near },
    fresh: fresh && { points: readPlain(fresh), posterior: toNumbers(fresh.posterior) },
  };
}

function readPlain({ x, y, labels }) {
  return makePoints(toNumbers(x), toNumbers(y), toBytes(labels));
}

/**
 * The sentence about a goal.
 * @param {Goal[]} goal
 * @param {Finding[]} findings
 */
export function describeFindings(goal, findings) {
  return `${verdictOf(findings)} ${goal.map((each, k) => describe(each, findings[k])).join(", ")}.`;
}

/** @param {Finding[]} findings */
function verdictOf(findings) {
  return findings.every(({ holds }) => holds) ? "Reached:" : "Not yet:";
}

/** @param {Goal} goal @param {Finding} finding */
function describe({ title, unit, sign, wanted }, { value }) {
  if (value === null) return `${title} unknown`;
  return `${title} ${writeValue(value, unit)} of ${sign === "<=" ? "at most " : ""}${wanted}`;
}

/** @param {number} value @param {string} unit */
function writeValue(value, unit) {
  if (unit === "%") return percent(value / 100);
  return Number.isInteger(value) ? fixed(value, 0) : format(value);
}

/** The sentence in parts: each comparison shows whether it holds. */
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
