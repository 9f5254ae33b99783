/**
 * The words about a picture as a tree of lists that a screen reader walks; it is not seen.
 *
 * @typedef {{text: string, items?: Branch[]}} Branch
 */

import { make } from "../paint/elements.js";

/**
 * Write a tree, if it is another one than before.
 * @param {HTMLElement} place
 * @param {Branch[]} branches
 */
export function writeTree(place, branches) {
  const key = JSON.stringify(branches);
  if (place.dataset.tree === key) return;
  place.dataset.tree = key;
  place.replaceChildren(listOf(branches));
}

/** @param {Branch[]} branches @returns {HTMLUListElement} */
function listOf(branches) {
  return make("ul", {}, ...branches.map(({ text, items = [] }) => make("li", {}, text, ...(items.length ? [listOf(items)] : []))));
}
