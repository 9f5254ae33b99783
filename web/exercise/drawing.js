/** The drawing component in the classroom; its data are documented in `web/drawing.js`. */

/** @param {string} name */
const at = (name) => new URL(`../../${name}`, import.meta.url).href;
/** @param {string} name */
const read = async (name) => (await fetch(at(name))).text();
/**
 * @import { DrawingData, DrawingState } from "../messages.js"
 * @typedef {typeof import("../drawing.js")} Component
 * @typedef {Omit<DrawingData, "seq">} HostData
 */

/** @type {Promise<[Component, ...string[]]> | null} the component, which few activities need; its HTML and styles */
let parts = null;

/**
 * Provide the component, on a page whose own script has it.
 * @param {[Component, ...string[]]} modules the module, its HTML, and styles
 */
export function provideDrawing(modules) {
  parts = Promise.resolve(modules);
}

export class Drawing {
  seq = 0;
  isClosed = false;
  /** @type {?Component["default"]} */
  component = null;
  /** @type {?HostData} what Python would say */
  data = null;
  /** @type {(() => void) | undefined} */
  unmount;

  /**
   * @param {HTMLElement | ShadowRoot} parent
   * @param {string[]} styles the names of the style sheets
   * @param {(sent: DrawingState) => void} onAnswer
   */
  constructor(parent, styles, onAnswer) {
    this.parent = parent;
    this.onAnswer = onAnswer;
    parts ??= Promise.all([import(at("web/drawing.js")), ...["web/drawing.html", ...styles].map(read)]);
    parts.then(([module, html, ...css]) => {
      if (this.isClosed) return;
      parent.replaceChildren(module.readPage(html, ...css));
      this.component = module.default;
      this.mount();
    });
  }

  /** @param {HostData} data */
  show(data) {
    this.data = data;
    this.mount();
  }

  mount() {
    if (!this.component || this.data === null) return;
    const { parent: parentElement, data } = this;
    this.unmount = this.component({ data: { ...data, seq: this.seq }, parentElement, setStateValue: (...message) => message[0] === "drawing" && this.answer(message[1]) });
  }

  /** @param {DrawingState} state */
  answer(state) {
    this.seq = state.seq;
    this.onAnswer(state);
    queueMicrotask(() => this.mount());
  }

  close() {
    this.isClosed = true;
    this.unmount?.();
    this.parent.replaceChildren();
  }
}
