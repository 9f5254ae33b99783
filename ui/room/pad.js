/**
 * A participant's drawing area: a tap adds a point, a finger moves it. All of it works with the keyboard.
 *
 * A point has a number below the budget, under which the server keeps it.
 */

import { count, fixed } from "../canvas/paint/words.js";
import { BEST, clearCanvas, fitBox, paintLines, paintPoints } from "./marks.js";

const NEAR = 26; // pixels from a point to a finger that takes it
const STEP = 0.05, LARGE_STEP = 0.25; // of an arrow key, in the units of the plane
const PAUSE = 220; // ms between two messages of a moving finger

export class Pad {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(changes: object) => void} put says which points changed; null removes
   * @param {(text: string) => void} tell
   */
  constructor(canvas, put, tell) {
    Object.assign(this, { canvas, put, tell, points: {}, others: [], label: 0, held: null, changes: {}, sent: {}, timer: null });
    this.cross = [0, 0];
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, () => this.release());
    canvas.addEventListener("keydown", (event) => this.type(event));
    for (const type of ["focus", "blur"]) canvas.addEventListener(type, () => this.paint());
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(canvas);
  }

  /** Take what the server knows; what is on its way to the server stays. */
  update({ settings, isOpen, isSettled, points, others, look, palette, isFaint = true, lines = [] }) {
    Object.assign(this, { settings, isOpen, others, look, palette, isFaint, lines, points: { ...points } });
    if (isSettled) this.sent = {};
    for (const [number, point] of Object.entries({ ...this.sent, ...this.changes })) this.apply(number, point);
    this.paint();
  }

  apply(number, point) {
    if (point === null) delete this.points[number];
    else this.points[number] = point;
  }

  toPixel(point) {
    return fitBox(this.settings.box, this.canvas)(point);
  }

  toPoint(px, py) {
    const [left, right, low, high] = this.settings.box, { clientWidth, clientHeight } = this.canvas;
    const x = left + (px / clientWidth) * (right - left), y = high - (py / clientHeight) * (high - low);
    return this.clamp([x, y]);
  }

  clamp([x, y]) {
    const [left, right, low, high] = this.settings.box;
    return [Math.min(right, Math.max(left, x)), Math.min(high, Math.max(low, y))].map((value) => Number(value.toFixed(3)));
  }

  nearest(px, py) {
    const away = Object.entries(this.points).map(([number, point]) => {
      const [x, y] = this.toPixel(point);
      return [Math.hypot(x - px, y - py), number];
    });
    const [distance, number] = away.sort(([a], [b]) => a - b)[0] ?? [Infinity];
    return distance <= NEAR ? number : null;
  }

  press(event) {
    if (!this.isOpen) return;
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.held = this.nearest(event.offsetX, event.offsetY) ?? this.add(this.toPoint(event.offsetX, event.offsetY));
  }

  move(event) {
    if (this.held === null) return;
    const [, , label] = this.points[this.held];
    this.cross = this.toPoint(event.offsetX, event.offsetY);
    this.change(this.held, [...this.cross, label]);
  }

  release() {
    this.held = null;
    this.send();
  }

  /** Add a point and return its number; null if the budget is used up. */
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

  remove(number) {
    if (number !== null && number !== undefined) this.change(number, null);
    this.send();
  }

  change(number, point) {
    this.apply(number, point);
    this.changes[number] = point;
    this.timer ??= setTimeout(() => this.send(), PAUSE);
    this.paint();
  }

  send() {
    clearTimeout(this.timer);
    this.timer = null;
    const { changes } = this;
    this.changes = {};
    Object.assign(this.sent, changes);
    if (Object.keys(changes).length > 0) this.put(changes);
  }

  type(event) {
    const step = event.shiftKey ? LARGE_STEP : STEP, [x, y] = this.cross;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const near = () => this.nearest(...this.toPixel(this.cross));
    if (moves[event.key]) this.cross = this.clamp([x + moves[event.key][0], y + moves[event.key][1]]);
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
    if (!this.settings) return;
    const { context } = clearCanvas(this.canvas), { look, palette } = this, place = (point) => this.toPixel(point);
    paintPoints(context, look, palette, this.others, place, { isFaint: this.isFaint, size: 10 });
    paintLines(context, this.lines, place, BEST, 5);
    paintPoints(context, look, palette, Object.values(this.points), place, { size: 18 });
    if (document.activeElement !== this.canvas) return;
    const [x, y] = this.toPixel(this.cross);
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
    context.strokeRect(x - 9, y - 9, 18, 18);
  }

  close() {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}
