/** The activities as cards: a picture, a description, the duration, and the requirements. */

import { make, makeButton } from "../paint/elements.js";

/**
 * @param {HTMLElement} root
 * @param {import("../messages.js").Card[]} activities
 * @param {(card: import("../messages.js").Card) => void} choose
 * @param {(card: import("../messages.js").Card) => void} look
 */
export function showCards(root, activities, choose, look) {
  root.replaceChildren(...activities.map((card) => {
    const { key, title, about, needs, minutes } = card, picture = make("div", { class: "sketch", "aria-hidden": "true" });
    loadSketch(key).then((sketch) => sketch && picture.append(sketch));
    return make("article", { class: "activity" },
      picture,
      make("h3", {}, title),
      make("p", {}, about),
      make("p", { class: "needs" }, make("strong", {}, `${minutes} minutes`), make("br"), `What you need: ${uncapitalise(needs)}`),
      make("div", { class: "row" },
        makeButton("Choose", () => choose(card), { class: "choose", "aria-label": `Choose “${title}”` }),
        makeButton("See an example", () => look(card), { class: "look", "aria-label": `See an example of “${title}”` })));
  }));
}

/** @param {string} text */
function uncapitalise(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The picture of an activity, in the colours of the page; null if it could not be loaded. @param {string} key */
async function loadSketch(key) {
  try {
    const answer = await fetch(new URL(`../room/sketches/${key}.svg`, import.meta.url));
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  } catch {
    return null;
  }
}
