/**
 * An exercise that the browser checks by itself: task, picture, check, hints and solution.
 *
 * A goal is checked during a drag, by its picture; other answers when "Check" is pressed.
 *
 * @import { Desk, Ending, HandedIn } from "../../messages.js"
 * @typedef {{desk: Desk, ending: Ending}} Variant what Python says of it, see core/exercises/messages.py
 * @typedef {{solved: () => void, shown: () => void, another: (() => void) | null}} Host what follows
 */

import { make, makeButton } from "../../paint/elements.js";
import { judge, say } from "../../exercise/check.js";
import { showStill } from "../../exercise/desk.js";
import { Player, showEnding } from "../../exercise/player.js";
import { showLine } from "../../exercise/prose.js";

const SHOWN = "With its solution shown, this one gets no ✓: solve “Another one”.";

export class CheckedExercise extends Player {
  giveUp = makeButton("Show the solution", () => this.reveal());
  verdict = make("p", { class: "exercise-verdict", role: "status" });
  end = make("div", { class: "shown" });
  isReached = false;
  isShown = false;
  /** @type {ReturnType<typeof showStill> | null} */
  solution = null;

  /**
   * @param {HTMLElement} words
   * @param {HTMLElement} picture
   * @param {import("../../exercise/desk.js").Surroundings} page
   * @param {Variant} variant
   * @param {Host} host
   */
  constructor(words, picture, page, { desk, ending }, host) {
    picture.replaceChildren();
    super(picture, page, desk);
    this.ending = ending;
    this.host = host;
    picture.addEventListener("goal", this.take);
    words.replaceChildren(this.task, this.answers, this.offer(), this.verdict, this.hints, this.end);
  }

  /** The buttons. */
  offer() {
    const { answers, desk, hint, host: { another } } = this;
    const check = makeButton("Check", () => this.check(), { class: "primary", hidden: desk.kind === "reach" });
    if (desk.kind !== "reach") answers.addEventListener("keydown", ({ key }) => key === "Enter" && this.check());
    const next = another ? [makeButton("Another one", another)] : [];
    return make("div", { class: "row-of-buttons" }, check, hint, this.giveUp, ...next);
  }

  /** Take the picture's findings on its goal. @param {Event} event */
  take = (event) => {
    const isOwn = event.composedPath().includes(this.picture.children[0]); // not that of the solution
    if (this.desk.kind === "reach" && isOwn) this.settle(/** @type {CustomEvent<{isReached: boolean}>} */ (event).detail.isReached);
  };

  check() {
    const answer = this.inputs.read(), verdict = answer && judge(this.ending, answer);
    this.verdict.replaceChildren(...(verdict ? showLine(say(verdict)) : ["Answer first."]));
    this.settle(verdict?.isRight ?? false);
  }

  /** @param {boolean} isReached */
  settle(isReached) {
    if (isReached) this.host.solved();
    if (isReached === this.isReached && this.desk.kind === "reach") return;
    this.isReached = isReached;
    this.verdict.toggleAttribute("data-reached", isReached);
    this.tell();
  }

  reveal() {
    const { giveUp, host, isReached } = this;
    this.isShown = true;
    giveUp.disabled = true;
    host.shown();
    if (host.another && !isReached) giveUp.parentElement?.after(make("p", { class: "unmarked" }, SHOWN));
    this.tell();
  }

  /** Explain the exercise once it is solved, and show the answer on request. */
  tell() {
    const { desk, ending, isReached, isShown } = this, { shown, picture } = ending;
    this.end.replaceChildren(...(isReached || isShown ? showEnding(isShown ? ending : { shown, picture }, desk.options) : []));
    if (isShown || (isReached && desk.kind !== "reach")) this.solve();
  }

  /** Show the solution in a picture: of a goal beside one's own, of another answer in its place. */
  solve() {
    const { board, desk, ending, page, picture } = this, { place } = board.answer, isReach = desk.kind === "reach";
    if (desk.kind === "number" || this.solution) return;
    const host = make("div", { class: "solution" });
    if (isReach) picture.append(make("h3", {}, "A solution"), host);
    else {
      board.close();
      picture.replaceChildren(host);
    }
    this.solution = showStill(host, page, desk, ending.picture, place ? [place] : []);
  }

  show() {
    super.show();
    this.solution?.show();
  }

  close() {
    this.picture.removeEventListener("goal", this.take);
    super.close();
    this.solution?.close();
  }
}
