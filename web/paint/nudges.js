/** Buttons beside a handle that was tapped, for a hand that cannot drag: each is an arrow key of the handle. */

import { make, makeButton } from "./elements.js";

const SIZE = 44, AWAY = 16; // pixels: of a button, and from the middle of the handle to the buttons
const KEYS = [["ArrowLeft", "−", "Less"], ["ArrowRight", "+", "More"]];
const PLANE_KEYS = [["ArrowLeft", "←", "Left"], ["ArrowRight", "→", "Right"], ["ArrowUp", "↑", "Up"], ["ArrowDown", "↓", "Down"]];

/** @typedef {[number, number]} Pixel */

export class Nudges {
  /** @type {HTMLElement | null} the slider whose buttons are shown */
  slider = null;
  /** @type {Pixel} the upper left corner */
  corner = [0, 0];
  isUpright = false;
  element = make("div", { class: "nudges", role: "group" });

  /** @param {HTMLElement} stage @param {import("./types.js").Listen} listen */
  constructor(stage, listen) {
    this.stage = stage;
    listen(window, "pointerdown", (event) => !event.composedPath().includes(this.element) && this.close(), { capture: true });
    listen(stage, "keydown", (event) => {
      if (event.key !== "Escape" || !this.slider) return;
      event.stopPropagation();
      this.slider.focus({ preventScroll: true });
      this.close();
    }, { capture: true });
  }

  /**
   * @param {HTMLElement} slider
   * @param {Pixel} handle its middle on the stage
   * @param {{isUpright?: boolean, second?: unknown}} [ways] whether it moves up and down, whether also sideways
   */
  open(slider, handle, { isUpright = false, second } = {}) {
    const label = slider.getAttribute("aria-label");
    this.element.replaceChildren(...(second ? PLANE_KEYS : KEYS).map(([key, sign, word]) => (
      makeButton(sign, () => press(slider, key), { "aria-label": `${word}: ${label}` }))));
    this.slider = slider;
    this.isUpright = isUpright;
    this.stage.append(this.element);
    this.place(handle);
  }

  /** Stay where a finger is, unless the handle comes there. @param {Pixel} handle */
  follow(handle) {
    if (this.slider && this.covers(handle)) this.place(handle);
  }

  /** @param {Pixel} handle */
  place([x, y]) {
    const { clientWidth, clientHeight } = this.stage, width = SIZE * this.element.children.length;
    const left = x - width / 2, top = y - SIZE / 2;
    const places = [[left, y - AWAY - SIZE], [left, y + AWAY], [x + AWAY, top], [x - AWAY - width, top]];
    if (this.isUpright) places.reverse();
    for (const [right, down] of places) {
      this.corner = [Math.max(0, Math.min(clientWidth - width, right)), Math.max(0, Math.min(clientHeight - SIZE, down))];
      if (!this.covers([x, y])) break;
    }
    Object.assign(this.element.style, { left: `${this.corner[0]}px`, top: `${this.corner[1]}px` });
  }

  /** @param {Pixel} handle */
  covers([x, y]) {
    const [left, top] = this.corner, width = SIZE * this.element.children.length;
    return Math.abs(x - left - width / 2) < width / 2 + AWAY - 1 && Math.abs(y - top - SIZE / 2) < SIZE / 2 + AWAY - 1;
  }

  close() {
    this.slider = null;
    this.element.remove();
  }
}

/** @param {HTMLElement} slider @param {string} key */
function press(slider, key) {
  for (const type of ["keydown", "keyup"]) slider.dispatchEvent(new KeyboardEvent(type, { key }));
}
