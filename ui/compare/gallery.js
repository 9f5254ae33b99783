// The gallery: a thumbnail for each classifier with its regions, the points and the accuracy.
// Pressing a thumbnail sends its key under "picked".

/**
 * @typedef {{key: string, title: string, accuracy: string, note: string, picture: ?string, large: boolean}} Thumbnail
 * @typedef {(name: "picked", key: string) => void} Pick
 */

/** @param {{data: {points: string, thumbnails: Thumbnail[]}, parentElement: Element, setTriggerValue: Pick}} host */
export default function ({ data, parentElement, setTriggerValue }) {
  const gallery = /** @type {HTMLElement} */ (parentElement.querySelector(".gallery"));
  gallery.style.setProperty("--points", `url("${data.points}")`);
  gallery.replaceChildren(...data.thumbnails.map((thumbnail) => makeThumbnail(thumbnail, setTriggerValue)));
}

/** @param {Thumbnail} thumbnail @param {Pick} setTriggerValue */
function makeThumbnail(thumbnail, setTriggerValue) {
  const button = make("button", "thumbnail");
  button.type = "button";
  button.disabled = thumbnail.picture === null;
  button.setAttribute("aria-pressed", String(thumbnail.large));
  button.addEventListener("click", () => setTriggerValue("picked", thumbnail.key));
  const picture = make("span", "picture", thumbnail.picture === null ? thumbnail.note : "");
  if (thumbnail.picture !== null) {
    picture.style.setProperty("--regions", `url("${thumbnail.picture}")`);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `Decision regions of ${thumbnail.title}`);
  }
  button.append(
    make("span", "title", thumbnail.title),
    make("span", "accuracy", thumbnail.accuracy),
    picture,
  );
  if (thumbnail.picture !== null && thumbnail.note) button.append(make("span", "note", thumbnail.note));
  return button;
}

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} name @param {string} [text] */
function make(tag, name, text = "") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
