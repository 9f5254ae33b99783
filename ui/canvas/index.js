/**
 * The drawing component: Streamlit's entry.
 *
 * Streamlit calls this once for every answer from Python, always with the same element; the component lives
 * on that element from the first call to the last. Python sends `data` and gets the state "drawing":
 *
 *     data    revision, seq, theme, palette, classes, features, box, points ({x, y, labels} or the text of
 *             codec.js), edited, model, accuracy, offset and versus of a threshold that was moved
 *     state   seq, revision, edited, points (text; null if unedited or too many), box, x, y, labels, gamma,
 *             offset and versus of a threshold that was moved, else null
 *
 * Whoever reads on: board.js is what can be done, editor.js and tools.js the hand that does it, model.js
 * what it means, stage.js what is seen of it.
 *
 * @typedef {(target: EventTarget, type: string, handler: (event: any) => void, options?: object) => void} Listen
 */

import { Board } from "./board.js";
import { Editor, listenForShortcuts } from "./editor.js";
import { GammaControl, ThresholdControl } from "./slider.js";
import { setText, Stage } from "./stage.js";
import { Toolbar } from "./toolbar.js";

const MOUNTED = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let component = MOUNTED.get(parentElement);
  if (!component) {
    component = new Component(parentElement);
    MOUNTED.set(parentElement, component);
  }
  component.update(data, (state) => setStateValue("drawing", state));
  return () => {
    component.close();
    MOUNTED.delete(parentElement);
  };
}

class Component {
  constructor(host) {
    this.root = host.querySelector(".drawing");
    this.find = (selector) => host.querySelector(selector);
    this.listeners = new AbortController();
    this.frame = null;
    this.board = new Board(() => this.requestFrame());
    this.stage = new Stage(this.board, this.find);
    this.attach();
    this.observer = new ResizeObserver(() => this.requestFrame());
    for (const canvas of [this.stage.plane, this.stage.line]) this.observer.observe(canvas);
  }

  attach() {
    const { board, stage, root, find } = this;
    const forget = () => setText(find(".failure"), "");
    const listen = (target, type, handler, options = {}) =>
      target.addEventListener(type, this.guard(handler), { ...options, signal: this.listeners.signal });
    for (const type of ["pointerdown", "keydown"]) listen(root, type, forget, { capture: true });
    this.toolbar = new Toolbar(board, root, listen);
    this.gamma = new GammaControl(board, find, listen);
    this.threshold = new ThresholdControl(board, stage, stage.line, listen);
    new Editor(board, stage.plane, listen, (text) => setText(find(".voice"), text));
    listenForShortcuts(board, root, listen, () => this.toolbar.openHelp());
  }

  update(data, send) {
    this.root.dataset.theme = data.theme;
    this.guard(() => this.board.update(data, send))();
  }

  requestFrame() {
    this.frame ??= requestAnimationFrame(this.guard(() => this.paint()));
  }

  paint() {
    this.frame = null;
    if (this.board.drawing === null) return;
    this.toolbar.write();
    this.stage.paint();
    this.gamma.write();
    this.threshold.write();
    this.root.dataset.tool = this.board.tool;
  }

  /** The same function; what goes wrong in it is told in one sentence where the picture is. */
  guard(action) {
    return (...args) => {
      try {
        action(...args);
      } catch (error) {
        setText(this.find(".failure"), `This did not work, and undo may help: ${error.message}`);
      }
    };
  }

  close() {
    this.listeners.abort();
    this.observer.disconnect();
    this.board.outbox.close();
    cancelAnimationFrame(this.frame);
  }
}
