/**
 * Drawing on the plane with a mouse, a finger, a pen, or a cross-hair moved by keys.
 *
 * The tool (tools.js) decides what press, move and release do; pointer.js decides whether a finger draws or scrolls.
 *
 * @import { Board } from "./board.js"
 * @import { At } from "./pointer.js"
 * @import { Spot } from "./tools.js"
 * @import { Place } from "../model/points.js"
 * @import { Listen } from "../paint/types.js"
 */

import { takeBoundary } from "./boundary_drag.js";
import { followPointer, reachOf } from "./pointer.js";
import { nearestPoint, TOOLS, toolOf } from "./tools.js";
import { shift } from "../model/points.js";
import { Nudges } from "../paint/nudges.js";
import { format, pixelOf } from "../paint/view.js";

const REACH = { mouse: 12, pen: 14, touch: 24 }, BY_KEYS = 16; // pixels
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 8, BIG_STEP = 40; // pixels
const DOUBLE = 400; // ms in which a second press at the same place belongs to the first

export class Editor {
  /** @type {((spot: Spot) => void) | null} what happens as the hand moves; null: it is up */
  follow = null;
  isByKey = false;
  hasBoundary = false; // whether the boundary is what is down, or was last
  /** @type {{time: number, place: Place, tool: string} | null} */
  lastPress = null;

  /**
   * @param {Board} board
   * @param {import("../paint/panel.js").Panel} panel whose plane it is
   * @param {Listen} listen
   * @param {(text: string) => void} announce tell a screen reader
   */
  constructor(board, panel, listen, announce) {
    const canvas = panel.plane;
    this.board = board;
    this.panel = panel;
    this.canvas = canvas;
    this.announce = announce;
    this.nudges = new Nudges(panel.find(".plane"), listen);
    followPointer(canvas, listen, this);
    listen(canvas, "pointermove", (event) => this.hover(event));
    listen(canvas, "pointerleave", () => this.leave());
    listen(canvas, "contextmenu", (event) => event.preventDefault());
    listen(canvas, "keydown", (event) => this.key(event));
    listen(canvas, "blur", () => this.blur());
  }

  /** Whether something is being drawn. New data from Python end the drag. */
  get isDown() {
    return this.follow !== null && this.board.drag === "points";
  }

  // The pointer

  /** @param {At} event */
  takes(event) {
    const spot = this.spotOf(event);
    return (TOOLS[this.board.tool].takes?.(this.board, spot) ?? false) && !this.board.isLocked("points");
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.board.drag === "points" || this.board.drag === "threshold") return false;
    this.canvas.focus({ preventScroll: true });
    const spot = this.spotOf(event);
    this.board.point({ crosshair: null, pointer: spot.place, hover: nearestPoint(this.board, spot) });
    const { tool } = this.board, isDouble = this.isDouble(event, spot);
    this.lastPress = { time: event.timeStamp, place: spot.place, tool };
    this.start(spot, false, (isDouble && TOOLS[tool].doubled) || tool);
    return true;
  }

  /** Whether the last press was at the same place with the same tool, a moment ago. @param {PointerEvent} event @param {Spot} spot */
  isDouble({ timeStamp }, { place, reach }) {
    const { lastPress, board } = this;
    return lastPress?.tool === board.tool && timeStamp - lastPress.time < DOUBLE && board.view.distance(lastPress.place, place) < reach / 2;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.isDown) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const step of events.length ? events : [event]) this.follow?.(this.spotOf(step));
    this.board.point({ pointer: this.spotOf(event).place });
  }

  /** @param {PointerEvent} event @param {boolean} isTap */
  release(event, isTap) {
    if (!this.isDown) return;
    const spot = this.spotOf(event);
    if (this.board.tool === "move") this.putDown(spot, isTap);
    else this.stop();
    const isMouse = event.pointerType === "mouse";
    this.board.point({ hover: nearestPoint(this.board, spot), pointer: isMouse ? spot.place : null });
  }

  /** End a movement; without a drag one tap picks a point up, and the next one puts it down. @param {Spot} spot @param {boolean} isTap */
  putDown(spot, isTap) {
    const { board, panel, hasBoundary } = this, [picked] = board.selection;
    const isPlaced = isTap && picked !== undefined, isFirst = isTap && !isPlaced;
    if (isPlaced) this.cancel(); // what the finger trembled
    else this.stop();
    const { points, view } = board, near = nearestPoint(board, spot), [x, y] = spot.place;
    board.select(isFirst && !hasBoundary && near >= 0 && !board.isLocked("points") ? [near] : []);
    if (board.carrying) this.announce(board.carrying);
    if (isPlaced && near !== picked) board.edit(shift(points, [picked], [x - points.x[picked], y - points.y[picked]], view.box));
    if (isFirst && hasBoundary) this.nudges.open(panel.line, [view.pixelX(x), view.pixelY(y)]);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.isDown || event.pointerType === "touch") return;
    const spot = this.spotOf(event);
    this.board.point({ pointer: spot.place, hover: nearestPoint(this.board, spot) });
  }

  leave() {
    if (!this.isDown) this.board.point({ hover: -1, pointer: null });
  }

  /** @param {At} event @returns {Spot} */
  spotOf(event) {
    return { place: this.panel.view.place(...pixelOf(event, this.canvas)), reach: reachOf(REACH, event) };
  }

  // Common to all of them

  /** @param {Spot} spot @param {boolean} isByKey @param {string} [tool] */
  start(spot, isByKey, tool = this.board.tool) {
    const { board, panel } = this;
    this.isByKey = isByKey;
    board.begin();
    const isOnPoint = nearestPoint(board, spot) >= 0 && !board.isLocked("points");
    const takesBoundary = TOOLS[tool].takesBoundary && !isOnPoint;
    const boundary = takesBoundary ? takeBoundary(panel, spot) : null;
    this.hasBoundary = boundary !== null;
    this.follow = boundary ?? TOOLS[tool].begin(board, spot);
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

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (STEPS[event.key]) this.step(STEPS[event.key], event.shiftKey ? BIG_STEP : STEP);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (event.key === "Escape") this.escape();
    else return;
    event.preventDefault();
  }

  /** @param {number[]} direction @param {number} pixels */
  step([right, up], pixels) {
    const { board } = this, [dx, dy] = board.view.span(pixels), [x, y] = this.crosshair();
    const [a, b, c, d] = board.view.box;
    /** @type {Place} */
    const place = [clamp(x + right * dx, a, b), clamp(y + up * dy, c, d)];
    const spot = { place, reach: BY_KEYS };
    if (this.isDown) this.follow?.(spot);
    board.point({ crosshair: place, hover: nearestPoint(board, spot) });
    const name = board.hover < 0 ? null : board.classes[board.points.labels[board.hover]].name;
    this.announce(`${format(place[0])}, ${format(place[1])}${name ? `, on a point of ${name}` : ""}`);
  }

  /** Begin, and end at once unless the tool needs a second Enter. */
  enter() {
    if (this.isDown) return this.stop();
    const spot = { place: this.crosshair(), reach: BY_KEYS };
    this.board.point({ crosshair: spot.place });
    this.start(spot, true);
    if (TOOLS[this.board.tool].isTwoStep) return;
    this.stop();
    this.board.point({ hover: nearestPoint(this.board, spot) });
  }

  remove() {
    const { board } = this, { points, hover } = board;
    if (this.isDown) return;
    board.remove(board.crosshair ?? (hover >= 0 ? [points.x[hover], points.y[hover]] : null));
  }

  escape() {
    if (this.isDown) this.cancel();
    else this.board.select([]);
  }

  /** Remove the cross-hair when the focus is lost, and cancel its movement. */
  blur() {
    if (this.isByKey) this.cancel();
    this.board.point({ crosshair: null });
  }

  /** The position of the cross-hair; at first the middle. @returns {Place} */
  crosshair() {
    const [a, b, c, d] = this.board.drawing.box;
    return this.board.crosshair ?? this.board.pointer ?? [(a + b) / 2, (c + d) / 2];
  }
}

/**
 * Keys that work everywhere in the component, but not where text is typed.
 * @param {Board} board
 * @param {HTMLElement} root
 * @param {Listen} listen
 * @param {() => void} openHelp
 */
export function listenForShortcuts(board, root, listen, openHelp) {
  listen(root, "keydown", (event) => {
    const isInText = /** @type {Element} */ (event.target).closest("input[type=text], dialog[open]");
    if (isInText || event.altKey || board.drag !== null) return;
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey, tool = toolOf(key);
    if (command && key === "z") event.shiftKey ? board.redo() : board.undo();
    else if (command && key === "y") board.redo();
    else if (command) return;
    else if (tool && !board.hasOneTool) board.setTool(tool);
    else if (/^[1-9]$/.test(key)) board.setLabel(Number(key) - 1);
    else if (key === "?") openHelp();
    else return;
    event.preventDefault();
  });
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
