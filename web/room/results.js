/**
 * The projector's view of each activity: one class and one line of RESULTS each.
 *
 * @import { ChallengeActivity, CutActivity, DrawActivity, PointActivity, RoomPoint, TeacherStart, VoteActivity } from "../messages.js"
 *
 * @typedef {Object} StagePage
 * @property {TeacherStart} start
 * @property {URL} base the address below which the server answers
 * @property {() => "light" | "dark"} theme
 * @property {() => import("../paint/look.js").Look} look
 * @property {(settings: object) => void} set other settings of the activity
 * @property {() => boolean} isSteered whether settings can be changed here
 * @property {() => number} rows the largest number of lines of a board
 *
 * @typedef {Object} Result
 * @property {(activity: any) => void} update
 * @property {() => void} [close]
 */

import { count, setText } from "../paint/words.js";
import { MARK, medianDistance } from "./boundary.js";
import { make } from "../paint/elements.js";
import { ExerciseResult } from "./exercise_result.js";
import { BEST, clearCanvas, fitBox, paintLines, paintPoints, paintSpread, paintStrip } from "./marks.js";
import { legendOf } from "./legend.js";
import { RoomPicture } from "./picture.js";
import { showProse } from "../exercise/prose.js";
import { withRule } from "./challenge_screen.js";
import { SituationPicture } from "./situation.js";
import { describeEntry, showStandings } from "./standings.js";
import { challengeSheet, Tuner } from "./tuner.js";
import { showVotes } from "./votes.js";

const MANY = 40; // cuts, from which on they are a density

class DrawResult {
  root = make("div", { class: "drawn" });
  message = make("p", { class: "told" });

  /** @param {HTMLElement} root @param {StagePage} page */
  constructor(root, page) {
    this.page = page;
    root.append(this.message, this.root);
    this.picture = new RoomPicture(this.root, page.start, (gamma) => page.set({ gamma }));
  }

  /** @param {DrawActivity} activity */
  update({ settings, shown, hidden }) {
    setText(this.message, hidden ? "The points are hidden." : "");
    this.root.hidden = hidden;
    if (hidden) return;
    const { box, classes, model, gamma } = settings, points = pointsOf(shown);
    this.root.classList.toggle("is-waiting", new Set(points.map(([, , label]) => label)).size < 2); // the projector is not clicked
    this.picture.show({ points, box, classes, model, gamma, theme: this.page.theme(), isSteered: this.page.isSteered() });
  }

  close() {
    this.picture.close();
  }
}

/** All points of all participants. @param {DrawActivity["shown"]} shown @returns {RoomPoint[]} */
export function pointsOf({ points = {} }) {
  return Object.values(points).flatMap((own) => Object.values(own));
}

class VoteResult {
  list = make("div", { class: "tally" });
  why = make("div", { class: "reason" });
  link = make("p", { class: "to-lesson", hidden: true });
  lesson = make("div", { class: "lesson", hidden: true });

  /** @param {HTMLElement} root @param {StagePage} page @param {VoteActivity} activity */
  constructor(root, page, { settings }) {
    const figure = make("div");
    this.page = page;
    this.lesson.append(figure, this.link);
    this.picture = new SituationPicture(figure, page.base);
    root.append(make("div", { class: "vote" }, make("div", { class: "question" }, ...showProse(settings.question)), this.list, this.lesson, this.why));
  }

  /** @param {VoteActivity} activity */
  update({ settings, shown }) {
    const [votes, ...why] = showVotes(settings.options, shown);
    this.list.replaceChildren(votes);
    this.why.replaceChildren(...why);
    this.lesson.hidden = (shown.page ?? settings.before) === undefined;
    this.picture.show(shown.after ?? settings.before, this.page.theme());
    this.link.hidden = shown.page === undefined;
    if (shown.page === undefined || this.link.hasChildNodes()) return;
    const lesson = new URL(shown.page, this.page.base);
    this.link.append(make("a", { href: lesson.href, target: "_blank", rel: "noopener" }, "Open the lesson"));
  }
}

class CutResult {
  /** @type {CutActivity | null} */
  activity = null;
  strip = make("canvas", { class: "strip", role: "img" });
  message = make("p", { class: "told" });
  observer = new ResizeObserver(() => this.paint());

  /** @param {HTMLElement} root @param {StagePage} page @param {CutActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    root.append(this.message, this.strip, ...legendOf(settings));
    this.observer.observe(this.strip);
  }

  /** @param {CutActivity} activity */
  update(activity) {
    this.activity = activity;
    const { cuts, best, errors } = activity.shown, total = Object.keys(cuts ?? {}).length;
    const caption = best === undefined ? activity.task
      : `${count(total, "cut")} of the room${this.isMany ? " as a density with their median; the bar below it has their middle half" : ""}. The best cut (thick, green) has ${errors} of ${activity.settings.points.length} points on the wrong side.`;
    setText(this.message, caption);
    this.strip.setAttribute("aria-label", best === undefined ? "The points of both classes on the projection" : caption);
    this.paint();
  }

  /** Whether the cuts would be a wall of lines. */
  get isMany() {
    return Object.keys(this.activity?.shown.cuts ?? {}).length >= MANY;
  }

  paint() {
    if (!this.activity) return;
    const { settings, shown: { cuts = {}, best } } = this.activity, { start, look } = this.page;
    /** @type {{at: number, colour?: string, width: number}[]} */
    const marks = this.isMany ? [] : Object.values(cuts).map((at) => ({ at, width: 1.5 }));
    if (best !== undefined) marks.push({ at: best, colour: BEST, width: 6 });
    paintStrip(this.strip, look(), { ...start, names: settings.names ?? start.names }, settings, marks, best);
    if (this.isMany) paintSpread(this.strip, look(), settings, Object.values(cuts));
  }

  close() {
    this.observer.disconnect();
  }
}

class PointResult {
  /** @type {PointActivity | null} */
  activity = null;
  plane = make("canvas", { class: "pad", role: "img" });
  message = make("p", { class: "told" });
  observer = new ResizeObserver(() => this.paint());

  /** @param {HTMLElement} root @param {StagePage} page @param {PointActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    root.append(this.message, this.plane, ...legendOf(settings, page));
    this.observer.observe(this.plane);
  }

  /** @param {PointActivity} activity */
  update(activity) {
    this.activity = activity;
    const { boundary = [], marks = {} } = activity.shown, points = Object.values(marks);
    const half = points.length > 0 && boundary.length > 0 ? ` ${points.length === 1 ? "It is" : "Half of them are at most"} ${medianDistance(boundary, points).toFixed(2)} from the boundary (green).` : "";
    const caption = activity.shown.boundary ? `${count(points.length, "point")} of the room.${half}` : activity.task;
    setText(this.message, caption);
    this.plane.setAttribute("aria-label", activity.shown.boundary ? caption : "The points of both classes");
    this.paint();
  }

  paint() {
    if (!this.activity) return;
    const { settings: { points, box }, shown: { marks = {}, boundary = [] } } = this.activity, { start, look } = this.page;
    const { context } = clearCanvas(this.plane), place = fitBox(box, this.plane), palette = start.palette.slice(0, MARK + 1);
    /** @type {RoomPoint[]} */
    const answers = Object.values(marks).map(([x, y]) => [x, y, MARK]);
    paintPoints(context, look(), palette, points, place, { size: 12 });
    paintLines(context, boundary, place, BEST, 5);
    paintPoints(context, look(), palette, answers, place, { size: 18 });
  }

  close() {
    this.observer.disconnect();
  }
}

class ChallengeResult {
  canvas = make("canvas", { class: "pad", role: "img" });
  intro = make("p", { class: "told" });
  board = make("div");
  caption = make("p", { class: "caption" });

  /** @param {HTMLElement} root @param {StagePage} page @param {ChallengeActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    root.append(this.intro, make("div", { class: "columns" }, this.board, make("div", {}, this.canvas, this.caption)));
    this.tuner = new Tuner(this.canvas, challengeSheet(settings, page.start.palette));
  }

  /** @param {ChallengeActivity} activity */
  update({ settings: { points, hidden: many }, shown: { board, hidden } }) {
    const { start } = this.page, best = board?.find(({ rank }) => rank === 1);
    setText(this.intro, board ? "" : `${count(points.length, "training point")}. ${count(many, "hidden point")} stay on the server until the results are revealed.`);
    this.board.replaceChildren(...(board?.length ? [showStandings(board, start, { most: this.page.rows() })] : []));
    const model = best && withRule(start.models[best.entry.model].message, best.entry.threshold);
    const { wrong } = this.tuner.show(model, Number(best?.entry.gamma ?? 0), this.page.look(), false, hidden);
    const errors = wrong > 0 ? `${count(wrong, "error")}, with a ring.` : "No errors.";
    const first = board?.filter(({ rank }) => rank === 1).length ?? 0;
    const caption = best && hidden ? `The hidden points, and ${first > 1 ? `one of the ${first} best entries` : "the best entry"}: ${describeEntry(best.entry, start)}. ${errors}` : board ? "Nobody has submitted a classifier." : "";
    setText(this.caption, caption);
    this.canvas.setAttribute("aria-label", caption || "The training points");
  }

  close() {
    this.tuner.close();
  }
}

/** @type {Record<string, (root: HTMLElement, page: StagePage, activity: any) => Result>} */
export const RESULTS = {
  draw: (root, page) => new DrawResult(root, page),
  vote: (root, page, activity) => new VoteResult(root, page, activity),
  cut: (root, page, activity) => (activity.settings.box ? new PointResult(root, page, activity) : new CutResult(root, page, activity)),
  challenge: (root, page, activity) => new ChallengeResult(root, page, activity),
  exercise: (root, page, activity) => new ExerciseResult(root, page, activity),
};
