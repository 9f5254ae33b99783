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
  const group = `[+-]?[1-9]\\d{0,2}([${comma}${APOSTROPHES}${SPACES}])\\d{3}(?:\\1\\d{3})*`;
  const indian = `[+-]?[1-9]\\d?(?:${comma}\\d{2})+${comma}\\d{3}`;
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

/** The decimal sign of a table, and the sign that only a convention explains, or "". @param {string[][]} columns @param {string} delimiter @returns {[string, string]} */
export function guessDecimal(columns, delimiter) {
  const votes = { ",": 0, ".": 0 }, groups = { ",": 0, ".": 0 }, thousands = new Set();
  for (const cells of columns) {
    const numbers = cells.map((cell) => PARTS.exec(withHyphen(readText(cell)))?.[2].trim() ?? ""), found = numbers.map(doubtfulSign);
    const longest = Math.max(0, ...numbers.map((number) => /^[+-]*(\d+)$/.exec(number)?.[1].length ?? 0));
    for (const sign of found) {
      if (sign) groups[sign]++;
      if (sign && longest === 3) thousands.add(sign);
    }
    numbers.forEach((number, k) => {
      for (const [sign, other] of /** @type {const} */ ([[",", "."], [".", ","]])) {
        const end = number.lastIndexOf(sign), head = number.slice(0, Math.max(end, 0)), tail = number.slice(end + 1);
        if (end < 0 || tail.includes(other)) continue;
        if (!head.includes(sign)) votes[sign] += Number(!found[k]);
        else if (new RegExp(`^[+-]?\\d{1,3}([${sign}]\\d{2,3})+[${sign}]\\d{3}$`).test(number)) votes[other]++;
      }
    });
  }
  if (votes[","] || votes["."]) return [votes[","] > votes["."] ? "," : ".", ""];
  if (!groups[","] && !groups["."]) return [".", ""];
  const doubtful = groups[","] ? "," : ".";
  if (thousands.has(doubtful)) return [doubtful === "," ? "." : ",", doubtful];
  return [delimiter === ";" ? "," : ".", doubtful];
}

/** The sign in a number such as 1,234, which may separate decimals or thousands. @param {string} number */
function doubtfulSign(number) {
  return /** @type {"," | "." | undefined} */ (/^[+-]?[1-9]\d{0,2}([.,])\d{3}$/.exec(number)?.[1]);
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
