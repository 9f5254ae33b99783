/**
 * The settings above the picture: a control for each field, those hidden that the chosen classifiers do not read.
 *
 * The names of the elements are those of the state's fields. Nothing is stored here: `write` shows a state, and
 * `choose` gets the choices as changes of it.
 *
 * @import { Fields } from "../fields.js"
 * @import { LabState } from "../../wire/state.js"
 * @import { Generated, Start, Table } from "./types.js"
 */

import { make, onSubmit } from "../../paint/elements.js";
import { finder } from "../../paint/words.js";
import { fulfils } from "../fields.js";
import { FieldControls } from "../field_controls.js";

/** The fields with a control of their kind, by the selector of the place where it stands, in order. */
const PLACES = {
  ".choices": ["data", "model", "beside", "kernel", "threshold", "degree", "coef0", "metric", "determinants", "svc_C", "svc_gamma", "svc_gamma_value", "svc_standardise", "divisor"],
  ".size": ["n"],
  ".sample": ["seed"],
  ".scale": ["standardise"],
  ".folds": ["folds"],
};
/** @type {Record<string, string[]>} the controls of a field, where they are not one of its name */
const PARTS = { seed: ["seed", "next"], features: ["across", "up"] };
const OF_KERNEL = ["kernel", "degree", "coef0"]; // hidden where no classifier in the picture reads them

/** Whether a setting changes a classifier in the picture: `LabState.reads`. @param {Start} start @param {LabState} state @param {string} setting */
export function reads({ models }, state, setting) {
  const readers = [state.model, state.beside].filter((key) => models[key]?.reads.includes(setting));
  return readers.some((key) => setting !== "gamma" || fulfils(models[key].gamma, state));
}

export class Controls extends FieldControls {
  elsewhere = "only in the lab";

  /**
   * @param {HTMLElement} page
   * @param {Start} start
   * @param {Fields} fields
   * @param {LabState} state
   * @param {(changes: Partial<LabState>) => void} choose
   */
  constructor(page, start, fields, state, choose) {
    super(fields, choose);
    this.page = page;
    this.start = start;
    this.state = state;
    this.part = finder(page);
    this.all = Object.entries(PLACES).flatMap(([place, names]) => {
      const controls = names.map((name) => this.makeControl(name));
      this.part(place).append(...controls.map(({ element }) => element));
      return controls;
    });
    for (const name of ["noise", "balance"]) {
      const { low, high } = this.limit(name), input = this.find(name);
      Object.assign(input, { min: low, max: high });
      input.addEventListener("change", () => choose({ [name]: Number(input.value) }));
    }
    for (const name of ["across", "up"]) this.find(name).addEventListener("change", () => choose({ features: this.featuresWith(name) }));
    onSubmit(this.part("form"));
    this.part("[name=next]").addEventListener("click", () => choose({ seed: (this.state.seed + 1) % (this.limit("seed").high + 1) }));
  }

  /** @param {string} name */
  makeControl(name) {
    const { kind } = this.limit(name);
    if (kind === "flag") return this.makeFlag(name);
    return kind === "number" ? this.makeNumber(name) : this.makeMenu(name, this.titlesOf(name));
  }

  /** @param {string} name @returns {[string, string][]} */
  titlesOf(name) {
    const { datasets, models } = this.start, { titles } = this.fields.all[name];
    return this.limit(name).options.map((/** @type {string} */ key) => [key, titles[key] ?? (datasets[key] ?? models[key])?.title ?? key]);
  }

  /** Data sets and classifiers that are here can be chosen. @param {LabState} _state @param {Partial<LabState>} changes @override */
  isHere(_state, { data, model, beside }) {
    const { datasets, models } = this.start, entry = datasets[data ?? ""], classifier = models[model ?? beside ?? ""];
    return !(entry?.kind === "real" && !entry.columns) && classifier?.model !== null;
  }

  /** The control of a field. @template {HTMLElement} [T=HTMLInputElement] @param {string} name @returns {T} */
  find(name) {
    return this.part(`[name="${name}"]`);
  }

  /** The features with a new one on an axis; if the other axis has it, the two change places. @param {string} axis */
  featuresWith(axis) {
    const [across, up] = /** @type {number[]} */ (this.value(this.state, "features")), choice = Number(this.find(axis).value);
    return axis === "across" ? [choice, choice === up ? across : up] : [choice === across ? up : across, choice];
  }

  /** The classes that are checked, null for all of them; fewer than two are no choice. @param {Table} entry */
  takeClasses(entry) {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.page.querySelectorAll("input[name=classes]:checked"));
    if (boxes.length < 2) this.write(this.state);
    else this.choose({ classes: boxes.length === entry.class_names.length ? null : [...boxes].map(({ value }) => Number(value)) });
  }

  /** Show a state. @param {LabState} state */
  write(state) {
    this.state = state;
    const entry = this.start.datasets[state.data];
    for (const { write } of this.all) write(state);
    for (const name of this.fields.names) {
      const isUsed = this.fields.applies(name, state) && (!OF_KERNEL.includes(name) || reads(this.start, state, name));
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
    for (const input of [noise, balance]) {
      const value = this.value(state, input.name);
      input.value = String(value);
      labelOf(input)("output").textContent = String(Number(value.toPrecision(3)));
    }
    balance.setAttribute("aria-label", share);
    labelOf(balance)("span > span").textContent = share;
  }

  /** @param {LabState} state @param {Table} entry */
  writeColumns(state, entry) {
    ["across", "up"].forEach((name, axis) => {
      this.find(name).replaceChildren(...entry.feature_names.map((feature, k) => make("option", { value: String(k) }, feature)));
      this.find(name).value = String(this.value(state, "features")[axis]);
    });
    const boxes = entry.class_names.map((name, k) => {
      const box = make("input", { type: "checkbox", name: "classes", value: String(k), checked: state.classes?.includes(k) ?? true });
      box.addEventListener("change", () => this.takeClasses(entry));
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
