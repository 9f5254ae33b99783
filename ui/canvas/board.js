/**
 * The board: what is drawn, with which settings, and everything that can be done to it.
 *
 * It knows nothing of the page. Buttons, pointers and keys call its methods; it tells those who watch that
 * something has changed, and Python when a hand has let go. The points belong to the board: what Python
 * sends replaces them only with a new revision, that is, when somebody chose other data.
 *
 * @typedef {Object} Drawing a value; no part of it is ever changed
 * @property {import("./codec.js").Box} box what the plane shows
 * @property {import("./points.js").Points} points on the grid of the box once they are edited
 * @property {boolean} edited whether they are other points than Python sent
 * @property {number} revision of Python's data that it began with
 */

import { decodeDrawing, encodeDrawing, MAX_IN_LINK, roundBox, snap } from "./codec.js";
import { History } from "./history.js";
import { Outbox } from "./outbox.js";
import { boundingBox, jitter, keep, makePoints, nearest, NO_POINTS, relabel } from "./points.js";

export const GAMMA_RANGE = [0.01, 1000];
const JITTER = 8; // pixels

export class Board {
  /** @param {() => void} changed called after every change */
  constructor(changed) {
    Object.assign(this, { changed, data: null, history: null, drawing: null, view: null });
    Object.assign(this, { tool: "add", label: 0, brush: 28, density: 4 });
    Object.assign(this, { gamma: 1, cut: null, held: null, note: "" });
    Object.assign(this, { selection: [], rectangle: null, hover: -1, pointer: null, crosshair: null });
    this.show = { shading: true, boundary: true, errors: true, far: true, points: true, axes: true };
    this.show.equal = false;
    this.outbox = new Outbox((state) => this.send(state));
  }

  get points() {
    return this.drawing.points;
  }

  /** Whether the model is Python's, and of points or a gamma of before. */
  get isOld() {
    const { kind } = this.data.model;
    return kind === "description" && (this.drawing !== this.answered || this.gamma !== this.answeredGamma);
  }

  // From Python, and to it

  /** Take what Python sends: always the model, the points only with a new revision. */
  update(data, send) {
    this.send = send;
    this.outbox.acknowledge(data.seq ?? 0);
    const isNew = this.data === null || data.revision !== this.data.revision;
    this.data = data;
    this.names = data.palette.map((_, k) => data.classes[k] ?? `Class ${k + 1}`);
    if (isNew) this.load(data);
    if (this.outbox.isIdle && this.held !== "gamma") this.gamma = data.model.gamma ?? this.gamma;
    if (this.outbox.isIdle) [this.answered, this.answeredGamma] = [this.history.value, this.gamma];
    this.changed();
  }

  load(data) {
    const { box, points } = this.read(data);
    this.drawing = { box, points, edited: data.edited === true, revision: data.revision };
    if (this.history === null) this.history = new History(this.drawing);
    else this.history.push(this.drawing);
    const cut = Number.isFinite(data.offset) ? { side: data.versus ?? 0, offset: data.offset } : null;
    Object.assign(this, { cut, held: null, selection: [], rectangle: null });
    Object.assign(this, { hover: -1, pointer: null, crosshair: null });
    this.gamma = data.model.gamma ?? this.gamma;
  }

  read({ points, box }) {
    if (typeof points !== "string") return { box, points: makePoints(points.x, points.y, points.labels) };
    try {
      return decodeDrawing(points);
    } catch (error) {
      this.note = error.message;
      return { box, points: NO_POINTS };
    }
  }

  commit() {
    const { box, points, edited } = this.drawing, fits = points.labels.length <= MAX_IN_LINK;
    this.outbox.post({
      revision: this.data.revision,
      edited,
      points: edited && fits ? encodeDrawing(box, points) : null,
      box: [...box],
      x: [...points.x],
      y: [...points.y],
      labels: [...points.labels],
      gamma: this.gamma,
      offset: this.cut?.offset ?? null,
      versus: this.cut?.side ?? null,
    });
  }

  // Changing points. `held` says what a hand is dragging; nothing is sent until it lets go.

  begin() {
    Object.assign(this, { held: "points", note: "" });
  }

  /** Show other points while the hand is down. */
  draft(points) {
    const box = this.drawing.edited ? this.drawing.box : roundBox(this.drawing.box);
    this.drawing = { ...this.drawing, box, points: snap(points, box), edited: true };
    this.cut = null;
    this.changed();
  }

  /** The hand lets go: what it has changed counts. */
  finish() {
    Object.assign(this, { held: null, rectangle: null });
    if (this.drawing !== this.history.value) {
      this.history.push(this.drawing);
      this.commit();
    }
    this.changed();
  }

  /** The hand was interrupted: nothing has happened. */
  cancel() {
    Object.assign(this, { held: null, rectangle: null, drawing: this.history.value });
    this.changed();
  }

  edit(points) {
    this.begin();
    this.draft(points);
    this.finish();
  }

  undo() {
    if (this.held === null && this.history.canUndo) this.goTo(this.history.undo());
  }

  redo() {
    if (this.held === null && this.history.canRedo) this.goTo(this.history.redo());
  }

  /** Return to a drawing; what began as other data than Python has now is an edited one. */
  goTo(drawing) {
    const { box, points, revision } = drawing, foreign = revision !== this.data.revision;
    if (foreign) {
      const rounded = roundBox(box);
      drawing = { box: rounded, points: snap(points, rounded), edited: true, revision: this.data.revision };
      this.history.replace(drawing);
    }
    Object.assign(this, { drawing, cut: null, selection: [], hover: -1, note: "" });
    this.commit();
    this.changed();
  }

  clear() {
    this.select([]);
    if (this.points.labels.length) this.edit(NO_POINTS);
  }

  jitter() {
    if (this.points.labels.length) this.edit(jitter(this.points, this.view.span(JITTER)));
  }

  /** Remove what is selected, or else the point nearest to a place. */
  remove(place) {
    const { x, y, labels } = this.points;
    const index = place ? nearest(labels.length, (i) => this.view.distance([x[i], y[i]], place)) : -1;
    const doomed = new Set(this.selection.length ? this.selection : [index]);
    this.select([]);
    this.hover = -1;
    if (doomed.has(-1)) return;
    this.edit(keep(this.points, (i) => !doomed.has(i)));
  }

  /** Let the box fit the points there are. */
  zoomToFit() {
    const { points, edited } = this.drawing, box = boundingBox(points);
    const rounded = edited ? roundBox(box) : box;
    this.drawing = { ...this.drawing, box: rounded, points: edited ? snap(points, rounded) : points };
    this.finish();
  }

  // Settings

  setTool(tool) {
    if (tool !== "select") this.selection = [];
    Object.assign(this, { tool, rectangle: null, note: "" });
    this.changed();
  }

  /** Choose the class of new points; selected points come along. */
  setLabel(label) {
    if (label >= this.data.palette.length) return;
    this.label = label;
    if (this.selection.length) this.edit(relabel(this.points, this.selection, label));
    this.changed();
  }

  select(indices) {
    this.selection = indices;
    this.changed();
  }

  setGamma(gamma, isFinal) {
    const rounded = Number(Math.max(GAMMA_RANGE[0], Math.min(GAMMA_RANGE[1], gamma)).toPrecision(3));
    Object.assign(this, { gamma: rounded, cut: null, note: "", held: isFinal ? null : "gamma" });
    if (isFinal) this.commit();
    this.changed();
  }

  /** Put a threshold somewhere; null is the best place. */
  setCut(cut, isFinal) {
    Object.assign(this, { cut, held: isFinal ? null : "threshold" });
    if (isFinal) this.commit();
    this.changed();
  }

  /** Change some of: brush, density, show, hover, pointer, crosshair. */
  set(settings) {
    Object.assign(this, settings);
    this.changed();
  }

  say(sentence) {
    this.note = sentence;
    this.changed();
  }
}
