/**
 * Undo and redo, back to the beginning.
 *
 * Drawings are values that nobody changes, so a history is a list of them and a place in it.
 */

/** @template T */
export class History {
  /** @param {T} first */
  constructor(first) {
    this.values = [first];
    this.place = 0;
  }

  /** @returns {T} */
  get value() {
    return this.values[this.place];
  }

  get canUndo() {
    return this.place > 0;
  }

  get canRedo() {
    return this.place < this.values.length - 1;
  }

  /** Add a new value; the redo steps are dropped. @param {T} value */
  push(value) {
    this.values.splice(++this.place, Infinity, value);
  }

  /** Replace the current value. @param {T} value */
  replace(value) {
    this.values[this.place] = value;
  }

  /** @returns {T} the value before, or the first one again */
  undo() {
    if (this.canUndo) this.place--;
    return this.value;
  }

  /** @returns {T} the value after, or the last one again */
  redo() {
    if (this.canRedo) this.place++;
    return this.value;
  }
}
