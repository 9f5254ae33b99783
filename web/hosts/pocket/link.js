/**
 * The state as the parameters of a link, and back.
 * JavaScript port of `core.link`, with its names, limits and defaults,
 * held equal by `tests/pocket/test_pocket_link.py`.
 *
 * Python writes the fields into the start data: for each its default and its limit, the class and attributes of
 * `core.limits`. A null is Python's None, a list its tuple.
 *
 * `when` are the conditions with which a field applies, as `core.fields.Field.conditions` returns them; a `lasting`
 * field keeps its value where it does not apply. A field is reset when one that it is `of` changes.
 *
 * @import { Datasets, Field, Fields, LabState, Limit, LimitOf, Values } from "./types.js"
 */

import { DRAWING } from "../../model/shared.js";
import { decodeDrawing, encodeDrawing, fitsOnGrid, roundBox, snap } from "../../wire/codec.js";
import { identify } from "../../wire/storage.js";

const LONGEST_QUOTE = 20; // characters of an invalid value that a notice quotes
const KEPT = /@[0-9a-f]{8}$/;
const PRINTABLE = /^([^\p{C}\p{Z}]| )*$/u;
const MOVED = /^([01]_\d{1,2}_-?\d+(\.\d+)?(e[+-]?\d{1,3})?(~(?!$)|$)){0,2}$/;
const WHOLE = /^[+-]?\d+$/, DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * @param {{fields: Fields}} start
 * @param {Values} state
 * @returns {Record<string, string>} the parameters of a link, without those at their default
 */
export function encode({ fields }, state) {
  const entries = Object.entries(fields).filter(([name, field]) => (
    state[name] !== null && String(state[name]) !== String(field.default)
  ));
  return Object.fromEntries(entries.map(([name, { limit }]) => [name, write(limit.kind, state[name])]));
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

/**
 * Read a state from the parameters of a link; a missing or invalid value is the default.
 *
 * `subject` is the thing, in a notice, to which a field does not apply, if that is not the data set.
 * @template {Values} State
 * @param {{fields: Fields, datasets: Datasets, foreign: string, subject?: string}} start
 * @param {URLSearchParams} parameters
 * @returns {{state: State, notices: string[]}} with one sentence for each invalid value and each unknown name
 */
export function decode({ fields, datasets, foreign, subject }, parameters) {
  const isForeign = new RegExp(`^(${foreign})$`);
  /** @type {Values} */
  const choices = {};
  /** @type {string[]} */
  const notices = [];
  for (const [name, { limit }] of Object.entries(fields)) {
    const text = parameters.get(name);
    if (text === null) continue;
    try {
      if (length(text) > limit.longest) throw new Error(`use at most ${limit.longest} characters`);
      choices[name] = read(text, limit);
    } catch (error) {
      const advice = /** @type {Error} */ (error).message.replace(/\.$/, "");
      notices.push(`The link's ${name} “${quote(text)}” was ignored: ${advice}.`);
    }
  }
  const request = { ...defaultState(fields), ...choices }, state = consistent(fields, request, datasets), advice = outOfRange(request, datasets);
  for (const name of Object.keys(choices)) {
    if (state[name] === request[name]) continue;
    const [value, reason] = name in advice ? [` “${quote(parameters.get(name) ?? "")}”`, `${advice[name]} with`] : ["", "it does not apply to"];
    notices.push(`The link's ${name}${value} was ignored: ${reason} ${subject ?? `the data set “${state.data}”`}.`);
  }
  for (const name of new Set(parameters.keys())) {
    if (Object.hasOwn(fields, name) || isForeign.test(name)) continue;
    notices.push(`The link's “${quote(name)}” was ignored: this page has no such setting.`);
  }
  return { state: /** @type {State} */ (state), notices }; // each value is within the limit of its field
}

/** @param {string} text */
function quote(text) {
  return length(text) <= LONGEST_QUOTE ? text : `${[...text].slice(0, LONGEST_QUOTE).join("")}…`;
}

/** @param {Fields} fields @returns {Values} */
export function defaultState(fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
}

/** Whether a field applies to the other choices, so that its control is shown. @param {Field} field @param {Values} state */
export function applies(field, state) {
  return fulfils(field.when, state);
}

/** @param {import("./types.js").Conditions} conditions @param {Values} state */
export function fulfils(conditions, state) {
  return conditions.every(([names, options]) => names.some((name) => options.some((option) => option === state[name])));
}

/**
 * The state, with the choices that do not apply, or are out of range, at their default.
 * @template {Values} State
 * @param {Fields} fields
 * @param {State} state
 * @param {Datasets} datasets
 * @returns {State}
 */
export function consistent(fields, state, datasets) {
  const irrelevant = Object.keys(fields).filter((name) => !fields[name].lasting && !applies(fields[name], state));
  const reset = [...irrelevant, ...Object.keys(outOfRange(state, datasets))];
  return { ...state, ...Object.fromEntries(reset.map((name) => [name, fields[name].default])) };
}

/** Advice for each choice that is too large for its data set. @param {Values} state @param {Datasets} datasets @returns {Record<string, string>} */
function outOfRange(state, datasets) {
  const { data, noise, features, classes } = /** @type {Partial<LabState>} */ (state); // or of a lesson
  const entry = data === undefined ? undefined : datasets[data];
  if (!entry) return {};
  if (entry.kind === "generated") {
    return (noise ?? 0) > entry.noise_max ? { noise: `use a number from 0 to ${entry.noise_max}` } : {};
  }
  const counts = { features: entry.feature_names.length, classes: entry.class_names.length }, choices = { features, classes };
  const large = Object.entries(counts).filter(([name, count]) => Math.max(...(choices[/** @type {"features" | "classes"} */ (name)] ?? [])) >= count);
  return Object.fromEntries(large.map(([name, count]) => [name, `use numbers from 0 to ${count - 1}`]));
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
