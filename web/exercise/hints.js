/**
 * The hints that a picture calls for, as `call_hints` of `core/exercises/check.py` finds them.
 *
 * @import { Desk, DeskPicture, DeskSheet } from "../messages.js"
 */

import { Case, checkGoal, readExercise } from "../model/measures.js";
import { fitModel, withThreshold } from "../model/model.js";
import { readSheet } from "../wire/codec.js";
import { sheetWith } from "./desk.js";
import { make } from "../paint/elements.js";
import { showProse } from "./prose.js";

/**
 * Show the next hint that the picture calls for, below the earlier ones, or say that there is none.
 * @param {HTMLElement} place
 * @param {Desk} desk
 * @param {Record<string, any>} [state] what was changed
 */
export function showHint(place, { kind, picture, hints = [], no_hint: none = "" }, state = {}) {
  const sheet = kind === "reach" ? sheetWith(/** @type {DeskPicture & {kind: "drawn"}} */ (picture), state) : null;
  const texts = sheet ? callHints(hints, sheet) : hints.map(({ text }) => text);
  const before = [...place.children].map(({ textContent }) => textContent);
  const elements = texts.map((text) => make("div", { class: "hint" }, ...showProse(text)));
  place.querySelector(".no-hint")?.remove();
  place.append(elements.find(({ textContent }) => !before.includes(textContent)) ?? make("div", { class: "hint no-hint" }, none));
}

/**
 * The texts of the hints whose comparison holds, or that have none.
 * @param {NonNullable<Desk["hints"]>} hints
 * @param {DeskSheet} sheet with what was changed, see `sheetWith` of desk.js
 */
export function callHints(hints, sheet) {
  const goals = hints.flatMap(({ when }) => when ?? []), findings = checkGoal(goals, readCase(sheet));
  return hints.filter(({ when }) => !when || findings[goals.indexOf(when)].holds).map(({ text }) => text);
}

/** What a sheet shows, to be measured. @param {DeskSheet} sheet */
function readCase(sheet) {
  const { exercise, classes, gamma, panels: [{ model }], lesson } = sheet, { points, box } = readSheet(sheet);
  const data = { ...readExercise(exercise), points, styles: classes.map((name) => ({ name })), gamma, box, model };
  const cut = lesson?.line ? lesson.cut : null, isReady = new Set(points.labels).size > 1;
  if (cut === null || cut === undefined || !isReady) return new Case(data);
  const fit = fitModel(model, gamma, points, data.styles);
  return new Case(fit.problem === undefined ? { ...data, fit: withThreshold(fit, { side: 0, offset: -fit.sides[0].search.cuts[cut] }) } : data);
}
