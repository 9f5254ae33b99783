/**
 * A lesson's state in the static course.
 * JavaScript port of `core.fields.State`, for the data of the page,
 * held equal by `tests/course/`.
 *
 * A null is Python's None: a default that depends on the other choices. Where it is not one of `defaults` of the choices,
 * it is looked up in `rows`.
 *
 * @typedef {import("../pocket/types.js").Field & {step: number, logarithmic: boolean}} Field
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
 * @typedef {{stem: string, fields: Record<string, Field>, first: State, blocks: Block[], data: any[], palette: object[],
 *   app_only: string[], keeps: string[], foreign: string, tries: Record<string, (State | null)[]>}} Content
 */

import { DIGITS } from "../../model/shared.js";
import { applies, consistent, decode, encode } from "../pocket/link.js";


export class Lesson {
  /** @param {Content} content */
  constructor(content) {
    this.content = content;
    this.fresh = Object.fromEntries(Object.entries(content.fields).map(([name, field]) => [name, field.default]));
  }

  /**
   * The state of a link; without one, a new visitor's.
   * @param {URLSearchParams} parameters
   * @returns {{state: State, notices: string[]}}
   */
  read(parameters) {
    const { fields, first } = this.content;
    if (![...parameters.keys()].some((name) => name in fields)) return { state: first, notices: [] };
    const start = /** @type {any} */ ({ ...this.content, datasets: {}, subject: "the other choices" });
    return decode(start, parameters);
  }

  /** @param {State} state @returns {URLSearchParams} */
  write(state) {
    const { fields, first } = this.content, start = { ...this.content, datasets: {} };
    const parameters = encode(start, state);
    if (Object.keys(parameters).length) return new URLSearchParams(parameters);
    const defaults = Object.entries(fields).map(([name, field]) => [name, { ...field, default: first[name] }]);
    return new URLSearchParams(encode({ ...start, fields: Object.fromEntries(defaults) }, state));
  }

  /** @param {State} state @param {string} name */
  applies(state, name) {
    return applies(this.content.fields[name], state);
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
    const { fields } = this.content;
    const texts = names.map((name) => {
      const value = this.value(state, name), { limit: { kind } } = fields[name];
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
    const { fields } = this.content;
    const text = (/** @type {any} */ value) => ({ true: "yes", false: "no" })[String(value)] ?? String(value);
    return by.map((name) => (applies(fields[name], state) ? text(state[name]) : "-")).join(" ");
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

  /**
   * The state after these values were chosen: fields that depend on a changed value are reset.
   * @param {State} state @param {State} changes @returns {State}
   */
  change(state, changes) {
    const { fields } = this.content;
    const names = Object.keys(changes).filter((name) => changes[name] !== this.value(state, name));
    const stale = Object.keys(fields).filter((name) => !(name in changes) && fields[name].of.some((other) => names.includes(other)));
    const fresh = Object.fromEntries(stale.map((name) => [name, this.fresh[name]]));
    const next = consistent(fields, { ...state, ...fresh, ...changes }, {});
    const usual = Object.keys(changes).filter((name) => this.fresh[name] === null && this.value({ ...next, [name]: null }, name) === next[name]);
    return { ...next, ...Object.fromEntries(usual.map((name) => [name, null])) };
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
    const switches = Object.entries(this.content.fields).filter(([name, { limit }]) => limit.kind === "flag" && !(name in changes));
    const off = this.change(next, Object.fromEntries(switches.map(([name]) => [name, false])));
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
    const { first } = this.content, initial = { ...state, ...Object.fromEntries(grabbed.map((/** @type {string} */ name) => [name, first[name]])) };
    const hands = (/** @type {State} */ of) => (
      Object.fromEntries(grabbed.map((/** @type {string} */ name) => [name, this.toHand(name, this.value(of, name))])));
    const matches = block.rows.filter((rows) => !rows.is_default && rows.name in data).map(({ name, by, values }) => [name, values[this.key(state, by)]]);
    const fields = { ...this.dataAt(data), ...Object.fromEntries(matches.filter(([, value]) => value !== undefined)) };
    const values = hands(state);
    return { ...fields, ...complete?.(fields, values, state), values, start: hands(initial), limits, texts };
  }

  // Hands: numbers as a picture knows them

  /** @param {string} name @param {any} value */
  toHand(name, value) {
    return this.content.fields[name].logarithmic ? Math.log10(value) : value;
  }

  /**
   * The released values, within their limits.
   * @param {Record<string, any>} values
   * @param {string[]} names
   * @returns {State}
   */
  readHand(values, names) {
    return Object.fromEntries(names.filter((name) => values[name] !== undefined && values[name] !== null).map((name) => {
      const { limit, logarithmic } = this.content.fields[name], { low, high, whole, among, kind } = /** @type {any} */ (limit);
      let value = values[name];
      if (kind !== "number") return [name, value];
      if (among?.length) return [name, nearest(among, value, logarithmic ? Math.log10 : Number)];
      if (logarithmic) value = Number((10 ** value).toPrecision(DIGITS));
      value = Math.min(Math.max(value, low), high);
      return [name, whole ? Math.round(value) : value];
    }));
  }
}

/** @param {number[]} among @param {number} value @param {(each: number) => number} scale */
function nearest(among, value, scale) {
  return among.reduce((best, each) => (Math.abs(scale(each) - value) < Math.abs(scale(best) - value) ? each : best));
}
