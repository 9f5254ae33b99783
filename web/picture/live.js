/**
 * The frame of a live picture: a canvas with parts to grab, and the numbers below it.
 *
 * Streamlit calls `show` for every answer from Python, always with the same element. Python sends `data`: seq,
 * values, start, limits (by name of the number), theme, palette, and the picture's further data. The browser
 * sends the state "hand", {seq, values}, on release, and nothing before. Python's answers to outdated values
 * are ignored.
 *
 * @import { Picture, PictureData, Values } from "./types.js"
 * @typedef {{seq: number, values: Values}} HandState
 */

import { listenTo } from "../hand/pointer.js";
import { followMarks } from "../marks/list.js";
import { Links } from "../paint/linked.js";
import { make } from "../paint/elements.js";
import { Hint } from "../paint/hint.js";
import { lookOf } from "../paint/look.js";
import { PAPER_EVENT, THEME_EVENT, themeToPaint } from "../paint/paper.js";
import { prepare } from "../paint/view.js";
import { finder, guardWith, setText } from "../paint/words.js";
import { saveFile } from "../wire/files.js";
import { mount, readPage } from "../wire/mounting.js";
import { terrainOfMarks } from "../probe/marks.js";
import { Probe } from "../probe/probe.js";
import { Brush } from "./brush.js";
import { Easing } from "./easing.js";
import { Fields } from "./fields.js";
import { Hand } from "./grips.js";

const DIGITS = 4; // decimals in the link; no picture shows more
const HTML = `
  <div class="fields"></div>
  <div class="board"><canvas role="img" aria-label="The picture is loading."></canvas></div>
  <p class="failure" role="alert"></p>
  <p class="terms"></p>
  <dl class="figures"></dl>
  <p class="status" role="status"></p>
  <div class="bar">
    <button type="button" data-action="reset">Start values</button>
    <button type="button" data-action="save">Save the picture</button>
    <button type="button" data-probe="sound" title="Hear the picture; P puts a probe into it">Sound</button>
    <button type="button" data-probe="sweep" title="Play the picture from left to right" hidden>Sweep</button>
  </div>`;

/**
 * @param {{data: PictureData, parentElement: HTMLElement | ShadowRoot, setStateValue: (name: "hand", sent: HandState) => void}} host
 * @param {import("../marks/types.js").MarksPicture} picture
 * @param {string} style
 */
export function show({ data, parentElement, setStateValue }, picture, style) {
  const create = () => new LivePicture(parentElement, followMarks(picture), style);
  return mount(parentElement, create, (live) => live.update(data, (hand) => setStateValue("hand", hand)));
}

class LivePicture {
  seq = 0;
  /** @type {?PictureData} */
  latest = null;
  /** @type {Values} */
  values = {};
  /** @type {[number, number]} in pixels */
  size = [0, 0];
  /** @type {?number} */
  frame = null;
  /** @type {?{marks: import("../marks/types.js").Mark[]}} */
  scene = null;
  /** @type {?string[]} the picture in words, as they were told last */
  words = null;
  /** @type {(hand: HandState) => void} */
  send = () => {};
  listeners = new AbortController();

  /** @param {HTMLElement | ShadowRoot} parent @param {Picture<any>} picture @param {string} style */
  constructor(parent, picture, style) {
    const root = make("div", { class: "live" }, readPage(HTML, style));
    parent.querySelector(".room")?.remove();
    parent.append(root);
    this.root = root;
    this.picture = picture;
    this.easing = new Easing(picture.eased ?? []);
    this.find = finder(root);
    this.guard = guardWith(this.find, "press “Start values”");
    /** @type {HTMLCanvasElement} */
    this.canvas = this.find("canvas");
    /** @type {import("../paint/types.js").Listen} */
    const listen = (target, name, handler, options = {}) =>
      listenTo(target, name, this.guard(handler), { ...options, signal: this.listeners.signal });
    this.hint = new Hint(this.find(".board"));
    this.hand = new Hand(this, this.find(".board"), listen);
    this.brush = new Brush(this, this.find(".board"), listen);
    this.fields = new Fields(this, this.find(".fields"), listen);
    const isBusy = () => this.hand.isBusy, requestFrame = () => this.requestFrame();
    this.links = new Links({ root, canvases: [this.canvas], isBusy, requestFrame }, this.find(".terms"), listen);
    new Probe({
      root, stage: this.find(".board"), canvas: this.canvas, listen,
      look: () => (this.scene ? terrainOfMarks(this.scene.marks, this.size) : null),
    });
    ["--height", "--phone-height"].forEach((name, k) => root.style.setProperty(name, picture.heights?.[k] ?? ""));
    listen(this.find("[data-action=reset]"), "click", () => this.reset());
    listen(this.find("[data-action=save]"), "click", () => this.save());
    listen(window, THEME_EVENT, () => this.paint());
    listen(window, PAPER_EVENT, () => {
      this.size = [this.canvas.clientWidth, this.canvas.clientHeight]; // which the observer may not have reported yet
      this.observer.disconnect();
      this.observer.observe(this.canvas); // whatever its size is in the next frame
      this.paint();
    });
    this.observer = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.size = [width, height];
      this.requestFrame();
    });
    this.observer.observe(this.canvas);
  }

  /** Python's data; nothing is painted or grabbed before they arrive. */
  get data() {
    return /** @type {PictureData} */ (this.latest);
  }

  /** @param {PictureData} data @param {(hand: HandState) => void} send */
  update(data, send) {
    this.latest = data;
    this.send = send;
    this.easing.follow(data, performance.now(), matchMedia("(prefers-reduced-motion: reduce)").matches);
    if (data.seq >= this.seq && !this.hand.isBusy) this.values = { ...data.values };
    this.seq = Math.max(this.seq, data.seq);
    this.find("[data-action=reset]").hidden = data.isOpen === false; // nothing can be moved
    this.requestFrame();
  }

  /** Change some values, within their limits. @param {Values} changes */
  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      const [low, high] = this.data.limits[name] ?? [-Infinity, Infinity];
      this.values[name] = typeof value === "number" ? Math.max(low, Math.min(high, value)) : value;
    }
    this.requestFrame();
  }

  /** The changes by a click on a pixel beside the grips. @param {[number, number]} pixel */
  press(pixel) {
    return (this.scene && this.picture.press?.(this.scene, pixel)) ?? null;
  }

  commit() {
    this.hint.forget();
    for (const [name, value] of Object.entries(this.values)) {
      if (typeof value === "number") this.values[name] = Number(value.toFixed(DIGITS));
    }
    this.seq += 1;
    this.send({ seq: this.seq, values: { ...this.values } });
    this.requestFrame();
  }

  reset() {
    this.set(this.data.start);
    this.commit();
  }

  save() {
    this.canvas.toBlob((blob) => blob && saveFile("bayeslab.png", blob));
  }

  requestFrame() {
    this.frame ??= requestAnimationFrame(this.guard(() => this.paint()));
  }

  paint() {
    this.frame = null;
    if (!this.size[0] || !this.latest) return;
    const { values, size, picture, canvas } = this, now = performance.now(), isMoving = this.easing.isMoving(now);
    const frame = this.easing.read(this.data, now), theme = themeToPaint(frame.theme);
    const data = theme === frame.theme ? frame : { ...frame, theme };
    if (isMoving) this.requestFrame();
    const look = lookOf(theme), font = getComputedStyle(this.root).fontFamily;
    const scene = picture.arrange({ values, data, size, look, font, focus: this.links.focus });
    this.scene = scene;
    const context = prepare(canvas, size);
    picture.paint(context, scene);
    this.links.paint([context], picture.parts?.(scene) ?? []);
    this.links.write(picture.terms?.(scene) ?? []);
    const grips = picture.grips(scene);
    this.hand.write(grips);
    const sheet = picture.sheet?.(scene) ?? null;
    this.hint.write(picture.invites ? [] : grips, size, sheet);
    this.brush.write(sheet);
    this.fields.write(picture.typed ?? []);
    this.writeFigures(picture.figures(scene));
    setText(this.find(".failure"), "");
    if (this.hand.isBusy || isMoving) return; // screen readers hear only the end of a movement
    const words = picture.describe(scene), changed = words.filter((sentence) => !this.words?.includes(sentence));
    canvas.setAttribute("aria-label", words.join(" "));
    if (this.words && changed.length) setText(this.find(".status"), changed.join(" "));
    this.words = words;
  }

  /** @param {[string, string][]} figures */
  writeFigures(figures) {
    const list = this.find(".figures");
    while (list.children.length < figures.length) list.append(make("div", {}, make("dt"), make("dd")));
    while (list.children.length > figures.length) list.lastElementChild?.remove();
    figures.forEach((figure, k) => figure.forEach((text, part) => setText(list.children[k].children[part], text)));
  }

  close() {
    this.listeners.abort();
    this.observer.disconnect();
    this.hand.close();
    cancelAnimationFrame(this.frame ?? 0);
  }
}
