/**
 * A participant's exercise: the task, the picture in which it is solved, and "Hand in".
 *
 * The picture's check of a goal during a drag is for the participant only; the server computes the result that counts.
 *
 * @import { Desk, Ending, ExerciseActivity, HandedIn, You } from "../messages.js"
 */

import { setText } from "../paint/words.js";
import { askAnswer } from "./answers.js";
import { replyTo } from "./check.js";
import { make, makeButton } from "../paint/elements.js";
import { showLine, showProse } from "./prose.js";

const LONGEST = 3500; // bytes: a server takes 4096 in a message
const FAILED = "The exercise could not be loaded. Reload the page.";
const LAST = "the last one counts";
const TOO_LONG = "There are too many points to hand in: remove some.";

/** The fields beside the picture, and the button. */
export class ExerciseForm {
  task = make("div", { class: "task-of-exercise" });
  picture = make("div", { class: "exercise-picture" });
  answers = make("div", { class: "answers" });
  hints = make("div", { class: "hints", role: "status", "aria-live": "polite" });
  message = make("p", { class: "told", role: "status", "aria-live": "polite" });
  isClosed = false;
  /** @type {Promise<void>} settled when the exercise, or why it failed, is shown */
  loading;
  /** @type {Desk | null} */
  desk = null;
  /** @type {InstanceType<(typeof import("./desk.js").DESKS)[string]> | null} */
  board = null;
  /** @type {import("./answers.js").Inputs | null} */
  inputs = null;
  /** @type {HandedIn | undefined} what was handed in before a reload */
  before;

  /**
   * @param {HTMLElement} root
   * @param {import("./screens.js").PhonePage} page
   * @param {() => Promise<Desk>} ask for the desk
   * @param {(answer: HandedIn) => void} put
   */
  constructor(root, page, ask, put) {
    this.page = page;
    this.put = put;
    this.hint = makeButton("Hint", () => this.giveHint(), { hidden: true });
    this.submit = makeButton("Hand in", () => this.handIn(), { class: "primary", disabled: true });
    this.parts = make("div", { class: "exercise" }, this.task, this.picture, this.answers, make("div", { class: "row" }, this.submit, this.hint), this.hints, this.message);
    root.append(this.parts);
    this.loading = this.load(ask).catch(() => setText(this.message, FAILED));
  }

  /** @param {() => Promise<Desk>} ask */
  async load(ask) {
    const [{ DESKS }, desk] = await Promise.all([import("./desk.js"), ask()]);
    if (this.isClosed) return;
    this.desk = desk;
    this.task.append(...showProse(desk.task));
    this.board = new DESKS[desk.picture.kind](this.picture, this.page, desk, () => {});
    this.inputs = askAnswer(desk, this.board);
    if (desk.fields) this.picture.before(...this.inputs.parts);
    else this.answers.append(...this.inputs.parts);
    if (this.before) this.recall(this.before);
    this.submit.disabled = !this.isOpen;
    this.hint.hidden = !this.hasHints;
  }

  isOpen = false;

  /** Whether a hint can be asked for. */
  get hasHints() {
    return this.isOpen && Boolean(this.desk?.hints?.length);
  }

  /** Show the next hint that the picture calls for, or say that there is none. */
  async giveHint() {
    const { desk, board, hints } = this, { showHint } = await import("./hints.js");
    if (desk && board) showHint(hints, desk, board.answer.state);
  }

  handIn() {
    const answer = this.inputs?.read() ?? null;
    if (answer === null) return setText(this.message, "Answer first.");
    if (JSON.stringify(answer).length > LONGEST) return setText(this.message, TOO_LONG);
    setText(this.message, "Handing in …");
    this.message.scrollIntoView({ block: "center" }); // on a phone it is below the window
    this.put(answer);
  }

  /** @param {HandedIn} answer */
  recall(answer) {
    this.before = answer;
    this.inputs?.write(answer);
  }

  /** @param {{isOpen: boolean, isSettled: boolean, value?: HandedIn, result?: {reached: boolean}, rule?: string, isReached?: boolean}} now the rule: which hand-in counts; whether that one reaches the goal */
  update({ isOpen, isSettled, value, result, rule = LAST, isReached }) {
    if (value && !this.before) this.recall(value);
    this.isOpen = isOpen;
    this.submit.disabled = !isOpen || this.desk === null;
    this.hint.hidden = !this.hasHints;
    this.board?.show();
    if (isSettled && value) setText(this.message, describeHandIn(isOpen, result, rule, isReached));
    if (isSettled && !value && !isOpen) setText(this.message, "");
  }

  close() {
    this.isClosed = true;
    this.board?.close();
  }
}

/**
 * What is said of the last hand-in; an earlier one may count.
 * @param {boolean} isOpen
 * @param {{reached: boolean} | undefined} result undefined while it is secret or unknown
 * @param {string} rule
 * @param {boolean} [isReached] by the hand-in that counts
 */
export function describeHandIn(isOpen, result, rule, isReached) {
  const verdict = result === undefined ? "Handed in." : result.reached ? "Reached: handed in and checked." : "Not yet: handed in and checked.";
  if (isOpen) return `${verdict} You can hand in again; ${rule}.`;
  return result?.reached === false && isReached ? `${verdict} You had reached it before, and that counts.` : verdict;
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

/** The screen of the activity. */
export class ExerciseScreen {
  results = make("div", { class: "results" });
  title = make("h2", { class: "title-of-exercise" });

  /** @param {HTMLElement} root @param {import("./screens.js").PhonePage} page @param {ExerciseActivity} activity */
  constructor(root, page, { settings }) {
    setText(this.title, settings.title);
    root.append(this.title);
    this.form = new ExerciseForm(root, page, () => import("./desk.js").then(({ deskOf }) => deskOf(page.base, settings)), page.put);
    root.append(this.results);
  }

  /** @param {ExerciseActivity} activity @param {You} you @param {boolean} isSettled */
  update({ settings, shown, open }, { value, result }, isSettled) {
    this.form.update({ isOpen: open, isSettled, value, result });
    this.results.replaceChildren(...(shown.ending ? showEnding(shown.ending, settings.options, value) : []));
  }

  close() {
    this.form.close();
  }
}
