/**
 * The projector's view of an exercise: the task, the progress of the class, and at the end a gallery and the solution.
 *
 * @import { Desk, DeskSheet, ExerciseActivity, Solution } from "../messages.js"
 * @import { StagePage } from "./results.js"
 */

import { writeMeasure } from "../paint/view.js";
import { count, setText } from "../paint/words.js";
import { deskOf } from "../exercise/desk.js";
import { paintDots } from "./dots.js";
import { make, makeButton } from "../paint/elements.js";
import { showEnding } from "../exercise/player.js";
import { SheetPicture, sheetOf, showPicture } from "./gallery.js";
import { showProse } from "../exercise/prose.js";
import { showVotes } from "./votes.js";

const NONE = -1; // of the gallery is open
const NOTHING = "Nothing has been handed in.";
const WAITING = "The correct answer stays on the server until it is revealed.";

export class ExerciseResult {
  root = make("div", { class: "exercise-result" });
  title = make("h3", { class: "exercise-title" });
  task = make("div", { class: "question" });
  message = make("p", { class: "told" });
  measures = make("div", { class: "measures" });
  large = make("div", { class: "large" });
  caption = make("p", { class: "caption" });
  gallery = make("div", { class: "gallery", role: "group", "aria-label": "Solutions" });
  ending = make("div", { class: "ending" });
  beside = make("div", { class: "ending" }); // if votes are below the task
  observer = new ResizeObserver(() => this.paintMeasures());
  /** @type {Desk | null} */
  desk = null;
  /** @type {ExerciseActivity | null} */
  activity = null;
  /** @type {{close: () => void}[]} */
  thumbs = [];
  /** @type {{close: () => void} | null} */
  picture = null;
  /** The content of the page, as texts. */
  shownGallery = "";
  shownLarge = "";

  /** @param {HTMLElement} root @param {StagePage} page @param {ExerciseActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    setText(this.title, settings.title);
    this.task.append(...showProse(settings.task));
    const words = make("div", {}, this.title, this.task, this.message, this.measures, this.ending);
    this.root.append(words, make("div", {}, this.large, this.caption, this.beside, this.gallery));
    root.append(this.root);
    this.observer.observe(this.measures);
    deskOf(page.base, settings).then((desk) => {
      this.desk = desk;
      if (this.activity) this.update(this.activity);
    }, () => setText(this.message, "The exercise could not be loaded. Reload the page."));
  }

  /** @param {ExerciseActivity} activity */
  update(activity) {
    const { settings: { rules, options }, shown: { reached, values = [], votes, ending, gallery = [] } } = activity;
    this.activity = activity;
    const total = rules.kind === "reach" ? values.length : activity.answered + activity.gone;
    setText(this.message, reached === undefined ? WAITING : total === 0 ? NOTHING : describeCount(rules.kind === "reach", reached, total));
    this.showMeasures();
    const right = { votes: votes && [votes], answer: ending?.right };
    this.root.classList.toggle("is-revealed", Boolean(ending));
    const words = ending ? showEnding(votes ? { ...ending, right: undefined } : ending, options) : [];
    this.ending.replaceChildren(...(options.length > 0 ? showVotes(options, right) : words));
    this.beside.replaceChildren(...(votes ? words : []));
    this.showLarge(activity);
    this.showGallery(gallery);
  }

  /** The distribution of each measure of the goal, or of the numbers that were handed in. */
  showMeasures() {
    const lines = this.lines();
    while (this.measures.children.length > lines.length) this.measures.lastElementChild?.remove();
    while (this.measures.children.length < lines.length) this.measures.append(make("figure", {}, make("figcaption"), make("canvas", { role: "img" })));
    lines.forEach(({ words }, k) => {
      const [caption, canvas] = this.measures.children[k].children;
      setText(/** @type {HTMLElement} */ (caption), words);
      canvas.setAttribute("aria-label", words);
    });
    this.paintMeasures();
  }

  paintMeasures() {
    this.lines().forEach(({ values, goal }, k) => {
      const canvas = this.measures.children[k]?.querySelector("canvas");
      if (canvas?.clientWidth) paintDots(canvas, this.page.look(), values, goal);
    });
  }

  /** @returns {{words: string, values: number[], goal: {wanted: number, side?: ">=" | "<="}}[]} */
  lines() {
    if (!this.activity) return [];
    const { settings: { rules }, shown: { values = [], ending, gallery = [] } } = this.activity;
    if (rules.goal) {
      return rules.goal.map(({ title, sign, number, wanted }, k) => {
        const numbers = values.map((each) => each[k]).filter((each) => each !== null);
        const holding = numbers.filter((each) => (sign === ">=" ? each >= number - 1e-9 : each <= number + 1e-9)).length;
        const words = `${title}, ${wanted}${numbers.length > 0 ? `: ${holding} of ${numbers.length}` : ""}`;
        return { words, values: numbers, goal: { wanted: number, side: sign } };
      });
    }
    const numbers = gallery.map(({ handed: { number, place } }) => number ?? place?.x).filter((each) => each !== undefined);
    return ending?.truth === undefined ? [] : [{ words: "The different answers, with the correct one in green", values: numbers, goal: { wanted: ending.truth } }];
  }

  /**
   * The picture of the exercise; once revealed, of its solution or of the opened one.
   * @param {ExerciseActivity} activity
   */
  showLarge({ settings: { opened }, shown: { ending, gallery = [] } }) {
    const { desk, page } = this, solution = gallery[opened];
    if (!desk) return;
    const text = JSON.stringify([opened, Boolean(ending), solution, page.theme()]);
    if (text === this.shownLarge) return;
    this.shownLarge = text;
    this.picture?.close();
    const start = desk.kind === "reach" ? "The initial state, the same for everybody." : "", end = desk.kind === "number" ? "" : "The solution of the exercise.";
    const caption = solution?.handed.state ? `A solution of the room. ${describe(solution, desk)}` : ending ? end : start;
    setText(this.caption, caption);
    const { state } = solution?.handed ?? {}, { picture } = state ? desk : ending ?? desk;
    this.large.replaceChildren();
    this.picture = showPicture(this.large, page, desk, picture, state ?? {}, caption, ending ? places(gallery) : []);
  }

  /** @param {Solution[]} gallery */
  showGallery(gallery) {
    const { desk, page } = this, drawings = gallery.filter(({ handed }) => handed.state).slice(0, page.rows());
    const text = JSON.stringify([drawings, page.theme(), Boolean(desk), this.activity?.settings.opened]);
    if (!desk || text === this.shownGallery) return;
    this.shownGallery = text;
    for (const thumb of this.thumbs) thumb.close();
    this.thumbs = [];
    const open = (/** @type {number} */ place) => page.set({ opened: place });
    const ending = drawings.length > 0 ? [makeButton("The solution", () => open(NONE), { class: "thumb", "aria-pressed": String(this.activity?.settings.opened === NONE) })] : [];
    this.gallery.replaceChildren(...ending, ...drawings.map((solution, place) => this.makeThumb(desk, solution, place, open)));
  }

  /** @param {Desk} desk @param {Solution} solution @param {number} place @param {(place: number) => void} open */
  makeThumb(desk, solution, place, open) {
    const sheet = /** @type {DeskSheet} */ (sheetOf(desk.picture, solution.handed.state ?? {}));
    const words = describe(solution, desk), picture = new SheetPicture(sheet, this.page.start, this.page.look(), words, 1);
    this.thumbs.push(picture);
    const button = makeButton("", () => open(place), { class: "thumb", "aria-label": `Open solution ${place + 1}${solution.count > 1 ? `, of ${solution.count} participants` : ""}: ${words}`, "aria-pressed": String(this.activity?.settings.opened === place) });
    button.append(picture.root, make("span", {}, `${solution.result.reached ? "✓ " : ""}${measuresOf(solution.result, desk).map(({ value }) => value).join(", ")}${solution.count > 1 ? ` (${solution.count}×)` : ""}`));
    return button;
  }

  close() {
    this.observer.disconnect();
    this.picture?.close();
    for (const thumb of this.thumbs) thumb.close();
  }
}

/**
 * @param {boolean} isGoal the exercise has a goal, and no right answer
 * @param {number} right
 * @param {number} total
 */
function describeCount(isGoal, right, total) {
  const [noun, one, many] = isGoal ? ["solution", "reaches the goal", "reach the goal"] : ["answer", "is right", "are right"];
  return `${right} of ${count(total, noun)} ${right === 1 ? one : many}.`;
}

/**
 * The result of a solution, in words: "Reached: training accuracy 95 %, training errors 4."
 * @param {Solution} solution
 * @param {Desk} desk
 */
function describe(solution, desk) {
  return `${solution.result.reached ? "Reached" : "Not yet"}: ${describeMeasures(solution.result, desk)}.`;
}

/** The measures of the goal, with their values. @param {Solution["result"]} result @param {Desk} desk */
export function describeMeasures(result, desk) {
  return measuresOf(result, desk).map(({ title, value }) => `${title} ${value}`.trim()).join(", ");
}

/** The title of each measure of the goal, and its value with its unit. @param {Solution["result"]} result @param {Desk} desk */
function measuresOf({ values = [] }, { picture }) {
  const goal = picture.kind === "drawn" ? picture.sheet.exercise.goal : [];
  return values.map((value, k) => {
    const { title = "", unit = "" } = goal[k] ?? {};
    return { title, value: value === null ? "unknown" : writeMeasure(value, unit) };
  });
}

/** The places of the room, which are shown beside the right one. @param {Solution[]} gallery */
function places(gallery) {
  return gallery.flatMap(({ handed: { place } }) => (place ? [place] : []));
}
