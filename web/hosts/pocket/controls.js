/**
 * The settings above the picture: a select or a field for each, those hidden that the chosen classifiers do not read.
 *
 * The names of the elements are those of the state's fields. Nothing is stored here: `write` shows a state, and
 * `choose` gets the choices as changes of it.
 *
 * @import { Generated, LabState, LimitOf, Start, Table } from "./types.js"
 * @typedef {[value: string, text: string, isDisabled?: boolean]} Option
 * @typedef {HTMLInputElement | HTMLSelectElement} Control
 */

import { make } from "../../paint/elements.js";
import { finder } from "../../paint/words.js";
import { applies, fulfils } from "./link.js";

const SELECTS = /** @type {const} */ (["data", "model", "beside", "kernel", "threshold", "metric", "svc_gamma"]);
const NUMBERS = /** @type {const} */ (["degree", "coef0", "svc_C", "svc_gamma_value", "n", "seed", "folds"]);
const CHECKS = /** @type {const} */ (["determinants", "svc_standardise", "standardise"]);
/** @type {Record<string, string[]>} the controls of a field, where they are not one of its name */
const PARTS = { seed: ["seed", "next"], features: ["across", "up"] };
const OF_KERNEL = ["kernel", "degree", "coef0"]; // hidden where no classifier in the picture reads them
const ONLY_IN_LAB = " (only in the lab)";

/** Whether a setting changes a classifier in the picture: `LabState.reads`. @param {Start} start @param {LabState} state @param {string} setting */
export function reads({ models }, state, setting) {
  const readers = [state.model, state.beside].filter((key) => models[key]?.reads.includes(setting));
  return readers.some((key) => setting !== "gamma" || fulfils(models[key].gamma, state));
}

export class Controls {
  /**
   * @param {HTMLElement} page
   * @param {Start} start
   * @param {LabState} state
   * @param {(changes: Partial<LabState>) => void} choose
   */
  constructor(page, start, state, choose) {
    this.page = page;
    this.start = start;
    this.state = state;
    this.choose = choose;
    this.part = finder(page);
    this.fillSelects();
    this.setLimits();
    for (const match of page.querySelectorAll("form :is(select, input), .folds input")) {
      const input = /** @type {Control} */ (match);
      if (input.type !== "file") input.addEventListener("change", () => this.take(input));
    }
    this.part("form").addEventListener("submit", (event) => event.preventDefault());
    this.part("[name=next]").addEventListener("click", () => {
      choose({ seed: (this.state.seed + 1) % (this.rangeOf("seed").high + 1) });
    });
  }

  /** The control of a field. @template {HTMLElement} [T=HTMLInputElement] @param {string} name @returns {T} */
  find(name) {
    return this.part(`[name="${name}"]`);
  }

  /** The limit of a number. @param {string} name */
  rangeOf(name) {
    return /** @type {LimitOf<"number">} */ (this.start.fields[name].limit);
  }

  fillSelects() {
    const { datasets, fields, models } = this.start;
    const sets = optionsOf(datasets, (entry) => entry.kind === "generated" || entry.columns !== undefined);
    const classifiers = optionsOf(models, ({ model }) => model !== null);
    fill(this.find("data"), [...sets, ["drawn", fields.data.titles.drawn]]);
    fill(this.find("model"), classifiers);
    fill(this.find("beside"), [["nothing", fields.beside.titles.nothing], ...classifiers]);
    for (const name of ["kernel", "threshold", "metric", "svc_gamma"]) fill(this.find(name), Object.entries(fields[name].titles));
  }

  setLimits() {
    for (const name of [...NUMBERS, "balance"]) {
      const { low, high } = this.rangeOf(name);
      Object.assign(this.find(name), { min: low, max: high });
    }
  }

  /** The chosen value, if it is within its limits; otherwise the field shows the state again. @param {Control} input */
  take(input) {
    const { name } = input, entry = this.start.datasets[this.state.data];
    if (entry?.kind === "real" && (name === "across" || name === "up")) return this.choose({ features: this.featuresWith(name, entry) });
    const value = entry?.kind === "real" && name === "classes" ? this.checkedClasses(entry) : this.valueOf(input);
    const isUsual = entry?.kind === "generated" && (name === "noise" || name === "balance") && value === entry[name];
    if (value === undefined) this.write(this.state);
    else this.choose({ [name]: isUsual ? null : value });
  }

  /** The value of a field, or undefined if it is invalid. @param {Control} input */
  valueOf(input) {
    const { name, type, value: text } = input, { limit } = this.start.fields[name];
    if (type === "checkbox") return /** @type {HTMLInputElement} */ (input).checked;
    if (limit.kind !== "number") return text;
    const value = Number(text), isWithin = text !== "" && limit.low <= value && value <= limit.high;
    return isWithin && !(limit.whole && !Number.isInteger(value)) ? value : undefined;
  }

  /** The features with a new one on an axis; if the other axis has it, the two change places. @param {"across" | "up"} axis @param {Table} entry */
  featuresWith(axis, entry) {
    const [across, up] = this.state.features ?? entry.features, choice = Number(this.find(axis).value);
    const features = axis === "across" ? [choice, choice === up ? across : up] : [choice === across ? up : across, choice];
    return String(features) === String(entry.features) ? null : features;
  }

  /** The classes that are checked, null for all of them, or undefined if they are fewer than two. @param {Table} entry */
  checkedClasses(entry) {
    /** @type {HTMLInputElement[]} */
    const boxes = [...this.page.querySelectorAll("input[name=classes]:checked")].map((box) => /** @type {HTMLInputElement} */ (box));
    if (boxes.length === entry.class_names.length) return null;
    return boxes.length < 2 ? undefined : boxes.map(({ value }) => Number(value));
  }

  /** Show a state. @param {LabState} state */
  write(state) {
    this.state = state;
    const entry = this.start.datasets[state.data];
    for (const name of [...SELECTS, ...NUMBERS]) this.find(name).value = String(state[name]);
    for (const name of CHECKS) this.find(name).checked = state[name];
    for (const [name, field] of Object.entries(this.start.fields)) {
      const isUsed = applies(field, state) && (!OF_KERNEL.includes(name) || reads(this.start, state, name));
      for (const part of PARTS[name] ?? [name]) this.show(part, isUsed);
    }
    this.part(".description").textContent = entry?.description ?? "";
    if (entry?.kind === "generated") this.writeGenerator(state, entry);
    if (entry?.kind === "real") this.writeColumns(state, entry);
  }

  /** @param {LabState} state @param {Generated} entry */
  writeGenerator(state, entry) {
    const noise = this.find("noise"), balance = this.find("balance"), share = `Share of ${entry.class_names.at(-1)}`;
    noise.max = String(entry.noise_max);
    noise.title = entry.noise_meaning;
    for (const [name, input] of /** @type {const} */ ([["noise", noise], ["balance", balance]])) {
      const value = state[name] ?? entry[name];
      input.value = String(value);
      labelOf(input)("output").textContent = String(Number(value.toPrecision(3)));
    }
    balance.setAttribute("aria-label", share);
    labelOf(balance)("span > span").textContent = share;
  }

  /** @param {LabState} state @param {Table} entry */
  writeColumns(state, entry) {
    const features = state.features ?? entry.features;
    ["across", "up"].forEach((name, axis) => {
      fill(this.find(name), entry.feature_names.map((feature, k) => [String(k), feature]));
      this.find(name).value = String(features[axis]);
    });
    const boxes = entry.class_names.map((name, k) => {
      const box = make("input", { type: "checkbox", name: "classes", value: String(k), checked: state.classes?.includes(k) ?? true });
      box.addEventListener("change", () => this.take(box));
      return make("label", { class: "check" }, box, name);
    });
    const group = this.part("fieldset[name=classes]");
    group.replaceChildren(finder(group)("legend"), ...boxes);
  }

  /** Show or hide a control; some fields have none here. @param {string} name @param {boolean} isShown */
  show(name, isShown) {
    /** @type {?HTMLElement} */
    const element = this.page.querySelector(`[name="${name}"]`);
    if (element !== null) (element.closest("label") ?? element).hidden = !isShown;
  }
}

/** The function that finds the parts of a control's label. @param {HTMLElement} input */
function labelOf(input) {
  return finder(/** @type {HTMLLabelElement} */ (input.closest("label")));
}

/**
 * The options of a registry; those that are not here cannot be chosen.
 * @template {{title: string}} Entry
 * @param {Record<string, Entry>} registry
 * @param {(entry: Entry) => boolean} isHere
 * @returns {Option[]}
 */
function optionsOf(registry, isHere) {
  return Object.entries(registry).map(([key, entry]) => (
    isHere(entry) ? [key, entry.title] : [key, entry.title + ONLY_IN_LAB, true]
  ));
}

/** @param {HTMLElement} select @param {Option[]} options */
function fill(select, options) {
  select.replaceChildren(...options.map(([value, text, disabled = false]) => make("option", { value, disabled }, text)));
}
