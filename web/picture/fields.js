/**
 * The text fields of a live picture. What is typed is shown with each key, and sent when the keys rest.
 */

export class Fields {
  constructor(live, place, listen) {
    Object.assign(this, { live, place, listen, inputs: new Map(), isKeyDown: false });
  }

  /** Let there be a field for each of the names that Python has a text for. */
  write(names) {
    const { texts } = this.live.data, wanted = names.filter((name) => name in texts);
    for (const [name, input] of this.inputs) {
      if (wanted.includes(name)) continue;
      input.parentElement.remove();
      this.inputs.delete(name);
    }
    for (const name of wanted) {
      const input = this.inputs.get(name) ?? this.make(name), value = this.live.values[name];
      if (input.value !== value) input.value = value;
    }
  }

  make(name) {
    const { label, longest } = this.live.data.texts[name];
    const element = Object.assign(document.createElement("label"), { textContent: label });
    const input = Object.assign(document.createElement("input"), {
      type: "text", maxLength: longest, autocomplete: "off", spellcheck: false,
    });
    this.listen(input, "keydown", () => (this.isKeyDown = true));
    this.listen(input, "input", () => this.take(name, input.value));
    this.listen(input, "change", () => this.live.hand.isTyping && this.live.hand.rest()); // Enter, or the focus leaves
    for (const type of ["keyup", "blur"]) this.listen(input, type, () => this.letGo());
    element.append(input);
    this.place.append(element);
    this.inputs.set(name, input);
    return input;
  }

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
