/**
 * The card with a lesson's step: what it says and asks for, its answer, and the ways on.
 * JavaScript port of `lessons.steps` and `lessons.step_card`, held equal by `tests/course/`.
 *
 * @typedef {{name: string, low: number | null, high: number | null, options: any[]}} Condition
 * @typedef {{text: string, is_right: boolean, reply: string}} Option
 * @typedef {{title: string, text: number, answer: number, start: State, after: State, until: Condition[], options: Option[],
 *   controls: string[], picture: number, hint: string}} Step
 * @import { Lesson, State } from "./state.js"
 */

import { make, makeButton } from "../../paint/elements.js";
import { copyOf } from "./elements.js";

/** Whether a state is what a step asks for. @param {Lesson} lesson @param {Step} step @param {State} state */
export function isReached(lesson, { until, start }, state) {
  return until.every(({ name, low, high, options }) => {
    const value = lesson.value(state, name);
    if (options.length) return options.includes(value);
    if (low === null && high === null) return value !== lesson.value(start, name);
    return (low === null || value >= low) && (high === null || value <= high);
  });
}

export class StepCard {
  /** @type {Map<number, number>} the option that was chosen in a step */
  chosen = new Map();
  number = 0;

  /** @param {Lesson} lesson @param {(state: State) => void} go */
  constructor(lesson, go) {
    this.lesson = lesson;
    this.go = go;
    this.words = make("div", {});
    this.options = make("fieldset", { class: "answers" });
    this.answer = make("div", { role: "status" });
    this.back = makeButton("Back", () => this.turn(-1));
    this.next = makeButton("Next", () => this.turn(1));
    const buttons = make("div", { class: "row-of-buttons" }, this.back, this.next);
    this.element = make("section", { class: "step-card", "aria-label": "Step" }, this.words, this.options, this.answer, buttons);
  }

  /** @returns {Step[]} */
  get steps() {
    return this.lesson.content.steps;
  }

  /** The step of a state; undefined on the page *Going deeper*. @param {State} state */
  stepOf({ step }) {
    return step ? this.steps[Math.min(step, this.steps.length) - 1] : undefined;
  }

  /** @param {number} by */
  turn(by) {
    const { start } = this.steps[this.number + by - 1], { state } = this;
    const kept = ["formula", ...this.lesson.content.keeps].map((name) => [name, state?.[name] ?? start[name]]);
    this.go({ ...start, ...Object.fromEntries(kept) });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {Step} step @param {State} state */
  show(step, state) {
    const number = this.steps.indexOf(step) + 1;
    this.state = state;
    if (number !== this.number) {
      this.number = number;
      const title = make("p", { class: "step-title" }, make("small", {}, `Step ${number} of ${this.steps.length}`), step.title);
      this.words.replaceChildren(title, make("div", { class: "step" }, copyOf(step.text)));
      this.writeOptions(step);
    }
    const option = this.chosen.get(number);
    const isDone = step.options.length ? option !== undefined : isReached(this.lesson, step, state);
    const isMoved = JSON.stringify({ ...state, formula: "" }) !== JSON.stringify({ ...step.start, formula: "" });
    this.writeAnswer(step, isDone, isMoved, option);
    this.back.disabled = number === 1;
    this.next.disabled = number === this.steps.length;
  }

  /** @param {Step} step */
  writeOptions({ options, title, after }) {
    this.options.hidden = options.length === 0;
    this.options.replaceChildren(make("legend", {}, title), ...options.map(({ text }, k) => {
      const input = make("input", { type: "radio", name: "option", checked: this.chosen.get(this.number) === k });
      input.addEventListener("change", () => {
        this.chosen.set(this.number, k);
        this.go(this.lesson.change(/** @type {State} */ (this.state), after));
      });
      return make("label", {}, input, " ", make("span", {}, text));
    }));
  }

  /**
   * The answer stays as it is while nothing changes, so that it is read once.
   * @param {Step} step @param {boolean} isDone @param {boolean} isMoved @param {number} [option]
   */
  writeAnswer({ options, answer, hint }, isDone, isMoved, option) {
    const key = `${this.number} ${isDone} ${isMoved} ${option}`;
    if (this.answer.dataset.key === key) return;
    this.answer.dataset.key = key;
    const { is_right, reply } = options[option ?? -1] ?? {};
    const verdict = option === undefined ? [] : [make("p", { class: "verdict" }, is_right ? "✓ Right." : `✗ ${reply || "Not quite."}`)];
    if (isDone) this.answer.replaceChildren(...verdict, make("div", { class: "answer" }, copyOf(answer)));
    else this.answer.replaceChildren(...(isMoved && !options.length ? [make("p", { class: "verdict" }, `Not yet. ${hint}`)] : []));
  }
}
