/** What the projector shows of each activity: one class and one line of RESULTS each. */

import { count, setText } from "../canvas/paint/words.js";
import { MARK, medianDistance } from "./boundary.js";
import { make } from "./elements.js";
import { BEST, clearCanvas, fitBox, paintLines, paintPoints, paintStrip } from "./marks.js";
import { Picture } from "./picture.js";
import { showProse } from "./prose.js";
import { boxAround } from "./screens.js";
import { describeEntry, showStandings } from "./standings.js";
import { Tuner } from "./tuner.js";
import { showVotes } from "./votes.js";

class DrawResult {
  constructor(root, page) {
    Object.assign(this, { page, root: make("div") });
    root.append(this.root);
    this.picture = new Picture(this.root, page.start, (gamma) => page.set({ gamma: Number(gamma.toPrecision(4)) }));
  }

  update({ settings, shown }) {
    const { box, classes, model, gamma } = settings, points = pointsOf(shown);
    this.root.classList.toggle("is-waiting", new Set(points.map(([, , label]) => label)).size < 2); // nobody clicks here
    this.picture.show({ points, box, classes, model, gamma, theme: this.page.theme() });
  }

  close() {
    this.picture.close();
  }
}

/** All points of all participants: [x, y, class]. */
export function pointsOf({ points = {} }) {
  return Object.values(points).flatMap((own) => Object.values(own));
}

class VoteResult {
  constructor(root, _page, { settings }) {
    this.list = make("div");
    this.lesson = make("div", { class: "lesson", hidden: true });
    root.append(make("div", { class: "columns" }, make("div", {}, make("div", { class: "question" }, ...showProse(settings.question)), this.list), this.lesson));
  }

  update({ settings, shown }) {
    this.list.replaceChildren(...showVotes(settings.options, shown));
    this.lesson.hidden = shown.page === undefined;
    if (shown.page !== undefined && !this.lesson.hasChildNodes()) this.lesson.append(...showLesson(shown.page));
  }
}

/** The picture of a lesson, which answers the hand, and a link to the lesson. */
function showLesson(path) {
  const page = new URL(path, document.baseURI), picture = new URL(`${page}?embed=true`);
  return [
    make("iframe", { src: picture.href, title: "Picture of the lesson", loading: "lazy" }),
    make("p", {}, make("a", { href: page.href, target: "_blank", rel: "noopener" }, "Open the lesson")),
  ];
}

class CutResult {
  constructor(root, page) {
    this.page = page;
    this.strip = make("canvas", { class: "strip", role: "img" });
    this.told = make("p");
    root.append(this.strip, this.told);
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.strip);
  }

  update(activity) {
    this.activity = activity;
    const { cuts, best, errors } = activity.shown, placed = Object.keys(cuts ?? {}).length;
    const told = best === undefined ? "" : `${count(placed, "cut")} of the room. The best cut (thick, green) has ${errors} of ${activity.settings.points.length} points on the wrong side.`;
    setText(this.told, told);
    this.strip.setAttribute("aria-label", told || "The points of both classes on the projection");
    this.paint();
  }

  paint() {
    if (!this.activity) return;
    const { settings, shown: { cuts = {}, best } } = this.activity, { start, look } = this.page;
    const marks = Object.values(cuts).map((at) => ({ at, width: 1.5 }));
    if (best !== undefined) marks.push({ at: best, colour: BEST, width: 6 });
    paintStrip(this.strip, look(), start, settings, marks);
  }

  close() {
    this.observer.disconnect();
  }
}

class PointResult {
  constructor(root, page) {
    this.page = page;
    this.plane = make("canvas", { class: "pad", role: "img" });
    this.told = make("p");
    root.append(this.plane, this.told);
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.plane);
  }

  update(activity) {
    this.activity = activity;
    const { boundary = [], marks = {} } = activity.shown, points = Object.values(marks);
    const half = points.length > 0 && boundary.length > 0 ? ` Half of them are at most ${medianDistance(boundary, points).toFixed(2)} from the boundary (green).` : "";
    const told = activity.shown.boundary ? `${count(points.length, "point")} of the room.${half}` : "";
    setText(this.told, told);
    this.plane.setAttribute("aria-label", told || "The points of both classes");
    this.paint();
  }

  paint() {
    if (!this.activity) return;
    const { settings: { points, box }, shown: { marks = {}, boundary = [] } } = this.activity, { start, look } = this.page;
    const { context } = clearCanvas(this.plane), place = fitBox(box, this.plane), palette = start.palette.slice(0, MARK + 1);
    paintPoints(context, look(), palette, points, place, { size: 12 });
    paintLines(context, boundary, place, BEST, 5);
    paintPoints(context, look(), palette, Object.values(marks).map((point) => [...point, MARK]), place, { size: 18 });
  }

  close() {
    this.observer.disconnect();
  }
}

/** The thresholds or the points, as the teacher asks. */
function BoundaryResult(root, page, activity) {
  return activity.settings.box ? new PointResult(root, page) : new CutResult(root, page);
}

class ChallengeResult {
  constructor(root, page, { settings: { points, hidden, classes: called } }) {
    this.page = page;
    const canvas = make("canvas", { class: "pad", role: "img" }), { palette } = page.start;
    this.board = make("div");
    this.told = make("p");
    root.append(make("p", {}, `${points.length} training points. ${hidden} hidden points stay on the server.`), make("div", { class: "columns" }, this.board, make("div", {}, canvas, this.told)));
    this.canvas = canvas;
    this.tuner = new Tuner(canvas, { points, box: boxAround(points), styles: called.map((name, k) => ({ ...palette[k], name })) });
  }

  update({ shown: { board } }) {
    this.board.replaceChildren(...(board ? [showStandings(board, this.page.start)] : []));
    const [best] = board ?? [], { models } = this.page.start;
    const { model, gamma, threshold } = best?.entry ?? {}, message = best && { ...models[model].message, ...(threshold ? { threshold } : {}) };
    this.tuner.show(message, Number(gamma ?? 0), this.page.look(), false);
    const told = best ? `The best entry: ${describeEntry(best.entry, this.page.start)}.` : "";
    setText(this.told, told);
    this.canvas.setAttribute("aria-label", `The training points. ${told}`);
  }

  close() {
    this.tuner.close();
  }
}

export const RESULTS = { draw: DrawResult, vote: VoteResult, cut: BoundaryResult, challenge: ChallengeResult };
