/**
 * What a participant sees and does in each activity: one class and one line of SCREENS each.
 *
 * A screen is made when its activity starts. `update` gets the activity, the participant's own part, and whether the
 * server has taken all that was said; until then the screen shows what the participant has chosen.
 *
 * @typedef {import("../messages.js").You} You
 * @typedef {import("../messages.js").RoomPoint} RoomPoint
 * @typedef {import("../messages.js").Style} Style
 * @typedef {import("../messages.js").DrawActivity} DrawActivity
 * @typedef {import("../messages.js").VoteActivity} VoteActivity
 * @typedef {import("../messages.js").CutActivity} CutActivity
 * @typedef {import("../messages.js").PointActivity} PointActivity
 * @typedef {import("../messages.js").ChallengeActivity} ChallengeActivity
 *
 * @typedef {Object} PhonePage
 * @property {import("../messages.js").RoomStart} start
 * @property {URL} base the address below which the server answers
 * @property {() => "light" | "dark"} theme
 * @property {() => import("./marks.js").Look} look
 * @property {() => string} who this participant
 * @property {(value: object) => void} put
 * @property {(value: object) => void} putNewest of what a control says in quick succession
 * @property {(text: string) => void} tell screen readers
 *
 * @typedef {Object} Screen
 * @property {(activity: any, you: You, isSettled: boolean) => void} update
 * @property {() => void} [close]
 */

import { count, setText } from "../paint/words.js";
import { make, makeButton } from "./elements.js";
import { CutLine } from "./cut_line.js";
import { distanceTo, MARK } from "./boundary.js";
import { Pad } from "./pad.js";
import { showLine, showProse } from "./prose.js";
import { SituationPicture } from "./situation.js";
import { describeEntry, showStandings } from "./standings.js";
import { LETTERS, showVotes } from "./votes.js";

const SENT = "Sent. You can still change it.", SENDING = "Sending …";
const MOST_ROWS = 10; // of the board, besides one's own

/** @param {{title: string, round: number}} activity */
export function titleOf({ title, round }) {
  return round > 1 ? `${title}, round ${round}` : title;
}

class DrawScreen {
  page;
  canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
  classes = make("div", { class: "classes", role: "group", "aria-label": "Class of new points" });
  left = make("p", { class: "left" });
  shownClasses = "";
  pad;
  remove;

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   */
  constructor(root, page) {
    this.page = page;
    this.pad = new Pad(this.canvas, (points) => page.put({ points }), page.tell);
    this.remove = makeButton("Remove last point", () => this.pad.remove(Object.keys(this.pad.points).at(-1)));
    root.append(this.classes, this.canvas, make("div", { class: "row" }, this.left, this.remove));
  }

  /**
   * @param {DrawActivity} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
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

  /**
   * @param {Style[]} palette
   * @param {number} [own]
   */
  showClasses(palette, own) {
    const { names } = this.page.start, key = JSON.stringify([palette.length, own, this.pad.label]);
    if (this.shownClasses === key) return;
    this.shownClasses = key;
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
  page;
  inputs;
  group;
  picture;
  message = make("p", { class: "told", "aria-live": "polite" });
  results = make("div", { class: "results" });

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   * @param {VoteActivity} activity
   */
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
    this.picture = new SituationPicture(figure, page.base, "phone");
    root.append(make("div", { class: "question" }, ...showProse(settings.question)), figure, this.group, this.message, this.results);
  }

  /**
   * @param {VoteActivity} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
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

class CutScreen {
  page;
  settings;
  line;
  message = make("p", { class: "told", "aria-live": "polite" });

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   * @param {CutActivity} activity
   */
  constructor(root, page, { settings }) {
    this.page = page;
    this.settings = settings;
    this.line = new CutLine(settings, page.start, (cut) => {
      setText(this.message, SENDING);
      page.putNewest({ cut });
    });
    root.append(this.line.canvas, this.message);
  }

  /**
   * @param {CutActivity} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
  update({ open, shown }, { value }, isSettled) {
    const { low, high } = this.settings, cut = isSettled ? value?.cut : this.line.line?.at ?? value?.cut;
    this.line.update({ at: cut ?? this.line.line?.at ?? (low + high) / 2, best: shown.best, isOpen: open, look: this.page.look() });
    if (isSettled || !open) setText(this.message, this.describe(value?.cut, open, shown.errors));
  }

  /**
   * @param {number | undefined} cut
   * @param {boolean} isOpen
   * @param {number} [best] errors
   */
  describe(cut, isOpen, best) {
    const comparison = best === undefined ? "" : ` The best cut (thick, green) has ${best}.`;
    if (cut === undefined) return isOpen ? "Drag the line, or tap." : comparison;
    const { points } = this.settings;
    return `Your cut has ${countErrors(points, cut)} of ${points.length} points on the wrong side.${isOpen ? ` ${SENT}` : comparison}`;
  }

  close() {
    this.line.close();
  }
}

/**
 * The points on the wrong side of a cut: C+ is on the right.
 * @param {import("../messages.js").Score[]} points
 * @param {number} cut
 */
export function countErrors(points, cut) {
  return points.filter(([score, label]) => score > cut !== (label === 1)).length;
}

class PointScreen {
  page;
  pad;
  message = make("p", { class: "told", "aria-live": "polite" });

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   */
  constructor(root, page) {
    const canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
    this.page = page;
    this.pad = new Pad(canvas, ({ 0: point }) => point && page.put({ point: point.slice(0, 2) }), page.tell);
    this.pad.label = MARK;
    root.append(canvas, this.message);
  }

  /**
   * @param {PointActivity} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
  update({ settings, shown, open }, { value }, isSettled) {
    const { start, look } = this.page, { boundary = [] } = shown;
    /** @type {Record<string, RoomPoint>} */
    const points = value ? { 0: [value.point[0], value.point[1], MARK] } : {};
    this.pad.update({
      points, isSettled, settings: { box: settings.box, budget: 1 }, isOpen: open, look: look(), palette: start.palette.slice(0, MARK + 1),
      others: settings.points, isFaint: false, lines: boundary,
    });
    setText(this.message, describeMark(value?.point, boundary, open));
  }

  close() {
    this.pad.close();
  }
}

/**
 * @param {[number, number] | undefined} point
 * @param {[number, number][][]} boundary
 * @param {boolean} isOpen
 */
function describeMark(point, boundary, isOpen) {
  if (!point) return "";
  if (boundary.length === 0) return isOpen ? SENT : "";
  return `Your point is ${distanceTo(boundary, point).toFixed(2)} from the boundary.`;
}

class ChallengeScreen {
  page;
  sheet;
  model;
  threshold;
  slider;
  canvas = make("canvas", { class: "pad", role: "img" });
  accuracy = make("p", { class: "accuracy", "aria-live": "polite" });
  number = make("output");
  status = make("p", { class: "told", "aria-live": "polite" });
  results = make("div", { class: "results" });
  kernel;
  tools;
  submit;
  isKnown = false;
  isClosed = false;
  /** @type {import("./tuner.js").Tuner | null} */
  tuner = null;

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   * @param {ChallengeActivity} activity
   */
  constructor(root, page, { settings: { points, classes } }) {
    const { models, thresholds, limits: { gamma: [low, high] }, palette } = page.start;
    this.page = page;
    this.sheet = { points, box: boxAround(points), styles: classes.map((name, k) => ({ ...palette[k], name })) };
    this.model = choose(Object.fromEntries(Object.entries(models).map(([key, { title }]) => [key, title])));
    this.threshold = choose(thresholds);
    const scale = { type: "range", min: Math.log10(low), max: Math.log10(high), step: "any" };
    this.slider = make("input", { ...scale, "aria-label": "gamma" });
    this.slider.value = String(Math.log10(5));
    this.submit = makeButton("Submit", () => {
      setText(this.status, SENDING);
      page.put(this.entry);
    }, { class: "primary" });
    this.kernel = make("div", {}, make("label", { class: "row" }, "Threshold", this.threshold), make("label", { class: "gamma" }, "γ = ", this.number, this.slider));
    this.tools = make("div", {}, make("label", { class: "row" }, "Classifier", this.model), this.canvas, this.kernel, this.accuracy, this.submit);
    root.append(this.results, this.tools, this.status);
    for (const control of [this.model, this.threshold]) control.addEventListener("change", () => this.show(false));
    for (const type of ["input", "change"]) this.slider.addEventListener(type, () => this.show(type === "input"));
    this.loadTuner().catch(() => setText(this.accuracy, "The picture could not be loaded. Reload the page."));
  }

  /** What fits and paints is most of what a phone can load, and only a challenge needs it. */
  async loadTuner() {
    const { Tuner } = await import("./tuner.js");
    if (this.isClosed) return;
    this.tuner = new Tuner(this.canvas, this.sheet);
    this.show(false);
  }

  get message() {
    return this.page.start.models[this.model.value].message;
  }

  get gamma() {
    return Number((10 ** Number(this.slider.value)).toPrecision(3));
  }

  get entry() {
    const isKernel = this.message.kind === "kernel";
    return { model: this.model.value, ...(isKernel ? { gamma: this.gamma, threshold: this.threshold.value } : {}) };
  }

  /**
   * @param {ChallengeActivity} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
  update({ open, revealed, shown: { board } }, { name, value }, isSettled) {
    const { start } = this.page;
    if (value && !this.isKnown) this.recall(value);
    this.isKnown = true;
    this.submit.disabled = !open;
    this.tools.hidden = revealed;
    if (isSettled || !open) setText(this.status, value ? `Submitted: ${describeEntry(value, start)}.${open ? " You can still change it." : ""}` : open ? "Nothing submitted yet." : "You have submitted nothing.");
    this.results.replaceChildren(...(board?.length ? [showStandings(board, start, { own: name, most: MOST_ROWS })] : []));
    this.show(false);
  }

  /**
   * After a reload: what was submitted before.
   * @param {import("../messages.js").Entry} entry
   */
  recall({ model, gamma = 5, threshold = "error" }) {
    this.model.value = model;
    this.slider.value = String(Math.log10(Number(gamma)));
    this.threshold.value = threshold;
  }

  /** @param {boolean} isHeld */
  show(isHeld) {
    const { message, gamma } = this;
    this.kernel.hidden = message.kind !== "kernel";
    this.number.value = String(gamma);
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (!this.tuner) return;
    const { text } = this.tuner.show(withThreshold(message, this.threshold.value), gamma, this.page.look(), isHeld);
    this.canvas.setAttribute("aria-label", `Training points with the regions of ${this.model.selectedOptions[0].text}`);
    setText(this.accuracy, text);
  }

  close() {
    this.isClosed = true;
    this.tuner?.close();
  }
}

/** @param {Record<string, string>} titles */
function choose(titles) {
  return make("select", {}, ...Object.entries(titles).map(([value, text]) => make("option", { value }, text)));
}

/**
 * A classifier with the rule that somebody has chosen for its threshold, if it has such a rule.
 * @param {import("../messages.js").Model} message
 * @param {string} [threshold]
 * @returns {import("../messages.js").Model}
 */
export function withThreshold(message, threshold) {
  return message.kind === "kernel" && threshold ? { ...message, threshold: /** @type {any} */ (threshold) } : message;
}

/**
 * A box around points [x, y, class], with a margin.
 * @param {RoomPoint[]} points
 * @returns {[number, number, number, number]}
 */
export function boxAround(points) {
  const [[left, right], [low, high]] = [0, 1].map((place) => {
    const values = points.map((point) => point[place]), least = Math.min(...values), most = Math.max(...values);
    const margin = 0.08 * (most - least) || 1;
    return [least - margin, most + margin];
  });
  return [left, right, low, high];
}

/** The threshold or the point, as the teacher asks. */
class BoundaryScreen {
  screen;

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   * @param {CutActivity | PointActivity} activity
   */
  constructor(root, page, activity) {
    this.screen = activity.settings.box ? new PointScreen(root, page) : new CutScreen(root, page, /** @type {CutActivity} */ (activity));
  }

  /**
   * @param {any} activity
   * @param {You} you
   * @param {boolean} isSettled
   */
  update(activity, you, isSettled) {
    this.screen.update(activity, you, isSettled);
  }

  close() {
    this.screen.close();
  }
}

/** The screen of an exercise, whose modules only it needs. */
class ExerciseScreen {
  /** @type {import("./exercise_screen.js").ExerciseScreen | null} */
  screen = null;
  /** @type {Parameters<Screen["update"]> | null} */
  newest = null;
  isClosed = false;

  /**
   * @param {HTMLElement} root
   * @param {PhonePage} page
   * @param {import("../messages.js").ExerciseActivity} activity
   */
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

/** @type {Record<string, new (root: HTMLElement, page: PhonePage, activity: any) => Screen>} */
export const SCREENS = { draw: DrawScreen, vote: VoteScreen, cut: BoundaryScreen, challenge: ChallengeScreen, exercise: ExerciseScreen };
