/**
 * A lesson's state in the static course.
 * JavaScript port of `core.fields.State`, for the data of the page,
 * held equal by `tests/course/`.
 *
 * A null is Python's None: a default that depends on the other choices. Where it is not one of `defaults` of the choices,
 * it is looked up in `rows`.
 *
 * @typedef {Record<string, any>} State
 * @typedef {{name: string, by: string[], values: Record<string, any>, is_default: boolean}} Rows
 * @typedef {number | {symbols: number, numbers?: number} | null} PartId
 * @typedef {{still: number} | {hunt: number} | {drawing: Record<string, number>} | {script: string, grabbed: string[], limits: Record<string, [number, number]>,
 *   texts: Record<string, {label: string, longest: number}>, data: Record<string, number>}} PictureId
 * @typedef {{pictures: PictureId[], parts: PartId[], varying: number[], defaults: State}} View
 * @typedef {{by: string[], movable: string[], boxes: string[], shown: Record<string, View>,
 *   exact: Record<string, PartId[]>, rows: Rows[], steps: Record<string, any[]>, later: string[], folded: string[],
 *   again: string}} Block
 * @typedef {(data: any, values: Record<string, any>, state: State) => object} Complete what else a picture is content, computed
 * @typedef {{stem: string, fields: Record<string, import("../pocket/types.js").PlainField>, first: State, opening: State, steps: import("./steps.js").Step[], blocks: Block[], data: any[], palette: object[],
 *   app_only: string[], keeps: string[], foreign: string, tries: Record<string, (State | null)[]>}} Content
 */

import { Fields } from "../fields.js";


export class Lesson {
  /** @param {Content} content */
  constructor(content) {
    this.content = content;
    this.fields = new Fields(content);
    /** @type {State} */
    this.fresh = this.fields.fresh;
  }

  /**
   * The state of a link; without one, a new visitor's.
   * @param {URLSearchParams} parameters
   * @returns {{state: State, notices: string[]}}
   */
  read(parameters) {
    const isChosen = [...parameters.keys()].some((name) => this.fields.names.includes(name));
    if (!isChosen) return { state: this.content.first, notices: [] };
    const { state, notices } = this.fields.decode(parameters);
    return { state: [...parameters.keys()].join() === "step" ? this.beginningOf(state) : state, notices };
  }

  /** The state with which the step of a state begins, or Going deeper. @param {State} state @returns {State} */
  beginningOf({ step }) {
    const { steps, opening } = this.content;
    return step ? steps[Math.min(step, steps.length) - 1].start : opening;
  }

  /** @param {State} state @returns {URLSearchParams} */
  write(state) {
    const parameters = this.fields.encode(state);
    return new URLSearchParams(Object.keys(parameters).length ? parameters : this.fields.encode(state, this.content.first));
  }

  /** @param {State} state @param {string} name */
  applies(state, name) {
    return this.fields.applies(name, state);
  }

  /** The value of a field; where that is null, its default. @param {State} state @param {string} name @returns {any} */
  value(state, name) {
    if (state[name] !== null) return state[name];
    for (const block of this.content.blocks) {
      for (const { by, values, is_default } of block.rows.filter((rows) => rows.name === name)) {
        if (is_default) return values[this.key(state, by)] ?? null; // for moved points, the picture finds it
      }
      const { defaults } = this.shownOf(block, state) ?? {};
      if (defaults && name in defaults) return defaults[name];
    }
    return null;
  }

  /** @param {State} state @param {string[]} names @returns {string} */
  key(state, names) {
    const texts = names.map((name) => {
      const value = this.value(state, name), { limit: { kind } } = this.fields.all[name];
      if (value === null || !this.applies(state, name)) return "-";
      return kind === "flag" ? { true: "yes", false: "no" }[String(value)] : String(value);
    });
    return texts.join(" ");
  }

  /** The content of a block, or undefined if only the app can show it. @param {Block} block @param {State} state */
  shownOf(block, state) {
    return block.shown[this.keyOfChoices(block, state)];
  }

  /** Choices are never null. @param {Block} block @param {State} state */
  keyOfChoices({ by }, state) {
    const text = (/** @type {any} */ value) => ({ true: "yes", false: "no" })[String(value)] ?? String(value);
    return by.map((name) => (this.applies(state, name) ? text(state[name]) : "-")).join(" ");
  }

  /**
   * The parts of a block, and whether they belong to exactly this state.
   * @param {Block} block @param {State} state
   * @returns {{parts: PartId[], isExact: boolean}}
   */
  partsOf(block, state) {
    const { parts, varying } = /** @type {View} */ (this.shownOf(block, state));
    const exact = block.exact[this.key(state, [...block.by, ...block.movable])];
    if (varying.length === 0 || !exact) return { parts, isExact: varying.length === 0 };
    const all = [...parts];
    varying.forEach((place, k) => (all[place] = exact[k]));
    return { parts: all, isExact: true };
  }

  /** The state after these values were chosen. @param {State} state @param {State} changes @returns {State} */
  change(state, changes) {
    return this.fields.change(state, changes, (of, name) => this.value(of, name));
  }

  /**
   * The state of a new visitor with these values, and this one's choice for formulas.
   * @param {State} state
   * @param {State} changes
   */
  setUp(state, changes) {
    const own = Object.fromEntries(["formula", ...this.content.keeps].map((name) => [name, state[name]]));
    return this.change({ ...this.fresh, ...own }, changes);
  }

  /** Whether the course can show a state. @param {State} state */
  isAnswered(state) {
    if (this.content.app_only.some((name) => state[name] !== this.fresh[name])) return false;
    return this.content.blocks.every((block) => this.shownOf(block, state) !== undefined);
  }

  /**
   * The state after a choice; switches that only the app can combine with it are switched off. Null if it cannot be
   * shown.
   * @param {State} state @param {State} changes
   */
  choose(state, changes) {
    const next = this.change(state, changes);
    if (this.isAnswered(next)) return next;
    const switches = this.fields.names.filter((name) => this.fields.all[name].limit.kind === "flag" && !(name in changes));
    const off = this.change(next, Object.fromEntries(switches.map((name) => [name, false])));
    return this.isAnswered(off) ? off : null;
  }

  // Pictures

  /** The stored data of a picture, by name. @param {Record<string, number>} places */
  dataAt(places) {
    return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, this.content.data[place]]));
  }

  /**
   * The data of a live picture for a state, without the theme of the page.
   * @param {Block} block @param {any} picture @param {State} state @param {Complete} [complete]
   */
  dataOf(block, { grabbed, limits, texts, data }, state, complete) {
    const first = this.beginningOf(state), initial = { ...state, ...Object.fromEntries(grabbed.map((/** @type {string} */ name) => [name, first[name]])) };
    const hands = (/** @type {State} */ of) => (
      Object.fromEntries(grabbed.map((/** @type {string} */ name) => [name, this.fields.toHand(name, this.value(of, name))])));
    const matches = block.rows.filter((rows) => !rows.is_default && rows.name in data).map(({ name, by, values }) => [name, values[this.key(state, by)]]);
    const fields = { ...this.dataAt(data), ...Object.fromEntries(matches.filter(([, value]) => value !== undefined)) };
    const values = hands(state);
    return { ...fields, ...complete?.(fields, values, state), values, start: hands(initial), limits, texts };
  }

  /** The released values, within their limits. @param {Record<string, any>} values @param {string[]} names @returns {State} */
  readHand(values, names) {
    const released = names.filter((name) => values[name] !== undefined && values[name] !== null);
    return Object.fromEntries(released.map((name) => [name, this.fields.fromHand(name, values[name])]));
  }
}
