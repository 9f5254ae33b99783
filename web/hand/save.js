/**
 * Saving: the picture as PNG or SVG, and the link.
 *
 * A picture holds what the component shows, in the same places: the titles, the accuracies, the planes, the lines
 * and the words beneath, and a legend in place of the buttons of the classes. The same painters make it, on a canvas of
 * its own or on one that writes SVG.
 *
 * @import { Listen } from "../paint/types.js"
 */

import { copyText, saveFile } from "../wire/files.js";
import { countLabels } from "../model/points.js";
import { paintLegend, placeLegend } from "../paint/legend.js";
import { setType, shorten } from "../paint/look.js";
import { SvgRecorder } from "../paint/svg.js";
import { newPen } from "../paint/view.js";
import { finder } from "../paint/words.js";

const RIM = 16; // pixels
const MOST_GAP = 24; // pixels: between two rows of the picture
const FINENESS = 2; // pixels of the PNG for one of the screen, at least
const NO_HAND = { selection: [], hover: -1, rectangle: null, crosshair: null, brush: null };
const LEAST_ROOM = 80; // pixels, for words
const WORDS = "h3, .errors, .status :is(.title, .value, .name, .note)";
const TOAST = 4000; // ms
const SCRIPT = ".st-key-save-script button"; // on the page around the component

export class SaveMenu {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {import("../paint/display.js").Display} display @param {HTMLElement} root @param {Listen} listen */
  constructor(display, root, listen) {
    this.display = display;
    this.root = root;
    this.find = finder(root);
    const actions = { png: () => this.savePng(), svg: () => this.saveSvg(), link: () => this.copyLink(), script: () => this.saveScript() };
    for (const [name, action] of Object.entries(actions)) {
      listen(this.find(`[data-save=${name}]`), "click", action);
    }
    // A component in another document, such as a notebook, has no link of its own.
    this.find("[data-save=link]").hidden = root.dataset.address === "none";
    // Python writes it, for a button of the page, which stays where it is.
    this.find("[data-save=script]").hidden = !location.pathname.endsWith("/lab");
  }

  saveScript() {
    /** @type {HTMLButtonElement | null} */
    const button = document.querySelector(SCRIPT);
    this.say(button?.disabled === false ? "The script is being written." : "A script needs points of two classes.");
    button?.click();
  }

  savePng() {
    const { width, height } = this.sheet, ratio = Math.max(FINENESS, devicePixelRatio || 1);
    const context = newPen(Math.round(width * ratio), Math.round(height * ratio));
    context.scale(ratio, ratio);
    this.paint(context);
    context.canvas.toBlob((blob) => blob && this.download(blob, "png"));
  }

  saveSvg() {
    const { width, height } = this.sheet, recorder = new SvgRecorder(Math.ceil(width), Math.ceil(height));
    // It has the methods that the painters call.
    this.paint(/** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (recorder)));
    const text = recorder.finish(this.titles.join(", "));
    this.download(new Blob([text], { type: "image/svg+xml" }), "svg");
  }

  async copyLink() {
    const isCopied = await copyText(this.root, location.href);
    this.say(isCopied ? "The link is copied." : "Copy the link from the address bar, please.");
  }

  // The picture

  get titles() {
    return this.display.board.data.panels.map(({ title }) => title);
  }

  /** The words beside the planes and lines: titles, accuracies, and the errors of each threshold. @returns {HTMLElement[]} */
  get words() {
    const words = /** @type {NodeListOf<HTMLElement>} */ (this.find(".pictures").querySelectorAll(WORDS));
    return [...words].filter((element) => element.checkVisibility());
  }

  /** The part of the page that is the picture, without the rows of controls that a phone has in it. */
  get box() {
    const { display } = this, canvases = display.panels.flatMap(({ plane, line }) => [plane, line]);
    const symbols = display.board.data.showsGamma ? [display.find(".gamma .symbol")] : [];
    const places = [...canvases, ...this.words, ...symbols].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
    const gaps = findGaps(places), leftOut = gaps.reduce((sum, { height }) => sum + height, 0);
    const left = Math.min(...places.map((place) => place.left)) - RIM, top = Math.min(...places.map((place) => place.top)) - RIM;
    const right = Math.max(...places.map((place) => place.right)) + RIM, bottom = Math.max(...places.map((place) => place.bottom)) + RIM;
    return { left, top, width: right - left, height: bottom - top - leftOut, gaps };
  }

  /** The picture with the legend below it. */
  get sheet() {
    const { width, height } = this.box, legend = this.placeLegend(width - 2 * RIM);
    return { width, height: height + legend.height + RIM, legend, top: height };
  }

  /** The classes that have points, in rows. @param {number} width */
  placeLegend(width) {
    const { board: { classes, points }, font } = this.display, counts = countLabels(points, classes.length);
    const entries = classes.filter((_, k) => counts[k] > 0).map((marker) => ({ text: marker.name, marker }));
    return placeLegend(newPen(), font, entries, { left: RIM, width });
  }

  /** @param {CanvasRenderingContext2D} context */
  paint(context) {
    const { display, display: { look, font } } = this, { width, height, legend, top } = this.sheet;
    context.fillStyle = look.background;
    context.fillRect(0, 0, width, height);
    for (const panel of display.panels) {
      const settings = { look, font, share: 1, hand: NO_HAND };
      this.at(context, panel.plane, () => panel.paintPlane(context, panel.planeSize, settings));
      // Some lessons show no line.
      if (panel.lineSize[1] > 0) this.at(context, panel.line, () => panel.paintLine(context, panel.lineSize, settings));
    }
    for (const element of this.words) this.write(context, element);
    if (display.board.data.showsGamma) this.write(context, display.find(".gamma .symbol"), `γ = ${display.board.gamma}`);
    context.save();
    context.translate(0, top);
    paintLegend(context, look, font, legend);
    context.restore();
  }

  /**
   * Paint in the place of an element on the page.
   * @param {CanvasRenderingContext2D} context
   * @param {Element} element
   * @param {() => void} paint
   */
  at(context, element, paint) {
    const { left, top } = element.getBoundingClientRect(), { box } = this;
    context.save();
    const leftOut = box.gaps.reduce((sum, gap) => sum + (gap.end <= top ? gap.height : 0), 0);
    context.translate(left - box.left, top - box.top - leftOut);
    paint();
    context.restore();
  }

  /** @param {CanvasRenderingContext2D} context @param {HTMLElement} element @param {string} [text] */
  write(context, element, text = element.textContent) {
    const { fontWeight, fontSize, color } = getComputedStyle(element), { width, height } = element.getBoundingClientRect();
    setType(context, color, `${fontWeight} ${fontSize} ${this.display.font}`, "left", "middle");
    const label = shorten(context, text, Math.max(width, LEAST_ROOM));
    this.at(context, element, () => context.fillText(label, 0, height / 2));
  }

  // Output

  /** @param {Blob} blob @param {string} ending of the file's name */
  download(blob, ending) {
    const name = `${["bayeslab", ...this.titles.map(slug)].join("-")}.${ending}`;
    if (saveFile(name, blob)) this.say(`Saved ${name}.`);
  }

  /** Show a sentence for a moment, and announce it to screen readers. @param {string} sentence */
  say(sentence) {
    const toast = this.find(".toast");
    /** @type {HTMLDetailsElement} */ (this.find(".save")).open = false;
    toast.textContent = sentence;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (toast.textContent = ""), TOAST);
  }
}

/** A title as part of a file's name. @param {string} title */
function slug(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "picture";
}

/**
 * What is left out between the rows of a picture: where the next row begins, and how much.
 * @param {{ top: number, bottom: number }[]} places of its parts
 */
export function findGaps(places) {
  const gaps = [];
  let bottom = NaN; // no gap is above the first row
  for (const place of [...places].sort((a, b) => a.top - b.top)) {
    const height = place.top - bottom - MOST_GAP;
    if (height > 0) gaps.push({ end: place.top, height });
    bottom = bottom > place.bottom ? bottom : place.bottom;
  }
  return gaps;
}
