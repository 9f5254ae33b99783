/**
 * Fields: what a visitor can choose, as Python declares it, and the state that a link holds.
 * JavaScript port of `core.fields` and `core.link`,
 * held equal by `tests/pocket/test_pocket_link.py`, `tests/course/`.
 *
 * Python writes the declarations into a page (`core/messages.py`): for each field its default, its limit, the class
 * and attributes of `core.limits`, and the attributes of `core.fields.Field` that are not at their default. A null is
 * Python's None, a list its tuple.
 *
 * @import { Conditions, Datasets, Field, Limit, LimitOf, PlainField, Values } from "./pocket/types.js"
 */

import { DIGITS, DRAWING } from "../model/shared.js";
import { decodeDrawing, encodeDrawing, fitsOnGrid, roundBox, snap } from "../wire/codec.js";
import { identify } from "../wire/storage.js";

const LONGEST_QUOTE = 20; // characters of an invalid value that a notice quotes
const KEPT = /@[0-9a-f]{8}$/;
const PRINTABLE = /^([^\p{C}\p{Z}]| )*$/u;
const MOVED = /^([01]_\d{1,2}_-?\d+(\.\d+)?(e[+-]?\d{1,3})?(~(?!$)|$)){0,2}$/;
const WHOLE = /^[+-]?\d+$/, DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const LONGEST = 64; // characters in a link of most values

export class Fields {
  /** @param {{fields: Record<string, PlainField>, foreign: string, datasets?: Datasets}} start what Python has written into the page */
  constructor({ fields, foreign, datasets = {} }) {
    /** @type {Record<string, Field>} */
    this.all = mapValues(fields, ({ limit, ...field }) => (
      { label: "", titles: {}, step: 0.01, of: [], when: [], lasting: false, logarithmic: false, ...field, limit: { longest: LONGEST, ...limit } }
    ));
    this.names = Object.keys(fields);
    /** The state of all defaults. @type {Values} */
    this.fresh = mapValues(fields, (field) => field.default);
    this.foreign = new RegExp(`^(${foreign})$`);
    this.datasets = datasets;
  }

  /**
   * The parameters of a link to a state: those that differ from another one, which is that of all defaults unless given.
   * @param {Values} state
   * @param {Values} [other]
   */
  encode(state, other = this.fresh) {
    const names = this.names.filter((name) => state[name] !== null && !isSame(state[name], other[name]));
    return Object.fromEntries(names.map((name) => [name, write(this.all[name].limit.kind, state[name])]));
  }

  /**
   * Read a state from the parameters of a link; a missing or invalid value is the default.
   * @template {Values} State
   * @param {URLSearchParams} parameters
   * @returns {{state: State, notices: string[]}} with one sentence for each invalid value and each unknown name
   */
  decode(parameters) {
    /** @type {Values} */
    const choices = {};
    /** @type {string[]} */
    const notices = [];
    for (const name of this.names) {
      const text = parameters.get(name), { limit } = this.all[name];
      if (text === null) continue;
      try {
        if (length(text) > limit.longest) throw new Error(`use at most ${limit.longest} characters`);
        choices[name] = read(text, limit);
      } catch (error) {
        const advice = /** @type {Error} */ (error).message.replace(/\.$/, "");
        notices.push(`The link's ${name} “${quote(text)}” was ignored: ${advice}.`);
      }
    }
    const request = { ...this.fresh, ...choices }, state = this.consistent(request), advice = this.outOfRange(request);
    const subject = Object.keys(this.datasets).length ? `the data set “${state.data}”` : "the other choices";
    for (const name of Object.keys(choices)) {
      if (state[name] === request[name]) continue;
      const [value, reason] = name in advice ? [` “${quote(parameters.get(name) ?? "")}”`, `${advice[name]} with`] : ["", "it does not apply to"];
      notices.push(`The link's ${name}${value} was ignored: ${reason} ${subject}.`);
    }
    for (const name of new Set(parameters.keys())) {
      if (Object.hasOwn(this.all, name) || this.foreign.test(name)) continue;
      notices.push(`The link's “${quote(name)}” was ignored: this page has no such setting.`);
    }
    return { state: /** @type {State} */ (state), notices }; // each value is within the limit of its field
  }

  /** Whether a field applies to the other choices, so that its control is shown. @param {string} name @param {Values} state */
  applies(name, state) {
    return fulfils(this.all[name].when, state);
  }

  /**
   * The state, with the choices that do not apply, or are out of range, at their default.
   * @template {Values} State
   * @param {State} state
   * @returns {State}
   */
  consistent(state) {
    const irrelevant = this.names.filter((name) => !this.all[name].lasting && !this.applies(name, state));
    return { ...state, ...this.defaultsOf([...irrelevant, ...Object.keys(this.outOfRange(state))]) };
  }

  /** @param {string[]} names */
  defaultsOf(names) {
    return Object.fromEntries(names.map((name) => [name, this.fresh[name]]));
  }

  /** The value of a field; where that is null, the default of the data set. @param {Values} state @param {string} name */
  value(state, name) {
    return state[name] ?? /** @type {Values | undefined} */ (this.datasets[String(state.data)])?.[name] ?? null;
  }

  /**
   * The state after these values were chosen: fields that depend on a changed value are reset, and a value equal to its
   * default becomes null.
   * @template {Values} State
   * @param {State} state
   * @param {Values} changes
   * @param {(state: Values, name: string) => unknown} [value] the value of a field, or its default
   * @returns {State}
   */
  change(state, changes, value = (of, name) => this.value(of, name)) {
    const names = Object.keys(changes), isNew = (/** @type {string} */ name) => name in changes && !isSame(changes[name], value(state, name));
    const stale = this.names.filter((name) => !(name in changes) && this.all[name].of.some(isNew));
    const next = this.consistent({ ...state, ...this.defaultsOf(stale), ...changes });
    const usual = names.filter((name) => this.fresh[name] === null && isSame(value({ ...next, [name]: null }, name), next[name]));
    return { ...next, ...this.defaultsOf(usual) };
  }

  /** Advice for each choice that is too large for its data set. @param {Values} state @returns {Record<string, string>} */
  outOfRange({ data, noise, features, classes }) {
    const entry = this.datasets[String(data)];
    if (!entry) return {};
    if (entry.kind === "generated") {
      return Number(noise) > entry.noise_max ? { noise: `use a number from 0 to ${entry.noise_max}` } : {};
    }
    const counts = { features: entry.feature_names.length, classes: entry.class_names.length }, choices = { features, classes };
    const large = Object.entries(counts).filter(([name, count]) => (
      Math.max(.../** @type {Record<string, any>} */ (choices)[name] ?? []) >= count
    ));
    return Object.fromEntries(large.map(([name, count]) => [name, `use numbers from 0 to ${count - 1}`]));
  }

  /** The position of a number as a hand moves it. @param {string} name @param {any} value */
  toHand(name, value) {
    return this.all[name].logarithmic ? Math.log10(value) : value;
  }

  /** The value at a position, within its limit: `core.grips.read_hand`. @param {string} name @param {any} position */
  fromHand(name, position) {
    const { limit, logarithmic } = this.all[name];
    if (limit.kind !== "number") return position;
    const { low, high, whole, among } = limit, distance = (/** @type {number} */ each) => Math.abs(this.toHand(name, each) - position);
    if (among?.length) return among.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    const value = logarithmic ? Number((10 ** position).toPrecision(DIGITS)) : position, within = Math.min(Math.max(value, low), high);
    return whole ? Math.round(within) : within;
  }

  /** The number in a box, or undefined if it cannot be one. @param {string} name @param {string} text */
  numberIn(name, text) {
    const { low, high, whole } = /** @type {LimitOf<"number">} */ (this.all[name].limit), value = Number(text);
    return text !== "" && low <= value && value <= high && !(whole && !Number.isInteger(value)) ? value : undefined;
  }
}

/** Whether a state is as conditions demand. @param {Conditions} conditions @param {Values} state */
export function fulfils(conditions, state) {
  return conditions.every(([names, options]) => names.some((name) => options.some((option) => option === state[name])));
}

/** Whether two plain values are equal. @param {unknown} a @param {unknown} b */
export function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @template From, To @param {Record<string, From>} record @param {(value: From) => To} change @returns {Record<string, To>} */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** @param {Limit["kind"]} kind @param {unknown} value */
function write(kind, value) {
  if (kind === "flag") return value ? "yes" : "no";
  if (kind === "points" || kind === "movedpoints") return textForLink(String(value));
  return Array.isArray(value) ? value.join(kind === "names" ? "~" : "-") : String(value);
}

/** The text of a drawing, or if it is too long, its points rounded, if they fit, and its number. @param {string} text */
function textForLink(text) {
  if (text.length <= DRAWING.link.characters) return text;
  const { box, points } = decodeDrawing(text), grid = roundBox(box);
  const short = fitsOnGrid(box, points) ? encodeDrawing(grid, snap(points, grid)) : "";
  return `${short}@${identify(text)}`;
}

/** @param {string} text */
function quote(text) {
  return length(text) <= LONGEST_QUOTE ? text : `${[...text].slice(0, LONGEST_QUOTE).join("")}…`;
}

/**
 * The value in a text.
 * @param {string} text
 * @param {Limit} limit
 * @throws {Error} what to use instead
 */
function read(text, limit) {
  const readKind = /** @type {(text: string, limit: Limit) => unknown} */ (READ[limit.kind]);
  return readKind(text, limit);
}

/** @type {{[Kind in Limit["kind"]]: (text: string, limit: LimitOf<Kind>) => unknown}} */
const READ = {
  choice(text, { options }) {
    return check(options.includes(text), text, `use one of ${options.join(", ")}`);
  },
  number(text, { low, high, whole, among }) {
    const value = (whole ? WHOLE : DECIMAL).test(text.trim()) ? Number(text) : NaN;
    const kind = whole ? "whole number" : "number";
    check(low <= value && value <= high, value, `use a ${kind} from ${low} to ${high}`);
    return check(!among?.length || among.includes(value), value, `use one of ${among?.join(", ")}`);
  },
  text: (text) => text,
  moved(text) {
    return check(MOVED.test(text), text, "use panel_side_value, such as 0_0_0.25");
  },
  movedpoints: readDrawing,
  flag(text) {
    return check(text === "yes" || text === "no", text === "yes", "use yes or no");
  },
  indices(text, { fewest, most }) {
    const parts = text.split("-"), indices = parts.map(Number);
    const areIndices = parts.every((part) => /^\d{1,3}$/.test(part)) && new Set(indices).size === indices.length;
    const areEnough = fewest <= indices.length && indices.length <= most;
    return check(areIndices && areEnough, indices, `use ${fewest} to ${most} different numbers joined by '-'`);
  },
  words(text, { options }) {
    const words = text === "" ? [] : text.split("-"), areKnown = words.every((word) => options.includes(word));
    const choices = options.filter((option) => words.includes(option));
    return check(areKnown, choices, `use some of ${options.join(", ")}, joined by '-'`);
  },
  names(text, { longest_name: longest }) {
    const names = text.split("~"), areEnough = 4 <= names.length && names.length <= 2 + DRAWING.classes;
    check(areEnough, names, `use two features and 2 to ${DRAWING.classes} classes, joined by '~'`);
    const areNames = names.every((name) => name !== "" && length(name) <= longest && PRINTABLE.test(name));
    return check(areNames, names, `use names of 1 to ${longest} printable characters`);
  },
  title(text, { longest }) {
    const isTitle = length(text) <= longest && PRINTABLE.test(text);
    return check(isTitle, text, `use at most ${longest} printable characters`);
  },
  points: readDrawing,
};

/** @param {string} text */
function readDrawing(text) {
  if (text !== "" && !/^@[0-9a-f]{8}$/.test(text)) decodeDrawing(text.replace(KEPT, ""));
  return text;
}

/** @template T @param {boolean} holds @param {T} value @param {string} advice */
function check(holds, value, advice) {
  if (!holds) throw new Error(advice);
  return value;
}

/** How many characters, as Python counts. @param {string} text */
function length(text) {
  return [...text].length;
}
