/**
 * A sheet of pixels in a live picture, painted by mouse, pen, touch and keyboard.
 *
 * A stroke that begins on ink erases, any other one paints. The arrow keys move a frame from pixel to pixel, and the
 * space bar changes the pixel in it.
 *
 * @typedef {Object} Sheet
 * @property {string} name of the text that holds the pixels
 * @property {string} label
 * @property {{left: number, top: number, width: number, height: number}} box in CSS pixels
 * @property {import("./pixels.js").Grid} grid
 * @property {number[]} levels
 *
 * @import { Listen } from "../paint/types.js"
 * @typedef {[number, number]} Spot column and row
 */

import { followPointer } from "../hand/pointer.js";
import { make } from "../paint/elements.js";
import { setText } from "../paint/words.js";
import { paintStroke, writePixels } from "./pixels.js";

const KEYS = "Arrow keys move from pixel to pixel, space paints or erases, Delete clears.";
/** @type {Record<string, Spot>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Brush {
  /** @type {?SheetElement} */
  sheet = null;

  /** @param {import("./types.js").Live} live @param {HTMLElement} board @param {Listen} listen */
  constructor(live, board, listen) {
    this.live = live;
    this.board = board;
    this.listen = listen;
  }

  /** Make the element of the sheet, if the picture has one. @param {?Sheet} sheet */
  write(sheet) {
    if (!sheet) {
      this.sheet?.element.remove();
      this.sheet = null;
      return;
    }
    this.sheet ??= new SheetElement(this.live, this.board, this.listen, sheet);
    this.sheet.write(sheet);
  }
}

class SheetElement {
  frame = make("div"); // of the keyboard
  element = make("div", { class: "sheet", tabIndex: 0, role: "application" }, this.frame);
  /** @type {Spot} the pixel in it */
  pixel = [0, 0];
  /** @type {Spot} where a stroke is, with fractions */
  last = [0, 0];
  /** @type {number[]} the levels before it */
  before = [];
  isErasing = false;

  /** @param {import("./types.js").Live} live @param {HTMLElement} board @param {Listen} listen @param {Sheet} sheet */
  constructor(live, board, listen, sheet) {
    this.live = live;
    this.sheet = sheet;
    followPointer(this.element, listen, this);
    listen(this.element, "keydown", (event) => this.key(event));
    for (const name of /** @type {const} */ (["keyup", "blur"])) listen(this.element, name, () => live.hand.letGo());
    board.append(this.element);
  }

  /** @param {Sheet} sheet */
  write(sheet) {
    this.sheet = sheet;
    const { left, top, width, height } = sheet.box;
    this.element.setAttribute("aria-label", `${sheet.label}. ${KEYS}`);
    Object.assign(this.element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.writeFrame();
  }

  /** Put the frame of the keyboard around its pixel. */
  writeFrame() {
    const { rows, columns } = this.sheet.grid, [column, row] = this.pixel;
    const place = { left: column / columns, top: row / rows, width: 1 / columns, height: 1 / rows };
    for (const [side, share] of Object.entries(place)) this.frame.style.setProperty(side, `${100 * share}%`);
  }

  /** On the pixels a finger strokes in all directions; beside them it scrolls the page. */
  takes() {
    return true;
  }

  /** @param {PointerEvent} event */
  press(event) {
    event.preventDefault();
    this.element.focus({ preventScroll: true, focusVisible: false });
    this.before = this.sheet.levels;
    this.last = this.place(event);
    this.isErasing = this.isInk([Math.floor(this.last[0]), Math.floor(this.last[1])]);
    this.stroke(this.last);
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    this.stroke(this.place(event));
  }

  release() {
    this.live.hand.rest();
  }

  cancel() {
    this.change(this.before);
    this.live.hand.rest();
  }

  /** @param {Spot} to */
  stroke(to) {
    const { levels, grid } = this.sheet;
    this.change(paintStroke(levels, grid, this.last, to, this.isErasing));
    this.last = to;
  }

  /** @param {number[]} levels */
  change(levels) {
    this.sheet.levels = levels;
    this.live.hand.begin();
    this.live.set({ [this.sheet.name]: writePixels(levels) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { levels, grid: { rows, columns, most } } = this.sheet, direction = DIRECTIONS[event.key];
    if (direction) {
      const [column, row] = this.pixel, [right, down] = direction;
      this.pixel = [clamp(column + right, columns - 1), clamp(row + down, rows - 1)];
      this.writeFrame();
      this.tell();
    } else if (event.key === " ") {
      const [column, row] = this.pixel, k = row * columns + column;
      this.change(levels.with(k, this.isInk(this.pixel) ? 0 : most));
      this.tell();
    } else if (event.key === "Delete" || event.key === "Backspace") this.change(levels.map(() => 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  tell() {
    const [column, row] = this.pixel, ink = this.isInk(this.pixel) ? "ink" : "no ink";
    setText(this.live.find(".status"), `Row ${row + 1}, column ${column + 1}: ${ink}.`);
  }

  /** @param {Spot} pixel */
  isInk([column, row]) {
    const { levels, grid: { columns, most } } = this.sheet;
    return levels[row * columns + column] > most / 2;
  }

  /** The place of the pointer, in pixels of the image. @param {PointerEvent} event @returns {Spot} */
  place({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect(), { rows, columns } = this.sheet.grid;
    return [clamp(((clientX - left) / width) * columns, columns - 0.01), clamp(((clientY - top) / height) * rows, rows - 0.01)];
  }
}

/** @param {number} value @param {number} most */
function clamp(value, most) {
  return Math.max(0, Math.min(most, value));
}
