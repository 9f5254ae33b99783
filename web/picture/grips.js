/**
 * The parts of a live picture that can be grabbed, by mouse, pen, touch and keyboard.
 *
 * Each grip is a slider to assistive technology: an element on the canvas that takes the focus and the keys.
 * The canvas takes the pointer, and the nearest grip follows it.
 *
 * @import { Grip, Live, Values } from "./types.js"
 */

import { followPointer, reachOf } from "../hand/pointer.js";
import { make } from "../paint/elements.js";
import { Nudges } from "../paint/nudges.js";
import { pixelOf } from "../paint/view.js";
import { finder } from "../paint/words.js";

const REACH = { mouse: 14, pen: 18, touch: 30 }; // pixels
const LARGE = 10, ALL = 10_000; // steps; all of them lead to an end
const REST = 300; // ms after the last key
/** @type {Record<string, number>} */
const DIRECTIONS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -LARGE, PageUp: LARGE, Home: -ALL, End: ALL };
const UPRIGHT = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp"]); // keys of the second number

export class Hand {
  /** @type {Grip[]} */
  grips = [];
  /** @type {?{name: string, start: [number, number], offsets: number[], before: Values}} the grip that a pointer has taken */
  drag = null;
  isTyping = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;
  /** @type {Map<string, HTMLElement>} */
  elements = new Map();

  /** @param {Live} live @param {HTMLElement} board @param {import("../paint/types.js").Listen} listen */
  constructor(live, board, listen) {
    this.live = live;
    this.board = board;
    this.listen = listen;
    this.nudges = new Nudges(board, listen);
    const canvas = finder(board)("canvas");
    followPointer(canvas, listen, this);
    listen(canvas, "pointermove", (event) => this.hover(canvas, event));
    listen(canvas, "click", (event) => this.click(event));
  }

  /** Whether something is being moved. */
  get isBusy() {
    return this.drag !== null || this.isTyping;
  }

  /** Make an element for each grip. @param {Grip[]} grips */
  write(grips) {
    this.grips = grips;
    const names = new Set(grips.map(({ name }) => name));
    for (const [name, element] of this.elements) {
      if (names.has(name)) continue;
      element.remove();
      this.elements.delete(name);
    }
    for (const grip of grips) this.writeGrip(grip);
    const tapped = grips.find(({ name }) => this.elements.get(name) === this.nudges.slider);
    if (tapped) this.nudges.follow(tapped.place);
    else this.nudges.close();
  }

  /** @param {Grip} grip */
  writeGrip(grip) {
    const { name, second, label, place: [x, y], text, isUpright } = grip;
    const element = this.elements.get(name) ?? this.make(name);
    const [low, high] = grip.limits ?? this.live.data.limits[name];
    const attributes = {
      "aria-label": label,
      "aria-orientation": isUpright ? "vertical" : "horizontal",
      "aria-valuemin": low,
      "aria-valuemax": high,
      "aria-valuenow": this.valuesOf(grip)[0],
      "aria-valuetext": text,
      ...(second && { "aria-roledescription": "slider in two directions" }),
    };
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
    Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
  }

  /** @param {string} name */
  make(name) {
    const element = make("div", { tabIndex: 0, role: "slider" });
    this.listen(element, "keydown", (event) => this.key(event, name));
    this.listen(element, "click", () => this.nudge(name)); // by a screen reader or a voice
    this.listen(element, "keyup", () => this.letGo());
    this.listen(element, "blur", () => this.isTyping && this.rest()); // the next press may be on a button that reads the values
    this.board.append(element);
    this.elements.set(name, element);
    return element;
  }

  /**
   * Whether a finger takes a grip at once: on a line that goes sideways only, up or down scrolls the page.
   * @param {import("../hand/pointer.js").At} event
   */
  takes(event) {
    const grip = this.nearest(event);
    return grip !== undefined && !(grip.distance && !grip.second && !grip.isUpright);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const pixel = pixelOf(event, this.board), grip = this.nearest(event);
    if (!grip) return false;
    event.preventDefault(); // the focus goes to the grip
    this.elements.get(grip.name)?.focus({ preventScroll: true, focusVisible: false });
    const read = [grip.read(pixel, pixel)].flat();
    const offsets = this.valuesOf(grip).map((value, j) => value - read[j]);
    this.drag = { name: grip.name, start: pixel, offsets, before: { ...this.live.values } };
    return true;
  }

  /** @param {HTMLElement} canvas @param {PointerEvent} event */
  hover(canvas, event) {
    if (this.drag !== null || event.pointerType === "touch") return;
    const grip = this.nearest(event);
    canvas.style.cursor = grip ? cursorOf(grip) : "";
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this, grip = this.grips.find((each) => each.name === drag?.name);
    if (!drag || !grip) return;
    const read = [grip.read(pixelOf(event, this.board), drag.start)].flat();
    this.change(grip, read.map((value, j) => value + drag.offsets[j]));
  }

  /** @param {Grip} grip */
  valuesOf(grip) {
    return grip.values ?? namesOf(grip).map((name) => Number(this.live.values[name]));
  }

  /** @param {Grip} grip @param {number[]} values */
  change(grip, values) {
    this.live.set(grip.change?.(values) ?? Object.fromEntries(namesOf(grip).map((name, j) => [name, values[j]])));
  }

  /** @param {PointerEvent} _ @param {boolean} isTap */
  release(_, isTap) {
    if (isTap && this.drag) this.nudge(this.drag.name);
    this.drag = null;
    this.live.commit();
  }

  /** Show buttons that move a grip. @param {string} name */
  nudge(name) {
    const grip = this.grips.find((each) => each.name === name), element = this.elements.get(name);
    if (grip && element) this.nudges.open(element, grip.place, grip);
  }

  cancel() {
    if (this.drag) this.live.set(this.drag.before);
    this.drag = null;
  }

  /** @param {PointerEvent} event */
  click(event) {
    const changes = this.nearest(event) ? null : this.live.press(pixelOf(event, this.board));
    if (!changes) return;
    this.live.set(changes);
    this.live.commit();
  }

  /** @param {KeyboardEvent} event @param {string} name of the grip */
  key(event, name) {
    const direction = DIRECTIONS[event.key], grip = this.grips.find((each) => each.name === name);
    if (!direction || !grip || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const steps = direction * (event.shiftKey ? LARGE : 1);
    this.begin();
    const axis = grip.second && UPRIGHT.has(event.key) ? 1 : 0;
    this.change(grip, this.valuesOf(grip).map((value, j) => (j === axis ? value + steps * grip.step : value)));
  }

  /** A key is down, or another movement has begun that is sent only when it rests. */
  begin() {
    clearTimeout(this.resting);
    this.isTyping = true;
  }

  /** A key is up: wait, because the next one often follows at once. */
  letGo() {
    if (!this.isTyping) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST);
  }

  rest() {
    clearTimeout(this.resting);
    this.isTyping = false;
    this.live.commit();
  }

  /** @param {import("../hand/pointer.js").At} event @returns {Grip | undefined} within the reach of the pointer */
  nearest(event) {
    const pixel = pixelOf(event, this.board), reach = reachOf(REACH, event);
    const candidates = this.grips.map((grip) => ({ grip, distance: distanceTo(grip, pixel) }))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance);
    return candidates[0]?.grip;
  }

  close() {
    clearTimeout(this.resting);
  }
}

/** @param {Grip} grip */
function namesOf({ name, second }) {
  return typeof second === "string" ? [name, second] : [name];
}

/** @param {Grip} grip */
function cursorOf({ second, isUpright }) {
  if (second) return "move";
  return isUpright ? "ns-resize" : "ew-resize";
}

/** @param {Grip} grip @param {[number, number]} pixel */
function distanceTo({ place: [x, y], distance }, pixel) {
  return distance ? distance(pixel) : Math.hypot(pixel[0] - x, pixel[1] - y);
}
