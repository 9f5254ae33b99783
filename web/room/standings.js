/** The board of a challenge: accuracies on the hidden points, beside those that the participants saw. */

import { DIGITS } from "../model/shared.js";
import { percent } from "../paint/words.js";
import { make } from "../paint/elements.js";
import { showShares } from "./spread.js";

/**
 * @import { Entry, RoomStart, Standing } from "../messages.js"
 * @typedef {Pick<RoomStart, "models" | "thresholds">} Titles
 */

/**
 * @param {Standing[]} rows
 * @param {Titles} start
 * @param {{own?: string, most?: number}} [how] the participant whose row is always there; the largest number of rows
 */
export function showStandings(rows, start, { own, most = Infinity } = {}) {
  const heads = ["Rank", "Name", "Entry", "Training", "Cross-validated", "Hidden points"];
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const shown = chooseRows(rows, most);
  const entries = rows.filter((row) => shown.includes(row) || row.name === own), left = rows.length - entries.length;
  const shares = rows.flatMap(({ hidden }) => (hidden === undefined ? [] : [hidden])), first = rows.filter(({ rank }) => rank === 1).length;
  const body = make("tbody", {}, ...entries.map((row) => makeRow(row, rankOf(row, rows), start, own)));
  const table = make("table", { class: "standings", "aria-label": "Board" }, make("thead", {}, head), body);
  if (left === 0) return make("div", {}, table);
  const summary = `${rows.length} entries on the hidden points${first > 1 ? `; ${first} are first together` : ""}:`;
  return make("div", {}, ...(entries.length > 0 ? [table] : []), make("p", { class: "left-out" }, summary),
    ...(shares.length > 0 ? [showShares(shares, rows.find(({ name }) => name === own)?.hidden)] : []));
}

/**
 * The rows that are shown: all, or so many of the first that the distribution below them has room. A group of equal rank is
 * shown whole or not at all: else who is named would depend on the alphabet.
 * @param {Pick<Standing, "rank">[]} rows
 * @param {number} most
 */
export function chooseRows(rows, most) {
  const isAmong = (/** @type {number} */ rank) => rows.filter((other) => other.rank !== undefined && other.rank <= rank).length <= most / 2;
  return rows.length <= most ? rows : rows.filter(({ rank }) => rank !== undefined && isAmong(rank));
}

/** @param {Standing} row @param {string} rank @param {Titles} start @param {string} [own] */
function makeRow({ name, entry, problem, training, held_out: heldOut, hidden }, rank, start, own) {
  const shares = [training, heldOut, hidden].map((share) => make("td", {}, percent(share ?? NaN)));
  return make("tr", name === own ? { class: "own" } : {},
    make("td", {}, rank),
    make("th", { scope: "row" }, name === own ? `${name} (you)` : name),
    make("td", {}, describeEntry(entry, start)),
    ...(problem ? [make("td", { colSpan: 3 }, problem)] : shares));
}

/** The rank for display: a shared one has an equals sign. @param {Standing} row @param {Standing[]} rows */
export function rankOf({ rank }, rows) {
  if (rank === undefined) return "–";
  return rows.filter((other) => other.rank === rank).length > 1 ? `=${rank}` : String(rank);
}

/** An entry in words; the default threshold is not named. @param {Entry} entry @param {Titles} titles */
export function describeEntry({ model, gamma, threshold = "error" }, { models, thresholds }) {
  const width = gamma === undefined ? "" : `, γ = ${Number(gamma).toPrecision(DIGITS)}`;
  return `${models[model].title}${width}${threshold === "error" ? "" : `, threshold: ${thresholds[threshold]}`}`;
}
