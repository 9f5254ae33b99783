/**
 * Linked highlighting: a term of the formula below a live picture and the part of the picture that it stands for are
 * highlighted together, whichever of them is pointed at, or has the focus.
 *
 * @typedef {Object} Part
 * @property {string} name
 * @property {Path2D} path around it, or along it
 * @property {boolean} [isLine] whether the path is the part itself, not its outline
 *
 * @typedef {string | {part: string, symbol: string, value: string}} Term a sign between terms, or a term
 */

import { setText } from "../canvas/paint/words.js";

const REACH = 16; // pixels: the width of a line that can be pointed at
const probe = document.createElement("canvas").getContext("2d");

export class Links {
  constructor(live, place, listen) {
    Object.assign(this, { live, place, listen, lit: null, chosen: null, parts: [], shape: "" });
    listen(live.canvas, "pointermove", (event) => this.pointAt(this.partUnder(live.hand.pixel(event))));
    listen(live.canvas, "pointerleave", () => this.pointAt(null));
  }

  /** Highlight a part and its terms; none, if there is none of that name. */
  pointAt(name) {
    if (name === this.lit || this.live.hand.isBusy) return;
    this.lit = name;
    this.chosen = name ?? this.chosen;
    this.live.requestFrame();
  }

  partUnder([x, y]) {
    probe.lineWidth = REACH;
    const found = this.parts.filter(({ path, isLine }) =>
      (isLine ? probe.isPointInStroke(path, x, y) : probe.isPointInPath(path, x, y)));
    return found.at(-1)?.name ?? null;
  }

  paint(context, parts) {
    this.parts = parts;
    const accent = getComputedStyle(this.live.root).getPropertyValue("--accent");
    for (const { path, isLine } of parts.filter(({ name }) => name === this.lit)) {
      context.save();
      Object.assign(context, { strokeStyle: accent, lineWidth: isLine ? 10 : 3, globalAlpha: isLine ? 0.45 : 1 });
      context.stroke(path);
      context.restore();
    }
  }

  write(terms) {
    const shape = JSON.stringify(terms.map((term) => term.part ?? null));
    if (shape !== this.shape) this.place.replaceChildren(...terms.map((term) => this.make(term)));
    this.shape = shape;
    terms.forEach((term, k) => {
      const element = this.place.children[k];
      if (typeof term === "string") return setText(element, term);
      setText(element.firstChild, term.symbol);
      setText(element.lastChild, term.value);
      element.classList.toggle("is-lit", this.lit !== null && term.part === this.lit);
    });
  }

  make(term) {
    if (typeof term === "string") return document.createElement("span");
    const element = Object.assign(document.createElement("button"), { type: "button", className: "term" });
    element.append(document.createElement("span"), document.createElement("span"));
    for (const type of ["pointerenter", "focus", "click"]) this.listen(element, type, () => this.pointAt(term.part));
    for (const type of ["pointerleave", "blur"]) this.listen(element, type, () => this.pointAt(null));
    return element;
  }
}
