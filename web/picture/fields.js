/**
 * The text fields of a live picture. Typed text is shown with each key, and sent after a pause.
 */

import { make } from "../paint/elements.js";

export class Fields {
  /** @type {Map<string, HTMLInputElement>} */
  inputs = new Map();
  isKeyDown = false;

  /** @param {import("./types.js").Live} live @param {HTMLElement} place @param {import("../paint/types.js").Listen} listen */
  constructor(live, place, listen) {
    this.live = live;
    this.place = place;
    this.listen = listen;
  }

  /** Make a field for each text of the picture. @param {string[]} names */
  write(names) {
    const { texts = {} } = this.live.data;
    for (const [name, input] of this.inputs) {
      if (names.includes(name) && name in texts) continue;
      input.parentElement?.remove();
      this.inputs.delete(name);
    }
    for (const name of names) {
      if (!(name in texts)) continue;
      const input = this.inputs.get(name) ?? this.make(name, texts[name]), value = String(this.live.values[name]);
      if (input.value !== value) input.value = value;
    }
  }

  /** @param {string} name @param {{label: string, longest: number}} text */
  make(name, { label, longest }) {
    const input = make("input", { type: "text", maxLength: longest, autocomplete: "off", spellcheck: false });
    this.listen(input, "keydown", () => (this.isKeyDown = true));
    this.listen(input, "input", () => this.take(name, input.value));
    this.listen(input, "change", () => this.live.hand.isTyping && this.live.hand.rest()); // Enter, or the focus leaves
    for (const event of /** @type {const} */ (["keyup", "blur"])) this.listen(input, event, () => this.letGo());
    this.place.append(make("label", {}, label, input));
    this.inputs.set(name, input);
    return input;
  }

  /** @param {string} name @param {string} value */
  take(name, value) {
    this.live.hand.begin();
    this.live.set({ [name]: value });
    if (!this.isKeyDown) this.live.hand.letGo(); // pasted, or spoken
  }

  letGo() {
    this.isKeyDown = false;
    this.live.hand.letGo();
  }
}
