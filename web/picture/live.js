/**
 * The frame of a live picture: a canvas with parts to grab, and the numbers below it.
 *
 * Streamlit calls `show` for every answer from Python, always with the same element. Python sends `data`: seq,
 * values, start, limits (by name of the number), theme, palette, and what a picture reads besides. The browser
 * sends the state "hand", {seq, values}, when a hand lets go, and nothing before. What Python says of values it
 * had not heard of yet is ignored.
 *
 * @typedef {Object} Picture what a lesson's picture.js exports
 * @property {(stage: Stage) => object} arrange compute everything there is to draw, from values and size
 * @property {(context: CanvasRenderingContext2D, scene: object) => void} paint
 * @property {(scene: object) => import("./types.js").Grip[]} grips what can be grabbed
 * @property {(scene: object) => [string, string][]} figures the numbers below the picture
 * @property {(scene: object, pixel: [number, number]) => object | null} [press] what a click beside the grips changes
 * @property {(scene: object) => string} describe the picture in words
 * @property {boolean} [invites] whether it says itself what can be dragged
 * @property {string[]} [typed] the texts that have a field above the picture
 * @property {(scene: object) => import("./brush.js").Sheet} [sheet] pixels to paint
 * @property {(scene: object) => import("../paint/types.js").Part[]} [parts] what terms of the formula stand for
 * @property {(scene: object) => import("../paint/types.js").Term[]} [terms] the formula, with its numbers
 * @property {[string, string]} [heights] of the picture, and that on a phone
 * @property {string[]} [eased] numbers of the data that move from one value to the next
 *
 * @typedef {import("./types.js").Stage<Object<string, number | string>, object>} Stage
 */

import { Links } from "../paint/linked.js";
import { Hint } from "../paint/hint.js";
import { LOOKS } from "../paint/look.js";
import { PAPER_EVENT, themeToPaint } from "../paint/paper.js";
import { prepare } from "../paint/view.js";
import { setText } from "../paint/words.js";
import { mount } from "../wire/mounting.js";
import { Brush } from "./brush.js";
import { Easing } from "./easing.js";
import { Fields } from "./fields.js";
import { Hand } from "./grips.js";

const DIGITS = 4; // after the point, in the link; less cannot be seen in a picture
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
  </div>`;

/** @param {Picture} picture */
export function show({ data, parentElement, setStateValue }, picture, style) {
  const create = () => new LivePicture(parentElement, picture, style);
  const send = (hand) => setStateValue("hand", hand);
  return mount(parentElement, create, (live) => live.update(data, send));
}

class LivePicture {
  constructor(parent, picture, style) {
    const root = Object.assign(document.createElement("div"), { className: "live" });
    root.innerHTML = `<style>${style}</style>${HTML}`;
    parent.querySelector(".room")?.remove();
    parent.append(root);
    Object.assign(this, { root, picture, seq: 0, size: null, frame: null, scene: null });
    this.easing = new Easing(picture.eased ?? []);
    this.find = (selector) => root.querySelector(selector);
    this.canvas = this.find("canvas");
    this.listeners = new AbortController();
    const listen = (target, type, handler, options = {}) =>
      target.addEventListener(type, this.guard(handler), { ...options, signal: this.listeners.signal });
    this.hint = new Hint(this.find(".board"));
    this.hand = new Hand(this, this.find(".board"), listen);
    this.brush = new Brush(this, this.find(".board"), listen);
    this.fields = new Fields(this, this.find(".fields"), listen);
    const isBusy = () => this.hand.isBusy, requestFrame = () => this.requestFrame();
    this.links = new Links({ root, canvases: [this.canvas], isBusy, requestFrame }, this.find(".terms"), listen);
    ["--height", "--phone-height"].forEach((name, k) => root.style.setProperty(name, picture.heights?.[k] ?? ""));
    listen(this.find("[data-action=reset]"), "click", () => this.reset());
    listen(this.find("[data-action=save]"), "click", () => this.save());
    listen(window, PAPER_EVENT, () => this.paint());
    this.observer = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.size = [width, height];
      this.requestFrame();
    });
    this.observer.observe(this.canvas);
  }

  update(data, send) {
    Object.assign(this, { data, send });
    this.easing.follow(data, performance.now(), matchMedia("(prefers-reduced-motion: reduce)").matches);
    if (data.seq >= this.seq && !this.hand.isBusy) this.values = { ...data.values };
    this.seq = Math.max(this.seq, data.seq);
    this.find("[data-action=reset]").hidden = data.isOpen === false; // nothing can be moved
    this.requestFrame();
  }

  /** Change some values, within their limits. */
  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      const [low, high] = this.data.limits[name] ?? [];
      this.values[name] = low === undefined ? value : Math.max(low, Math.min(high, value));
    }
    this.requestFrame();
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
    const link = document.createElement("a");
    Object.assign(link, { href: this.canvas.toDataURL("image/png"), download: "bayeslab.png" }).click();
  }

  requestFrame() {
    this.frame ??= requestAnimationFrame(this.guard(() => this.paint()));
  }

  paint() {
    this.frame = null;
    if (!this.size?.[0] || !this.values) return;
    const { values, size, picture, canvas } = this, now = performance.now(), isMoving = this.easing.isMoving(now);
    const known = this.easing.read(this.data, now), theme = themeToPaint(known.theme);
    const data = theme === known.theme ? known : { ...known, theme };
    if (isMoving) this.requestFrame();
    const look = LOOKS[theme] ?? LOOKS.light, font = getComputedStyle(this.root).fontFamily;
    this.scene = picture.arrange({ values, data, size, look, font, chosen: this.links.chosen });
    const context = prepare(canvas, size);
    picture.paint(context, this.scene);
    this.links.paint([context], picture.parts?.(this.scene) ?? []);
    this.links.write(picture.terms?.(this.scene) ?? []);
    const grips = picture.grips(this.scene);
    this.hand.write(grips);
    const sheet = picture.sheet?.(this.scene);
    this.hint.write(picture.invites ? [] : grips, size, sheet);
    this.brush.write(sheet);
    this.fields.write(picture.typed ?? []);
    this.writeFigures(picture.figures(this.scene));
    setText(this.find(".failure"), "");
    if (this.hand.isBusy || isMoving) return; // of each movement only the end is told to a screen reader
    const words = picture.describe(this.scene);
    canvas.setAttribute("aria-label", words);
    setText(this.find(".status"), words);
  }

  writeFigures(figures) {
    const list = this.find(".figures");
    while (list.children.length < figures.length) {
      list.append(document.createElement("div"));
      list.lastChild.append(document.createElement("dt"), document.createElement("dd"));
    }
    while (list.children.length > figures.length) list.lastChild.remove();
    figures.forEach(([term, value], k) => {
      setText(list.children[k].firstChild, term);
      setText(list.children[k].lastChild, value);
    });
  }

  /** The same function; an error in it is shown as a sentence below the picture. */
  guard(action) {
    return (...args) => {
      try {
        action(...args);
      } catch (error) {
        setText(this.find(".failure"), `Something went wrong; press “Start values”. (${error.message})`);
      }
    };
  }

  close() {
    this.listeners.abort();
    this.observer.disconnect();
    this.hand.close();
    cancelAnimationFrame(this.frame);
  }
}
