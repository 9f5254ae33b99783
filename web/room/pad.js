/**
 * A participant's drawing area: a tap adds a point, a drag moves it, and so do a tap on it and one on its new place; a
 * swipe up or down beside the points scrolls the page. All of it works with the keyboard.
 *
 * A point has a number below the budget, under which the server keeps it.
 *
 * @import { RoomPoint } from "../messages.js"
 * @typedef {Record<string, RoomPoint | null>} Changes null removes a point
 *
 * @typedef {Object} Sheet what the server knows, and how it looks
 * @property {{box: readonly number[], budget: number}} settings
 * @property {boolean} isOpen
 * @property {boolean} isSettled whether the server has taken all that was said
 * @property {Record<string, RoomPoint>} points
 * @property {RoomPoint[]} others
 * @property {import("../paint/look.js").Look} look
 * @property {import("../messages.js").Style[]} palette
 * @property {boolean} [isFaint] the others
 * @property {[number, number][][]} [lines]
 */

import { followPointer, listenTo } from "../hand/pointer.js";
import { count, fixed } from "../paint/words.js";
import { BEST, clearCanvas, fitBox, paintLines, paintPoints } from "./marks.js";

const NEAR = 26; // pixels from a point to a finger that takes it
const STEP = 0.05, LARGE_STEP = 0.25; // of an arrow key, in the units of the plane
const PAUSE = 220; // ms between two messages of a moving finger

export class Pad {
  /** @type {Sheet | null} */
  sheet = null;
  /** @type {Record<string, RoomPoint>} */
  points = {};
  /** @type {Record<string, RoomPoint>} before the finger came down */
  before = {};
  label = 0;
  /** @type {string | null} the number of the point that is moved */
  drag = null;
  /** @type {string | null} the number of the point that a tap has picked up */
  picked = null;
  /** @type {Changes} that are not said yet */
  changes = {};
  /** @type {Changes} that the server has not taken yet */
  sending = {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {[number, number]} */
  cross = [0, 0];
  observer = new ResizeObserver(() => this.paint());

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(changes: Changes) => void} put says which points changed
   * @param {(text: string) => void} tell
   */
  constructor(canvas, put, tell) {
    this.canvas = canvas;
    this.put = put;
    this.tell = tell;
    followPointer(canvas, listenTo, this);
    canvas.addEventListener("keydown", (event) => this.type(event));
    for (const type of ["focus", "blur"]) canvas.addEventListener(type, () => this.paint());
    this.observer.observe(canvas);
  }

  /** Take the server's points; points being sent to the server stay. @param {Sheet} sheet */
  update(sheet) {
    this.sheet = sheet;
    this.points = { ...sheet.points };
    if (sheet.isSettled) this.sending = {};
    for (const [number, point] of Object.entries({ ...this.sending, ...this.changes })) this.apply(number, point);
    if (!sheet.isOpen || !this.points[this.picked ?? ""]) this.picked = null;
    this.paint();
  }

  get isOpen() {
    return this.sheet?.isOpen ?? false;
  }

  get settings() {
    return this.sheet?.settings ?? { box: [0, 1, 0, 1], budget: 0 };
  }

  /** @param {string} number @param {RoomPoint | null} point */
  apply(number, point) {
    if (point === null) delete this.points[number];
    else this.points[number] = point;
  }

  /** @param {readonly number[]} point */
  toPixel(point) {
    return fitBox(this.settings.box, this.canvas)(point);
  }

  /** @param {number} px @param {number} py */
  toPoint(px, py) {
    const [left, right, low, high] = this.settings.box, { clientWidth, clientHeight } = this.canvas;
    const x = left + (px / clientWidth) * (right - left), y = high - (py / clientHeight) * (high - low);
    return this.clamp([x, y]);
  }

  /** @param {[number, number]} place @returns {[number, number]} */
  clamp([x, y]) {
    const [left, right, low, high] = this.settings.box;
    return [Number(Math.min(right, Math.max(left, x)).toFixed(3)), Number(Math.min(high, Math.max(low, y)).toFixed(3))];
  }

  /**
   * The number of the point that a finger at a pixel takes.
   * @param {number} px
   * @param {number} py
   * @returns {string | null}
   */
  nearest(px, py) {
    const away = Object.entries(this.points).map(([number, point]) => {
      const [x, y] = this.toPixel(point);
      return { distance: Math.hypot(x - px, y - py), number };
    });
    const [first] = away.sort((a, b) => a.distance - b.distance);
    return first && first.distance <= NEAR ? first.number : null;
  }

  /** @param {{clientX: number, clientY: number}} event */
  takes(event) {
    return this.isOpen && this.nearest(...this.pixel(event)) !== null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.isOpen) return false;
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    const pixel = this.pixel(event);
    this.before = { ...this.points };
    this.drag = this.nearest(...pixel) ?? this.picked ?? this.add(this.toPoint(...pixel));
    return this.drag !== null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.drag !== null) this.place(this.drag, event);
  }

  /** @param {string} number @param {PointerEvent} event */
  place(number, event) {
    const [, , label] = this.points[number];
    this.cross = this.toPoint(...this.pixel(event));
    this.change(number, [...this.cross, label]);
  }

  /** @param {PointerEvent} event @param {boolean} isTap */
  release(event, isTap) {
    const { drag, picked } = this;
    this.picked = null;
    if (isTap && drag !== null && drag in this.before) {
      if (picked === null) this.pick(drag);
      else if (this.nearest(...this.pixel(event)) !== picked) this.place(picked, event);
    }
    this.letGo();
  }

  cancel() {
    if (this.drag !== null) this.change(this.drag, this.before[this.drag] ?? null);
    this.letGo();
  }

  letGo() {
    this.drag = null;
    this.send();
    this.paint();
  }

  /** @param {string} number */
  pick(number) {
    this.picked = number;
    this.tell("Tap its new place.");
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  pixel({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect(), { clientLeft, clientTop } = this.canvas;
    return [clientX - left - clientLeft, clientY - top - clientTop];
  }

  /** Add a point and return its number; null if the budget is used up. @param {[number, number]} place */
  add(place) {
    const numbers = Array.from({ length: this.settings.budget }, (_, k) => String(k));
    const free = numbers.length === 1 ? "0" : numbers.find((number) => !(number in this.points)); // a lone point moves
    if (free === undefined) {
      this.tell(`You have placed all ${this.settings.budget} points. Drag one, or remove one.`);
      return null;
    }
    this.cross = place;
    this.change(free, [...place, this.label]);
    return free;
  }

  /** @param {string | null | undefined} number */
  remove(number) {
    if (number !== null && number !== undefined) this.change(number, null);
    this.send();
  }

  /** @param {string} number @param {RoomPoint | null} point */
  change(number, point) {
    this.apply(number, point);
    this.changes[number] = point;
    this.timer ??= setTimeout(() => this.send(), PAUSE);
    this.paint();
  }

  send() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { changes } = this;
    this.changes = {};
    Object.assign(this.sending, changes);
    if (Object.keys(changes).length > 0) this.put(changes);
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    const step = event.shiftKey ? LARGE_STEP : STEP, [x, y] = this.cross;
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const near = () => this.nearest(...this.toPixel(this.cross));
    if (moves[event.key]) this.cross = this.clamp([x + moves[event.key][0], y + moves[event.key][1]]);
    else if (event.key === "Escape") this.picked = null;
    else if (this.isOpen && ["Enter", " "].includes(event.key)) this.addByKey();
    else if (this.isOpen && ["Delete", "Backspace"].includes(event.key)) this.remove(near());
    else return;
    event.preventDefault();
    this.paint();
    this.tell(`Cross-hair at ${this.cross.map((value) => fixed(value, 2)).join(", ")}; ${count(Object.keys(this.points).length, "point")}.`);
  }

  addByKey() {
    this.add(this.cross);
    this.send();
  }

  paint() {
    if (!this.sheet) return;
    const { context } = clearCanvas(this.canvas), { look, palette, others, isFaint = true, lines = [] } = this.sheet;
    const place = fitBox(this.settings.box, this.canvas);
    paintPoints(context, look, palette, others, place, { isFaint, size: 10 });
    paintLines(context, lines, place, BEST, 5);
    paintPoints(context, look, palette, Object.values(this.points), place, { size: 18 });
    const picked = this.points[this.picked ?? ""];
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
    if (picked) frame(context, this.toPixel(picked), 15);
    if (document.activeElement === this.canvas) frame(context, this.toPixel(this.cross), 9);
  }

  close() {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}

/** @param {CanvasRenderingContext2D} context @param {number[]} middle @param {number} half of its side */
function frame(context, [x, y], half) {
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
}
