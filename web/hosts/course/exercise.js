/**
 * One exercise on a page without a server: task, picture, check, hints and solution.
 *
 * The picture says itself what holds of a goal while a hand moves; other answers are checked when "Check" is pressed.
 *
 * @typedef {import("../../messages.js").Desk} Desk
 * @typedef {import("../../messages.js").Ending} Ending
 * @typedef {import("../../messages.js").Goal} Goal
 * @typedef {import("./check.js").Verdict} Verdict
 * @typedef {{about: import("../../model/measures.js").Case, isReached: boolean}} Checked what the picture says of its goal
 * @typedef {{when: Goal, text: string}} Hint
 * @typedef {{desk: Desk, ending: Ending, hints: Hint[], within: number}} Variant see course/exercise_page.py
 * @typedef {import("../../room/desk.js").Surroundings & {noHint: string}} Page
 */

import { checkGoal } from "../../model/measures.js";
import { DESKS } from "../../room/desk.js";
import { make, makeButton } from "../../room/elements.js";
import { showEnding } from "../../room/exercise_screen.js";
import { showLine, showProse } from "../../room/prose.js";
import { checkCut, checkLine, checkNumber, checkOption, say } from "./check.js";

export class Exercise {
  answers = make("div", { class: "answers" });
  buttons = make("div", { class: "buttons" });
  verdict = make("p", { class: "exercise-verdict", role: "status" });
  given = make("div", { class: "hints", role: "status" });
  end = make("div", { class: "shown" });
  board;
  /** @type {Checked | null} */
  checked = null;
  /** @type {InstanceType<(typeof DESKS)[string]>[]} */
  solutions = [];
  isShown = false;
  /** @type {string[]} */
  hints = [];

  /**
   * @param {HTMLElement} words
   * @param {HTMLElement} picture
   * @param {Page} page
   * @param {Variant} variant
   * @param {{solved: () => void, another: (() => void) | null}} to what follows
   */
  constructor(words, picture, page, variant, to) {
    this.picture = picture;
    this.page = page;
    this.variant = variant;
    this.to = to;
    const { desk } = variant;
    words.replaceChildren(make("div", { class: "task" }, ...showProse(desk.task)), this.answers, this.buttons, this.verdict, this.given, this.end);
    picture.replaceChildren();
    picture.addEventListener("goal", this.take);
    this.board = new DESKS[desk.picture.kind](picture, page, desk, () => {});
    this.ask();
    this.offer();
  }

  /** What the picture says of its goal. @param {Event} event */
  take = (event) => {
    if (this.variant.desk.kind !== "reach" || !this.isOwn(event)) return;
    const before = this.checked?.isReached ?? false;
    this.checked = /** @type {CustomEvent<Checked>} */ (event).detail;
    if (this.checked.isReached) this.to.solved();
    if (this.checked.isReached !== before) this.tell();
  };

  /** Whether an event is that of the picture in which the exercise is solved. @param {Event} event */
  isOwn(event) {
    return event.composedPath().includes(this.picture.children[0]);
  }

  // The answer

  ask() {
    const { kind, options, fields = [] } = this.variant.desk;
    if (kind === "choice") this.askOption(options);
    else if (kind === "number") this.askNumber();
    else if (kind === "place") this.offerCheck(() => this.checkPlace());
    else this.askFields(fields);
  }

  /** @param {string[]} options */
  askOption(options) {
    const inputs = options.map((_, k) => make("input", { type: "radio", name: "answer", value: String(k) }));
    const labels = options.map((text, k) => make("label", {}, inputs[k], make("span", {}, ...showLine(text))));
    this.answers.append(make("fieldset", {}, make("legend", {}, "Your answer"), ...labels));
    const { ending: { right = -1, replies = [] } } = this.variant;
    this.offerCheck(() => {
      const option = inputs.findIndex(({ checked }) => checked);
      return option < 0 ? null : checkOption(option, right, replies);
    });
  }

  askNumber() {
    const input = make("input", { type: "number", step: "any", inputMode: "decimal" });
    this.answers.append(make("label", { class: "row" }, make("span", {}, "Your answer"), input));
    const { within, ending: { truth = Number.NaN } } = this.variant;
    const check = this.offerCheck(() => (Number.isFinite(input.valueAsNumber) ? checkNumber(input.valueAsNumber, truth, within) : null));
    input.addEventListener("keydown", ({ key }) => key === "Enter" && check());
  }

  /** @param {NonNullable<Desk["fields"]>} fields */
  askFields(fields) {
    for (const { name, label, options, first } of fields) {
      const select = make("select", {}, ...options.map(([, text], k) => make("option", { value: String(k) }, text)));
      select.selectedIndex = options.findIndex(([value]) => value === first);
      select.addEventListener("change", () => this.board.set({ [name]: options[select.selectedIndex][0] }));
      this.answers.append(make("label", { class: "row" }, make("span", {}, label), select));
    }
  }

  /** @param {() => Verdict | null} check */
  offerCheck(check) {
    const press = () => {
      const verdict = check();
      this.verdict.textContent = verdict ? say(verdict) : "Answer first.";
      this.verdict.toggleAttribute("data-reached", verdict?.isRight ?? false);
      if (!verdict?.isRight) return this.tell();
      this.to.solved();
      this.solve();
    };
    this.buttons.append(makeButton("Check", press, { class: "primary" }));
    return press;
  }

  /** @returns {Verdict} */
  checkPlace() {
    const { board, variant: { desk, within, ending: { picture } } } = this, { place = {} } = board.handed;
    if (picture.kind === "plane") return checkLine(place, picture.truth ?? [], picture.box, within);
    if (desk.picture.kind !== "line" || picture.kind !== "line") throw new Error("A place is on a line or on a plane.");
    return checkCut(place.x, picture.truth ?? Number.NaN, within);
  }

  // What is offered, and what was shown

  offer() {
    const { hints } = this.variant, { another } = this.to;
    if (hints.length > 0) this.buttons.append(makeButton("Hint", () => this.hint()));
    const show = makeButton("Show the solution", () => {
      this.isShown = true;
      show.disabled = true;
      this.solve();
    });
    this.buttons.append(show);
    if (another) this.buttons.append(makeButton("Another one", another));
  }

  /** The next hint that the picture calls for. */
  hint() {
    const { checked, variant: { hints }, page: { noHint } } = this;
    const called = checked ? hints.filter(({ when }) => checkGoal([when], checked.about)[0].holds) : [];
    const text = called.find((each) => !this.hints.includes(each.text))?.text ?? noHint;
    this.hints = [...this.hints.filter((each) => each !== noHint), text];
    this.given.replaceChildren(...this.hints.map((each) => make("div", { class: "note" }, ...showProse(each))));
  }

  /** Show the solution in a picture: of a goal beside one's own, of another answer in its place. */
  solve() {
    const { desk, ending } = this.variant;
    this.tell();
    if (desk.kind === "number" || (desk.kind === "reach" && !this.isShown) || this.solutions.length > 0) return;
    const { picture } = ending, place = this.board.handed.place;
    const solved = place && (picture.kind === "line" || picture.kind === "plane") ? { ...picture, limits: {}, others: [place] } : picture;
    const host = make("div", { class: "solution" });
    if (desk.kind === "reach") this.picture.append(make("h3", {}, "A solution"));
    else this.board.close();
    this.picture[desk.kind === "reach" ? "append" : "replaceChildren"](host);
    this.solutions.push(new DESKS[solved.kind](host, this.page, { ...desk, picture: solved, may: [] }, () => {}));
  }

  /** Say what the exercise has shown, once it is solved, and the answer to who has asked for it. */
  tell() {
    const { variant: { desk, ending }, isShown } = this;
    const isSolved = desk.kind === "reach" ? this.checked?.isReached : this.verdict.hasAttribute("data-reached");
    const { shown, picture } = ending;
    this.end.replaceChildren(...(isSolved || isShown ? showEnding(isShown ? ending : { shown, picture }, desk.options) : []));
  }

  /** Show the pictures in the theme of the page. */
  show() {
    for (const board of [this.board, ...this.solutions]) board.show();
  }

  close() {
    this.picture.removeEventListener("goal", this.take);
    for (const board of [this.board, ...this.solutions]) board.close();
  }
}
