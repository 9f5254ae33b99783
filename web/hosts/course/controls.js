/**
 * The controls of a block, made from the fields of the lesson's state: their kind, and when they apply, is declared in
 * `lessons/<stem>/state.py`.
 *
 * A control that the course lacks is shown disabled, and says where it can be used.
 */

import { make, makeButton } from "../../paint/elements.js";

const MOST_SEGMENTS = 5, LONGEST_SEGMENTS = 44; // more options, or longer ones, are a menu
const AGAIN = "draw again";
const ONLY_IN_APP = "only in the app";

/** @import { Block, Lesson, State } from "./state.js" */

export class Controls {
  /**
   * @param {Lesson} lesson
   * @param {Block} block
   * @param {HTMLElement} above where choices stand
   * @param {HTMLElement} exact where exact values stand
   * @param {(chosen: State) => void} choose
   */
  constructor(lesson, block, above, exact, choose) {
    this.lesson = lesson;
    this.block = block;
    this.choose = choose;
    const numbers = block.movable.filter((name) => this.kind(name) === "number" && !block.boxes.includes(name));
    /** @type {{name: string, element: any, write: (state: State) => unknown}[]} */
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
    for (const form of [above, exact]) form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** @param {string} name */
  kind(name) {
    return this.lesson.fields.all[name].limit.kind;
  }

  /**
   * Show a state; controls that would reveal the answer appear once the question is answered.
   * @param {State} state
   * @param {boolean} isAnswered
   */
  write(state, isAnswered) {
    for (const { name, element, write } of this.all) {
      const isLater = this.block.later.includes(name) && !isAnswered && state[name] === this.lesson.fresh[name];
      element.hidden = isLater || !this.lesson.applies(state, name === AGAIN ? this.block.again : name);
      write(state);
    }
  }

  /** @param {string} name */
  makeChoice(name) {
    if (this.kind(name) === "flag") return this.makeFlag(name);
    if (this.kind(name) === "number") return this.makeMenu(name, this.numbersOf(name));
    const titles = Object.entries(this.lesson.fields.all[name].titles);
    const isShort = titles.length <= MOST_SEGMENTS && titles.join("").length <= LONGEST_SEGMENTS;
    return isShort ? this.makeSegments(name, titles) : this.makeMenu(name, titles);
  }

  /** @param {string} name @returns {[string, string][]} */
  numbersOf(name) {
    const { among } = /** @type {any} */ (this.lesson.fields.all[name].limit);
    return (this.block.steps[name] ?? among).map((/** @type {number} */ each) => [String(each), String(each)]);
  }

  /** @param {string} name @param {[string, string][]} titles */
  makeSegments(name, titles) {
    const radios = titles.map(([value, title]) => {
      const input = make("input", { type: "radio", name, value });
      input.addEventListener("change", () => this.choose({ [name]: value }));
      return { value, input, label: make("label", {}, input, make("span", {}, title)) };
    });
    const legend = make("legend", {}, this.lesson.fields.all[name].label);
    const element = make("fieldset", { class: "segments" }, legend, ...radios.map(({ label }) => label));
    const write = (/** @type {State} */ state) => {
      for (const { value, input, label } of radios) {
        input.checked = state[name] === value;
        input.disabled = !input.checked && this.lesson.choose(state, { [name]: value }) === null;
        label.title = input.disabled ? ONLY_IN_APP : "";
      }
    };
    return { name, element, write };
  }

  /** @param {string} name @param {[string, string][]} titles */
  makeMenu(name, titles) {
    const isNumber = this.kind(name) === "number";
    const options = titles.map(([value, title]) => ({ value, title, option: make("option", { value }, title) }));
    const select = make("select", { name }, ...options.map(({ option }) => option));
    select.addEventListener("change", () => this.choose({ [name]: isNumber ? Number(select.value) : select.value }));
    const element = make("label", {}, make("span", {}, this.lesson.fields.all[name].label), select);
    const write = (/** @type {State} */ state) => {
      for (const { value, title, option } of options) {
        const isHere = String(state[name]) === value || this.lesson.choose(state, { [name]: isNumber ? Number(value) : value }) !== null;
        option.disabled = !isHere;
        option.textContent = isHere ? title : `${title} (${ONLY_IN_APP})`;
      }
      select.value = String(state[name]);
    };
    return { name, element, write };
  }

  /** A button that goes on to the next sample. @param {string} name */
  makeAgain(name) {
    const { high } = /** @type {any} */ (this.lesson.fields.all[name].limit);
    let now = 1;
    const element = makeButton("Draw again", () => this.choose({ [name]: (now % high) + 1 }));
    return { name: AGAIN, element, write: (/** @type {State} */ state) => (now = state[name]) };
  }

  /** @param {string} name */
  makeFlag(name) {
    const { label } = this.lesson.fields.all[name];
    const input = make("input", { type: "checkbox", name }), words = make("span", {}, label);
    input.addEventListener("change", () => this.choose({ [name]: input.checked }));
    const write = (/** @type {State} */ state) => {
      input.checked = state[name];
      const other = this.lesson.change(state, { [name]: !state[name] });
      input.disabled = !this.lesson.isAnswered(other);
      words.textContent = input.disabled ? `${label} (${ONLY_IN_APP})` : label;
    };
    return { name, element: make("label", { class: "check" }, input, words), write };
  }

  /** @param {string} name */
  makeNumber(name) {
    const { label, limit, step } = this.lesson.fields.all[name], { low, high, whole, among } = /** @type {any} */ (limit);
    if (among?.length) return this.makeMenu(name, this.numbersOf(name));
    const input = make("input", { type: "number", name, min: low, max: high, step: whole ? 1 : "any" });
    input.addEventListener("change", () => {
      const value = this.lesson.fields.numberIn(name, input.value);
      if (value === undefined) input.reportValidity();
      else this.choose({ [name]: value });
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (whole || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      const next = Number(input.value) + (event.key === "ArrowUp" ? step : -step);
      this.choose({ [name]: Number(Math.min(high, Math.max(low, next)).toPrecision(12)) });
    });
    const write = (/** @type {State} */ state) => {
      const value = this.lesson.value(state, name);
      if (document.activeElement !== input || Number(input.value) !== value) input.value = value === null ? "" : String(value);
    };
    return { name, element: make("label", {}, make("span", {}, label), input), write };
  }
}
