/** The solution of an exercise when a homework is over: the explanation, and its picture. */

import { showStill } from "./desk.js";
import { make } from "./elements.js";
import { showEnding } from "./exercise_screen.js";
import { SheetPicture, sheetOf } from "./gallery.js";

/** @import { Desk, Ending, HandedIn } from "../messages.js" */

const CAPTION = "The solution.", YOURS = "The solution, and what you handed in.";

/**
 * @param {HTMLElement} root
 * @param {import("./screens.js").PhonePage} page
 * @param {Desk} desk
 * @param {Ending} ending
 * @param {HandedIn} [answer]
 * @returns {{close: () => void} | null} its picture
 */
export function showSolution(root, page, desk, ending, answer) {
  const figure = make("div", { class: "large" });
  root.replaceChildren(make("h2", {}, "Solution"), ...showEnding(ending, desk.options, answer?.option), figure);
  const sheet = sheetOf(ending.picture, {});
  if (sheet) {
    const planes = new SheetPicture(sheet, page.start, page.look(), CAPTION);
    figure.append(planes.root);
    return planes;
  }
  if (ending.picture.kind === "counts") return null; // its numbers stand above
  const others = answer?.place ? [answer.place] : [];
  figure.append(make("p", { class: "caption" }, others.length > 0 ? YOURS : CAPTION));
  return showStill(figure, page, desk, ending.picture, others);
}
