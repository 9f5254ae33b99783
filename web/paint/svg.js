/**
 * A canvas that writes SVG: the part of a 2D context's calls that the painters use.
 *
 * Each call becomes an element, in the order of painting. What is measured is measured by a real canvas.
 */

const STYLE = {
  fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, lineCap: "butt", lineJoin: "miter",
  globalAlpha: 1, font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic",
};
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
const RAISES = { top: 0.8, middle: 0.32, alphabetic: 0 }; // of the font's size, from the baseline

export class SvgRecorder {
  constructor(width, height) {
    Object.assign(this, STYLE, { width, height, elements: [], definitions: [], stack: [], path: [] });
    Object.assign(this, { dash: [], matrix: new DOMMatrix(), clipId: null });
    this.ruler = document.createElement("canvas").getContext("2d");
  }

  /** The text of the file. */
  finish(title) {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}">\n<title>${escapeXml(title)}</title>\n` +
      `<defs>${this.definitions.join("")}</defs>\n${this.elements.join("\n")}\n</svg>\n`;
  }

  // State

  save() {
    const style = Object.fromEntries(Object.keys(STYLE).map((name) => [name, this[name]]));
    const { dash, matrix, clipId } = this;
    this.stack.push({ ...style, dash, matrix: DOMMatrix.fromMatrix(matrix), clipId });
  }

  restore() {
    Object.assign(this, this.stack.pop());
  }

  translate(x, y) {
    this.matrix = this.matrix.translate(x, y);
  }

  rotate(angle) {
    this.matrix = this.matrix.rotate((180 * angle) / Math.PI);
  }

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

  moveTo(x, y) {
    this.path.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(x, y) {
    this.path.push(`L${short(x)} ${short(y)}`);
  }

  closePath() {
    this.path.push("Z");
  }

  rect(x, y, width, height) {
    this.path.push(rectangle(x, y, width, height));
  }

  /** A whole circle, the only arc that the painters draw. */
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

  fillRect(x, y, width, height) {
    this.addPath(rectangle(x, y, width, height), this.fillOf());
  }

  strokeRect(x, y, width, height) {
    this.addPath(rectangle(x, y, width, height), `fill="none" ${this.strokeOf()}`);
  }

  // Text and images

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  fillText(text, x, y) {
    const [, weight = "400", size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font);
    const place = `x="${short(x)}" y="${short(y + RAISES[this.textBaseline] * size)}"`;
    const type = `font-family="${escapeXml(family)}" font-size="${size}" font-weight="${weight}"`;
    const anchor = `text-anchor="${ANCHORS[this.textAlign]}"`;
    this.add(`<text ${place} ${type} ${anchor} ${this.fillOf()}${this.transform()}>${escapeXml(text)}</text>`);
  }

  drawImage(image, x, y, width, height) {
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    const address = image.toDataURL("image/png"), alpha = `opacity="${this.globalAlpha}"`;
    this.add(`<image ${place} href="${address}" preserveAspectRatio="none" ${alpha}${this.transform()}/>`);
  }

  // Elements

  addPath(path, style) {
    if (path) this.add(`<path d="${path}" ${style}${this.transform()}/>`);
  }

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

function rectangle(x, y, width, height) {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
}

function short(value) {
  return String(Number(value.toFixed(2)));
}

/** Text that XML takes, whatever a class is called. */
function escapeXml(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them, not even as an entity
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (letter) => entities[letter]);
}
