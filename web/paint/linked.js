/**
 * Linked highlighting: a term of the formula below a picture and the part of the picture that it stands for are
 * highlighted together, whichever of them is pointed at, or has the focus.
 *
 * @typedef {Object} Linked the picture
 * @property {HTMLElement} root
 * @property {HTMLCanvasElement[]} canvases
 * @property {() => boolean} isBusy whether a hand moves something
 * @property {() => void} requestFrame
 *
 * @import { Listen, Part, Term } from "./types.js"
 */

import { make } from "./elements.js";
import { newPen, pixelOf } from "./view.js";
import { setText } from "./words.js";

const REACH = 16; // pixels: the width of a line that can be pointed at
const POINTS_AT = /** @type {const} */ (["pointerenter", "focus", "click"]), LEAVES = /** @type {const} */ (["pointerleave", "blur"]);

export class Links {
  /** @type {?string} the part that is highlighted */
  highlight = null;
  /** @type {?string} the one that was pointed at last */
  focus = null;
  isOnPicture = false;
  /** @type {Part[]} */
  parts = [];
  /** @type {Term[]} */
  terms = [];
  shape = "";
  probe = newPen();

  /** @param {Linked} picture @param {HTMLElement} place of the terms @param {Listen} listen */
  constructor(picture, place, listen) {
    this.picture = picture;
    this.place = place;
    this.listen = listen;
    picture.canvases.forEach((canvas, k) => {
      listen(canvas, "pointermove", (event) => this.pointAt(this.partUnder(k, event), true));
      listen(canvas, "pointerleave", () => this.pointAt(null));
    });
  }

  /** Highlight a part and its terms; none, if there is none of that name. @param {?string} name @param {boolean} [isOnPicture] */
  pointAt(name, isOnPicture = false) {
    if (name === this.highlight || this.picture.isBusy()) return;
    this.highlight = name;
    this.isOnPicture = isOnPicture;
    this.focus = name ?? this.focus;
    this.picture.requestFrame();
  }

  /** @param {number} k @param {PointerEvent} event */
  partUnder(k, event) {
    const [x, y] = pixelOf(event, this.picture.canvases[k]);
    this.probe.lineWidth = REACH;
    const matches = this.parts.filter(({ path, isLine, canvas = 0 }) =>
      canvas === k && (isLine ? this.probe.isPointInStroke(path, x, y) : this.probe.isPointInPath(path, x, y)));
    return matches.at(-1)?.name ?? null;
  }

  /** @param {(?CanvasRenderingContext2D)[]} contexts of the canvases @param {Part[]} parts */
  paint(contexts, parts) {
    this.parts = parts;
    const outlines = parts.filter(({ name, isMany }) => name === this.highlight && !(isMany && this.isOnPicture));
    const accent = outlines.length ? getComputedStyle(this.picture.root).getPropertyValue("--accent") : "";
    for (const { path, isLine, canvas = 0 } of outlines) {
      const context = contexts[canvas];
      if (!context) continue;
      context.save();
      Object.assign(context, { strokeStyle: accent, lineWidth: isLine ? 10 : 3, globalAlpha: isLine ? 0.45 : 1 });
      context.stroke(path);
      context.restore();
    }
  }

  /** @param {Term[]} terms */
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
      const [symbol, value, matrix] = element.children;
      setText(symbol, term.symbol);
      setText(value, term.value);
      term.matrix?.flat().forEach((entry, j) => setText(matrix.children[j], entry));
      element.classList.toggle("is-lit", [term.part, ...(term.covers ?? [])].some((part) => part === this.highlight));
    });
  }

  /** @param {Term} term @param {number} k its place */
  make(term, k) {
    if (typeof term === "string") return make("span");
    const element = make("button", { type: "button", class: "term" }, make("span"), make("span"));
    if (term.matrix) element.append(makeMatrix(term.matrix));
    for (const name of POINTS_AT) this.listen(element, name, () => this.pointAt(partOf(this.terms[k])));
    for (const name of LEAVES) this.listen(element, name, () => this.pointAt(null));
    return element;
  }
}

/** @param {Term} term */
function partOf(term) {
  return typeof term === "string" ? null : term.part;
}

/** @param {string[][]} rows */
function makeMatrix(rows) {
  const matrix = make("span", { class: "matrix" }, ...rows.flat().map(() => make("span")));
  matrix.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
  return matrix;
}
