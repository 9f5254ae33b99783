/**
 * Reading Python's data.
 *
 * @import { DrawingData, Model, PlainPoints, Style, Switch, TableRow } from "../messages.js"
 * @import { Box, Points } from "../model/points.js"
 */

import { decodeDrawing, isExact } from "./codec.js";
import { NO_POINTS, unpackPoints } from "../model/points.js";
import { COORDINATES, STANDARDISED } from "../model/shared.js";
import { mayStore, recallText } from "./storage.js";

const ELSEWHERE =
  "This browser has not stored these points. Open the link in the browser in which they were drawn, or load " +
  "the CSV file that was downloaded there.";
const ROUNDED =
  "These points are rounded, because not all digits fit into the link. Their exact values are in the browser " +
  "that made the link; a CSV file downloaded there holds them.";
const BLOCKED =
  "This browser does not let the page store or read points. Load the CSV file with the points, or allow the " +
  "page to store data.";

/**
 * The points, and the box that the plane shows.
 *
 * A text that ends with "@" and a number stands for the drawing that a browser stores under that number;
 * before it may stand the same points rounded, for browsers that have not stored them.
 * @param {{points: string | PlainPoints, box: Box, exact: boolean}} data
 * @returns {{box: Box, points: Points, isExact: boolean,
 *     isEdited: boolean, isStoredHere: boolean, note: string}} `isExact`: no hand may move the points to the grid;
 *     `isEdited`: they are those of a text; `isStoredHere`: Python knows only the number of a text that this browser stores;
 *     with a sentence in `note` and no points if they cannot be read
 */
export function readPoints({ points, box, exact }) {
  const state = { isExact: exact, isEdited: false, isStoredHere: false, note: "" };
  if (typeof points !== "string") return { ...state, box, points: unpackPoints(points) };
  try {
    const [text, id] = points.split("@"), copy = id ? recall(id, text) : null;
    const drawing = decodeDrawing(copy ?? text), note = id && copy === null ? ROUNDED : "";
    return { ...drawing, isExact: isExact(copy ?? text), isEdited: true, isStoredHere: copy !== null, note };
  } catch (error) {
    return { ...state, box, points: NO_POINTS, note: /** @type {Error} */ (error).message };
  }
}

/**
 * The text that is stored under a number, or null if another one is to be used.
 * @param {string} id
 * @param {string} other
 */
function recall(id, other) {
  if (!mayStore()) {
    if (other) return null;
    throw new Error(BLOCKED);
  }
  const text = recallText(id);
  if (text === null && !other) throw new Error(ELSEWHERE);
  return text;
}

/**
 * Which of the display options that Python offers are on.
 * @param {string[]} words
 * @param {Pick<DrawingData, "offered" | "features">} data
 * @returns {Record<string, boolean>}
 */
export function readSwitches(words, { offered, features }) {
  return Object.fromEntries(offered.map(({ name, on, off }) => {
    const isNamed = words.includes(name);
    if (!off) return [name, on !== isNamed];
    return [name, !words.includes(off) && (isNamed || (on ?? shareAScale(features)))];
  }));
}

/**
 * The words after an option is switched on or off; at its default it needs none.
 * @param {string[]} words
 * @param {string} name
 * @param {boolean} isOn
 * @param {Parameters<typeof readSwitches>[1]} data
 */
export function changeSwitch(words, name, isOn, data) {
  const { off } = /** @type {Switch} */ (data.offered.find((each) => each.name === name));
  const others = words.filter((word) => word !== name && word !== off), isUsual = readSwitches(others, data)[name] === isOn;
  const names = isUsual ? others : [...others, off && !isOn ? off : name];
  return data.offered.flatMap((each) => [each.name, each.off ?? ""]).filter((word) => names.includes(word));
}

/** Whether features have no units of their own: `share_a_scale` of core/state.py. @param {string[]} features */
function shareAScale(features) {
  return features.every((name) => COORDINATES.includes(name) || name.endsWith(STANDARDISED));
}

/**
 * The new data, with the old objects where nothing has changed, so that caches keyed by object stay valid.
 * @template {{panels: {model: Model}[], table?: ?{rows: TableRow[]}, palette: Style[], classes: string[],
 *     features: string[], offered: Switch[], presets?: object[]}} Data
 * @param {Data} old
 * @param {Data} data
 * @returns {Data}
 */
export function reuse(old, data) {
  /** @type {<T, O>(a: O, b: T) => T} */
  const same = (a, b) => (JSON.stringify(a) === JSON.stringify(b) ? /** @type {typeof b} */ (/** @type {unknown} */ (a)) : b);
  const panels = data.panels.map((panel, k) => (
    { ...panel, model: same(old.panels[k]?.model, panel.model) }
  ));
  const rowsBefore = new Map(old.table?.rows.map((row) => [row.name, row]));
  const table = data.table && {
    ...data.table,
    rows: data.table.rows.map((row) => ({ ...row, model: same(rowsBefore.get(row.name)?.model, row.model) })),
  };
  return {
    ...data,
    table,
    palette: same(old.palette, data.palette),
    classes: same(old.classes, data.classes),
    features: same(old.features, data.features),
    offered: same(old.offered, data.offered),
    presets: same(old.presets, data.presets),
    panels,
  };
}

/**
 * Classes without a style from Python, whose points undo brought back, take the colours in turn.
 * @param {Style[]} palette
 * @param {string[]} names
 * @param {number} largestLabel
 */
export function styleClasses(palette, names, largestLabel) {
  const length = Math.max(palette.length, 1 + largestLabel);
  return Array.from({ length }, (_, k) => ({
    name: names[k] ?? `Class ${k + 1}`,
    symbolName: palette[k % palette.length].name,
    colour: palette[k % palette.length].colour,
    symbol: palette[k % palette.length].symbol,
  }));
}
