/**
 * The screen of a challenge: who finds the classifier and the γ with the fewest errors on hidden points.
 *
 * @import { ChallengeActivity, Entry, Model, You } from "../messages.js"
 * @import { PhonePage } from "./screens.js"
 */

import { DIGITS, GAMMA } from "../model/shared.js";
import { setText } from "../paint/words.js";
import { SENDING } from "./connection.js";
import { make, makeButton, makeSelect } from "../paint/elements.js";
import { describeEntry, showStandings } from "./standings.js";

const MOST_ROWS = 10; // of the board, besides one's own

export class ChallengeScreen {
  canvas = make("canvas", { class: "pad", role: "img" });
  accuracy = make("p", { class: "accuracy", "aria-live": "polite" });
  number = make("output");
  status = make("p", { class: "told", "aria-live": "polite" });
  results = make("div", { class: "results" });
  isKnown = false;
  isClosed = false;
  /** @type {import("./tuner.js").Tuner | null} */
  tuner = null;

  /** @param {HTMLElement} root @param {PhonePage} page @param {ChallengeActivity} activity */
  constructor(root, page, { settings }) {
    const { models, thresholds } = page.start;
    this.page = page;
    this.settings = settings;
    this.model = makeSelect(Object.fromEntries(Object.entries(models).map(([key, { title }]) => [key, title])));
    this.threshold = makeSelect(thresholds);
    const scale = { type: "range", min: Math.log10(GAMMA.low), max: Math.log10(GAMMA.high), step: "any" };
    this.slider = make("input", { ...scale, "aria-label": "gamma" });
    this.slider.value = String(Math.log10(GAMMA.default));
    this.submit = makeButton("Submit", () => {
      setText(this.status, SENDING);
      page.put(this.entry);
    }, { class: "primary" });
    this.kernel = make("div", {}, make("label", { class: "row" }, "Threshold", this.threshold), make("label", { class: "gamma" }, "γ = ", this.number, this.slider));
    this.tools = make("div", {}, make("label", { class: "row" }, "Classifier", this.model), this.canvas, this.kernel, this.accuracy, this.submit);
    root.append(this.results, this.tools, this.status);
    for (const control of [this.model, this.threshold]) control.addEventListener("change", () => this.show(false));
    for (const type of ["input", "change"]) this.slider.addEventListener(type, () => this.show(type === "input"));
    this.loadTuner().catch(() => setText(this.accuracy, "The picture could not be loaded. Reload the page."));
  }

  /** What fits and paints is most of what a phone can load, and only a challenge needs it. */
  async loadTuner() {
    const { challengeSheet, Tuner } = await import("./tuner.js");
    if (this.isClosed) return;
    this.tuner = new Tuner(this.canvas, challengeSheet(this.settings, this.page.start.palette));
    this.show(false);
  }

  get message() {
    return this.page.start.models[this.model.value].message;
  }

  get gamma() {
    return Number((10 ** Number(this.slider.value)).toPrecision(DIGITS));
  }

  get entry() {
    const isKernel = this.message.kind === "kernel";
    return { model: this.model.value, ...(isKernel ? { gamma: this.gamma, threshold: this.threshold.value } : {}) };
  }

  /** @param {ChallengeActivity} activity @param {You} you @param {boolean} isSettled */
  update({ open, revealed, shown: { board } }, { name, value }, isSettled) {
    const { start } = this.page;
    if (value && !this.isKnown) this.recall(value);
    this.isKnown = true;
    this.submit.disabled = !open;
    this.tools.hidden = revealed;
    if (isSettled || !open) setText(this.status, value ? `Submitted: ${describeEntry(value, start)}.${open ? " You can still change it." : ""}` : open ? "Nothing submitted yet." : "You have not submitted anything.");
    this.results.replaceChildren(...(board?.length ? [showStandings(board, start, { own: name, most: MOST_ROWS })] : []));
    this.show(false);
  }

  /** After a reload: what was submitted before. @param {Entry} entry */
  recall({ model, gamma = GAMMA.default, threshold = "error" }) {
    this.model.value = model;
    this.slider.value = String(Math.log10(Number(gamma)));
    this.threshold.value = threshold;
  }

  /** @param {boolean} isHeld */
  show(isHeld) {
    const { message, gamma } = this;
    this.kernel.hidden = message.kind !== "kernel";
    this.number.value = String(gamma);
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (!this.tuner) return;
    const { text } = this.tuner.show(withRule(message, this.threshold.value), gamma, this.page.look(), isHeld);
    this.canvas.setAttribute("aria-label", `Training points with the regions of ${this.model.selectedOptions[0].text}`);
    setText(this.accuracy, text);
  }

  close() {
    this.isClosed = true;
    this.tuner?.close();
  }
}

/**
 * A classifier with the rule that somebody has chosen for its threshold, if it has such a rule.
 * @param {Model} message
 * @param {string} [threshold]
 * @returns {Model}
 */
export function withRule(message, threshold) {
  return message.kind === "kernel" && threshold ? { ...message, threshold: /** @type {any} */ (threshold) } : message;
}
