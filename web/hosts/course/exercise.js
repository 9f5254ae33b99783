/**
 * One exercise on a page without a server: task, picture, check, hints and solution.
 *
 * A goal is checked during a drag, by its picture; other answers when "Check" is pressed.
 *
 * @import { Desk, Ending } from "../../messages.js"
 * @import { Surroundings as Page } from "../../room/desk.js"
 * @typedef {{desk: Desk, ending: Ending}} Variant see offline/course/exercise_page.py
 */

import { askAnswer } from "../../room/answers.js";
import { DESKS, showStill } from "../../room/desk.js";
import { make, makeButton } from "../../paint/elements.js";
import { showEnding } from "../../room/exercise_screen.js";
import { showHint } from "../../room/hints.js";
import { showProse } from "../../room/prose.js";
import { judge, say } from "../../room/check.js";

const SHOWN = "With its solution shown, this one gets no ✓: solve “Another one”.";

export class Exercise {
  answers = make("div", { class: "answers" });
  buttons = make("div", { class: "row-of-buttons" });
  verdict = make("p", { class: "exercise-verdict", role: "status" });
  hints = make("div", { class: "hints", role: "status" });
  end = make("div", { class: "shown" });
  isReached = false;
  /** @type {InstanceType<(typeof DESKS)[string]>[]} */
  solutions = [];
  isShown = false;

  /**
   * @param {HTMLElement} words
   * @param {HTMLElement} picture
   * @param {Page} page
   * @param {Variant} variant
   * @param {{solved: () => void, shown: () => void, another: (() => void) | null}} to what follows
   */
  constructor(words, picture, page, variant, to) {
    this.picture = picture;
    this.page = page;
    this.variant = variant;
    this.to = to;
    const { desk } = variant;
    words.replaceChildren(make("div", { class: "task" }, ...showProse(desk.task)), this.answers, this.buttons, this.verdict, this.hints, this.end);
    picture.replaceChildren();
    picture.addEventListener("goal", this.take);
    this.board = new DESKS[desk.picture.kind](picture, page, desk, () => {});
    this.inputs = askAnswer(desk, this.board);
    this.answers.append(...this.inputs.parts);
    this.offer();
  }

  /** Take the picture's findings on its goal. @param {Event} event */
  take = (event) => {
    if (this.variant.desk.kind !== "reach" || !this.isOwn(event)) return;
    const { isReached } = /** @type {CustomEvent<{isReached: boolean}>} */ (event).detail;
    if (isReached) this.to.solved();
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    this.tell();
  };

  /** Whether an event is that of the picture in which the exercise is solved. @param {Event} event */
  isOwn(event) {
    return event.composedPath().includes(this.picture.children[0]);
  }

  // What is offered

  offer() {
    const { variant: { desk }, to: { another } } = this;
    if (desk.kind !== "reach") this.offerCheck();
    if (desk.hints?.length) this.buttons.append(makeButton("Hint", () => showHint(this.hints, desk, this.board.answer.state)));
    const show = makeButton("Show the solution", () => {
      this.isShown = true;
      show.disabled = true;
      this.to.shown();
      this.solve();
      if (another && !this.isSolved) this.buttons.after(make("p", { class: "unmarked" }, SHOWN));
    });
    this.buttons.append(show);
    if (another) this.buttons.append(makeButton("Another one", another));
  }

  offerCheck() {
    const check = () => this.check();
    this.buttons.append(makeButton("Check", check, { class: "primary" }));
    this.answers.addEventListener("keydown", ({ key }) => key === "Enter" && check());
  }

  // The answer

  check() {
    const handIn = this.inputs.read(), verdict = handIn && judge(this.variant.ending, handIn);
    this.verdict.textContent = verdict ? say(verdict) : "Answer first.";
    this.verdict.toggleAttribute("data-reached", verdict?.isRight ?? false);
    if (!verdict?.isRight) return this.tell();
    this.to.solved();
    this.solve();
  }

  // What was shown

  get isSolved() {
    return this.variant.desk.kind === "reach" ? this.isReached : this.verdict.hasAttribute("data-reached");
  }

  /** Show the solution in a picture: of a goal beside one's own, of another answer in its place. */
  solve() {
    const { desk, ending } = this.variant;
    this.tell();
    if (desk.kind === "number" || (desk.kind === "reach" && !this.isShown) || this.solutions.length > 0) return;
    const { place } = this.board.answer, host = make("div", { class: "solution" });
    if (desk.kind === "reach") this.picture.append(make("h3", {}, "A solution"));
    else this.board.close();
    this.picture[desk.kind === "reach" ? "append" : "replaceChildren"](host);
    this.solutions.push(showStill(host, this.page, desk, ending.picture, place ? [place] : []));
  }

  /** Explain the exercise once it is solved, and show the answer on request. */
  tell() {
    const { variant: { desk, ending }, isShown, isSolved } = this;
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
