/**
 * The controls of a block, made from the fields of the lesson's state: their kind, and when they apply, is declared in
 * `lessons/<stem>/state.py`.
 *
 * What only the app can compute is shown disabled.
 */

import { make, makeButton, onSubmit } from "../../paint/elements.js";
import { FieldControls } from "../field_controls.js";

const MOST_SEGMENTS = 5, LONGEST_SEGMENTS = 44; // more options, or longer ones, are a menu
const AGAIN = "draw again";

/** @import { Block, Lesson, State } from "./state.js" */

export class Controls extends FieldControls {
  elsewhere = "only in the app";

  /**
   * @param {Lesson} lesson
   * @param {Block} block
   * @param {HTMLElement} above where choices stand
   * @param {HTMLElement} exact where exact values stand
   * @param {(chosen: State) => void} choose
   */
  constructor(lesson, block, above, exact, choose) {
    super(lesson.fields, choose);
    this.lesson = lesson;
    this.block = block;
    const numbers = block.movable.filter((name) => this.kind(name) === "number" && !block.boxes.includes(name));
    /** @type {import("../field_controls.js").Control[]} */
    this.all = [
      ...block.by.map((name) => this.makeChoice(name)),
      ...block.boxes.map((name) => this.makeNumber(name)),
    ];
    if (block.again) this.all.push(this.makeAgain(block.again));
    this.all.push(...numbers.map((name) => this.makeNumber(name)));
    const isFolded = (/** @type {string} */ name) => numbers.includes(name) || block.folded.includes(name);
    const [below, upper] = [true, false].map((isBelow) => this.all.filter(({ name }) => isFolded(name) === isBelow));
    above.replaceChildren(...upper.map(({ element }) => element));
    exact.replaceChildren(...below.map(({ element }) => element));
    const details = /** @type {HTMLElement} */ (exact.closest("details"));
    details.hidden = below.length === 0;
    if (block.folded.length) /** @type {HTMLElement} */ (details.querySelector("summary")).textContent = "More choices, exact values";
    for (const form of [above, exact]) onSubmit(form);
  }

  /** @param {string} name */
  kind(name) {
    return this.limit(name).kind;
  }

  /** @param {State} state @param {State} changes @override */
  isHere(state, changes) {
    const [name] = Object.keys(changes); // a tick may not switch others off
    return this.kind(name) === "flag" ? this.lesson.isAnswered(this.lesson.change(state, changes)) : this.lesson.choose(state, changes) !== null;
  }

  /** @param {State} state @param {string} name @override */
  value(state, name) {
    return this.lesson.value(state, name);
  }

  /**
   * Show a state; controls that would reveal the answer appear once the question is answered.
   * @param {State} state
   * @param {boolean} isAnswered
   * @param {string[]} [names] those of a step
   */
  write(state, isAnswered, names) {
    for (const { name, element, write } of this.all) {
      const isLater = this.block.later.includes(name) && !isAnswered && state[name] === this.lesson.fresh[name];
      const isElsewhere = names && !names.includes(name === AGAIN ? "again" : name);
      element.hidden = isLater || isElsewhere || !this.lesson.applies(state, name === AGAIN ? this.block.again : name);
      write(state);
    }
  }

  /** @param {string} name */
  makeChoice(name) {
    if (this.kind(name) === "flag") return this.makeFlag(name);
    if (this.kind(name) === "number") return this.makeMenu(name, this.numbersOf(name));
    const titles = Object.entries(this.fields.all[name].titles);
    const isShort = titles.length <= MOST_SEGMENTS && titles.join("").length <= LONGEST_SEGMENTS;
    return isShort ? this.makeSegments(name, titles) : this.makeMenu(name, titles);
  }

  /** @param {string} name @returns {[string, string][]} */
  numbersOf(name) {
    return (this.block.steps[name] ?? this.limit(name).among).map((/** @type {number} */ each) => [String(each), String(each)]);
  }

  /** @param {string} name @param {[string, string][]} titles @returns {import("../field_controls.js").Control} */
  makeSegments(name, titles) {
    const radios = titles.map(([value, title]) => {
      const input = make("input", { type: "radio", name, value });
      input.addEventListener("change", () => this.choose({ [name]: value }));
      return { value, input, label: make("label", {}, input, make("span", {}, title)) };
    });
    const legend = make("legend", {}, this.fields.all[name].label);
    const element = make("fieldset", { class: "segments" }, legend, ...radios.map(({ label }) => label));
    const write = (/** @type {State} */ state) => {
      for (const { value, input, label } of radios) {
        input.checked = state[name] === value;
        input.disabled = !input.checked && !this.isHere(state, { [name]: value });
        label.title = input.disabled ? this.elsewhere : "";
      }
    };
    return { name, element, write };
  }

  /** A button that goes on to the next sample. @param {string} name */
  makeAgain(name) {
    const { high } = this.limit(name);
    let now = 1;
    const element = makeButton("Draw again", () => this.choose({ [name]: (now % high) + 1 }));
    return { name: AGAIN, element, write: (/** @type {State} */ state) => (now = state[name]) };
  }

  /** A box, or a menu of the numbers that there are. @param {string} name @override */
  makeNumber(name) {
    return this.limit(name).among?.length ? this.makeMenu(name, this.numbersOf(name)) : super.makeNumber(name);
  }
}
