/**
 * Linked highlighting: a term of the formula below a picture and the part of the picture that it stands for are
 * highlighted together, whichever of them is pointed at, or has the focus.
 *
 * @typedef {Object} Picture
 * @property {HTMLElement} root
 * @property {HTMLCanvasElement[]} canvases
 * @property {() => boolean} isBusy whether a hand moves something
 * @property {() => void} requestFrame
 *
 * @typedef {import("./types.js").Part} Part
 * @typedef {import("./types.js").Term} Term
 */

import { zoomOf } from "./view.js";
import { setText } from "./words.js";

const REACH = 16; // pixels: the width of a line that can be pointed at

export class Links {
  /** @param {Picture} picture */
  constructor(picture, place, listen) {
    Object.assign(this, { picture, place, listen, lit: null, chosen: null, isOnPicture: false, parts: [], shape: "" });
    this.probe = document.createElement("canvas").getContext("2d");
    picture.canvases.forEach((canvas, k) => {
      listen(canvas, "pointermove", (event) => this.pointAt(this.partUnder(k, event), true));
      listen(canvas, "pointerleave", () => this.pointAt(null));
    });
  }

  /** Highlight a part and its terms; none, if there is none of that name. */
  pointAt(name, isOnPicture = false) {
    if (name === this.lit || this.picture.isBusy()) return;
    Object.assign(this, { lit: name, isOnPicture });
    this.chosen = name ?? this.chosen;
    this.picture.requestFrame();
  }

  partUnder(k, { clientX, clientY }) {
    const { left, top } = this.picture.canvases[k].getBoundingClientRect(), zoom = zoomOf(this.picture.canvases[k]);
    const [x, y] = [(clientX - left) / zoom, (clientY - top) / zoom];
    this.probe.lineWidth = REACH;
    const found = this.parts.filter(({ path, isLine, canvas = 0 }) =>
      canvas === k && (isLine ? this.probe.isPointInStroke(path, x, y) : this.probe.isPointInPath(path, x, y)));
    return found.at(-1)?.name ?? null;
  }

  paint(contexts, parts) {
    this.parts = parts;
    const lit = parts.filter(({ name, isMany }) => name === this.lit && !(isMany && this.isOnPicture));
    const accent = lit.length ? getComputedStyle(this.picture.root).getPropertyValue("--accent") : "";
    for (const { path, isLine, canvas = 0 } of lit) {
      const context = contexts[canvas];
      context.save();
      Object.assign(context, { strokeStyle: accent, lineWidth: isLine ? 10 : 3, globalAlpha: isLine ? 0.45 : 1 });
      context.stroke(path);
      context.restore();
    }
  }

  write(terms) {
    // The elements stay while the terms change, and with them the focus.
    const shape = terms.map((term) => (typeof term === "string" ? "" : (term.matrix?.length ?? "term"))).join();
    this.terms = terms;
    if (shape !== this.shape) this.place.replaceChildren(...terms.map((term, k) => this.make(term, k)));
    this.shape = shape;
    terms.forEach((term, k) => {
      const element = this.place.children[k];
      if (typeof term === "string") {
        setText(element, term);
        return;
      }
      setText(element.firstChild, term.symbol);
      setText(element.children[1], term.value);
      term.matrix?.flat().forEach((entry, j) => setText(element.lastChild.children[j], entry));
      element.classList.toggle("is-lit", term.part === this.lit || Boolean(term.covers?.includes(this.lit)));
    });
  }

  make(term, k) {
    if (typeof term === "string") return document.createElement("span");
    const element = Object.assign(document.createElement("button"), { type: "button", className: "term" });
    element.append(document.createElement("span"), document.createElement("span"));
    if (term.matrix) element.append(makeMatrix(term.matrix));
    for (const type of ["pointerenter", "focus", "click"]) this.listen(element, type, () => this.pointAt(this.terms[k].part));
    for (const type of ["pointerleave", "blur"]) this.listen(element, type, () => this.pointAt(null));
    return element;
  }
}

/** @param {string[][]} rows */
function makeMatrix(rows) {
  const matrix = Object.assign(document.createElement("span"), { className: "matrix" });
  matrix.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
  matrix.append(...rows.flat().map(() => document.createElement("span")));
  return matrix;
}
