/** Parts of the forms in which a teacher chooses. */

import { make } from "../paint/elements.js";

/** A control below its name. @param {string} name @param {HTMLElement} control @param {string} [hint] */
export function field(name, control, hint) {
  return make("label", { class: "field" }, make("span", {}, name), control, ...(hint ? [make("small", {}, hint)] : []));
}

/**
 * An exercise to be chosen or ticked.
 * @param {"radio" | "checkbox"} type
 * @param {{title: string, note: string}} exercise
 * @param {() => void} choose
 * @param {Record<string, any>} properties of the input
 */
export function exerciseEntry(type, { title, note }, choose, properties) {
  const input = make("input", { type, ...properties });
  input.addEventListener("change", choose);
  return { input, label: make("label", {}, input, make("span", {}, make("strong", {}, title), make("br"), note)) };
}
