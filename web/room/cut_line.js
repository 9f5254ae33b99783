/** A participant's cut: a line across the strip of points that a finger, a mouse or the arrow keys move. */

import { followPointer, listenTo } from "../hand/pointer.js";
import { make } from "../paint/elements.js";
import { BEST, measureStrip, paintStrip } from "./marks.js";

/**
 * @import { CutSettings, RoomStart } from "../messages.js"
 * @typedef {{at: number, best?: number, isOpen: boolean, isPlaced: boolean, look: import("../paint/look.js").Look}} State
 */

const NEAR = 40; // pixels from the line to a finger that takes it
const STEPS = 200, LARGE = 10; // of an arrow key from end to end; with Shift, Page Up and Page Down

export class CutLine {
  /** @type {State | null} */
  state = null;
  before = 0;
  isHeld = false;
  canvas = make("canvas", { class: "strip", role: "slider", tabIndex: 0, "aria-label": "Your cut" });
  observer = new ResizeObserver(() => this.paint());

  /** @param {CutSettings} settings @param {RoomStart} start @param {(cut: number) => void} put */
  constructor(settings, start, put) {
    this.settings = settings;
    this.start = start;
    this.put = put;
    this.canvas.setAttribute("aria-valuemin", String(settings.low));
    this.canvas.setAttribute("aria-valuemax", String(settings.high));
    followPointer(this.canvas, listenTo, this);
    this.canvas.addEventListener("keydown", (event) => this.type(event));
    this.observer.observe(this.canvas);
  }

  /** @param {State} state `at`: where the line is, unless it is held */
  update(state) {
    const at = this.isHeld && this.state ? this.state.at : state.at;
    this.state = { ...state, at };
    this.canvas.setAttribute("aria-disabled", String(!state.isOpen));
    this.paint();
  }

  /** @param {{clientX: number}} event */
  scoreUnder({ clientX }) {
    return measureStrip(this.canvas, this.settings).score(clientX - this.canvas.getBoundingClientRect().left);
  }

  /** @param {{clientX: number}} event */
  takes({ clientX }) {
    if (!this.state?.isOpen) return false;
    const x = clientX - this.canvas.getBoundingClientRect().left;
    return Math.abs(measureStrip(this.canvas, this.settings).pixel(this.state.at) - x) <= NEAR;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.state?.isOpen) return false;
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    this.before = this.state.at;
    this.isHeld = true;
    this.moveTo(this.scoreUnder(event));
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    this.moveTo(this.scoreUnder(event));
  }

  release() {
    this.isHeld = false;
    if (this.state) this.put(this.state.at);
  }

  cancel() {
    this.isHeld = false;
    this.moveTo(this.before);
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    const { low, high } = this.settings, step = ((high - low) / STEPS) * (event.shiftKey ? LARGE : 1);
    const at = this.state?.at ?? 0, large = ((high - low) / STEPS) * LARGE;
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: at - step, ArrowDown: at - step, ArrowRight: at + step, ArrowUp: at + step,
      PageDown: at - large, PageUp: at + large, Home: low, End: high,
    };
    if (!this.state?.isOpen || !(event.key in places)) return;
    event.preventDefault();
    this.moveTo(Math.max(low, Math.min(high, places[event.key])));
    this.put(this.state.at);
  }

  /** @param {number} at */
  moveTo(at) {
    if (this.state) this.state = { ...this.state, at };
    this.paint();
  }

  paint() {
    if (!this.state) return;
    const { at, look } = this.state, { cuts, side } = linesOf(this.state);
    this.canvas.setAttribute("aria-valuenow", String(at));
    this.canvas.setAttribute("aria-valuetext", at.toPrecision(3));
    paintStrip(this.canvas, look, { ...this.start, names: this.settings.names ?? this.start.names }, this.settings, cuts, side);
  }

  close() {
    this.observer.disconnect();
  }
}

/**
 * The lines of a strip, and the cut whose sides are tinted. A line that nobody has moved is no answer: it goes when the activity closes.
 * @param {Pick<State, "at" | "best" | "isOpen" | "isPlaced">} state
 */
export function linesOf({ at, best, isOpen, isPlaced }) {
  const isOwn = isOpen || isPlaced;
  const cuts = [...(best === undefined ? [] : [{ at: best, colour: BEST, width: 6 }]), ...(isOwn ? [{ at, width: 3, hasGrip: isOpen }] : [])];
  return { cuts, side: isOwn ? at : best };
}
