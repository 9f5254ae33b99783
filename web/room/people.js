/** The list of participants, with what the teacher can do about each. */

import { make, makeButton } from "../paint/elements.js";

/**
 * Those who are present, and those who were removed, whom the teacher can let in again.
 * @param {Record<string, import("../messages.js").Person>} people
 * @param {(message: object) => void} say
 */
export function listPeople(people, say) {
  return Object.entries(people).filter(([, { status }]) => status !== "left").map(([who, { name, status, answered }]) => {
    const action = (/** @type {string} */ text, /** @type {object} */ message) => (
      makeButton(text, () => say({ ...message, who }), { "aria-label": `${text}: ${name}` }));
    if (status === "removed") return make("li", {}, `${name} (removed) `, action("Let in", { do: "remove", on: false }));
    const discard = answered ? [action("Delete the answer", { do: "discard" })] : [];
    return make("li", {}, `${answered ? "✓ " : ""}${name} `, ...discard, action("Remove", { do: "remove", on: true }));
  });
}
