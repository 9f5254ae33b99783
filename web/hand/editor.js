/**
 * Drawing on the plane with a mouse, a finger, a pen, or a cross-hair moved by keys.
 *
 * Each of them is pressed at a spot, moves, and is released; the tool (tools.js) decides what that does, and
 * pointer.js whether a finger draws or scrolls the page.
 */

import { followPointer } from "./pointer.js";
import { nearestPoint, TOOLS, toolOf } from "./tools.js";
import { format, zoomOf } from "../paint/view.js";

const REACH = { mouse: 12, pen: 14, touch: 24, keys: 16 }; // pixels
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 8, BIG_STEP = 40; // pixels

export class Editor {
  /**
   * @param {import("./board.js").Board} board
   * @param {import("../paint/panel.js").Panel} panel whose plane it is
   * @param {import("../drawing.js").Listen} listen
   * @param {(text: string) => void} announce tell a screen reader
   */
  constructor(board, panel, listen, announce) {
    const canvas = panel.plane;
    Object.assign(this, { board, panel, canvas, announce, follow: null, isByKey: false });
    followPointer(canvas, listen, this);
    listen(canvas, "pointermove", (event) => this.hover(event));
    listen(canvas, "pointerleave", () => this.leave());
    listen(canvas, "contextmenu", (event) => event.preventDefault());
    listen(canvas, "keydown", (event) => this.key(event));
    listen(canvas, "blur", () => this.blur());
  }

  /** Whether something is being drawn. New data from Python end the movement. */
  get isDown() {
    return this.follow !== null && this.board.held === "points";
  }

  // The pointer

  takes(event) {
    const spot = this.spotOf(event);
    return (TOOLS[this.board.tool].takes?.(this.board, spot) ?? false) && !this.board.isLocked("points");
  }

  press(event) {
    if (this.board.held === "points" || this.board.held === "threshold") return false;
    this.canvas.focus({ preventScroll: true });
    const spot = this.spotOf(event);
    this.board.set({ crosshair: null, pointer: spot.place, hover: nearestPoint(this.board, spot) });
    this.start(spot, false);
    return true;
  }

  move(event) {
    if (!this.isDown) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const step of events.length ? events : [event]) this.follow(this.spotOf(step));
    this.board.set({ pointer: this.spotOf(event).place });
  }

  release(event) {
    if (!this.isDown) return;
    const spot = this.spotOf(event);
    this.stop();
    const isMouse = event.pointerType === "mouse";
    this.board.set({ hover: nearestPoint(this.board, spot), pointer: isMouse ? spot.place : null });
  }

  hover(event) {
    if (this.isDown || event.pointerType === "touch") return;
    const spot = this.spotOf(event);
    this.board.set({ pointer: spot.place, hover: nearestPoint(this.board, spot) });
  }

  leave() {
    if (!this.isDown) this.board.set({ hover: -1, pointer: null });
  }

  spotOf({ clientX, clientY, pointerType }) {
    const { left, top } = this.canvas.getBoundingClientRect(), zoom = zoomOf(this.canvas);
    const place = this.panel.view.place((clientX - left) / zoom, (clientY - top) / zoom);
    return { place, reach: REACH[pointerType] ?? REACH.mouse };
  }

  // What all of them do

  start(spot, isByKey) {
    const { board, panel } = this;
    this.isByKey = isByKey;
    board.begin();
    const isOnPoint = nearestPoint(board, spot) >= 0 && !board.isLocked("points");
    const takesBoundary = TOOLS[board.tool].takesBoundary && !isOnPoint;
    this.follow = (takesBoundary && panel.takeBoundary(spot)) || TOOLS[board.tool].begin(board, spot);
  }

  stop() {
    this.follow = null;
    this.board.finish();
  }

  cancel() {
    if (!this.isDown) return;
    this.follow = null;
    this.board.cancel();
  }

  // The keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (STEPS[event.key]) this.step(STEPS[event.key], event.shiftKey ? BIG_STEP : STEP);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (event.key === "Escape") this.escape();
    else return;
    event.preventDefault();
  }

  step([right, up], pixels) {
    const { board } = this, [dx, dy] = board.view.span(pixels), [x, y] = this.crosshair();
    const [a, b, c, d] = board.drawing.box;
    const place = [clamp(x + right * dx, a, b), clamp(y + up * dy, c, d)];
    const spot = { place, reach: REACH.keys };
    if (this.isDown) this.follow(spot);
    board.set({ crosshair: place, hover: nearestPoint(board, spot) });
    const name = board.hover < 0 ? null : board.classes[board.points.labels[board.hover]].name;
    this.announce(`${format(place[0])}, ${format(place[1])}${name ? `, on a point of ${name}` : ""}`);
  }

  /** Begin, and end at once unless the tool needs a second Enter. */
  enter() {
    if (this.isDown) return this.stop();
    const spot = { place: this.crosshair(), reach: REACH.keys };
    this.board.set({ crosshair: spot.place });
    this.start(spot, true);
    if (TOOLS[this.board.tool].isTwoStep) return;
    this.stop();
    this.board.set({ hover: nearestPoint(this.board, spot) });
  }

  remove() {
    const { board } = this, { points, hover } = board;
    if (this.isDown) return;
    const hovered = hover >= 0 ? [points.x[hover], points.y[hover]] : null;
    board.remove(board.crosshair ?? hovered);
  }

  escape() {
    if (this.isDown) this.cancel();
    else this.board.select([]);
  }

  /** Remove the cross-hair when the focus is lost, and cancel its movement. */
  blur() {
    if (this.isByKey) this.cancel();
    this.board.set({ crosshair: null });
  }

  /** The position of the cross-hair; at first the middle. */
  crosshair() {
    const [a, b, c, d] = this.board.drawing.box;
    return this.board.crosshair ?? this.board.pointer ?? [(a + b) / 2, (c + d) / 2];
  }
}

/** Keys that work everywhere in the component, but not where text is typed. */
export function listenForShortcuts(board, root, listen, openHelp) {
  listen(root, "keydown", (event) => {
    const typing = event.target.closest("input[type=text], dialog[open]");
    if (typing || event.altKey || board.held !== null) return;
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey;
    if (command && key === "z") event.shiftKey ? board.redo() : board.undo();
    else if (command && key === "y") board.redo();
    else if (command) return;
    else if (toolOf(key) && !board.hasOneTool) board.setTool(toolOf(key));
    else if (/^[1-9]$/.test(key)) board.setLabel(Number(key) - 1);
    else if (key === "?") openHelp();
    else return;
    event.preventDefault();
  });
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
