/**
 * What a participant sees and does in each activity: one class and one line of SCREENS each.
 *
 * A screen is made when its activity starts. `update` gets the activity, the participant's own part, and whether the
 * server has taken all that was said; until then the screen shows what the participant has chosen.
 *
 * @import { DrawActivity, ExerciseActivity, RoomStart, Style, VoteActivity, You } from "../messages.js"
 *
 * @typedef {Object} PhonePage
 * @property {RoomStart} start
 * @property {URL} base the address below which the server answers
 * @property {() => "light" | "dark"} theme
 * @property {() => import("../paint/look.js").Look} look
 * @property {() => string} who this participant
 * @property {(value: object) => void} put
 * @property {(value: object) => void} putNewest drops values that a control sends too quickly
 * @property {(text: string) => void} tell screen readers
 *
 * @typedef {Object} Screen
 * @property {(activity: any, you: You, isSettled: boolean) => void} update
 * @property {() => void} [close]
 */

import { count, setText } from "../paint/words.js";
import { make, makeButton } from "../paint/elements.js";
import { CutScreen, PointScreen } from "./boundary_screens.js";
import { ChallengeScreen } from "./challenge_screen.js";
import { SENDING, SENT } from "./connection.js";
import { Pad } from "./pad.js";
import { showLine, showProse } from "../exercise/prose.js";
import { SituationPicture } from "./situation.js";
import { LETTERS, showVotes } from "./votes.js";

/** @param {{title: string, round: number}} activity */
export function titleOf({ title, round }) {
  return round > 1 ? `${title}, round ${round}` : title;
}

class DrawScreen {
  canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
  classes = make("div", { class: "classes", role: "group", "aria-label": "Class of new points" });
  left = make("p", { class: "left" });
  classesKey = "";

  /** @param {HTMLElement} root @param {PhonePage} page */
  constructor(root, page) {
    this.page = page;
    this.pad = new Pad(this.canvas, (points) => page.put({ points }), page.tell);
    this.remove = makeButton("Remove last point", () => this.pad.remove(Object.keys(this.pad.points).at(-1)));
    root.append(this.classes, this.canvas, make("div", { class: "row" }, this.left, this.remove));
  }

  /** @param {DrawActivity} activity @param {You} you @param {boolean} isSettled */
  update({ settings, shown, open }, { value, class: label }, isSettled) {
    const { start, look, who } = this.page, palette = start.palette.slice(0, settings.classes);
    if (label !== undefined) this.pad.label = label;
    this.showClasses(palette, label);
    const others = Object.entries(shown.points ?? {}).filter(([id]) => id !== who()).flatMap(([, points]) => Object.values(points));
    this.pad.update({ settings, others, palette, isSettled, isOpen: open, look: look(), points: value?.points ?? {} });
    const total = Object.keys(this.pad.points).length;
    setText(this.left, `${total} of ${count(settings.budget, "point")} placed`);
    this.remove.disabled = !open || total === 0;
  }

  /** @param {Style[]} palette @param {number} [own] */
  showClasses(palette, own) {
    const { names } = this.page.start, key = JSON.stringify([palette.length, own, this.pad.label]);
    if (this.classesKey === key) return;
    this.classesKey = key;
    const buttons = palette.map((style, label) => {
      const button = makeButton(`${names[label]} (${style.name})`, () => {
        this.pad.label = label;
        this.showClasses(palette, own);
      }, { "aria-pressed": String(label === this.pad.label) });
      button.style.borderColor = style.colour;
      return button;
    });
    this.classes.replaceChildren(...(own === undefined ? buttons : [buttons[own]]));
  }

  close() {
    this.pad.close();
  }
}

class VoteScreen {
  message = make("p", { class: "told", "aria-live": "polite" });
  results = make("div", { class: "results" });

  /** @param {HTMLElement} root @param {PhonePage} page @param {VoteActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    this.inputs = settings.options.map((_, option) => make("input", { type: "radio", name: "answer", value: String(option) }));
    this.inputs.forEach((input, option) => input.addEventListener("change", () => {
      setText(this.message, SENDING);
      page.putNewest({ option });
    }));
    const labels = settings.options.map((text, place) => make("label", {}, this.inputs[place], make("span", {}, `${LETTERS[place]}. `, ...showLine(text))));
    this.group = make("fieldset", { "aria-label": "Your answer" }, ...labels);
    const figure = make("div", { hidden: true });
    this.picture = new SituationPicture(figure, page.base);
    root.append(make("div", { class: "question" }, ...showProse(settings.question)), figure, this.group, this.message, this.results);
  }

  /** @param {VoteActivity} activity @param {You} you @param {boolean} isSettled */
  update({ settings, shown, open, revealed }, { value }, isSettled) {
    this.inputs.forEach((input, option) => {
      input.disabled = !open;
      if (isSettled) input.checked = value?.option === option;
    });
    this.group.hidden = revealed;
    if (isSettled || !open) setText(this.message, value && open ? SENT : "");
    this.picture.show(shown.after ?? settings.before, this.page.theme());
    this.results.replaceChildren(...(revealed ? showVotes(settings.options, shown, value?.option) : []));
  }
}

/** The screen of an exercise, whose modules only it needs. */
class ExerciseScreen {
  /** @type {import("./exercise_screen.js").ExerciseScreen | null} */
  screen = null;
  /** @type {Parameters<Screen["update"]> | null} */
  newest = null;
  isClosed = false;

  /** @param {HTMLElement} root @param {PhonePage} page @param {ExerciseActivity} activity */
  constructor(root, page, activity) {
    import("./exercise_screen.js").then((module) => {
      if (this.isClosed) return;
      this.screen = new module.ExerciseScreen(root, page, activity);
      if (this.newest) this.screen.update(...this.newest);
    }, () => root.append(make("p", { class: "problem" }, "The exercise could not be loaded. Reload the page.")));
  }

  /** @param {Parameters<Screen["update"]>} now */
  update(...now) {
    this.newest = now;
    this.screen?.update(...now);
  }

  close() {
    this.isClosed = true;
    this.screen?.close();
  }
}

/** @type {Record<string, (root: HTMLElement, page: PhonePage, activity: any) => Screen>} */
export const SCREENS = {
  draw: (root, page) => new DrawScreen(root, page),
  vote: (root, page, activity) => new VoteScreen(root, page, activity),
  cut: (root, page, activity) => (activity.settings.box ? new PointScreen(root, page, activity) : new CutScreen(root, page, activity)),
  challenge: (root, page, activity) => new ChallengeScreen(root, page, activity),
  exercise: (root, page, activity) => new ExerciseScreen(root, page, activity),
};
