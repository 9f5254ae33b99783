/**
 * The state as the parameters of a link, and back: `core.link` once more, with its names, limits and defaults.
 *
 * Python writes the fields into the start data: for each its default and its limit, the class and attributes of
 * `core.limits`. A null is Python's None, a list its tuple.
 *
 * `when` are the conditions with which a field applies, as `core.fields.Field.conditions` returns them; a `lasting` field
 * keeps its value where it does not apply. It starts anew when a field changes that it is `of`.
 *
 * @typedef {{kind: string, longest: number}} Limit
 * @typedef {{default: any, limit: Limit, label: string, titles: Record<string, string>, when: [string[], string[]][],
 *   of: string[], lasting: boolean}} Field
 */

import { decodeDrawing, encodeDrawing, fitsRounded, roundBox, snap } from "../../wire/codec.js";
import { identify } from "../../wire/storage.js";

const LONGEST_QUOTE = 20; // characters of an invalid value that a notice quotes
const KEPT = /@[0-9a-f]{8}$/;
const PRINTABLE = /^([^\p{C}\p{Z}]| )*$/u;
const WHOLE = /^[+-]?\d+$/, DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * @param {{fields: Record<string, Field>, limits: import("../../wire/codec.js").Limits, datasets: object}} start
 * @param {object} state
 * @returns {Record<string, string>} the parameters of a link, without those at their default
 */
export function encode({ fields, limits }, state) {
  const named = Object.entries(fields).filter(([name, field]) => (
    state[name] !== null && String(state[name]) !== String(field.default)
  ));
  return Object.fromEntries(named.map(([name, { limit }]) => [name, write(limit.kind, state[name], limits)]));
}

function write(kind, value, limits) {
  if (kind === "flag") return value ? "yes" : "no";
  if (kind === "points" || kind === "movedpoints") return textForLink(value, limits);
  return Array.isArray(value) ? value.join(kind === "names" ? "~" : "-") : String(value);
}

/** The text of a drawing, or if it is too long, its points rounded, if they fit, and its number. */
function textForLink(text, limits) {
  if (text.length <= limits.link.characters) return text;
  const { box, points } = decodeDrawing(text, limits), rounded = roundBox(box);
  const short = fitsRounded(box, points, limits) ? encodeDrawing(rounded, snap(points, rounded)) : "";
  return `${short}@${identify(text)}`;
}

/**
 * Read a state from the parameters of a link; a missing or invalid value is the default.
 * @param {URLSearchParams} parameters
 * @returns {{state: object, notices: string[]}} with one sentence for each invalid value and each unknown name
 *
 * `subject` is what a notice says that a field does not apply to, where that is not the data set.
 */
export function decode({ fields, limits, datasets, foreign, subject }, parameters) {
  const isForeign = new RegExp(`^(${foreign})$`);
  const defaults = defaultState(fields), chosen = {}, notices = [];
  for (const [name, { limit }] of Object.entries(fields)) {
    const text = parameters.get(name);
    if (text === null) continue;
    try {
      if (length(text) > limit.longest) throw new Error(`use at most ${limit.longest} characters`);
      chosen[name] = READ[limit.kind](text, limit, limits);
    } catch (error) {
      notices.push(`The link's ${name} “${quote(text)}” was ignored: ${error.message.replace(/\.$/, "")}.`);
    }
  }
  const wanted = { ...defaults, ...chosen }, state = consistent(fields, wanted, datasets), advice = outOfRange(wanted, datasets);
  for (const name of Object.keys(chosen)) {
    if (state[name] === wanted[name]) continue;
    const [value, reason] = name in advice ? [` “${quote(parameters.get(name))}”`, `${advice[name]} with`] : ["", "it does not apply to"];
    notices.push(`The link's ${name}${value} was ignored: ${reason} ${subject ?? `the data set “${state.data}”`}.`);
  }
  for (const name of new Set(parameters.keys())) {
    if (Object.hasOwn(fields, name) || isForeign.test(name)) continue;
    notices.push(`The link's “${quote(name)}” was ignored: this page has no such setting.`);
  }
  return { state, notices };
}

function quote(text) {
  return length(text) <= LONGEST_QUOTE ? text : `${[...text].slice(0, LONGEST_QUOTE).join("")}…`;
}

export function defaultState(fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
}

/** Whether a field applies to the other choices, so that its control is shown. */
export function applies(field, state) {
  return field.when.every(([names, options]) => names.some((name) => options.includes(state[name])));
}

/** The state, with the choices that do not apply, or are out of range, at their default. */
export function consistent(fields, state, datasets) {
  const unused = Object.keys(fields).filter((name) => !fields[name].lasting && !applies(fields[name], state));
  const reset = [...unused, ...Object.keys(outOfRange(state, datasets))];
  return { ...state, ...Object.fromEntries(reset.map((name) => [name, fields[name].default])) };
}

/** Advice for each choice that is too large for its data set. */
function outOfRange(state, datasets) {
  const entry = datasets[state.data];
  if (entry?.kind === "generated") {
    return state.noise > entry.noise_max ? { noise: `use a number from 0 to ${entry.noise_max}` } : {};
  }
  const counts = entry ? { features: entry.feature_names.length, classes: entry.class_names.length } : {};
  const large = Object.entries(counts).filter(([name, count]) => Math.max(...(state[name] ?? [])) >= count);
  return Object.fromEntries(large.map(([name, count]) => [name, `use numbers from 0 to ${count - 1}`]));
}

/** (text, limit, limits of a drawing) -> value, or an Error that says what to use instead. */
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
  movedpoints: (text, limit, limits) => READ.points(text, limit, limits),
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
    const chosen = text === "" ? [] : text.split("-"), areKnown = chosen.every((word) => options.includes(word));
    const found = options.filter((option) => chosen.includes(option));
    return check(areKnown, found, `use some of ${options.join(", ")}, joined by '-'`);
  },
  names(text, { longest_name: longest }, { classes }) {
    const names = text.split("~"), areEnough = 4 <= names.length && names.length <= 2 + classes;
    check(areEnough, names, `use two features and 2 to ${classes} classes, joined by '~'`);
    const areNames = names.every((name) => name !== "" && length(name) <= longest && PRINTABLE.test(name));
    return check(areNames, names, `use names of 1 to ${longest} printable characters`);
  },
  title(text, { longest }) {
    const isTitle = length(text) <= longest && PRINTABLE.test(text);
    return check(isTitle, text, `use at most ${longest} printable characters`);
  },
  points(text, _limit, limits) {
    if (text !== "" && !/^@[0-9a-f]{8}$/.test(text)) decodeDrawing(text.replace(KEPT, ""), limits);
    return text;
  },
};

function check(holds, value, advice) {
  if (!holds) throw new Error(advice);
  return value;
}

/** How many characters, as Python counts. */
function length(text) {
  return [...text].length;
}
