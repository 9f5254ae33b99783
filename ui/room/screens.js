/**
 * What a participant sees and does in each activity: one class and one line of SCREENS each.
 *
 * A screen is made when its activity starts. `update` gets the activity, the participant's own part, and whether the
 * server has taken all that was said; until then the screen shows what the participant has chosen.
 */

import { setText } from "../canvas/paint/words.js";
import { make } from "./elements.js";
import { BEST, paintStrip } from "./marks.js";
import { distanceTo, MARK } from "./boundary.js";
import { Pad } from "./pad.js";
import { showLine, showProse } from "./prose.js";
import { showStandings } from "./standings.js";
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
    setText(this.left, `${used} of ${settings.budget} points placed`);
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
    setText(this.told, value ? `Your cut has ${this.errors(value.cut)} of ${activity.settings.points.length} points on the wrong side.` : "Move the slider to place your cut.");
    this.paint();
  }

  errors(cut) {
    return this.activity.settings.points.filter(([score, label]) => score > cut !== (label === 1)).length;
  }

  paint() {
    if (!this.activity) return;
    this.slider.setAttribute("aria-valuetext", Number(this.slider.value).toPrecision(3));
    const { settings, shown } = this.activity, { start, look } = this.page;
    const best = shown.best === undefined ? [] : [{ at: shown.best, colour: BEST, width: 6 }];
    paintStrip(this.strip, look(), start.palette.slice(0, 2), settings, [...best, { at: Number(this.slider.value), width: 3 }]);
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
  constructor(root, page, { settings }) {
    this.page = page;
    this.box = boxAround(settings.points);
    const models = Object.entries(page.start.models).map(([key, { title }]) => make("option", { value: key }, title));
    this.model = make("select", {}, ...models);
    this.model.value = "I";
    this.gamma = 5;
    this.submit = make("button", { type: "button", class: "primary" }, "Submit");
    this.told = make("p", { class: "left" });
    this.results = make("div", { class: "results" });
    const sheet = make("div", { class: "picture" });
    root.append(make("label", {}, "Classifier ", this.model), sheet, make("div", { class: "row" }, this.submit, this.told), this.results);
    this.loadPicture(sheet).catch(() => sheet.append("The picture could not be loaded. Reload the page."));
    this.model.addEventListener("change", () => this.paint());
    this.submit.addEventListener("click", () => page.put(this.entry));
  }

  /** The drawing component is most of what a phone can load, and only a challenge needs it. */
  async loadPicture(sheet) {
    const { Picture } = await import("./picture.js");
    if (this.isClosed) return;
    this.picture = new Picture(sheet, this.page.start, (gamma) => {
      this.gamma = gamma;
      this.paint();
    });
    this.paint();
  }

  get entry() {
    const isKernel = this.page.start.models[this.model.value].message.kind === "kernel";
    return { model: this.model.value, ...(isKernel ? { gamma: Number(this.gamma.toPrecision(4)) } : {}) };
  }

  update(activity, { value }) {
    const { models } = this.page.start;
    this.activity = activity;
    this.submit.disabled = !activity.open;
    setText(this.told, value ? `Submitted: ${models[value.model].title}${value.gamma ? `, γ = ${value.gamma}` : ""}` : "Nothing submitted yet.");
    this.results.replaceChildren(...(activity.shown.board ? [showStandings(activity.shown.board, models)] : []));
    this.paint();
  }

  paint() {
    const { points, classes: called } = this.activity.settings, { theme } = this.page;
    this.picture?.show({ points, box: this.box, classes: called.length, called, theme: theme(), model: this.model.value, gamma: this.gamma, compact: true });
  }

  close() {
    this.isClosed = true;
    this.picture?.close();
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
