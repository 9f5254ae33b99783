/**
 * A participant's exercise: the task, the picture in which it is solved, and "Hand in".
 *
 * The picture's check of a goal during a drag is for the participant only; the server computes the result that counts.
 *
 * @import { Desk, ExerciseActivity, HandedIn, You } from "../messages.js"
 */

import { setText } from "../paint/words.js";
import { deskOf } from "../exercise/desk.js";
import { Player, showEnding } from "../exercise/player.js";
import { make, makeButton } from "../paint/elements.js";

const LONGEST = 3500; // bytes: a server takes 4096 in a message
const FAILED = "The exercise could not be loaded. Reload the page.";
const LAST = "the last one counts";
const TOO_LONG = "There are too many points to hand in: remove some.";

/** The exercise, and the button. */
export class ExerciseForm {
  picture = make("div", { class: "exercise-picture" });
  message = make("p", { class: "told", role: "status", "aria-live": "polite" });
  isClosed = false;
  isOpen = false;
  /** @type {Promise<void>} settled when the exercise, or why it failed, is shown */
  loading;
  /** @type {Player | null} */
  player = null;
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
    this.submit = makeButton("Hand in", () => this.handIn(), { class: "primary", disabled: true });
    this.parts = make("div", { class: "exercise" }, this.picture, make("div", { class: "row" }, this.submit), this.message);
    root.append(this.parts);
    this.loading = this.load(ask).catch(() => setText(this.message, FAILED));
  }

  /** @param {() => Promise<Desk>} ask */
  async load(ask) {
    const desk = await ask();
    if (this.isClosed) return;
    this.player = new Player(this.picture, this.page, desk);
    const { task, answers, hint, hints } = this.player;
    this.parts.prepend(task);
    this.picture[desk.fields ? "before" : "after"](answers);
    this.submit.after(hint);
    this.message.before(hints);
    if (this.before) this.recall(this.before);
    this.offer();
  }

  /** Offer what is open. */
  offer() {
    this.submit.disabled = !this.isOpen || !this.player;
    if (this.player) this.player.hint.hidden = !this.isOpen || !this.player.desk.hints?.length;
  }

  handIn() {
    const answer = this.player?.inputs.read() ?? null;
    if (answer === null) return setText(this.message, "Answer first.");
    if (JSON.stringify(answer).length > LONGEST) return setText(this.message, TOO_LONG);
    setText(this.message, "Handing in …");
    this.message.scrollIntoView({ block: "center" }); // on a phone it is below the window
    this.put(answer);
  }

  /** @param {HandedIn} answer */
  recall(answer) {
    this.before = answer;
    this.player?.inputs.write(answer);
  }

  /** @param {{isOpen: boolean, isSettled: boolean, value?: HandedIn, result?: {reached: boolean}, rule?: string, isReached?: boolean}} now the rule: which hand-in counts; whether that one reaches the goal */
  update({ isOpen, isSettled, value, result, rule = LAST, isReached }) {
    if (value && !this.before) this.recall(value);
    this.isOpen = isOpen;
    this.offer();
    this.player?.show();
    if (isSettled && value) setText(this.message, describeHandIn(isOpen, result, rule, isReached));
    if (isSettled && !value && !isOpen) setText(this.message, "");
  }

  close() {
    this.isClosed = true;
    this.player?.close();
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
  const missed = isReached ? "This one doesn't reach the goal." : "You haven't reached the goal yet.";
  const verdict = ["Handed in.", result && (result.reached ? "You have reached the goal." : missed)].filter(Boolean).join(" ");
  if (isOpen) return `${verdict} You can hand in again; ${rule}.`;
  return result?.reached === false && isReached ? `${verdict} You had reached it before, and that counts.` : verdict;
}

/** The screen of the activity. */
export class ExerciseScreen {
  results = make("div", { class: "results" });
  title = make("h2", { class: "title-of-exercise" });

  /** @param {HTMLElement} root @param {import("./screens.js").PhonePage} page @param {ExerciseActivity} activity */
  constructor(root, page, { settings }) {
    setText(this.title, settings.title);
    root.append(this.title);
    this.form = new ExerciseForm(root, page, () => deskOf(page.base, settings), page.put);
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
