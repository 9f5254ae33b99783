/**
 * What can be grabbed in a live picture, by mouse, pen, touch and keyboard.
 *
 * Each grip is a slider to assistive technology: an element on the canvas that takes the focus and the keys.
 * The canvas takes the pointer, and the nearest grip follows it.
 *
 * @typedef {Object} Grip
 * @property {string} name of the number it changes
 * @property {string | true} [second] the number it changes when it moves up and down, where it moves in the plane
 * @property {string} label
 * @property {[number, number]} place its middle, in CSS pixels
 * @property {number} step of an arrow key
 * @property {string} text its value in words
 * @property {boolean} [isUpright] whether it moves up and down
 * @property {(pixel: [number, number], start: [number, number]) => number | [number, number]} read the value, or both
 *     values, at a pixel; `start` is where the hand went down
 * @property {number[]} [values] its values, where they are no numbers of their own; with them go `limits` and
 * @property {(values: number[]) => object} [change] what its new values change
 * @property {[number, number]} [limits]
 * @property {(pixel: [number, number]) => number} [distance] to a pixel; from its middle if there is none
 */

import { zoomOf } from "../canvas/paint/view.js";

const REACH = { mouse: 14, pen: 18, touch: 30 }; // pixels
const LARGE = 10; // steps
const REST = 300; // ms after the last key
const DIRECTIONS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -LARGE, PageUp: LARGE };
const UPRIGHT = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp"]); // keys of the second number

export class Hand {
  constructor(live, board, listen) {
    Object.assign(this, { live, board, grips: [], held: null, isTyping: false, resting: null });
    this.elements = new Map();
    this.listen = listen;
    const canvas = board.querySelector("canvas");
    listen(canvas, "pointerdown", (event) => this.press(event));
    listen(canvas, "pointermove", (event) => this.move(event));
    for (const type of ["pointerup", "pointercancel"]) listen(canvas, type, () => this.release());
    listen(canvas, "click", (event) => this.click(event));
    // A finger on a grip moves it; anywhere else it scrolls the page.
    listen(canvas, "touchstart", (event) => this.holdPage(event), { passive: false });
  }

  /** Whether a movement has not ended. */
  get isBusy() {
    return this.held !== null || this.isTyping;
  }

  /** Let there be an element for each grip. */
  write(grips) {
    this.grips = grips;
    const names = new Set(grips.map(({ name }) => name));
    for (const [name, element] of this.elements) {
      if (names.has(name)) continue;
      element.remove();
      this.elements.delete(name);
    }
    for (const grip of grips) this.writeGrip(grip);
  }

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

  make(name) {
    const element = document.createElement("div");
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    this.listen(element, "keydown", (event) => this.key(event, name));
    this.listen(element, "keyup", () => this.letGo());
    this.listen(element, "blur", () => this.letGo());
    this.board.append(element);
    this.elements.set(name, element);
    return element;
  }

  press(event) {
    if (event.button !== 0) return;
    const pixel = this.pixel(event), grip = this.nearest(pixel, event.pointerType);
    if (!grip) return;
    event.preventDefault();
    event.target.setPointerCapture(event.pointerId);
    this.elements.get(grip.name).focus({ preventScroll: true, focusVisible: false });
    const read = [grip.read(pixel, pixel)].flat();
    this.held = { name: grip.name, start: pixel, offsets: this.valuesOf(grip).map((value, j) => value - read[j]) };
  }

  move(event) {
    const pixel = this.pixel(event);
    if (this.held === null) {
      const grip = this.nearest(pixel, event.pointerType);
      event.target.style.cursor = grip ? cursorOf(grip) : "";
      return;
    }
    const { name, start, offsets } = this.held, grip = this.grips.find((each) => each.name === name);
    if (!grip) return;
    this.change(grip, [grip.read(pixel, start)].flat().map((value, j) => value + offsets[j]));
  }

  valuesOf(grip) {
    return grip.values ?? namesOf(grip).map((name) => this.live.values[name]);
  }

  change(grip, values) {
    this.live.set(grip.change?.(values) ?? Object.fromEntries(namesOf(grip).map((name, j) => [name, values[j]])));
  }

  release() {
    if (this.held === null) return;
    this.held = null;
    this.live.commit();
  }

  click(event) {
    const pixel = this.pixel(event), { picture, scene } = this.live;
    const changes = this.nearest(pixel, event.pointerType) ? null : picture.press?.(scene, pixel);
    if (!changes) return;
    this.live.set(changes);
    this.live.commit();
  }

  holdPage(event) {
    const [touch] = event.changedTouches;
    if (event.touches.length === 1 && this.nearest(this.pixel(touch), "touch")) event.preventDefault();
  }

  key(event, name) {
    const direction = DIRECTIONS[event.key], grip = this.grips.find((each) => each.name === name);
    if (!direction || !grip || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const steps = direction * (event.shiftKey ? LARGE : 1);
    this.begin();
    const moved = grip.second && UPRIGHT.has(event.key) ? 1 : 0;
    this.change(grip, this.valuesOf(grip).map((value, j) => (j === moved ? value + steps * grip.step : value)));
  }

  /** A key is down, or something else has begun that is not sent before it rests. */
  begin() {
    clearTimeout(this.resting);
    this.isTyping = true;
  }

  /** A key is up; often the next one follows at once. */
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

  nearest(pixel, pointer) {
    const reach = REACH[pointer] ?? REACH.mouse;
    const found = this.grips.map((grip) => ({ grip, distance: distanceTo(grip, pixel) }))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance);
    return found[0]?.grip;
  }

  pixel({ clientX, clientY }) {
    const { left, top } = this.board.getBoundingClientRect(), zoom = zoomOf(this.board);
    return [(clientX - left) / zoom, (clientY - top) / zoom];
  }

  close() {
    clearTimeout(this.resting);
  }
}

function namesOf({ name, second }) {
  return second ? [name, second] : [name];
}

function cursorOf({ second, isUpright }) {
  if (second) return "move";
  return isUpright ? "ns-resize" : "ew-resize";
}

function distanceTo({ place: [x, y], distance }, pixel) {
  return distance ? distance(pixel) : Math.hypot(pixel[0] - x, pixel[1] - y);
}
