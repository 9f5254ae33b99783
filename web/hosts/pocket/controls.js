/**
 * The settings above the picture: a select or a field for each, those hidden that the chosen classifiers do not read.
 *
 * The names of the elements are those of the state's fields. Nothing is kept here: `write` shows a state, and what
 * is chosen is told to `choose` as changes of it.
 */

import { applies } from "./link.js";

const SELECTS = ["data", "model", "beside", "kernel", "threshold", "metric", "svc_gamma"];
const NUMBERS = ["degree", "coef0", "svc_C", "svc_gamma_value", "n", "seed", "folds"];
const CHECKS = ["determinants", "svc_standardise", "standardise"];
// The controls of a field, where they are not one of its name.
const PARTS = { seed: ["seed", "next"], features: ["across", "up"] };
const ONLY_IN_LAB = " (only in the lab)";

export class Controls {
  /**
   * @param {HTMLElement} page
   * @param {object} start
   * @param {(changes: object) => void} choose
   */
  constructor(page, start, choose) {
    Object.assign(this, { page, start, choose, state: null });
    this.fillSelects();
    this.setLimits();
    for (const input of page.querySelectorAll("form :is(select, input), .folds input")) {
      if (input.type !== "file") input.addEventListener("change", () => this.take(input));
    }
    page.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    this.find("next").addEventListener("click", () => {
      choose({ seed: (this.state.seed + 1) % (start.fields.seed.limit.high + 1) });
    });
  }

  find(name) {
    return this.page.querySelector(`[name="${name}"]`);
  }

  fillSelects() {
    const { datasets, fields, models } = this.start;
    const has = ({ kind, columns }) => kind === "generated" || columns !== undefined;
    fill(this.find("data"), [...optionsOf(datasets, has), ["drawn", fields.data.titles.drawn]]);
    fill(this.find("model"), optionsOf(models, ({ model }) => model !== null));
    fill(this.find("beside"), [["nothing", fields.beside.titles.nothing], ...optionsOf(models, ({ model }) => model !== null)]);
    for (const name of ["kernel", "threshold", "metric", "svc_gamma"]) fill(this.find(name), Object.entries(fields[name].titles));
  }

  setLimits() {
    for (const name of [...NUMBERS, "balance"]) {
      const { low, high } = this.start.fields[name].limit;
      Object.assign(this.find(name), { min: low, max: high });
    }
  }

  /** What somebody has chosen, if it is within its limits; else the field shows the state again. */
  take(input) {
    const { name } = input, entry = this.start.datasets[this.state.data];
    if (name === "across" || name === "up") return this.choose({ features: this.featuresWith(name, entry) });
    const value = name === "classes" ? this.checkedClasses(entry) : this.valueOf(input);
    const isUsual = (name === "noise" || name === "balance") && value === entry[name];
    if (value === undefined) this.write(this.state, this.sheet);
    else this.choose({ [name]: isUsual ? null : value });
  }

  /** The value of a field, or undefined if it is none. */
  valueOf({ name, type, checked, value: text }) {
    const { limit } = this.start.fields[name];
    if (type === "checkbox") return checked;
    if (limit.kind !== "number") return text;
    const value = Number(text), isWithin = text !== "" && limit.low <= value && value <= limit.high;
    return isWithin && !(limit.whole && !Number.isInteger(value)) ? value : undefined;
  }

  /** The features with a new one on an axis; if the other axis has it, the two change places. */
  featuresWith(axis, entry) {
    const [across, up] = this.state.features ?? entry.features, chosen = Number(this.find(axis).value);
    const features = axis === "across" ? [chosen, chosen === up ? across : up] : [chosen === across ? up : across, chosen];
    return String(features) === String(entry.features) ? null : features;
  }

  /** The classes that are checked, null for all of them, or undefined if they are fewer than two. */
  checkedClasses(entry) {
    const boxes = [...this.page.querySelectorAll("[name=classes] input")].filter((box) => box.checked);
    if (boxes.length === entry.class_names.length) return null;
    return boxes.length < 2 ? undefined : boxes.map(({ value }) => Number(value));
  }

  /** Show a state; `sheet` has the names of its classes and features. */
  write(state, sheet) {
    Object.assign(this, { state, sheet });
    const entry = this.start.datasets[state.data], { kind } = entry ?? {};
    for (const name of [...SELECTS, ...NUMBERS]) this.find(name).value = String(state[name]);
    for (const name of CHECKS) this.find(name).checked = state[name];
    for (const [name, field] of Object.entries(this.start.fields)) {
      for (const part of PARTS[name] ?? [name]) this.show(part, applies(field, state));
    }
    this.page.querySelector(".description").textContent = entry?.description ?? "";
    if (kind === "generated") this.writeGenerator(state, entry);
    if (kind === "real") this.writeColumns(state, entry);
  }

  writeGenerator(state, entry) {
    const noise = this.find("noise"), balance = this.find("balance"), share = `Share of ${entry.class_names.at(-1)}`;
    noise.max = String(entry.noise_max);
    noise.title = entry.noise_meaning;
    for (const input of [noise, balance]) {
      const value = state[input.name] ?? entry[input.name];
      input.value = String(value);
      input.closest("label").querySelector("output").textContent = Number(value.toPrecision(3));
    }
    balance.setAttribute("aria-label", share);
    balance.closest("label").querySelector("span > span").textContent = share;
  }

  writeColumns(state, entry) {
    const [across, up] = state.features ?? entry.features, names = entry.feature_names.map((name, k) => [k, name]);
    for (const [name, chosen] of [["across", across], ["up", up]]) {
      fill(this.find(name), names);
      this.find(name).value = String(chosen);
    }
    const boxes = entry.class_names.map((name, k) => {
      const label = document.createElement("label"), box = document.createElement("input");
      const checked = state.classes?.includes(k) ?? true;
      Object.assign(box, { type: "checkbox", name: "classes", value: String(k), checked });
      box.addEventListener("change", () => this.take(box));
      label.className = "check";
      label.append(box, name);
      return label;
    });
    const group = this.page.querySelector("fieldset[name=classes]");
    group.replaceChildren(group.querySelector("legend"), ...boxes);
  }

  /** Show or hide a control; some fields have none here. */
  show(name, isShown) {
    const element = this.find(name);
    if (element !== null) (element.closest("label") ?? element).hidden = !isShown;
  }
}

/** The options of a registry; those that are not here cannot be chosen. */
function optionsOf(registry, isHere = () => true) {
  return Object.entries(registry).map(([key, entry]) => (
    isHere(entry) ? [key, entry.title] : [key, entry.title + ONLY_IN_LAB, true]
  ));
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text, disabled = false]) => (
    Object.assign(document.createElement("option"), { value, textContent: text, disabled })
  )));
}
