/**
 * How a column of a table writes numbers: its decimal sign, separators of thousands, and a unit.
 * JavaScript port of `core.number_format`,
 * held equal by `tests/pocket/test_pocket_data.py`.
 */

import { FORMULA, MISSING } from "../../wire/cells.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const APOSTROPHES = "'\u2019", SPACES = "\u00a0\u202f\u2009 ", CURRENCY = "€$£¥₹";
// A number with anything around it: a currency, a percent sign or a unit.
const PARTS = new RegExp(
  `^([${CURRENCY}]|[A-Z]{3}(?=[\\s\\d]))?\\s*([+-]?[\\d.,][\\d.,${APOSTROPHES}${SPACES}]*(?:[eE][+-]?\\d+)?)\\s*` +
    `(%|‰|[${CURRENCY}]|[A-Za-zµμ°²³/·]{1,6}\\.?)?$`,
);

/** @typedef {{decimal: string, unit: string}} NumberFormat */

/** The number in a cell without an apostrophe; NaN or infinity if it is not a finite number. @param {string} text @param {boolean} [hasComma] */
export function toNumber(text, hasComma) {
  const plain = hasComma ? text.replaceAll(",", ".") : text;
  return NUMBER.test(plain) ? Number(plain) : NaN;
}

/** Whether a text without an apostrophe is a finite number. @param {string} text @param {boolean} [hasComma] */
export function isNumber(text, hasComma) {
  return text[0] !== "'" && Number.isFinite(toNumber(text, hasComma));
}

/** The text of a cell. @param {string} cell */
export function readText(cell) {
  const text = cell.slice(1), isMark = text !== "" && MISSING.includes(text.toLowerCase());
  return cell[0] === "'" && (FORMULA.test(text) || isMark || isNumber(text)) ? text : cell;
}

/** The number in a cell of a column. @param {string} cell @param {NumberFormat} format */
export function readNumber(cell, { decimal, unit }) {
  let text = withHyphen(readText(cell));
  if (unit) text = text.replaceAll(unit, "").trim();
  const plain = toNumber(readText(text));
  if (decimal === "." && !Number.isNaN(plain)) return plain;
  const [comma, point] = decimal === "." ? [",", "\\."] : ["\\.", ","];
  const group = `[+-]?\\d{1,3}([${comma}${APOSTROPHES}${SPACES}])\\d{3}(?:\\1\\d{3})*`;
  const indian = `[+-]?\\d{1,2}(?:${comma}\\d{2})+${comma}\\d{3}`;
  if ([group, indian].some((whole) => new RegExp(`^(?:${whole})(?:${point}\\d*)?$`).test(text))) {
    const [head, tail] = text.split(decimal);
    return Number(head.replace(/[^\d+-]/g, "") + (tail === undefined ? "" : `.${tail}`));
  }
  return decimal === "," ? toNumber(readText(text), true) : NaN;
}

/** @param {string} text without an apostrophe: one with it is no number @param {boolean} [hasUnit] */
export function looksLikeNumber(text, hasUnit) {
  const parts = hasUnit ? PARTS.exec(withHyphen(text)) : null, number = parts ? parts[2].trim() : text;
  return text[0] !== "'" && [".", ","].some((decimal) => Number.isFinite(readNumber(number, { decimal, unit: "" })));
}

/** The decimal sign of a table, and whether nothing but a convention says so. @param {string[]} cells @param {string} delimiter @returns {[string, boolean]} */
export function guessDecimal(cells, delimiter) {
  const votes = { ",": 0, ".": 0 };
  let groups = 0;
  for (const cell of cells) {
    const number = PARTS.exec(withHyphen(readText(cell)))?.[2].trim() ?? "";
    for (const [sign, other] of /** @type {const} */ ([[",", "."], [".", ","]])) {
      const end = number.lastIndexOf(sign), head = number.slice(0, Math.max(end, 0)), tail = number.slice(end + 1);
      if (end < 0 || head.includes(sign) || tail.includes(other)) continue;
      if (!/^\d{3}$/.test(tail) || !/^[+-]?[1-9]\d{0,2}$/.test(head)) votes[sign]++;
      else if (sign === ",") groups++;
    }
  }
  if (votes[","] || votes["."]) return [votes[","] > votes["."] ? "," : ".", false];
  return [groups && delimiter === ";" ? "," : ".", groups > 0];
}

/** What stands beside every number of a column, or nothing if that differs. @param {string[]} cells */
export function guessUnit(cells) {
  const found = cells.map((cell) => PARTS.exec(withHyphen(readText(cell)))).filter((parts) => parts && !(parts[1] && parts[3]));
  const units = new Set(found.map((parts) => parts?.[1] || parts?.[3] || ""));
  return units.size === 1 ? [...units][0] : "";
}

/** @param {string} text */
function withHyphen(text) {
  return text.replace(/[−–‒]/g, "-");
}
