/**
 * Points as CSV, in and out: two columns of numbers, and the class in the last of the other columns.
 *
 * The lab's reader (`core.csv_import`) asks which columns count and reads more encodings; the files that either of
 * them writes are read by both.
 */

import { makePoints } from "../../model/points.js";
import { STANDARDISED } from "../../model/shared.js";
import { escapeText, FORMULA, MISSING, quoteText } from "../../wire/cells.js";

const DELIMITERS = ["\t", ";", ","];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const LARGEST = 1e150, LONGEST_NAME = 40, MOST_BYTES = 5e6;

/**
 * @param {Uint8Array} bytes of a file, or of a text that was pasted
 * @param {{points: number, classes: number}} most
 * @returns {{points: import("../../model/points.js").Points, names: string[], notices: string[]}} `names`:
 *     those of the two features and of the classes
 * @throws {Error} one sentence: what is wrong, and what to do
 */
export function readTable(bytes, most) {
  /** @type {string[]} */
  const notices = [], rows = splitRows(decode(bytes));
  const isHeader = rows.length > 0 && !rows[0].some((cell) => toNumber(cell) !== null);
  const names = isHeader ? rows[0].map(unescape) : rows[0]?.map((_, k) => `column ${k + 1}`) ?? [];
  const body = isHeader ? rows.slice(1) : rows;
  require(body.length > 0, "The table has no rows: add a row of column names and one row for each point.");
  const [first, second, label] = chooseColumns(body, names.length);
  const missing = missingMarks(body.map((row) => row[label] ?? ""));
  const complete = body.filter((row) => (
    isFeature(row[first]) && isFeature(row[second]) && !missing.has((row[label] ?? "").toLowerCase())
  ));
  if (complete.length < body.length) {
    notices.push(`Rows ignored because a feature is not a number or the label is missing: ${body.length - complete.length}.`);
  }
  const classes = [...new Set(complete.map((row) => readCell(row[label])))].sort(naturalOrder);
  checkClasses(classes, names[label], most.classes);
  const sample = thin(complete, most.points);
  if (sample.length < complete.length) {
    notices.push(`The table has ${complete.length} points; ${sample.length} of them are shown, at equal steps.`);
  }
  const column = (/** @type {number} */ k) => sample.map((row) => Number(row[k]));
  const labels = sample.map((row) => classes.indexOf(readCell(row[label])));
  return {
    points: makePoints(column(first), column(second), labels),
    names: [names[first], names[second], ...classes].map(fitName),
    notices,
  };
}

/**
 * The text of a table with a column for each feature and one for the class.
 * @param {import("../../model/points.js").Points} points
 * @param {string[]} features
 * @param {string[]} classes
 */
export function writeTable({ x, y, labels }, features, classes) {
  const title = (/** @type {string} */ text) => quoteText(NUMBER.test(text) ? `'${text}` : escapeText(text));
  const name = (/** @type {number} */ label) => quoteText(NUMBER.test(classes[label]) ? classes[label] : escapeText(classes[label]));
  const rows = Array.from(labels, (label, i) => [x[i], y[i], name(label)].join(","));
  return [[...features, "class"].map(title).join(","), ...rows, ""].join("\r\n");
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  require(bytes.length <= MOST_BYTES, "The table is larger than 5 MB: leave out rows or columns.");
  for (const encoding of ["utf-8", "windows-1252"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a file that has them is not text
      if (!/[\x00-\x08\x0e-\x1f\x7f]/.test(text)) return text;
    } catch {} // not in this encoding
  }
  throw new Error("This file is not plain text; save the table as CSV in UTF-8 and load the CSV file.");
}

/** The cells of the rows that have any text; a quoted cell may hold delimiters, quotes and line breaks. @param {string} text */
function splitRows(text) {
  const delimiter = guessDelimiter(text), rows = [[""]];
  let isQuoted = false;
  for (const [part] of text.matchAll(/""|"|\r\n|[\s\S]/g)) {
    const row = rows[rows.length - 1], last = row.length - 1;
    if (part === '"' || (part === '""' && !isQuoted)) {
      if (part === '"') isQuoted = !isQuoted;
    } else if (isQuoted) row[last] += part === '""' ? '"' : part;
    else if (part === delimiter) row.push("");
    else if (/^[\r\n]/.test(part)) rows.push([""]);
    else row[last] += part;
  }
  require(!isQuoted, 'A quote (") is not closed: close it or remove it.');
  const comma = delimiter !== ",";
  const clean = (/** @type {string} */ cell) => (comma && NUMBER.test(cell.trim().replace(",", ".")) ? cell.trim().replace(",", ".") : cell.trim());
  return rows.map((row) => row.map(clean)).filter((row) => row.some((cell) => cell !== ""));
}

/** The delimiter that gives the most numbers in the first lines, then the most cells. @param {string} text */
function guessDelimiter(text) {
  const lines = text.slice(0, 10_000).replace(/"[^"]*"/g, "").split(/\r?\n/);
  const gains = DELIMITERS.map((delimiter) => {
    const cells = lines.flatMap((line) => line.split(delimiter)).map((cell) => cell.trim());
    const numbers = cells.filter((cell) => NUMBER.test(delimiter === "," ? cell : cell.replace(",", ".")));
    return 1e6 * numbers.length + cells.length;
  });
  return DELIMITERS[gains.indexOf(Math.max(...gains))];
}

/** The first two columns in which most cells are numbers, and the last of the others. @param {string[][]} body @param {number} width */
function chooseColumns(body, width) {
  const columns = Array.from({ length: width }, (_, k) => k);
  const isNumeric = (/** @type {number} */ k) => 2 * body.filter((row) => isFeature(row[k])).length > body.length;
  const label = columns.findLast((k) => !isNumeric(k)) ?? width - 1;
  const features = columns.filter((k) => k !== label && isNumeric(k)).slice(0, 2);
  require(
    features.length === 2,
    "The table needs two columns of numbers for the features and one column for the class, separated by commas, " +
      "semicolons or tabs: add the missing columns.",
  );
  return [...features, label];
}

/** @param {string[]} classes @param {string} column @param {number} most */
function checkClasses(classes, column, most) {
  require(classes.length > 0, "No row has a number in both features and a label: fill in the missing cells.");
  require(classes.length > 1, `All rows have the label “${classes[0]}”: add rows of another class.`);
  require(
    classes.length <= most,
    `The column “${column}” has ${classes.length} different labels: choose one with 2 to ${most}, or leave out the rows ` +
      "of the other classes.",
  );
}

/** The marks of a missing label; a - is a label if + is one. @param {string[]} labels */
function missingMarks(labels) {
  return new Set(MISSING.filter((mark) => mark !== "-" || !labels.includes("+")));
}

/** @param {string | undefined} cell */
function toNumber(cell) {
  return cell !== undefined && NUMBER.test(cell) ? Number(cell) : null;
}

/** @param {string | undefined} cell */
function isFeature(cell) {
  const number = toNumber(cell);
  return number !== null && Math.abs(number) <= LARGEST;
}

/** @param {string} cell */
function readCell(cell) {
  const text = cell.slice(1), isEscaped = FORMULA.test(text) || MISSING.includes(text.toLowerCase()) || NUMBER.test(text);
  return cell[0] === "'" && isEscaped ? text : cell;
}

/** At most `most` of the rows, at equal steps. @param {string[][]} rows @param {number} most */
function thin(rows, most) {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(rows.length, most) }, (_, i) => rows[Math.floor(i * step)]);
}

/** Numbers by value, then text, in which 2 comes before 10 and minus before plus. @param {string} a @param {string} b */
function naturalOrder(a, b) {
  const [x, y] = [a, b].map(toNumber);
  if (x !== null || y !== null) return x !== null && y !== null ? x - y : x !== null ? -1 : 1;
  const [p, q] = [a, b].map((text) => text.toLowerCase().replace(/[-−]/g, "*").split(/(\d+)/));
  for (let k = 0; k < Math.min(p.length, q.length); k++) {
    if (p[k] !== q[k]) return k % 2 ? Number(p[k]) - Number(q[k]) : p[k] < q[k] ? -1 : 1;
  }
  return p.length - q.length || (a < b ? -1 : 1);
}

/** A name that a link can hold: without the separator of names, with "…" where it is cut. @param {string} name */
export function fitName(name) {
  const end = name.endsWith(STANDARDISED) ? STANDARDISED : "", stem = name.replaceAll("~", "-").slice(0, name.length - end.length);
  const line = [...fitText(stem, Infinity)], longest = LONGEST_NAME - end.length;
  return (line.length <= longest ? line.join("") : `${line.slice(0, longest - 1).join("").trim()}…`) + end || "?";
}

/** The part of a text that a link can hold: on one line, shortened. @param {string} text @param {number} longest */
export function fitText(text, longest) {
  const line = text.split(/\s+/).join(" ").replace(/\p{C}/gu, "");
  return [...line].slice(0, longest).join("").trim();
}

/** @param {boolean} holds @param {string} sentence */
function require(holds, sentence) {
  if (!holds) throw new Error(sentence);
}
