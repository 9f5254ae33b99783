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
 */

import { followPointer } from "../hand/pointer.js";
import { setText } from "../paint/words.js";
import { paintStroke, writePixels } from "./pixels.js";

const KEYS = "Arrow keys move from pixel to pixel, space paints or erases, Delete clears.";
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Brush {
  constructor(live, board, listen) {
    Object.assign(this, { live, board, listen, element: null, sheet: null, last: null, pixel: [0, 0] });
  }

  /** Let there be an element for the sheet, if there is one. */
  write(sheet) {
    this.sheet = sheet;
    if (!sheet) {
      this.element?.remove();
      this.element = null;
      return;
    }
    this.element ??= this.make();
    const { left, top, width, height } = sheet.box;
    this.element.setAttribute("aria-label", `${sheet.label}. ${KEYS}`);
    for (const [side, size] of Object.entries({ left, top, width, height })) this.element.style[side] = `${size}px`;
    this.writeFrame();
  }

  make() {
    const element = Object.assign(document.createElement("div"), { className: "sheet", tabIndex: 0 });
    element.setAttribute("role", "application");
    element.append(document.createElement("div"));
    followPointer(element, this.listen, this);
    this.listen(element, "keydown", (event) => this.key(event));
    for (const type of ["keyup", "blur"]) this.listen(element, type, () => this.live.hand.letGo());
    this.board.append(element);
    return element;
  }

  /** Put the frame of the keyboard around its pixel. */
  writeFrame() {
    const { rows, columns } = this.sheet.grid, [column, row] = this.pixel;
    const place = { left: column / columns, top: row / rows, width: 1 / columns, height: 1 / rows };
    for (const [side, share] of Object.entries(place)) this.element.firstChild.style[side] = `${100 * share}%`;
  }

  /** The pixels are for strokes in all directions; the page scrolls beside them. */
  takes() {
    return true;
  }

  press(event) {
    event.preventDefault();
    this.element.focus({ preventScroll: true, focusVisible: false });
    this.before = this.sheet.levels;
    this.last = this.place(event);
    this.isErasing = this.isInk(this.last.map(Math.floor));
    this.stroke(this.last);
    return true;
  }

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

  stroke(to) {
    const { levels, grid } = this.sheet;
    this.change(paintStroke(levels, grid, this.last, to, this.isErasing));
    this.last = to;
  }

  change(levels) {
    this.sheet.levels = levels;
    this.live.hand.begin();
    this.live.set({ [this.sheet.name]: writePixels(levels) });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { levels, grid: { rows, columns, most } } = this.sheet, direction = DIRECTIONS[event.key];
    if (direction) {
      const ends = [columns, rows];
      this.pixel = this.pixel.map((at, k) => Math.max(0, Math.min(ends[k] - 1, at + direction[k])));
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

  isInk([column, row]) {
    const { levels, grid: { columns, most } } = this.sheet;
    return levels[row * columns + column] > most / 2;
  }

  /** The place of the pointer, in pixels of the image. */
  place({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect(), { rows, columns } = this.sheet.grid;
    const inside = (share, count) => Math.max(0, Math.min(count - 0.01, share * count));
    return [inside((clientX - left) / width, columns), inside((clientY - top) / height, rows)];
  }
}
