/**
 * The drawing component as a picture of a room's points with a classifier: nobody draws on it.
 *
 * It takes what `drawing.js` documents, and tells only a new gamma.
 */

/** @param {string} name */
const at = (name) => new URL(`../../${name}`, import.meta.url).href;
/** @param {string} name */
const read = async (name) => (await fetch(at(name))).text();
/** @type {Promise<[any, ...string[]]> | null} the component, which only this activity needs; its HTML and styles */
let parts = null;

/**
 * @typedef {import("../messages.js").RoomPoint} RoomPoint
 * @typedef {{points: RoomPoint[], box: import("../model/points.js").Box, classes: number, model: string, gamma: number, theme: string}} Sheet
 */

export class Picture {
  parent;
  start;
  moved;
  revision = 0;
  seq = 0;
  shown = ""; // points, as a text
  isClosed = false;
  /** @type {((host: object) => () => void) | null} */
  component = null;
  /** @type {{gamma: number | null, [name: string]: unknown} | null} what Python would say */
  data = null;
  /** @type {(() => void) | undefined} */
  unmount;

  /**
   * @param {HTMLElement} parent
   * @param {import("../messages.js").RoomStart} start what Python says of palette, classifiers, limits and style sheets
   * @param {(gamma: number) => void} moved
   */
  constructor(parent, start, moved) {
    this.parent = parent;
    this.start = start;
    this.moved = moved;
    parts ??= Promise.all([import(at("web/drawing.js")), ...["web/drawing.html", ...start.styles].map(read)]);
    parts.then(([module, html, ...css]) => {
      if (this.isClosed) return;
      const template = document.createElement("template");
      template.innerHTML = `<style>${css.join("")}</style>${html}`;
      parent.replaceChildren(template.content);
      this.component = module.default;
      this.mount();
    });
  }

  /** @param {Sheet} sheet */
  show({ points, box, classes, model, gamma, theme }) {
    const text = JSON.stringify(points);
    if (text !== this.shown) this.revision += 1;
    this.shown = text;
    const { palette, models, limits, offered, names } = this.start, { title, message } = models[model];
    this.data = {
      theme, box, limits, offered, palette,
      gamma: message.kind === "kernel" ? gamma : null,
      revision: this.revision,
      seq: this.seq,
      switches: [],
      points: encodePoints(points),
      exact: true,
      classes: names.slice(0, classes),
      features: ["x₁", "x₂"],
      panels: [{ title, model: message, accuracy: message.kind === "kernel" ? null : "" }],
    };
    this.mount();
  }

  mount() {
    if (!this.component || this.data === null) return;
    const { parent: parentElement, data } = this;
    this.unmount = this.component({ data: { ...data, seq: this.seq }, parentElement, setStateValue: (/** @type {string} */ _name, /** @type {any} */ sent) => this.answer(sent) });
  }

  /** @param {{seq: number, gamma: number | null}} sent */
  answer({ seq, gamma }) {
    this.seq = seq;
    if (gamma !== null && gamma !== this.data?.gamma) this.moved(gamma);
    queueMicrotask(() => this.mount());
  }

  close() {
    this.isClosed = true;
    this.unmount?.();
    this.parent.replaceChildren();
  }
}

/**
 * Points [x, y, class] in the bytes that the component reads.
 * @param {RoomPoint[]} points
 */
function encodePoints(points) {
  const column = (/** @type {0 | 1} */ place) => toText(new Float64Array(points.map((point) => point[place])));
  return { x: column(0), y: column(1), labels: toText(new Uint8Array(points.map((point) => point[2]))) };
}

/** @param {Float64Array | Uint8Array} numbers */
function toText(numbers) {
  return btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
}
