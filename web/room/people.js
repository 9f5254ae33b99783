/** The list of participants: a search, how many there are, and what the teacher can do about the one chosen. */

import { make, makeButton } from "../paint/elements.js";
import { count, setText } from "../paint/words.js";

const SEARCHED = 12; // from so many names on there is a search

export class People {
  /** @type {Record<string, import("../messages.js").Person>} */
  people = {};
  chosen = "";
  summary = make("p", { class: "caption" });
  list = make("ul", { class: "people", "aria-label": "Participants" });
  actions = make("p", { class: "row", role: "group", "aria-label": "The participant chosen" });

  /** @param {HTMLElement} root @param {(message: object) => void} say */
  constructor(root, say) {
    this.say = say;
    this.search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search a participant" });
    this.search.addEventListener("input", () => this.show());
    root.replaceChildren(this.summary, this.search, this.actions, this.list);
  }

  /** @param {Record<string, import("../messages.js").Person>} people */
  update(people) {
    this.people = people;
    this.show();
  }

  show() {
    const there = Object.entries(this.people).filter(([, { status }]) => status !== "left"), text = this.search.value.trim().toLowerCase();
    const found = there.filter(([, { name }]) => name.toLowerCase().includes(text)), answered = there.filter(([, person]) => person.answered).length;
    this.search.hidden = there.length < SEARCHED;
    setText(this.summary, `${count(there.length, "name")}, ${answered} with an answer (✓)${text ? `; ${found.length} found` : ""}. Choose one to remove it, or its answer.`);
    if (!found.some(([who]) => who === this.chosen)) this.chosen = "";
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(":focus"))?.dataset.who;
    this.list.replaceChildren(...found.map(([who, person]) => this.entry(who, person)));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-who="${focused}"]`))?.focus();
    this.showActions();
  }

  /** @param {string} who @param {import("../messages.js").Person} person */
  entry(who, { name, status, answered }) {
    const text = `${answered ? "✓ " : ""}${name}${status === "removed" ? " (removed)" : ""}`;
    return make("li", {}, makeButton(text, () => this.choose(who), { class: "name", "data-who": who, "aria-pressed": String(who === this.chosen) }));
  }

  /** @param {string} who */
  choose(who) {
    this.chosen = this.chosen === who ? "" : who;
    this.show();
  }

  showActions() {
    const who = this.chosen, person = this.people[who];
    this.actions.hidden = !person;
    if (!person) return;
    const { name, status, answered } = person;
    const action = (/** @type {string} */ text, /** @type {object} */ message) => (
      makeButton(text, () => this.say({ ...message, who }), { "aria-label": `${text}: ${name}` }));
    const buttons = status === "removed" ? [action("Let in", { do: "remove", on: false })]
      : [...(answered ? [action("Delete the answer", { do: "discard" })] : []), action("Remove", { do: "remove", on: true })];
    this.actions.replaceChildren(`${name}: `, ...buttons);
  }
}
