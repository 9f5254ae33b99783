/** The list of participants: a search, how many there are, and what the teacher can do about the one chosen or all found. */

import { make, makeButton, makeSelect } from "../paint/elements.js";
import { count, setText } from "../paint/words.js";

const SEARCHED = 12; // from so many names on there is a search

/**
 * Those who are listed: a title, and whether one belongs to them.
 * @typedef {import("../messages.js").Person} Person
 * @type {Record<string, [string, (person: Person) => boolean]>}
 */
const GROUPS = {
  all: ["Everybody", ({ status }) => status === "present" || status === "removed"],
  quiet: ["Without an answer", ({ status, answered }) => status === "present" && !answered],
  outside: ["Not in the room", ({ status }) => status === "left" || status === "away"],
  removed: ["Removed", ({ status }) => status === "removed"],
};

export class People {
  /** @type {Record<string, Person>} */
  people = {};
  chosen = "";
  isHomework = false;
  summary = make("p", { class: "caption" });
  list = make("ul", { class: "people", "aria-label": "Participants" });
  actions = make("p", { class: "row", role: "group", "aria-label": "The participant chosen" });
  many = make("p", { class: "row" });

  /** @param {HTMLElement} root @param {(message: object) => void} say */
  constructor(root, say) {
    this.say = say;
    this.search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search a participant" });
    this.search.addEventListener("input", () => this.show());
    this.group = makeSelect(Object.fromEntries(Object.entries(GROUPS).map(([value, [title]]) => [value, title])), { "aria-label": "Participants listed" });
    this.group.addEventListener("change", () => this.show());
    this.finding = make("p", { class: "finding" }, this.search, this.group);
    root.replaceChildren(this.summary, this.finding, this.many, this.actions, this.list);
  }

  /** @param {Record<string, Person>} people @param {boolean} isHomework where nobody but the student changes what is handed in */
  update(people, isHomework) {
    this.people = people;
    this.isHomework = isHomework;
    this.show();
  }

  show() {
    const all = Object.entries(this.people), text = this.search.value.trim().toLowerCase(), [, isListed] = GROUPS[this.group.value];
    const found = all.filter(([, person]) => isListed(person) && person.name.toLowerCase().includes(text));
    const here = all.filter(([, { status }]) => status === "present"), answered = here.filter(([, person]) => person.answered).length;
    const isPart = Boolean(text) || this.group.value !== "all";
    this.finding.hidden = all.length < SEARCHED;
    setText(this.summary, `${count(here.length, "name")}, ${answered} with an answer (✓)${isPart ? `; ${found.length} found` : ""}. Choose one to remove it${this.isHomework ? "" : ", or its answer"}.`);
    this.showMany(isPart ? found : []);
    if (!found.some(([who]) => who === this.chosen)) this.chosen = "";
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(":focus"))?.dataset.who;
    this.list.replaceChildren(...found.map(([who, person]) => this.entry(who, person)));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-who="${focused}"]`))?.focus();
    this.showActions();
  }

  /** What is done to all that were found. @param {[string, Person][]} found */
  showMany(found) {
    const on = this.group.value !== "removed", who = found.filter(([, { status }]) => on === (status !== "removed")).map(([each]) => each);
    this.many.hidden = who.length < 2;
    this.many.replaceChildren(makeButton(`${on ? "Remove" : "Let in"} all ${who.length} found`, () => this.say({ do: "remove_many", who, on })));
  }

  /** @param {string} who @param {Person} person */
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
      : [...(answered && !this.isHomework ? [action("Delete the answer", { do: "discard" })] : []), action("Remove", { do: "remove", on: true })];
    this.actions.replaceChildren(`${name}: `, ...buttons);
  }
}
