/**
 * What a participant sees and does in each activity: one class and one line of SCREENS each.
 *
 * A screen is made when its activity starts. `update` gets the activity, the participant's own part, and whether the
 * server has taken all that was said; until then the screen shows what the participant has chosen.
 */

import { count, setText } from "../canvas/paint/words.js";
import { make } from "./elements.js";
import { BEST, paintStrip } from "./marks.js";
import { distanceTo, MARK } from "./boundary.js";
import { Pad } from "./pad.js";
import { showLine, showProse } from "./prose.js";
import { describeEntry, showStandings } from "./standings.js";
import { showVotes } from "./votes.js";

class DrawScreen {
  constructor(root, page) {
    const canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
    this.page = page;
    this.classes = make("div", { class: "classes", role: "group", "aria-label": "Class of new points" });
    this.left = make("p", { class: "left" });
    this.pad = new Pad(canvas, (points) => page.put({ points }), page.tell);
    const remove = make("button", { type: "button" }, "Remove last point");
    remove.addEventListener("click", () => this.pad.remove(Object.keys(this.pad.points).at(-1)));
    root.append(this.classes, canvas, make("div", { class: "row" }, this.left, remove));
    this.remove = remove;
  }

  update({ settings, shown, open }, { value, class: given }, isSettled) {
    const { start, look, who } = this.page, palette = start.palette.slice(0, settings.classes);
    if (given !== undefined) this.pad.label = given;
    this.showClasses(palette, given);
    const others = Object.entries(shown.points ?? {}).filter(([id]) => id !== who()).flatMap(([, points]) => Object.values(points));
    this.pad.update({ settings, others, palette, isSettled, isOpen: open, look: look(), points: value?.points ?? {} });
    const used = Object.keys(this.pad.points).length;
    setText(this.left, `${used} of ${count(settings.budget, "point")} placed`);
    this.remove.disabled = !open || used === 0;
  }

  showClasses(palette, given) {
    const { names } = this.page.start, key = JSON.stringify([palette.length, given, this.pad.label]);
    if (this.shownClasses === key) return;
    this.shownClasses = key;
    const shown = palette.map((style, label) => [style, label]).filter(([, label]) => given === undefined || label === given);
    this.classes.replaceChildren(...shown.map(([style, label]) => {
      const button = make("button", { type: "button", "aria-pressed": String(label === this.pad.label) }, `${names[label]} (${style.name})`);
      button.style.borderColor = style.colour;
      button.addEventListener("click", () => {
        this.pad.label = label;
        this.showClasses(palette, given);
      });
      return button;
    }));
  }

  close() {
    this.pad.close();
  }
}

class VoteScreen {
  constructor(root, page, { settings }) {
    this.inputs = settings.options.map((_, option) => make("input", { type: "radio", name: "answer", value: String(option) }));
    this.inputs.forEach((input, option) => input.addEventListener("change", () => page.putNewest({ option })));
    const labels = settings.options.map((text, place) => make("label", {}, this.inputs[place], make("span", {}, ...showLine(text))));
    this.group = make("fieldset", { "aria-label": "Your answer" }, ...labels);
    this.results = make("div", { class: "results" });
    root.append(make("div", { class: "question" }, ...showProse(settings.question)), this.group, this.results);
  }

  update({ settings, shown, open, revealed }, { value }, isSettled) {
    this.inputs.forEach((input, option) => {
      input.disabled = !open;
      if (isSettled) input.checked = value?.option === option;
    });
    this.group.hidden = revealed;
    this.results.replaceChildren(...(revealed ? showVotes(settings.options, shown, value?.option) : []));
  }
}

class CutScreen {
  constructor(root, page, { settings: { low, high } }) {
    this.page = page;
    this.strip = make("canvas", { class: "strip", role: "img", "aria-label": "The points of both classes on the projection" });
    this.slider = make("input", { type: "range", min: low, max: high, step: (high - low) / 500, "aria-label": "Your cut" });
    this.slider.value = String((low + high) / 2);
    this.slider.addEventListener("input", () => this.paint());
    this.slider.addEventListener("change", () => page.putNewest({ cut: Number(this.slider.value) }));
    this.told = make("p", { class: "left" });
    root.append(this.strip, this.slider, this.told);
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.strip);
  }

  update(activity, { value }, isSettled) {
    this.activity = activity;
    this.slider.disabled = !activity.open;
    if (isSettled && value && document.activeElement !== this.slider) this.slider.value = String(value.cut);
    setText(this.told, this.describe(value));
    this.paint();
  }

  describe(value) {
    const { settings: { points }, shown: { errors } } = this.activity;
    const best = errors === undefined ? "" : ` The best cut (thick, green) has ${errors}.`;
    if (!value) return `Move the slider to place your cut.${best}`;
    return `Your cut has ${this.errors(value.cut)} of ${points.length} points on the wrong side.${best}`;
  }

  errors(cut) {
    return this.activity.settings.points.filter(([score, label]) => score > cut !== (label === 1)).length;
  }

  paint() {
    if (!this.activity) return;
    this.slider.setAttribute("aria-valuetext", Number(this.slider.value).toPrecision(3));
    const { settings, shown } = this.activity, { start, look } = this.page;
    const best = shown.best === undefined ? [] : [{ at: shown.best, colour: BEST, width: 6 }];
    paintStrip(this.strip, look(), start, settings, [...best, { at: Number(this.slider.value), width: 3 }]);
  }

  close() {
    this.observer.disconnect();
  }
}

class PointScreen {
  constructor(root, page) {
    const canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
    this.page = page;
    this.told = make("p", { class: "left" });
    this.pad = new Pad(canvas, ({ 0: point }) => point && page.put({ point: point.slice(0, 2) }), page.tell);
    this.pad.label = MARK;
    root.append(canvas, this.told);
  }

  update({ settings, shown, open }, { value }, isSettled) {
    const { start, look } = this.page, { boundary = [] } = shown;
    const points = value ? { 0: [...value.point, MARK] } : {}, box = { box: settings.box, budget: 1 };
    this.pad.update({
      points, isSettled, settings: box, isOpen: open, look: look(), palette: start.palette.slice(0, MARK + 1),
      others: settings.points, isFaint: false, lines: boundary,
    });
    setText(this.told, describeMark(value?.point, boundary));
  }

  close() {
    this.pad.close();
  }
}

function describeMark(point, boundary) {
  if (!point) return "Tap where the boundary passes.";
  if (boundary.length === 0) return "Your point is placed. Tap elsewhere to move it.";
  return `Your point is ${distanceTo(boundary, point).toFixed(2)} from the boundary.`;
}

class ChallengeScreen {
  constructor(root, page, { settings: { points, classes } }) {
    const { models, thresholds, limits: { gamma: [low, high] }, palette } = page.start;
    const choose = (titles) => make("select", {}, ...Object.entries(titles).map(([value, text]) => make("option", { value }, text)));
    this.page = page;
    this.sheet = { points, box: boxAround(points), styles: classes.map((name, k) => ({ ...palette[k], name })) };
    this.model = choose(Object.fromEntries(Object.entries(models).map(([key, { title }]) => [key, title])));
    this.threshold = choose(thresholds);
    const scale = { type: "range", min: Math.log10(low), max: Math.log10(high), step: "any" };
    this.slider = make("input", { ...scale, "aria-label": "gamma" });
    this.slider.value = String(Math.log10(5));
    this.number = make("output");
    this.canvas = make("canvas", { class: "pad", role: "img" });
    this.accuracy = make("p", { class: "accuracy", "aria-live": "polite" });
    this.submit = make("button", { type: "button", class: "primary" }, "Submit");
    this.told = make("p", { class: "left" });
    this.results = make("div", { class: "results" });
    this.kernel = make("div", {}, make("label", { class: "row" }, "Threshold", this.threshold), make("label", { class: "gamma" }, "γ = ", this.number, this.slider));
    this.tools = make("div", {}, make("label", { class: "row" }, "Classifier", this.model), this.canvas, this.kernel, this.accuracy, this.submit);
    root.append(this.results, this.tools, this.told);
    for (const control of [this.model, this.threshold]) control.addEventListener("change", () => this.show(false));
    for (const type of ["input", "change"]) this.slider.addEventListener(type, () => this.show(type === "input"));
    this.submit.addEventListener("click", () => page.put(this.entry));
    this.loadTuner().catch(() => setText(this.accuracy, "The picture could not be loaded. Reload the page."));
  }

  /** What fits and paints is most of what a phone can load, and only a challenge needs it. */
  async loadTuner() {
    const { Tuner } = await import("./tuner.js");
    if (this.isClosed) return;
    this.tuner = new Tuner(this.canvas, this.sheet);
    this.show(false);
  }

  get message() {
    return this.page.start.models[this.model.value].message;
  }

  get gamma() {
    return Number((10 ** Number(this.slider.value)).toPrecision(3));
  }

  get entry() {
    const isKernel = this.message.kind === "kernel";
    return { model: this.model.value, ...(isKernel ? { gamma: this.gamma, threshold: this.threshold.value } : {}) };
  }

  update({ open, revealed, shown: { board } }, { name, value }) {
    const { start } = this.page;
    if (value && !this.isKnown) this.recall(value);
    this.isKnown = true;
    this.submit.disabled = !open;
    this.tools.hidden = revealed;
    setText(this.told, value ? `Submitted: ${describeEntry(value, start)}.` : "Nothing submitted yet.");
    this.results.replaceChildren(...(board ? [showStandings(board, start, name)] : []));
    this.show(false);
  }

  /** After a reload: what was submitted before. */
  recall({ model, gamma = 5, threshold = "error" }) {
    this.model.value = model;
    this.slider.value = String(Math.log10(Number(gamma)));
    this.threshold.value = threshold;
  }

  show(isHeld) {
    const { message, gamma } = this;
    this.kernel.hidden = message.kind !== "kernel";
    this.number.value = String(gamma);
    this.slider.setAttribute("aria-valuetext", String(gamma));
    if (!this.tuner) return;
    const text = this.tuner.show({ ...message, ...(message.kind === "kernel" ? { threshold: this.threshold.value } : {}) }, gamma, this.page.look(), isHeld);
    this.canvas.setAttribute("aria-label", `Training points with the regions of ${this.model.selectedOptions[0].text}`);
    setText(this.accuracy, text);
  }

  close() {
    this.isClosed = true;
    this.tuner?.close();
  }
}

/** A box around points [x, y, class], with a margin. */
export function boxAround(points) {
  return [0, 1].flatMap((place) => {
    const values = points.map((point) => point[place]), low = Math.min(...values), high = Math.max(...values);
    const margin = 0.08 * (high - low) || 1;
    return [low - margin, high + margin];
  });
}

/** The threshold or the point, as the teacher asks. */
function BoundaryScreen(root, page, activity) {
  return activity.settings.box ? new PointScreen(root, page) : new CutScreen(root, page, activity);
}

export const SCREENS = { draw: DrawScreen, vote: VoteScreen, cut: BoundaryScreen, challenge: ChallengeScreen };
