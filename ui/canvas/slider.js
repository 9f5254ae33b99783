/**
 * The two numbers that can be dragged: gamma, and the threshold on the line.
 */

import { nearest } from "./points.js";
import { cutAt } from "./projection.js";
import { format } from "./view.js";

const REACH = { mouse: 12, pen: 16, touch: 28 }; // pixels
const WHEEL_STEP = 0.02; // decades
const WHEEL_REST = 250; // ms after which the wheel counts as let go

/** Gamma as a slider with a logarithmic scale, by wheel, and as a number to type. */
export class GammaControl {
  constructor(board, find, listen) {
    Object.assign(this, { board, row: find(".gamma"), slider: find(".gamma input[type=range]") });
    this.number = find(".gamma input[type=text]");
    const slid = () => 10 ** Number(this.slider.value);
    listen(this.slider, "input", () => board.setGamma(slid(), false));
    listen(this.slider, "change", () => board.setGamma(slid(), true));
    listen(this.number, "change", () => this.type());
    listen(this.row, "wheel", (event) => this.turn(event), { passive: false });
  }

  /** Show the board's gamma; models without one show no slider. */
  write() {
    const { gamma, data: { model } } = this.board;
    this.row.hidden = !Number.isFinite(model.gamma) || ["linear", "polynomial"].includes(model.kernel);
    if (this.board.held !== "gamma") this.slider.value = String(Math.log10(gamma));
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (this.shown !== gamma) this.number.value = String(gamma);
    this.shown = gamma;
  }

  type() {
    const gamma = Number(this.number.value.trim().replace(",", "."));
    this.shown = null;
    if (gamma > 0 && Number.isFinite(gamma)) this.board.setGamma(gamma, true);
    else this.board.say(`“${this.number.value.slice(0, 20)}” is no gamma; type a number from 0.01 to 1000.`);
  }

  turn(event) {
    event.preventDefault();
    const decades = -Math.sign(event.deltaY) * WHEEL_STEP;
    this.board.setGamma(this.board.gamma * 10 ** decades, false);
    this.slider.value = String(Math.log10(this.board.gamma));
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.board.setGamma(this.board.gamma, true), WHEEL_REST);
  }
}

/** The threshold, on the canvas of the line; and the points there, which light up in both pictures. */
export class ThresholdControl {
  constructor(board, stage, canvas, listen) {
    Object.assign(this, { board, stage, canvas, grip: null });
    listen(canvas, "pointerdown", (event) => this.press(event));
    listen(canvas, "pointermove", (event) => this.drag(event));
    listen(canvas, "pointerup", () => this.release());
    listen(canvas, "pointercancel", () => this.release());
    listen(canvas, "pointerleave", () => board.set({ hover: -1 }));
    listen(canvas, "keydown", (event) => this.key(event));
  }

  get threshold() {
    return -this.side.description.offset;
  }

  get side() {
    return this.stage.fit.sides[this.stage.versus];
  }

  press(event) {
    if (event.button !== 0 || !this.isNear(event)) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.grip = this.pixel(event)[0] - this.stage.layout.bands.pixelX(this.threshold);
  }

  drag(event) {
    if (this.stage.layout === null) return;
    if (this.grip === null) {
      this.canvas.style.cursor = this.isNear(event) ? "ew-resize" : "default";
      this.hover(event);
    } else {
      const [x] = this.pixel(event), [place] = this.stage.layout.bands.place(x - this.grip, 0);
      this.move(place, false);
    }
  }

  release() {
    if (this.grip === null) return;
    this.grip = null;
    if (this.board.held === "threshold") this.board.setCut(this.board.cut, true);
  }

  isNear(event) {
    if (this.stage.layout === null || this.board.isOld) return false;
    const x = this.stage.layout.bands.pixelX(this.threshold);
    return Math.abs(this.pixel(event)[0] - x) <= (REACH[event.pointerType] ?? 12);
  }

  hover(event) {
    const [x, y] = this.pixel(event), { spots } = this.stage.layout;
    const index = nearest(spots.length, (i) => Math.hypot(spots[i][0] - x, spots[i][1] - y), 12);
    if (index !== this.board.hover) this.board.set({ hover: index });
  }

  pixel({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  move(threshold, isFinal) {
    this.board.setCut({ side: this.stage.versus, offset: -threshold }, isFinal);
  }

  key(event) {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (this.stage.layout === null || this.board.isOld) return;
    if (event.key === "Home" || event.key === "Escape") this.board.setCut(null, true);
    else if (direction) this.step(direction);
    else return;
    event.preventDefault();
  }

  /** To the next cut that some threshold can make. */
  step(direction) {
    const { search } = this.side;
    let k = cutAt(search, this.threshold) + direction;
    while (k > 0 && k < search.scores.length && !search.realisable[k]) k += direction;
    const [low, high] = this.stage.layout.bands.box;
    if (k >= 0 && k <= search.scores.length) {
      this.move(Math.max(low, Math.min(high, search.cuts[k])), true);
    }
  }

  /** Tell assistive technology where it is. */
  write() {
    if (this.stage.layout === null) return this.canvas.removeAttribute("aria-valuenow");
    const [low, high] = this.stage.layout.bands.box;
    const values = { valuemin: low, valuemax: high, valuenow: this.threshold };
    for (const [name, value] of Object.entries(values)) this.canvas.setAttribute(`aria-${name}`, String(value));
    this.canvas.setAttribute("aria-valuetext", format(this.threshold));
  }
}
