/**
 * An exercise on a page: its task, the picture in which it is solved, what is asked beside it, and its hints.
 *
 * A host places these parts and takes the answer. In a room the server checks it (`../room/exercise_screen.js`),
 * on other pages the browser does (`hosts/course/checked.js`).
 *
 * @import { Desk, Ending, HandedIn } from "../messages.js"
 */

import { make, makeButton } from "../paint/elements.js";
import { askAnswer } from "./answers.js";
import { replyTo } from "./check.js";
import { DESKS } from "./desk.js";
import { showHint } from "./hints.js";
import { showLine, showProse } from "./prose.js";

export class Player {
  hints = make("div", { class: "hints", role: "status", "aria-live": "polite" });

  /**
   * @param {HTMLElement} picture
   * @param {import("./desk.js").Surroundings} page
   * @param {Desk} desk
   */
  constructor(picture, page, desk) {
    this.picture = picture;
    this.page = page;
    this.desk = desk;
    this.task = make("div", { class: "task" }, ...showProse(desk.task));
    this.board = new DESKS[desk.picture.kind](picture, page, desk, () => this.change());
    this.inputs = askAnswer(desk, this.board);
    this.answers = make("div", { class: "answers" }, ...this.inputs.parts);
    this.hint = makeButton("Hint", () => showHint(this.hints, desk, this.board.answer.state), { hidden: !desk.hints?.length });
  }

  /** The answer was changed in the picture. */
  change() {}

  /** Show the picture in the theme of the page. */
  show() {
    this.board.show();
  }

  close() {
    this.board.close();
  }
}

/**
 * The ending: the answer, the reply to the participant's own, and the explanation.
 * @param {Ending} ending
 * @param {string[]} options
 * @param {HandedIn} [own]
 */
export function showEnding(ending, options, own) {
  const { answer, right, shown, verdict, setting } = ending, replyText = own ? replyTo(ending, own) : "";
  const answerText = right === undefined ? answer : `The answer: ${options[right]}`;
  const reply = replyText ? [make("p", { class: "reply" }, ...showLine(replyText))] : [];
  const solution = [verdict && `A solution. ${verdict}`, setting].filter(Boolean).join(" ");
  return [
    ...reply,
    ...(answerText ? [make("p", { class: "answer" }, ...showLine(answerText))] : []),
    ...(solution ? [make("p", {}, solution)] : []),
    ...showProse(shown),
  ];
}
