/**
 * What is asked beside the picture of an exercise: an option, a number, or fields that change the picture.
 *
 * @import { Desk, HandedIn } from "../messages.js"
 * @typedef {{readonly answer: HandedIn, set: (changes: Record<string, any>) => void}} Board the picture, see desk.js
 *
 * @typedef {Object} Inputs
 * @property {HTMLElement[]} parts
 * @property {() => HandedIn | null} read the answer, if there is one
 * @property {(answer: HandedIn) => void} write
 */

import { make } from "../paint/elements.js";
import { showLine } from "./prose.js";

/** @param {Desk} desk @param {Board} board @returns {Inputs} */
export function askAnswer({ kind, options, fields = [] }, board) {
  if (kind === "choice") return askOption(options);
  return kind === "number" ? askNumber() : askFields(fields, board);
}

/** @param {string[]} options @returns {Inputs} */
function askOption(options) {
  const inputs = options.map((_, option) => make("input", { type: "radio", name: "answer", value: String(option) }));
  const labels = options.map((text, place) => make("label", {}, inputs[place], make("span", {}, ...showLine(text))));
  return {
    parts: [make("fieldset", {}, make("legend", {}, "Your answer"), ...labels)],
    read() {
      const option = inputs.findIndex(({ checked }) => checked);
      return option < 0 ? null : { option };
    },
    write({ option }) {
      if (option !== undefined) inputs[option].checked = true;
    },
  };
}

/** @returns {Inputs} */
function askNumber() {
  const input = make("input", { type: "number", step: "any", inputMode: "decimal" });
  return {
    parts: [make("label", { class: "row" }, make("span", {}, "Your answer"), input)],
    read: () => (Number.isFinite(input.valueAsNumber) ? { number: input.valueAsNumber } : null),
    write({ number }) {
      if (number !== undefined) input.value = String(number);
    },
  };
}

/** @param {NonNullable<Desk["fields"]>} fields @param {Board} board @returns {Inputs} */
function askFields(fields, board) {
  const all = fields.map(({ name, label, options, first }) => {
    const select = make("select", {}, ...options.map(([, text], place) => make("option", { value: String(place) }, text)));
    const write = (/** @type {any} */ value) => (select.selectedIndex = options.findIndex(([each]) => each === value));
    write(first);
    select.addEventListener("change", () => board.set({ [name]: options[select.selectedIndex][0] }));
    return { name, write, label: make("label", { class: "row" }, make("span", {}, label), select) };
  });
  return {
    parts: all.map(({ label }) => label),
    read: () => board.answer,
    write({ state = {}, place }) {
      for (const { name, write } of all) {
        if (name in state) write(state[name]);
      }
      board.set(place ?? state);
    },
  };
}
