/**
 * The two numbers that can be dragged: gamma, and the threshold on the line.
 */

import { hasGamma } from "../wire/data.js";
import { nearest } from "../model/points.js";
import { followPointer } from "./pointer.js";
import { cutAt, thresholdOf } from "../paint/projection.js";
import { zoomOf } from "../paint/view.js";
import { setText } from "../paint/words.js";

const REACH = { mouse: 12, pen: 16, touch: 28 }; // pixels
const REST = 300; // ms after which pressing keys has ended
const PLAY = 6000, SLOWEST = 250; // ms for all cuts together, and for one

/** Gamma as a slider with a logarithmic scale, and as a number to type. The wheel scrolls the page. */
export class GammaControl {
  constructor(board, root, listen) {
    Object.assign(this, { board, row: root.querySelector(".gamma") });
    this.slider = this.row.querySelector("[type=range]");
    this.number = this.row.querySelector("[type=text]");
    const slid = () => 10 ** Number(this.slider.value);
    listen(this.slider, "input", () => board.setGamma(slid(), false));
    listen(this.slider, "change", () => board.setGamma(slid(), !this.isTyping));
    listen(this.slider, "keydown", () => (this.isTyping = true));
    for (const type of ["keyup", "blur"]) listen(this.slider, type, () => this.letGo());
    listen(this.number, "change", () => this.type());
  }

  /** Show the board's gamma, if the kernel has one. */
  write() {
    const { gamma, data } = this.board, [low, high] = data.limits.gamma;
    this.row.hidden = !hasGamma(data);
    this.slider.disabled = this.number.disabled = this.board.isLocked("gamma");
    Object.assign(this.slider, { min: String(Math.log10(low)), max: String(Math.log10(high)) });
    if (this.board.held !== "gamma") this.slider.value = String(Math.log10(gamma));
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (this.shown !== gamma) this.number.value = String(gamma);
    this.shown = gamma;
  }

  type() {
    const gamma = Number(this.number.value.trim().replace(",", ".")), [low, high] = this.board.data.limits.gamma;
    this.shown = null;
    if (gamma > 0 && Number.isFinite(gamma)) this.board.setGamma(gamma, true);
    else this.board.say(`“${this.number.value}” is not a valid γ; type a number from ${low} to ${high}.`);
  }

  /** A key is up; often the next one follows at once. */
  letGo() {
    if (this.isTyping && this.board.held === "gamma") this.rest();
    this.isTyping = false;
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.board.setGamma(this.board.gamma, true), REST);
  }
}

/** The threshold on the canvas of the projection, and the points there, which are highlighted in all pictures. */
export class ThresholdControl {
  constructor(board, panel, listen) {
    Object.assign(this, { board, panel, canvas: panel.line, grip: null, isTyping: false, resting: null, playing: null });
    this.playButton = panel.find("[data-cut=play]");
    followPointer(this.canvas, listen, this);
    listen(this.canvas, "pointermove", (event) => this.hover(event));
    listen(this.canvas, "pointerleave", () => board.set({ hover: -1 }));
    listen(this.canvas, "keydown", (event) => this.key(event));
    for (const type of ["keyup", "blur"]) listen(this.canvas, type, () => this.rest());
    listen(panel.find("[data-cut=reset]"), "click", () => this.reset());
    listen(this.playButton, "click", () => (this.playing ? this.stop() : this.play()));
  }

  get threshold() {
    return -this.panel.fit.sides[this.panel.shown].offset;
  }

  // The threshold goes sideways: a finger that goes up or down on it scrolls the page.
  takes() {
    return false;
  }

  press(event) {
    if (this.board.held !== null || !this.isNear(event)) return false;
    this.stop();
    this.grip = this.pixel(event)[0] - this.panel.layout.bands.pixelX(this.threshold);
    this.board.set({ held: "threshold" });
    return true;
  }

  move(event) {
    if (this.isHeld) this.place(this.panel.layout.bands.place(this.pixel(event)[0] - this.grip, 0)[0]);
  }

  release() {
    if (this.isHeld) {
      if (this.board.data.lesson) this.place(this.panel.thresholdOfCut(this.panel.shownCut));
      this.board.finish();
    }
    this.grip = null;
  }

  cancel() {
    if (this.isHeld) this.board.cancel();
    this.grip = null;
  }

  /** Whether it is being dragged; new data from Python end that. */
  get isHeld() {
    return this.grip !== null && this.board.held === "threshold" && this.panel.layout !== null;
  }

  isNear(event) {
    if (!this.panel.isMovable) return false;
    const x = this.panel.layout.bands.pixelX(this.threshold);
    return Math.abs(this.pixel(event)[0] - x) <= (REACH[event.pointerType] ?? REACH.mouse);
  }

  hover(event) {
    if (this.panel.layout === null || this.grip !== null) return;
    this.canvas.style.cursor = this.isNear(event) ? "ew-resize" : "default";
    const [x, y] = this.pixel(event), { spots } = this.panel.layout;
    const index = nearest(spots.length, (i) => Math.hypot(spots[i][0] - x, spots[i][1] - y), REACH.mouse);
    if (index !== this.board.hover) this.board.set({ hover: index });
  }

  pixel({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect(), zoom = zoomOf(this.canvas);
    return [(clientX - left) / zoom, (clientY - top) / zoom];
  }

  place(threshold) {
    this.panel.move(threshold);
    this.board.changed();
  }

  key(event) {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!this.panel.isMovable) return;
    this.stop();
    if (event.key === "Home" || event.key === "Escape") this.place(null);
    else if (direction) this.step(direction);
    else return;
    clearTimeout(this.resting);
    this.isTyping = true;
    event.preventDefault();
  }

  /** A key is up; often the next one follows at once. */
  rest() {
    clearTimeout(this.resting);
    if (this.isTyping) this.resting = setTimeout(() => this.letGo(), REST);
  }

  letGo() {
    this.isTyping = false;
    if (this.board.held === null) this.board.finish();
  }

  reset() {
    this.stop();
    this.place(null);
    this.board.finish();
  }

  /** Show all cuts, one after the other. */
  play() {
    const { search } = this.panel.fit.sides[this.panel.shown];
    this.place(thresholdOf(search, 0));
    this.playing = setInterval(() => this.playOn(), Math.min(SLOWEST, PLAY / search.scores.length));
    setText(this.playButton, "Stop");
  }

  playOn() {
    if (!this.panel.isMovable || !this.step(1)) this.stop();
  }

  stop() {
    if (this.playing === null) return;
    this.close();
    this.playing = null;
    setText(this.playButton, "Play");
    this.board.finish();
  }

  close() {
    clearInterval(this.playing);
    clearTimeout(this.resting);
  }

  /** Step to the next cut that some threshold can make, if there is one. */
  step(direction) {
    const { fit, shown } = this.panel, { search } = fit.sides[shown], last = search.scores.length;
    let k = cutAt(search, this.threshold) + direction;
    while (k > 0 && k < last && !search.realisable[k]) k += direction;
    if (k < 0 || k > last) return false;
    this.place(thresholdOf(search, k));
    return true;
  }

  /** Tell assistive technology its value. */
  write() {
    const { canvas, panel: { layout, isMovable } } = this;
    canvas.setAttribute("aria-disabled", String(!isMovable));
    if (!layout) return canvas.removeAttribute("aria-valuenow");
    const [low, high] = layout.bands.box;
    const values = { valuemin: low, valuemax: high, valuenow: this.threshold };
    // Such a value has no exponent, and a threshold may be 1e-17.
    for (const [name, value] of Object.entries(values)) canvas.setAttribute(`aria-${name}`, value.toFixed(20));
    canvas.setAttribute("aria-valuetext", this.panel.formatScore(this.threshold));
  }
}
