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
 * @typedef {Object} Part
 * @property {string} name
 * @property {Path2D} path around it, or along it
 * @property {boolean} [isLine] whether the path is the part itself, not its outline
 * @property {number} [canvas] the number of its canvas, 0 if it is left out
 *
 * @typedef {string | {part: string, symbol: string, value: string, covers: ?string[]}} Term a sign between terms, or a
 *     term; it may cover parts that have no term of their own
 */

import { zoomOf } from "./view.js";
import { setText } from "./words.js";

const REACH = 16; // pixels: the width of a line that can be pointed at

/** Circles around some pixels. */
export function ringsAround(pixels, radius) {
  const path = new Path2D();
  for (const [x, y] of pixels) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return path;
}

export class Links {
  /** @param {Picture} picture */
  constructor(picture, place, listen) {
    Object.assign(this, { picture, place, listen, lit: null, chosen: null, parts: [], shape: "" });
    this.probe = document.createElement("canvas").getContext("2d");
    picture.canvases.forEach((canvas, k) => {
      listen(canvas, "pointermove", (event) => this.pointAt(this.partUnder(k, event)));
      listen(canvas, "pointerleave", () => this.pointAt(null));
    });
  }

  /** Highlight a part and its terms; none, if there is none of that name. */
  pointAt(name) {
    if (name === this.lit || this.picture.isBusy()) return;
    this.lit = name;
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
    const lit = parts.filter(({ name }) => name === this.lit);
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
    const shape = terms.map((term) => typeof term).join();
    this.terms = terms;
    if (shape !== this.shape) this.place.replaceChildren(...terms.map((term, k) => this.make(term, k)));
    this.shape = shape;
    terms.forEach((term, k) => {
      const element = this.place.children[k];
      if (typeof term === "string") return setText(element, term);
      setText(element.firstChild, term.symbol);
      setText(element.lastChild, term.value);
      element.classList.toggle("is-lit", term.part === this.lit || Boolean(term.covers?.includes(this.lit)));
    });
  }

  make(term, k) {
    if (typeof term === "string") return document.createElement("span");
    const element = Object.assign(document.createElement("button"), { type: "button", className: "term" });
    element.append(document.createElement("span"), document.createElement("span"));
    for (const type of ["pointerenter", "focus", "click"]) this.listen(element, type, () => this.pointAt(this.terms[k].part));
    for (const type of ["pointerleave", "blur"]) this.listen(element, type, () => this.pointAt(null));
    return element;
  }
}
