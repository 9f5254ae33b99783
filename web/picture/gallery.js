// The gallery: a thumbnail for each classifier with its regions, the points and the accuracy.
// Pressing a thumbnail sends its key under "picked".

import { make } from "../paint/elements.js";
import { paintCard } from "./card.js";

export { default as showCard } from "./card.js"; // of the same modules

/**
 * @typedef {{key: string, title: string, accuracy: string, note: string, picture: ?import("../messages.js").SmallPicture, large: boolean}} Thumbnail
 * @typedef {(name: "picked", key: string) => void} Pick
 */

/** @param {{data: Thumbnail[][], parentElement: Element, setTriggerValue: Pick}} host */
export function showGallery({ data: [thumbnails], parentElement, setTriggerValue }) {
  const gallery = /** @type {HTMLElement} */ (parentElement.querySelector(".gallery"));
  gallery.replaceChildren(...thumbnails.map((thumbnail) => makeThumbnail(thumbnail, setTriggerValue)));
}

/** @param {Thumbnail} thumbnail @param {Pick} setTriggerValue */
function makeThumbnail({ key, title, accuracy, note, picture, large }, setTriggerValue) {
  const button = make("button", { type: "button", class: "thumbnail", "aria-pressed": String(large) });
  button.disabled = picture === null;
  button.addEventListener("click", () => setTriggerValue("picked", key));
  const place = make("span", { class: "picture" }, picture ? "" : note);
  button.append(make("span", { class: "title" }, title), make("span", { class: "accuracy" }, accuracy), place);
  if (picture && note) button.append(make("span", { class: "note" }, note));
  if (picture) setTimeout(() => paintCard(place, picture)); // one after the other, so that none holds up the page
  return button;
}
