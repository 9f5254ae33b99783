/**
 * The board: the drawn points, the settings, and all operations on them.
 *
 * It does not access the page. Buttons, pointers and keys call its methods; it notifies its observer after
 * every change, and Python when the pointer is released. The points belong to the board: what Python
 * sends replaces them only with a new revision, that is, when somebody chose other data.
 *
 * @import { DrawingData, DrawingState } from "../messages.js"
 * @import { Place, Points } from "../model/points.js"
 * @import { Drawing } from "./drawing_value.js"
 * @typedef {import("../messages.js").Exercise["locked"][number]} Movable what a hand can change
 */

import { encodeDrawing } from "../wire/codec.js";
import { roundGamma } from "../model/kernels.js";
import { changeSwitch, readPoints, readSwitches, reuse, styleClasses } from "../wire/data.js";
import { fitBox, makeEdited, NOTHING, redraw, storeLong } from "./drawing_value.js";
import { History } from "./history.js";
import { memo } from "../model/memo.js";
import { Outbox } from "../wire/outbox.js";
import { inside, jitter, keep, nearest, NO_POINTS, range, relabel } from "../model/points.js";
import { readMoved } from "../paint/moved.js";
import { NO_VIEW } from "../paint/view.js";
import { howToStart, TOOLS } from "./tools.js";

const JITTER = 8; // pixels

export class Board {
  /** @type {?DrawingData} */
  latest = null;
  history = new History(NOTHING);
  drawing = NOTHING;
  view = NO_VIEW; // of the planes, which are equally large
  tool = "add";
  label = 0;
  brush = 28; // pixels
  density = 4; // points
  gamma = 1;
  /** @type {string[]} words for the switches that are not at their defaults */
  switches = [];
  /** @type {Record<string, boolean>} what is switched on */
  show = {};
  /** @type {?Movable} what is being dragged */
  drag = null;
  note = "";
  /** @type {?{count: number, changes: ?number, isSafe: boolean}} set while the drawing is too long for a link */
  localCopy = null;
  isAwaitingSettings = false; // undo has asked Python for earlier ones
  isOpening = false; // other settings and points are asked for, which are a step of undo when they come
  undosAhead = 0; // those before that step has come
  answerPoints = NO_POINTS; // of Python's last answer
  /** @type {?string} the state that Python has, as text */
  hostState = null;
  /** @type {?number | undefined} of the line in a lesson */
  cut = null;
  /** @type {?number} the cut that Python asks for */
  cutRequest = null;
  /** @type {string | undefined} the moved thresholds that Python knows */
  moved = undefined;
  /** @type {Record<number, {side: number, threshold: ?number}>} those that it asks for, by panel */
  movedRequests = {};
  /** @type {?number} the number of the host's last wish */
  wishNumber = null;
  /** @type {?number | undefined} the wished threshold until it is shown; null is the best */
  wishThreshold = undefined;
  /** @type {number[]} */
  selection = [];
  /** @type {?Place[]} */
  rectangle = null;
  hover = -1; // a point, or none
  /** @type {?Place} */
  pointer = null;
  /** @type {?Place} */
  crosshair = null;
  /** @type {() => ?number} the cut that the line shows */
  readCut = () => null;
  /** @type {() => string} the moved thresholds that are shown */
  readMoved = () => "";
  /** @type {(state: DrawingState) => void} to Python */
  send = () => {};
  encode = memo(encodeDrawing);
  style = memo(styleClasses);
  outbox = new Outbox((state) => this.send(state));

  /** @param {() => void} onChange called after every change */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** Python's last data; there are some from the first update on. */
  get data() {
    return /** @type {DrawingData} */ (this.latest);
  }

  get points() {
    return this.drawing.points;
  }

  /** The name, colour and symbol of every class that can be chosen or has a point. */
  get classes() {
    const largest = Math.max(this.label, range(this.points.labels)[1]);
    return this.style(this.data.palette, this.data.classes, largest);
  }

  /** γ; null if no classifier in the picture depends on it. */
  get chosenGamma() {
    return this.data.showsGamma ? this.gamma : null;
  }

  /** The radius of the brush in pixels; null if the tool has none. */
  get brushRadius() {
    return TOOLS[this.tool].settings.includes("brush") ? this.brush : null;
  }

  /** Whether there are no buttons for tools. */
  get hasOneTool() {
    return Boolean(this.data.compact || this.data.lesson);
  }

  /** Whether the exercise locks something. @param {Movable} name */
  isLocked(name) {
    return Boolean((this.data.locked ?? this.data.exercise?.locked)?.includes(name));
  }

  /** What to do with the point that a tap has picked up, if there is one. */
  get carrying() {
    return this.tool === "move" && this.selection.length ? "Tap its new place." : "";
  }

  /** The first hint of the tool. */
  get howToStart() {
    return howToStart(this.tool);
  }

  /** The hint for using the tool by keys. */
  get toolHelp() {
    return TOOLS[this.tool].help;
  }

  /** Whether there is something to classify: points of two classes. */
  get isSheetReady() {
    const [low, high] = range(this.points.labels);
    return low < high;
  }

  /** Whether Python's answer is about outdated points or an outdated gamma. */
  get isAhead() {
    return this.points !== this.answerPoints || this.gamma !== this.data.gamma;
  }

  // From Python, and to it

  /**
   * Take what Python sends: always the models, the points only with a new revision; a new board asks for them.
   * @param {DrawingData} data
   * @param {(state: DrawingState) => void} send
   */
  update(data, send) {
    this.send = send;
    this.outbox.acknowledge(data.seq);
    const { latest } = this, isNew = data.revision !== latest?.revision, isFirst = latest === null;
    const isOther = data.exercise?.variant !== latest?.exercise?.variant;
    if (isNew && data.points === null) return this.outbox.post({ revision: 0 });
    this.latest = isFirst ? data : reuse(latest, data);
    if (isFirst && this.hasOneTool) this.tool = "move";
    const isLoaded = isNew && !this.isAwaitingSettings, isStoredHere = isLoaded && this.load(isOther);
    if (data.wish && data.wish.number !== this.wishNumber) this.followWish(data.wish);
    if (this.isAwaitingSettings && this.outbox.isIdle) {
      this.isAwaitingSettings = false;
      this.changeWithoutUndo({ revision: data.revision }); // the drawing began with the data that Python is back at
    }
    if (isLoaded || this.outbox.isIdle) this.takeSettings(isLoaded);
    if (isStoredHere) {
      this.hostState = null; // Python has only the number of the drawing
      this.commit();
    }
    if (this.isOpening && (isLoaded || this.outbox.isIdle)) {
      this.isOpening = false;
      for (; this.undosAhead > 0; this.undosAhead--) this.undo();
    }
    this.onChange();
  }

  /**
   * Load the points that Python sends, and return whether they are stored in this browser.
   * @param {boolean} isOther whether it is another variant of an exercise, which undo does not leave
   */
  load(isOther) {
    const { points, before, revision, setting, palette } = this.data;
    const { note, isStoredHere, ...read } = readPoints({ ...this.data, points: points ?? "" });
    this.drawing = { ...read, revision, family: revision, setting };
    const isFirst = isOther || this.history.value === NOTHING;
    if (isFirst && before) this.history = new History(this.readBefore(before));
    if (isFirst && !before) this.history = new History(this.drawing);
    else this.history.push(this.drawing);
    this.storeLocally();
    if (this.label >= palette.length) this.label = 0;
    this.note = note;
    this.drag = this.rectangle = this.pointer = this.crosshair = null;
    this.selection = [];
    this.hover = -1;
    return isStoredHere;
  }

  /**
   * Select the points and move the threshold as the host wishes; null is the best threshold.
   * @param {NonNullable<DrawingData["wish"]>} wish
   */
  followWish({ number, selection, threshold }) {
    if (selection.length) this.tool = "select";
    this.wishNumber = number;
    this.selection = selection;
    this.wishThreshold = threshold;
  }

  /** The threshold that Python asks for in a panel, once; undefined if it asks for none. @param {number} place */
  takeMoved(place) {
    const { [place]: request, ...rest } = this.movedRequests;
    this.movedRequests = rest;
    return request;
  }

  /** The cut and the threshold that the host asks for, once: null, or undefined, if there is none. */
  takeWishes() {
    const { cutRequest, wishThreshold } = this;
    this.cutRequest = null;
    this.wishThreshold = undefined;
    return { cutRequest, wishThreshold };
  }

  /** The drawing that a link has replaced; undo asks Python for its settings. @param {NonNullable<DrawingData["before"]>} before */
  readBefore(before) {
    const { box, points, isExact, isEdited } = readPoints({ ...this.data, ...before });
    return { box, points, isExact, isEdited, revision: 0, family: 0, setting: before.setting };
  }

  /** Change the drawing without a step of undo. @param {Partial<Drawing>} changes */
  changeWithoutUndo(changes) {
    const isHeld = this.drawing !== this.history.value;
    this.history.replace({ ...this.history.value, ...changes });
    this.drawing = isHeld ? { ...this.drawing, ...changes } : this.history.value;
  }

  /** Python has answered every message, so take its settings. @param {boolean} isLoaded */
  takeSettings(isLoaded) {
    const { gamma, switches, moved, setting, lesson } = this.data;
    this.changeWithoutUndo({ setting, kept: undefined });
    if (this.drag !== "gamma") this.gamma = gamma;
    this.switches = switches;
    this.show = readSwitches(switches, this.data);
    this.answerPoints = this.history.value.points;
    if (lesson?.line && (isLoaded || lesson.cut !== this.cut)) this.cutRequest = lesson.cut;
    this.cut = lesson?.cut;
    if (moved !== undefined && (isLoaded || moved !== this.moved)) this.movedRequests = readMoved(moved);
    this.moved = moved;
    this.hostState = JSON.stringify(this.stateOf(this.history.value, gamma));
  }

  /** @param {Drawing} drawing @param {number} gamma @returns {Omit<DrawingState, "seq">} */
  stateOf({ box, points, isEdited, revision, setting, kept }, gamma) {
    const text = isEdited ? this.encode(box, points) : null;
    if (this.isAwaitingSettings) return { revision, points: text, setting, ...(kept && { kept }) };
    return {
      revision,
      points: text,
      gamma,
      switches: this.switches,
      ...(this.moved !== undefined && { moved: this.moved }),
      ...(this.data.lesson?.line && { cut: this.cut }),
    };
  }

  /** Tell Python about changes, if there are any. */
  commit() {
    if (this.data.lesson?.line) this.cut = this.readCut();
    if (this.moved !== undefined) this.moved = this.readMoved();
    const state = this.stateOf(this.drawing, this.gamma), text = JSON.stringify(state);
    if (text === this.hostState) return;
    this.hostState = text;
    this.storeLocally();
    this.outbox.post(state);
  }

  /** Ask Python for other settings and their points. @param {object} setting */
  open(setting) {
    if (this.drag !== null) return;
    this.isOpening = true;
    this.outbox.post({ revision: this.data.revision, points: null, setting });
  }

  /** Store the drawing in this browser if it is too long for a link. */
  storeLocally() {
    const { box, points, isEdited } = this.drawing;
    this.localCopy = storeLong(this.drawing, isEdited ? this.encode(box, points) : "");
  }

  // Changing points. Nothing is sent until the pointer is released.

  begin() {
    this.drag = "points";
    this.note = "";
  }

  beginThreshold() {
    this.drag = "threshold";
    this.onChange();
  }

  /** Show other points while the hand is down. @param {Points} points */
  draft(points) {
    if (this.isLocked("points")) return;
    this.drawing = redraw(this.drawing, points, this.history.value.points, this.view);
    this.onChange();
  }

  /** Show a moved threshold while the hand is down. @param {Pick<Drawing, "thresholds">} change */
  sketch(change) {
    this.drawing = { ...this.drawing, ...change };
  }

  /** The hand lets go: commit its changes. */
  finish() {
    this.drag = this.rectangle = null;
    if (this.drawing !== this.history.value) this.history.push(this.drawing);
    this.onChange(); // the evaluation begins, then Python is told
    this.commit();
  }

  /** The hand was interrupted: discard its changes. */
  cancel() {
    this.drawing = this.history.value;
    this.finish();
  }

  /** @param {Points} points */
  edit(points) {
    this.begin();
    this.draft(points);
    this.finish();
  }

  undo() {
    if (this.isOpening) this.undosAhead += 1;
    else if (this.drag === null && this.history.canUndo) this.goTo(this.history.undo());
  }

  redo() {
    if (this.drag === null && this.history.canRedo) this.goTo(this.history.redo());
  }

  /**
   * Return to a drawing. If it began with other data than Python's, ask Python for its settings, or for its data alone
   * if these are the ones of the drawing before; without settings it counts as edited.
   * @param {Drawing} drawing
   */
  goTo(drawing) {
    const isOther = drawing.revision !== this.data.revision;
    if (drawing.setting && (isOther || this.isAwaitingSettings)) {
      const { family, kept, setting } = this.drawing;
      this.isAwaitingSettings = true;
      drawing = { ...drawing, kept: family === drawing.family ? kept ?? setting : undefined };
      this.history.replace(drawing);
    } else if (isOther) {
      drawing = makeEdited(drawing, this.data.revision);
      this.history.replace(drawing);
    }
    this.drawing = drawing;
    this.selection = [];
    this.hover = -1;
    this.note = "";
    this.finish();
  }

  clear() {
    this.select([]);
    if (this.points.labels.length) this.edit(NO_POINTS);
  }

  jitter() {
    if (this.points.labels.length) this.edit(jitter(this.points, this.view.span(JITTER)));
  }

  /** Remove the selected points, or else the point nearest to a place. @param {?Place} place */
  remove(place) {
    const { x, y, labels } = this.points;
    const index = place ? nearest(labels.length, (i) => this.view.distance([x[i], y[i]], place)) : -1;
    const removals = new Set(this.selection.length ? this.selection : [index]);
    this.select([]);
    this.hover = -1;
    if (removals.has(-1)) return;
    this.edit(keep(this.points, (i) => !removals.has(i)));
  }

  /** Let the box fit the points there are. */
  zoomToFit() {
    this.drawing = fitBox(this.drawing);
    this.finish();
  }

  // Settings

  /** @param {string} tool */
  setTool(tool) {
    if (!TOOLS[tool].settings.includes("selection")) this.selection = [];
    this.tool = tool;
    this.rectangle = null;
    this.note = "";
    this.onChange();
  }

  /** Choose the class of new points; selected points come along. @param {number} label */
  setLabel(label) {
    if (label >= this.classes.length) return;
    this.label = label;
    if (this.selection.length) this.edit(relabel(this.points, this.selection, label));
    this.onChange();
  }

  /** @param {number[]} indices */
  select(indices) {
    this.selection = indices;
    this.onChange();
  }

  /** Select the points in the rectangle that the hand draws. @param {Place} corner @param {Place} opposite */
  selectInside(corner, opposite) {
    this.rectangle = [corner, opposite];
    this.select(inside(this.points, corner, opposite));
  }

  /** @param {number} gamma @param {boolean} isFinal whether the hand lets go */
  setGamma(gamma, isFinal) {
    if ((this.drag !== null && this.drag !== "gamma") || this.isLocked("gamma")) return;
    this.gamma = roundGamma(gamma);
    this.note = "";
    this.drag = isFinal ? null : "gamma";
    this.onChange();
    if (isFinal) this.commit();
  }

  /** Switch a display option on or off. @param {string} name @param {boolean} isOn */
  setSwitch(name, isOn) {
    this.switches = changeSwitch(this.switches, name, isOn, this.data);
    this.show = readSwitches(this.switches, this.data);
    this.commit();
    this.onChange();
  }

  /** @param {"brush" | "density"} name @param {number} value */
  setNumber(name, value) {
    this[name] = value;
    this.onChange();
  }

  /** Where the hand is: what is not named stays. @param {Partial<Pick<Board, "crosshair" | "hover" | "pointer">>} changes */
  point({ crosshair = this.crosshair, hover = this.hover, pointer = this.pointer }) {
    this.crosshair = crosshair;
    this.hover = hover;
    this.pointer = pointer;
    this.onChange();
  }

  /** @param {string} sentence */
  say(sentence) {
    this.note = sentence;
    this.onChange();
  }
}
