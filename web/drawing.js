/**
 * The drawing component: the one interface between it and its host.
 *
 * The lab's host is Python by way of Streamlit (`ui/canvas.py`); the pocket lab's is a page without a
 * server (`hosts/pocket/host.js`). A host puts drawing.html and the sheets of style/ into an element (`readPage` makes
 * their nodes) and calls the function that is exported here for everything it has to say, always with the same element;
 * the component lives on that element from the first call to the last. It sends `data` and gets the state "drawing" by
 * `setStateValue`:
 *
 *     data    revision, seq, theme, view ("page"; without tools "embedded" and "presented"), palette, classes, features,
 *             box, gamma, showsGamma (whether there is one to choose),
 *             offered (the switches of the picture, each with name,
 *             title and whether it is usually on), switches (those that are not as usual), moved (the moved
 *             thresholds, as paint/moved.js writes them; left out: the host does not want to know of them), points ({x, y, labels}
 *             as in bytes.js, or text of codec.js that may end with "@" and the number of a drawing that this
 *             browser keeps; null: the component has them), exact (whether points that do not come as text keep
 *             their values beside those that a hand adds), before (box, points, exact and setting of what a link
 *             has replaced: undo leads a new component there; null: nothing), compact (whether there are only the plane, gamma and
 *             the accuracies, for a hand that moves points), locked (what cannot be changed), exercise (null or left out, or the goal that is checked
 *             and what is locked, see messages.d.ts), lesson (null, or what the component shows as the picture of a
 *             lesson, with points to move: {line, cut, weights}, whether there is the line, the cut on it that the host
 *             knows, and whether areas of markers mean weights), panels: one or two classifiers, each with title, name, model (of a kind of model.js) and
 *             accuracy (a sentence; null: that of the table, or computed here), table (the classifiers of the table of
 *             accuracies; null or left out: there is none): isShown, title (of the points), scheme (how points are held
 *             out, in a few words), folds and seed of the k-fold cross-validation, worker (the address of
 *             wire/worker.js; null: none) and rows, each with name, title, isInPicture, and either model (of a kind
 *             that is refitted here) or null and row (as of cross_validation.js; null: it will come), setting (what
 *             the host needs to come back to what it shows now, without drawn points; a host may leave it out) and
 *             presets (each with title, text and a setting; a host may leave them out), wish (null or left out, or
 *             number, selection and threshold: what the host changes of the selected points and of the threshold that a
 *             hand has moved, null being its best place; it counts once, when its number is new)
 *     state   seq, revision, points (text; null if they are the host's own), gamma, switches, moved if
 *             the host has sent it, and in a lesson with a line the cut; or seq, revision, points and a setting for the host to go to: that of a preset, or the one an undone drawing had,
 *             with its settings in kept if it takes only the points of that one
 *
 * A host that has wishes also gets the state "screen", when it has changed and no hand is moving: the selected points
 * and the threshold that a hand has moved, null where it has not, or where there is more than one.
 *
 * The host gives `seq` back when it has read a state, and raises `revision` to replace the points. It may leave
 * them out if the last state has the current revision; a component without points asks for them by revision 0.
 *
 * board.js holds the state and its operations, editor.js and tools.js handle pointers and keys, model.js
 * computes the fit, panel.js and display.js paint it.
 *
 * @import { DrawingData, DrawingState, Screen, SetDrawing } from "./messages.js"
 * @import { Panel } from "./paint/panel.js"
 *
 * @typedef {Object} Host
 * @property {DrawingData} data
 * @property {HTMLElement | ShadowRoot} parentElement with drawing.html in it
 * @property {SetDrawing} setStateValue
 */

import { Board } from "./hand/board.js";
import { Editor, listenForShortcuts } from "./hand/editor.js";
import { SaveMenu } from "./hand/save.js";
import { LessonHint } from "./hand/lesson_hint.js";
import { listenTo } from "./hand/pointer.js";
import { GammaControl, ThresholdControl } from "./hand/slider.js";
import { Links } from "./paint/linked.js";
import { PAPER_EVENT, THEME_EVENT } from "./paint/paper.js";
import { measureRoom } from "./paint/room.js";
import { Display } from "./paint/display.js";
import { Accuracies } from "./paint/accuracies.js";
import { Evaluator } from "./wire/evaluator.js";
import { terrainOf, treeOf } from "./probe/plane.js";
import { Probe } from "./probe/probe.js";
import { writeTree } from "./probe/tree.js";
import { mount } from "./wire/mounting.js";
import { Toolbar } from "./hand/toolbar.js";
import { finder, guardWith, setText } from "./paint/words.js";

export { readPage } from "./wire/mounting.js";

const REST = 400; // ms after the last frame
const WORK = 10; // ms of refinement at a time

/** @param {Host} host */
export default function ({ data, parentElement, setStateValue }) {
  const create = () => new Component(finder(parentElement)(".drawing"));
  /** @type {(state: DrawingState) => void} */
  const send = (state) => setStateValue("drawing", state);
  /** @type {(screen: Screen) => void} */
  const tell = (screen) => setStateValue("screen", screen);
  return mount(parentElement, create, (component) => component.update(data, send, tell));
}

class Component {
  /** @type {?number} */
  frame = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  work;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  rest;
  /** @type {?Pick<import("./paint/goal.js").GoalCheck, "write">} */
  goal = null;
  hostScreen = ""; // what the host knows of the screen, as text
  hint = new LessonHint();
  /** @type {(screen: Screen) => void} */
  tell = () => {};
  listeners = new AbortController();
  /** @type {import("./paint/types.js").Listen} */
  listen = (target, name, handler, options = {}) =>
    listenTo(target, name, this.guard(handler), { ...options, signal: this.listeners.signal });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.find = finder(root);
    this.guard = guardWith(this.find, "Undo may help");
    const board = new Board(() => {
      this.accuracies.ask();
      this.requestFrame();
    });
    this.board = board;
    this.evaluator = new Evaluator(this.guard((name, row) => {
      this.accuracies.take(name, row);
      this.display.writeAccuracies();
    }));
    this.accuracies = new Accuracies(board, this.find(".accuracies"), this.evaluator);
    const display = new Display(board, root, this.accuracies), { listen } = this;
    const canvases = display.all.flatMap(({ plane, line }) => [plane, line]);
    this.display = display;
    board.readCut = () => display.readCut();
    board.readMoved = () => display.readMoved();
    for (const name of /** @type {const} */ (["pointerdown", "keydown"])) {
      listen(root, name, () => setText(this.find(".failure"), ""), { capture: true });
    }
    this.toolbar = new Toolbar(board, root, listen);
    this.save = new SaveMenu(display, root, listen);
    this.gamma = new GammaControl(board, root, listen);
    this.thresholds = display.all.map((panel) => new ThresholdControl(board, panel, listen));
    listen(this.find(".status"), "click", ({ target }) => this.reset(/** @type {HTMLElement} */ (target)));
    for (const panel of display.all) this.attach(panel);
    listenForShortcuts(board, root, listen, () => this.toolbar.openHelp());
    listen(window, "resize", () => this.requestFrame());
    listen(window, THEME_EVENT, () => this.repaint());
    listen(window, PAPER_EVENT, () => {
      for (const canvas of canvases) display.resize(canvas, [canvas.clientWidth, canvas.clientHeight]); // not observed yet
      this.observe(canvases);
      this.repaint();
    });
    this.observer = new ResizeObserver(this.guard((entries) => this.resize(entries)));
    this.observe(canvases);
  }

  /** Be told the sizes of the canvases and of all, in the next frame and whenever they change. @param {HTMLCanvasElement[]} canvases */
  observe(canvases) {
    this.observer.disconnect();
    for (const element of [...canvases, this.root]) this.observer.observe(element);
  }

  /** Make a panel drawable, and link terms with its parts. @param {Panel} panel */
  attach(panel) {
    const { root, board, listen } = this, isBusy = () => board.drag !== null, requestFrame = () => this.requestFrame();
    new Probe({
      root: panel.place === 0 ? root : panel.element, stage: panel.find(".plane"), canvas: panel.plane, listen,
      look: () => (this.display.isReady ? terrainOf(panel) : null),
    });
    new Editor(board, panel, listen, (text) => setText(this.find(".voice"), text));
    panel.links = new Links({ root, canvases: [panel.plane, panel.line], isBusy, requestFrame }, panel.find(".terms"), listen);
  }

  /** Reset the threshold of a panel, if this is a button for it. @param {HTMLElement} button */
  reset({ dataset: { panel } }) {
    if (panel !== undefined) this.thresholds[Number(panel)]?.reset();
  }

  /** @param {DrawingData} data @param {(state: DrawingState) => void} send @param {(screen: Screen) => void} tell */
  update(data, send, tell) {
    this.guard(() => {
      this.tell = tell;
      this.board.update(data, send);
      if (this.board.data) {
        this.display.arrange();
        this.toolbar.write(); // before anything is painted, so that its rows move nothing down
      }
      if (data.exercise && this.goal === null) this.checkGoal();
      if (data.exercise) this.requestFrame(); // its goal may be another one, on the same picture
    })();
  }

  /** Check the goal of an exercise from now on; only an exercise loads the modules for it. */
  async checkGoal() {
    this.goal = { write() {} };
    const { GoalCheck } = await import("./paint/goal.js");
    this.goal = new GoalCheck(this.board, this.root);
    this.requestFrame();
  }

  /** @param {ResizeObserverEntry[]} entries */
  resize(entries) {
    for (const { target, contentRect } of entries) {
      this.display.resize(target, [contentRect.width, contentRect.height]);
    }
    this.requestFrame();
  }

  requestFrame() {
    this.frame ??= requestAnimationFrame(this.guard(() => this.paint()));
  }

  /** Repaint everything at once, with another theme. */
  repaint() {
    if (this.board.data) this.display.arrange();
    this.paint();
  }

  paint() {
    this.frame = null;
    if (!this.display.isReady) return;
    this.toolbar.write();
    this.display.paint();
    this.goal?.write(this.display.panels[0]);
    this.gamma.write();
    for (const threshold of this.thresholds) threshold.write();
    const { board, display: { panels } } = this;
    const { lesson } = board.data;
    if (lesson && !board.isLocked(lesson.line ? "threshold" : "points")) this.hint.write(panels, lesson, board.points, board.drag !== null);
    this.root.toggleAttribute("data-unanswered", !this.board.outbox.isIdle);
    this.writeTrees();
    if (this.board.drag === null) measureRoom(this.root, this.display.panels[0]);
    if (this.board.data.wish && this.board.drag === null) this.tellScreen(this.display.panels[0]);
    this.planWork();
  }

  /** What is in the planes, in words, after a rest. */
  writeTrees() {
    clearTimeout(this.rest);
    if (this.board.drag !== null) return;
    this.rest = setTimeout(this.guard(() => {
      for (const panel of this.display.panels) writeTree(panel.find(".tree"), treeOf(panel));
    }), REST);
  }

  /**
   * Send the parts of the picture that are in no drawing and in no setting, if they have changed.
   * @param {Panel} panel
   */
  tellScreen({ fit, isMoved }) {
    const threshold = isMoved && fit?.sides.length === 1 ? -fit.sides[0].offset : null;
    const screen = { selection: this.board.selection, threshold }, text = JSON.stringify(screen);
    if (text === this.hostScreen) return;
    this.hostScreen = text;
    this.tell(screen);
  }

  planWork() {
    clearTimeout(this.work);
    this.work = setTimeout(this.guard(() => this.refine()));
  }

  /** Compute a finer picture between frames, while the pointer rests. */
  refine() {
    const { panels } = this.display, coarse = panels.find((panel) => panel.isCoarse);
    if (!coarse || this.board.drag !== null) return;
    coarse.grids.refine(WORK);
    if (panels.some((panel) => panel.isCoarse)) this.planWork();
    else this.requestFrame();
  }

  close() {
    this.listeners.abort();
    this.observer.disconnect();
    this.display.inspection.close();
    this.board.outbox.close();
    this.evaluator.close();
    cancelAnimationFrame(this.frame ?? 0);
    clearTimeout(this.work);
    clearTimeout(this.rest);
    for (const threshold of this.thresholds) threshold.close();
  }
}
