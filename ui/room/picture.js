/**
 * The drawing component as a picture of a room's points with a classifier: nobody draws on it.
 *
 * It takes what `index.js` of the component documents, and tells only a new gamma.
 */

import mount from "../canvas/index.js";

const at = (name) => new URL(`../canvas/${name}`, import.meta.url);
const read = async (name) => (await fetch(at(name))).text();
let parts = null;

export class Picture {
  /**
   * @param {HTMLElement} parent
   * @param {object} start what Python says of palette, classifiers, limits and style sheets
   * @param {(gamma: number) => void} moved
   */
  constructor(parent, start, moved) {
    Object.assign(this, { parent, start, moved, revision: 0, seq: 0, shown: "", data: null });
    parts ??= Promise.all(["canvas.html", ...start.styles].map(read));
    parts.then(([html, ...css]) => {
      const template = document.createElement("template");
      template.innerHTML = `<style>${css.join("")}</style>${html}`;
      parent.replaceChildren(template.content);
      this.isReady = true;
      this.mount();
    });
  }

  /**
   * @param {{points: [number, number, number][], box: number[], classes: number, model: string, gamma: number,
   *     theme: string}} sheet
   */
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
    if (!this.isReady || this.data === null) return;
    const { parent: parentElement, data } = this;
    this.unmount = mount({ data: { ...data, seq: this.seq }, parentElement, setStateValue: (_, sent) => this.answer(sent) });
  }

  answer({ seq, gamma }) {
    this.seq = seq;
    if (gamma !== null && gamma !== this.data.gamma) this.moved(gamma);
    queueMicrotask(() => this.mount());
  }

  close() {
    this.unmount?.();
    this.parent.replaceChildren();
  }
}

/** Points [x, y, class] in the bytes that the component reads. */
function encodePoints(points) {
  const column = (place) => toText(new Float64Array(points.map((point) => point[place])));
  return { x: column(0), y: column(1), labels: toText(new Uint8Array(points.map((point) => point[2]))) };
}

function toText(numbers) {
  return btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
}
