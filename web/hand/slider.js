/**
 * The two numbers that can be dragged: gamma, and the threshold on the line.
 */

import { cutNotes } from "../probe/plane.js";
import { speaker } from "../probe/speaker.js";
import { nearest } from "../model/points.js";
import { GAMMA } from "../model/shared.js";
import { followPointer, reachOf } from "./pointer.js";
import { Nudges } from "../paint/nudges.js";
import { cutAt, gripAt, thresholdOf } from "../paint/projection.js";
import { pixelOf } from "../paint/view.js";
import { finder, setText } from "../paint/words.js";

/**
 * @import { Listen } from "../paint/types.js"
 * @import { Board } from "./board.js"
 * @import { At } from "./pointer.js"
 */

const REACH = { mouse: 12, pen: 16, touch: 28 }; // pixels
const REST = 300; // ms after the last key
const LEAVES = /** @type {const} */ (["keyup", "blur"]);
/** @type {Record<string, number>} */
const DIRECTIONS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const PLAY = 6000, SLOWEST = 250; // ms for all cuts together, and for one

/** Gamma as a slider with a logarithmic scale, and as a number to type. The wheel scrolls the page. */
export class GammaControl {
  isTyping = false;
  /** @type {?number} the gamma that the number shows */
  shownGamma = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;

  /** @param {Board} board @param {HTMLElement} root @param {Listen} listen */
  constructor(board, root, listen) {
    this.board = board;
    this.row = finder(root)(".gamma");
    this.voice = finder(root)(".voice");
    const find = finder(this.row);
    /** @type {HTMLInputElement} */
    this.slider = find("[type=range]");
    /** @type {HTMLInputElement} */
    this.number = find("[type=text]");
    const readGamma = () => 10 ** Number(this.slider.value);
    listen(this.slider, "input", () => board.setGamma(readGamma(), false));
    listen(this.slider, "change", () => board.setGamma(readGamma(), !this.isTyping));
    listen(this.slider, "keydown", () => (this.isTyping = true));
    for (const name of LEAVES) listen(this.slider, name, () => this.letGo());
    listen(this.number, "change", () => this.type());
  }

  /** Show the board's gamma, if a classifier in the picture depends on it. */
  write() {
    const { gamma, data } = this.board;
    this.row.hidden = !data.showsGamma;
    this.slider.disabled = this.number.disabled = this.board.isLocked("gamma");
    Object.assign(this.slider, { min: String(Math.log10(GAMMA.low)), max: String(Math.log10(GAMMA.high)) });
    if (this.board.drag !== "gamma") this.slider.value = String(Math.log10(gamma));
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (this.shownGamma !== gamma) this.number.value = String(gamma);
    this.shownGamma = gamma;
  }

  type() {
    const gamma = Number(this.number.value.trim().replace(",", "."));
    this.shownGamma = null;
    if (gamma > 0) this.board.setGamma(gamma, true);
    if (gamma >= GAMMA.low && gamma <= GAMMA.high) return;
    const sentence = `“${this.number.value}” is not a valid γ; type a number from ${GAMMA.low} to ${GAMMA.high}.`;
    this.board.say(sentence);
    setText(this.voice, sentence);
  }

  /** A key is up: wait, because the next one often follows at once. */
  letGo() {
    if (this.isTyping && this.board.drag === "gamma") this.rest();
    this.isTyping = false;
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.board.setGamma(this.board.gamma, true), REST);
  }
}

/** The threshold on the canvas of the projection, and the points there, which are highlighted in all pictures. */
export class ThresholdControl {
  /** @type {?number} how far from the threshold the pointer went down */
  grip = null;
  isTyping = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  playing;
  heard = NaN; // the threshold that was heard last

  /** @param {Board} board @param {import("../paint/panel.js").Panel} panel @param {Listen} listen */
  constructor(board, panel, listen) {
    this.board = board;
    this.panel = panel;
    this.canvas = panel.line;
    this.playButton = panel.find("[data-cut=play]");
    this.nudges = new Nudges(panel.find(".line"), listen);
    followPointer(this.canvas, listen, this);
    listen(this.canvas, "pointermove", (event) => this.hover(event));
    listen(this.canvas, "pointerleave", () => board.point({ hover: -1 }));
    listen(this.canvas, "keydown", (event) => this.key(event));
    for (const name of LEAVES) listen(this.canvas, name, () => this.rest());
    listen(panel.find("[data-cut=reset]"), "click", () => this.reset());
    listen(this.playButton, "click", () => (this.playing ? this.stop() : this.play()));
  }

  get threshold() {
    return -(this.panel.side?.offset ?? 0);
  }

  // The threshold moves sideways: a finger moving up or down on it scrolls the page.
  takes() {
    return false;
  }

  /** @param {At} event */
  press(event) {
    const away = this.distance(event);
    if (this.board.drag !== null || away === null || !this.isNear(event)) return false;
    this.stop();
    this.grip = away;
    this.board.beginThreshold();
    return true;
  }

  /** @param {At} event */
  move(event) {
    const { layout } = this.panel;
    if (this.isHeld && layout) this.place(layout.bands.place(pixelOf(event, this.canvas)[0] - (this.grip ?? 0), 0)[0]);
  }

  /** @param {PointerEvent} _ @param {boolean} isTap */
  release(_, isTap) {
    if (this.isHeld) {
      if (isTap && this.panel.layout) this.nudges.open(this.canvas, gripAt(this.panel.layout, this.threshold));
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
    return this.grip !== null && this.board.drag === "threshold" && this.panel.layout !== null;
  }

  /** How far to the right of the threshold a pointer is, in pixels; null where the line is not shown. @param {At} event */
  distance(event) {
    const { layout } = this.panel;
    return layout && pixelOf(event, this.canvas)[0] - layout.bands.pixelX(this.threshold);
  }

  /** @param {At} event */
  isNear(event) {
    const away = this.panel.isMovable ? this.distance(event) : null;
    return away !== null && Math.abs(away) <= reachOf(REACH, event);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.panel.layout === null || this.grip !== null) return;
    this.canvas.style.cursor = this.isNear(event) ? "ew-resize" : "default";
    const [x, y] = pixelOf(event, this.canvas), { spots } = this.panel.layout;
    const index = nearest(spots.length, (i) => Math.hypot(spots[i][0] - x, spots[i][1] - y), REACH.mouse);
    if (index !== this.board.hover) this.board.point({ hover: index });
  }

  /** @param {?number} threshold null is the best place */
  place(threshold) {
    this.panel.move(threshold);
    this.board.onChange();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const direction = DIRECTIONS[event.key];
    this.panel.refresh(); // or what Python asks for would replace what the key does
    if (!this.panel.isMovable) return;
    this.stop();
    if (event.key === "Home" || event.key === "Escape") this.place(null);
    else if (direction) this.step(direction);
    else return;
    clearTimeout(this.resting);
    this.isTyping = true;
    event.preventDefault();
  }

  /** A key is up: wait, because the next one often follows at once. */
  rest() {
    clearTimeout(this.resting);
    if (this.isTyping) this.resting = setTimeout(() => this.letGo(), REST);
  }

  letGo() {
    this.isTyping = false;
    if (this.board.drag === null) this.board.finish();
  }

  reset() {
    this.stop();
    this.place(null);
    this.board.finish();
  }

  /** Show all cuts, one after the other. */
  play() {
    if (!this.panel.side) return;
    const { search } = this.panel.side;
    this.place(thresholdOf(search, 0));
    this.playing = setInterval(() => this.playOn(), Math.min(SLOWEST, PLAY / search.scores.length));
    setText(this.playButton, "Stop");
  }

  playOn() {
    if (!this.panel.isMovable || !this.step(1)) this.stop();
  }

  stop() {
    if (this.playing === undefined) return;
    this.close();
    this.playing = undefined;
    setText(this.playButton, "Play");
    this.board.finish();
  }

  close() {
    clearInterval(this.playing);
    clearTimeout(this.resting);
  }

  /** Step to the next cut that some threshold can make, if there is one. @param {number} direction */
  step(direction) {
    if (!this.panel.side) return false;
    const { search } = this.panel.side, last = search.scores.length;
    let k = cutAt(search, this.threshold) + direction;
    while (k > 0 && k < last && !search.realisable[k]) k += direction;
    if (k < 0 || k > last) return false;
    this.place(thresholdOf(search, k));
    return true;
  }

  /** Tell screen readers its value. */
  write() {
    const { canvas, panel: { layout, isMovable } } = this;
    canvas.setAttribute("aria-disabled", String(!isMovable));
    if (!layout || !isMovable) this.nudges.close();
    if (!layout) return canvas.removeAttribute("aria-valuenow");
    this.nudges.follow(gripAt(layout, this.threshold));
    const [low, high] = layout.bands.box;
    const values = { valuemin: low, valuemax: high, valuenow: this.threshold };
    // aria-valuenow has no exponent, and a threshold may be 1e-17.
    for (const [name, value] of Object.entries(values)) canvas.setAttribute(`aria-${name}`, value.toFixed(20));
    canvas.setAttribute("aria-valuetext", this.panel.formatScore(this.threshold));
    if ((this.isTyping || this.isHeld || this.playing) && this.threshold !== this.heard) speaker.play(cutNotes(this.panel));
    this.heard = this.threshold;
  }
}
