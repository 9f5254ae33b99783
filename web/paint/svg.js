/**
 * A canvas that writes SVG: the part of a 2D context's calls that the painters use.
 *
 * Each call becomes an element, in the order of painting. Texts are measured by a real canvas.
 */

import { newPen } from "./view.js";

// The state that save() stores.
const STATE = /** @type {const} */ ([
  "fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "globalAlpha", "font", "textAlign", "textBaseline", "dash", "matrix", "clipId",
]);
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
// Of the font's size, from the baseline.
const RAISES = { top: 0.8, hanging: 0.8, middle: 0.32, alphabetic: 0, ideographic: 0, bottom: 0 };

export class SvgRecorder {
  fillStyle = "#000000";
  strokeStyle = "#000000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  globalAlpha = 1;
  font = "10px sans-serif";
  /** @type {CanvasTextAlign} */
  textAlign = "start";
  /** @type {CanvasTextBaseline} */
  textBaseline = "alphabetic";
  /** @type {number[]} */
  dash = [];
  matrix = new DOMMatrix();
  clipId = ""; // of none
  /** @type {Partial<SvgRecorder>[]} */
  stack = [];
  /** @type {string[]} */
  path = [];
  /** @type {string[]} */
  elements = [];
  /** @type {string[]} */
  definitions = [];
  ruler = newPen();

  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
  }

  /** The text of the file. @param {string} title */
  finish(title) {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}">\n<title>${escapeXml(title)}</title>\n` +
      `<defs>${this.definitions.join("")}</defs>\n${this.elements.join("\n")}\n</svg>\n`;
  }

  // State

  save() {
    this.stack.push(Object.fromEntries(STATE.map((name) => [name, this[name]])));
  }

  restore() {
    Object.assign(this, this.stack.pop());
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.matrix = this.matrix.translate(x, y);
  }

  /** @param {number} angle in radians */
  rotate(angle) {
    this.matrix = this.matrix.rotate((180 * angle) / Math.PI);
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  clip() {
    this.clipId = `clip${this.definitions.length}`;
    this.definitions.push(
      `<clipPath id="${this.clipId}"><path d="${this.path.join("")}"${this.transform()}/></clipPath>`,
    );
  }

  // Paths

  beginPath() {
    this.path = [];
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.path.push(`M${short(x)} ${short(y)}`);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.path.push(`L${short(x)} ${short(y)}`);
  }

  closePath() {
    this.path.push("Z");
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.path.push(rectangle(x, y, width, height));
  }

  /** A whole circle, the only arc that the painters draw. @param {number} x @param {number} y @param {number} radius */
  arc(x, y, radius) {
    const r = short(radius), half = `A${r} ${r} 0 1 1 `;
    this.path.push(
      `M${short(x + radius)} ${short(y)}${half}${short(x - radius)} ${short(y)}` +
        `${half}${short(x + radius)} ${short(y)}Z`,
    );
  }

  fill() {
    this.addPath(this.path.join(""), this.fillOf());
  }

  stroke() {
    this.addPath(this.path.join(""), `fill="none" ${this.strokeOf()}`);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.addPath(rectangle(x, y, width, height), this.fillOf());
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.addPath(rectangle(x, y, width, height), `fill="none" ${this.strokeOf()}`);
  }

  // Text and images

  /** @param {string} text */
  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.addText(text, x, y, this.fillOf());
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.addText(text, x, y, `fill="none" ${this.strokeOf()}`);
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} style */
  addText(text, x, y, style) {
    const [, weight = "400", size = "10", family = "sans-serif"] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const place = `x="${short(x)}" y="${short(y + RAISES[this.textBaseline] * Number(size))}"`;
    const type = `font-family="${escapeXml(family)}" font-size="${size}" font-weight="${weight}"`;
    const anchor = `text-anchor="${ANCHORS[this.textAlign]}"`;
    // As wide as here, also where the font is not installed.
    const width = `textLength="${short(this.measureText(text).width)}" lengthAdjust="spacingAndGlyphs"`;
    this.add(`<text ${place} ${type} ${anchor} ${width} ${style}${this.transform()}>${escapeXml(text)}</text>`);
  }

  /** @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number} width @param {number} height */
  drawImage(image, x, y, width, height) {
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    const address = image.toDataURL("image/png"), alpha = `opacity="${this.globalAlpha}"`;
    this.add(`<image ${place} href="${address}" preserveAspectRatio="none" ${alpha}${this.transform()}/>`);
  }

  // Elements

  /** @param {string} path @param {string} style */
  addPath(path, style) {
    if (path) this.add(`<path d="${path}" ${style}${this.transform()}/>`);
  }

  /** @param {string} element */
  add(element) {
    this.elements.push(this.clipId ? `<g clip-path="url(#${this.clipId})">${element}</g>` : element);
  }

  fillOf() {
    return `fill="${escapeXml(this.fillStyle)}" fill-opacity="${this.globalAlpha}"`;
  }

  strokeOf() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    return `stroke="${escapeXml(this.strokeStyle)}" stroke-opacity="${this.globalAlpha}" ` +
      `stroke-width="${short(this.lineWidth)}" stroke-linecap="${this.lineCap}" ` +
      `stroke-linejoin="${this.lineJoin}"${dash}`;
  }

  transform() {
    const { a, b, c, d, e, f } = this.matrix;
    return this.matrix.isIdentity ? "" : ` transform="matrix(${[a, b, c, d, e, f].map(short).join(" ")})"`;
  }
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
function rectangle(x, y, width, height) {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
}

/** @param {number} value */
function short(value) {
  return String(Number(value.toFixed(2)));
}

/** Text that is valid in XML, whatever the name of a class. @param {string} text */
function escapeXml(text) {
  /** @type {Record<string, string>} */
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them, not even as an entity
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (letter) => entities[letter]);
}
