/** The solution of an exercise when a homework is over: the explanation, and its picture. */

import { make } from "../paint/elements.js";
import { showEnding } from "../exercise/player.js";
import { showPicture } from "./gallery.js";

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
  root.replaceChildren(make("h2", {}, "Solution"), ...showEnding(ending, desk.options, answer), figure);
  const { picture } = ending, places = answer?.place ? [answer.place] : [];
  if (picture.kind === "counts") return null; // its numbers stand above
  if (picture.kind !== "drawn") figure.append(make("p", { class: "caption" }, places.length > 0 ? YOURS : CAPTION));
  return showPicture(figure, page, desk, picture, {}, CAPTION, places);
}
