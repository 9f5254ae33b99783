/**
 * Controls of fields: a menu, a tick or a box, as the declaration of each field says.
 *
 * `write` of a control shows a state; `choose` gets a choice as changes of it. An option that this page lacks is shown
 * disabled, and says where it can be used.
 *
 * @import { Fields } from "./fields.js"
 * @import { Values } from "./pocket/types.js"
 * @typedef {{name: string, element: HTMLElement, write: (state: any) => unknown}} Control
 */

import { make } from "../paint/elements.js";

export class FieldControls {
  /** Where an option that is not here can be used, in words. */
  elsewhere = "";

  /** @param {Fields} fields @param {(changes: any) => void} choose */
  constructor(fields, choose) {
    this.fields = fields;
    this.choose = choose;
  }

  /** Whether this page can show a state after a choice. @param {any} _state @param {Values} _changes */
  isHere(_state, _changes) {
    return true;
  }

  /** The value of a field; where that is null, its default. @param {any} state @param {string} name @returns {any} */
  value(state, name) {
    return this.fields.value(state, name);
  }

  /** The attributes of a limit. @param {string} name @returns {any} */
  limit(name) {
    return this.fields.all[name].limit;
  }

  /** @param {string} name @param {[string, string][]} titles @returns {Control} */
  makeMenu(name, titles) {
    const read = (/** @type {string} */ text) => (this.limit(name).kind === "number" ? Number(text) : text);
    const options = titles.map(([value, title]) => ({ value, title, option: make("option", { value }, title) }));
    const select = make("select", { name }, ...options.map(({ option }) => option));
    select.addEventListener("change", () => this.choose({ [name]: read(select.value) }));
    const write = (/** @type {Values} */ state) => {
      for (const { value, title, option } of options) {
        const isHere = String(state[name]) === value || this.isHere(state, { [name]: read(value) });
        option.disabled = !isHere;
        option.textContent = isHere ? title : `${title} (${this.elsewhere})`;
      }
      select.value = String(state[name]);
    };
    return { name, element: this.labelled(name, select), write };
  }

  /** @param {string} name @returns {Control} */
  makeFlag(name) {
    const { label } = this.fields.all[name];
    const input = make("input", { type: "checkbox", name }), words = make("span", {}, label);
    input.addEventListener("change", () => this.choose({ [name]: input.checked }));
    const write = (/** @type {Values} */ state) => {
      input.checked = Boolean(state[name]);
      input.disabled = !this.isHere(state, { [name]: !state[name] });
      words.textContent = input.disabled ? `${label} (${this.elsewhere})` : label;
    };
    return { name, element: make("label", { class: "check" }, input, words), write };
  }

  /** A box with a number; a value beyond its range is refused. @param {string} name @returns {Control} */
  makeNumber(name) {
    const { low, high, whole } = this.limit(name), { step } = this.fields.all[name];
    const input = make("input", { type: "number", name, min: low, max: high, step: whole ? 1 : "any" });
    input.addEventListener("change", () => {
      const value = this.fields.numberIn(name, input.value);
      if (value === undefined) input.reportValidity();
      else this.choose({ [name]: value });
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (whole || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      const next = Number(input.value) + (event.key === "ArrowUp" ? step : -step);
      this.choose({ [name]: Number(Math.min(high, Math.max(low, next)).toPrecision(12)) });
    });
    const write = (/** @type {Values} */ state) => {
      const value = this.value(state, name);
      if (document.activeElement !== input || Number(input.value) !== value) input.value = value === null ? "" : String(value);
    };
    return { name, element: this.labelled(name, input), write };
  }

  /** @param {string} name @param {HTMLElement} control */
  labelled(name, control) {
    return make("label", {}, make("span", {}, this.fields.all[name].label), control);
  }
}
