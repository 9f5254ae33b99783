/**
 * What can be grabbed in a live picture, by mouse, pen, touch and keyboard.
 *
 * Each grip is a slider to assistive technology: an element on the canvas that takes the focus and the keys.
 * The canvas takes the pointer, and the nearest grip follows it.
 *
 * @typedef {import("./types.js").Grip} Grip
 */

import { followPointer } from "../hand/pointer.js";
import { zoomOf } from "../paint/view.js";

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
    followPointer(canvas, listen, this);
    listen(canvas, "pointermove", (event) => this.hover(event));
    listen(canvas, "click", (event) => this.click(event));
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
    this.listen(element, "blur", () => this.isTyping && this.rest()); // a button may be next, which reads what was moved
    this.board.append(element);
    this.elements.set(name, element);
    return element;
  }

  /** Whether a finger takes a grip at once: on a line that goes sideways only, up or down scrolls the page. */
  takes(event) {
    const grip = this.nearest(this.pixel(event), event.pointerType);
    return grip !== undefined && !(grip.distance && !grip.second && !grip.isUpright);
  }

  press(event) {
    const pixel = this.pixel(event), grip = this.nearest(pixel, event.pointerType);
    if (!grip) return false;
    event.preventDefault(); // the focus goes to the grip
    this.elements.get(grip.name).focus({ preventScroll: true, focusVisible: false });
    const read = [grip.read(pixel, pixel)].flat();
    const offsets = this.valuesOf(grip).map((value, j) => value - read[j]);
    this.held = { name: grip.name, start: pixel, offsets, before: { ...this.live.values } };
    return true;
  }

  hover(event) {
    if (this.held !== null || event.pointerType === "touch") return;
    const grip = this.nearest(this.pixel(event), event.pointerType);
    event.target.style.cursor = grip ? cursorOf(grip) : "";
  }

  move(event) {
    const { name, start, offsets } = this.held, grip = this.grips.find((each) => each.name === name);
    if (!grip) return;
    this.change(grip, [grip.read(this.pixel(event), start)].flat().map((value, j) => value + offsets[j]));
  }

  valuesOf(grip) {
    return grip.values ?? namesOf(grip).map((name) => this.live.values[name]);
  }

  change(grip, values) {
    this.live.set(grip.change?.(values) ?? Object.fromEntries(namesOf(grip).map((name, j) => [name, values[j]])));
  }

  release() {
    this.held = null;
    this.live.commit();
  }

  cancel() {
    this.live.set(this.held.before);
    this.held = null;
  }

  click(event) {
    const pixel = this.pixel(event), { picture, scene } = this.live;
    const changes = this.nearest(pixel, event.pointerType) ? null : picture.press?.(scene, pixel);
    if (!changes) return;
    this.live.set(changes);
    this.live.commit();
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
