/**
 * Points as CSV, in and out. Nothing is asked: the features and the class are those that the lab suggests.
 * JavaScript port of `core.csv_import` and `core.columns` for tables of text, with their sentences,
 * held equal by `tests/pocket/test_pocket_data.py`.
 */

import { makePoints } from "../../model/points.js";
import { DRAWING, STANDARDISED } from "../../model/shared.js";
import { escapeText, MISSING, quoteText } from "../../wire/cells.js";
import { guessDecimal, guessUnit, isNumber, looksLikeNumber, readNumber, toNumber, readText } from "./number_format.js";

/**
 * @import { Start } from "./types.js"
 * @import { NumberFormat } from "./number_format.js"
 * @typedef {{name: string, position: number, cells: string[], format: NumberFormat, numbers: number[]}} Column
 */

const DELIMITERS = ["\t", ";", ",", "|"];
const LONGEST_LABEL = 40, MOST_BYTES = 5e6, MOST_ROWS = 20_000, MOST_CELLS = 400_000, HEAD_ROWS = 30, SAMPLE_ROWS = 300;
const FEWEST_COLUMNS = 3, MOST_COLUMNS = 200, LONGEST_NAME = 100, LONGEST_QUOTE = 30;
const WORKBOOKS = ["PK\x03\x04", "\xd0\xcf\x11\xe0"]; // zipped, and of old Excel

/**
 * @param {Uint8Array} bytes of a file
 * @param {Start} start
 * @returns {{points: import("../../model/points.js").Points, names: string[], notices: string[]}} `names`:
 *     those of the two features and of the classes
 * @throws {Error} one sentence: what is wrong, and what to do
 */
export function readTable(bytes, { class_words, row_names }) {
  /** @type {string[]} */
  const notices = [], { columns, decimal } = readColumns(decode(bytes, notices), notices);
  const labels = labelColumns(columns, class_words, DRAWING.classes), features = featureColumns(columns, labels[0], row_names);
  require(features.length >= 2, () => describeMissingColumns(columns, class_words, DRAWING.classes));
  const label = labels[0], two = features.slice(0, 2), missing = missingMarks(label.cells);
  const rows = label.cells.map((_, i) => i).filter(
    (i) => two.every(({ numbers }) => Number.isFinite(numbers[i])) && !missing.has(label.cells[i]),
  );
  const kinds = inUsualSpelling(rows.map((i) => readText(label.cells[i]))), classes = [...new Set(kinds)].sort(naturalOrder);
  checkClasses(classes, label.name);
  require(
    two.every(({ numbers }) => rows.every((i) => Math.abs(numbers[i]) <= DRAWING.value)),
    () => `A value is beyond ${DRAWING.value.toExponential()}, too large to compute with: use larger units.`,
  );
  notices.push(...describeUnlikely(features.slice(2), row_names), ...describe(two, missing, label.cells.length - rows.length, decimal));
  const sample = thin(rows.map((i, k) => ({ i, kind: kinds[k] })), DRAWING.points);
  if (sample.length < rows.length) {
    notices.push(`The table has ${grouped(rows.length)} points; ${grouped(sample.length)} of them are shown, at equal steps.`);
  }
  const [x, y] = two.map(({ numbers }) => sample.map(({ i }) => numbers[i]));
  return {
    points: makePoints(x, y, sample.map(({ kind }) => classes.indexOf(kind))),
    names: [...two.map(({ name }) => name), ...classes].map(fitName),
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
  const title = (/** @type {string} */ text) => quoteText(isNumber(text) ? `'${text}` : escapeText(text));
  const name = (/** @type {number} */ label) => quoteText(isNumber(classes[label]) ? classes[label] : escapeText(classes[label]));
  const rows = Array.from(labels, (label, i) => [x[i], y[i], name(label)].join(","));
  return [[...features, "class"].map(title).join(","), ...rows, ""].join("\r\n");
}

/** @param {Uint8Array} bytes @param {string[]} notices */
function decode(bytes, notices) {
  require(bytes.length <= MOST_BYTES, () => "The table is larger than 5 MB: leave out rows or columns.");
  const start = String.fromCharCode(...bytes.slice(0, 4)), wide = { ÿþ: "utf-16le", þÿ: "utf-16be" }[start.slice(0, 2)];
  require(!WORKBOOKS.includes(start), () => elsewhere("workbooks"));
  for (const encoding of wide ? [wide] : ["utf-8", "windows-1252"]) {
    /** @type {string} */
    let text;
    try {
      text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      continue; // not in this encoding
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a file that has them is not text
    if (/[\x00-\x08\x0e-\x1f\x7f]/.test(text)) break;
    const top = text.split("\n").find((line) => /^\s*[^%\s]/.test(line))?.trim().toLowerCase();
    require(!top?.startsWith("@relation"), () => elsewhere("ARFF"));
    require(!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text), () => elsewhere("JSON"));
    if (encoding === "windows-1252") {
      notices.push("The table is not in UTF-8 and was read as Windows-1252 (Latin-1): check the letters with accents.");
    }
    return text;
  }
  throw new Error(
    "This file is not plain text; it may be a spreadsheet, an archive or an image: save the table as CSV in UTF-8 and load the " +
      "CSV file.",
  );
}

/** @param {string} kind */
function elsewhere(kind) {
  return `The pocket lab does not read ${kind}: save the table as CSV, or load this file in the lab.`;
}

/** @param {string} text @param {string[]} notices @returns {{columns: Column[], decimal: string}} */
function readColumns(text, notices) {
  const { rest, named } = skipComments(text, notices), delimiter = named ?? guessDelimiter(rest);
  const rows = skipTitles(joinTabs(splitRows(rest, delimiter), delimiter, notices), notices);
  require(rows.length > 0, () => "The table is empty: add a row of column names and one row for each point.");
  let first = rows[0];
  require(
    first.length >= FEWEST_COLUMNS && first.length <= MOST_COLUMNS,
    () => `The table has ${first.length} column${first.length > 1 ? "s" : ""}, separated by commas, semicolons, tabs, bars or ` +
      `spaces: use ${FEWEST_COLUMNS} to ${MOST_COLUMNS}, two for features and one for the label.`,
  );
  const isHeadless = first.some((cell) => isNumber(cell, delimiter !== ",")) && !counts(first);
  if (!isHeadless && hasRowNames(rows.slice(1, 1 + HEAD_ROWS), first.length)) {
    first = ["row", ...first];
    notices.push("The first row is one cell shorter: the first column was read as row names.");
  }
  const header = first.map((cell) => (isHeadless ? "" : readText(unquote(cell)))), names = nameColumns(header);
  if (isHeadless) notices.push("The first row contains numbers: it was read as data, and the columns were numbered.");
  else if (names.some((name, k) => name !== header[k])) {
    notices.push("Column names that were empty, repeated or too long were changed.");
  }
  if (!isHeadless && counts(first)) notices.push("The numbers in the first row were read as column names.");
  const cells = transpose(rows.slice(isHeadless ? 0 : 1), names.length, notices).map(withoutQuotes), samples = cells.map(sampled);
  const [decimal, doubtful] = guessDecimal(samples, delimiter);
  if (doubtful) {
    const meaning = doubtful === decimal ? "decimal signs" : "separators of thousands", signs = doubtful === "," ? "Commas" : "Points";
    notices.push(`${signs} in numbers were read as ${meaning}: load the table in the lab to change that if it is wrong.`);
  }
  const columns = cells.map((column, k) => {
    const format = { decimal, unit: guessUnit(samples[k]) };
    return { name: names[k], position: k, cells: column, format, numbers: column.map((cell) => readNumber(cell, format)) };
  });
  return { columns, decimal };
}

/** The text without comments above the table, and the delimiter that a line names. @param {string} text @param {string[]} notices */
function skipComments(text, notices) {
  let rest = text, skipped = 0;
  /** @type {string | undefined} */
  let named;
  for (;;) {
    const end = rest.includes("\n") ? rest.indexOf("\n") : rest.length, line = rest.slice(0, end), below = rest.slice(end + 1);
    const match = /^"?sep=([^"\r])"?\s*$/.exec(line);
    if (match) named = match[1];
    else if (/^\s*[#%](?!N\/A)/.test(line) && below.trim()) skipped++;
    else break;
    rest = below;
  }
  if (skipped) notices.push(`Lines of comments above the table were skipped: ${skipped}.`);
  return { rest, named };
}

/**
 * The delimiter that gives the most numbers in the first lines, then the most cells; spaces where nothing else gives
 * three columns.
 * @param {string} text
 */
function guessDelimiter(text) {
  const plain = text.slice(0, 10_000).replace(/"[^"]*"/g, (cell) => (looksLikeNumber(cell.slice(1, -1), true) ? "0" : ""));
  const lines = plain.split(/\r\n|[\r\n\v\f\x85\u2028\u2029]/), full = lines.filter((line) => line.trim());
  const gains = DELIMITERS.map((delimiter) => {
    const cells = lines.flatMap((line) => line.split(delimiter));
    return 1e6 * cells.filter((cell) => looksLikeNumber(cell.trim(), true)).length + cells.length;
  });
  const best = DELIMITERS[gains.indexOf(Math.max(...gains))];
  const isNarrow = full.every((line) => line.split(best).length < FEWEST_COLUMNS);
  const isSpaced = full.length > 0 && full.every((line) => line.trim().split(/\s+/).length >= FEWEST_COLUMNS);
  return isNarrow && isSpaced ? " " : best;
}

/** The rows that have any text; a quoted cell may hold delimiters, quotes and line breaks. @param {string} text @param {string} delimiter */
function splitRows(text, delimiter) {
  const end = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const cells = new RegExp(` *(?:"([^"]*(?:""[^"]*)*)"|((?! *")[^${end}\\r\\n]*))(${end}|\\r\\n?|\\n|$)`, "y");
  /** @type {string[][]} */
  const rows = [[]];
  for (let begin = 0; ; ) {
    const found = cells.exec(text);
    if (!found) {
      const line = text.slice(0, begin).split(/\r\n?|\n/).length;
      throw new Error(
        `The row that begins in line ${grouped(line)} has a quote (") that is not closed or a cell that is too long: close the ` +
          "quote or shorten the cell.",
      );
    }
    const [, quoted, bare, after] = found;
    rows[rows.length - 1].push((quoted?.replaceAll('""', '"') ?? bare).trim());
    if (after === "") return rows.filter((row) => row.some(Boolean));
    if (after === delimiter) continue;
    begin = cells.lastIndex;
    rows.push([]);
  }
}

/** The rows, with several tabs as one where only that gives them one width. @param {string[][]} rows @param {string} delimiter @param {string[]} notices */
function joinTabs(rows, delimiter, notices) {
  const joined = rows.map((row) => row.filter(Boolean)), widths = (/** @type {string[][]} */ all) => new Set(all.map((row) => row.length)).size;
  if (delimiter !== "\t" || widths(rows) < 2 || widths(joined) !== 1) return rows;
  notices.push("Several tabs in a row were read as one.");
  return joined;
}

/**
 * The rows without those at the top that have one cell or two where others have more. Two cells, of which the first is text,
 * are a title if two are missing or the row ends there.
 * @param {string[][]} rows
 * @param {string[]} notices
 */
function skipTitles(rows, notices) {
  const filled = rows.slice(0, HEAD_ROWS).map((row) => row.filter(Boolean)), usual = mostFrequent(filled.map((row) => row.length)) ?? 0;
  const titles = filled.findIndex((row, k) => {
    const isPair = row.length === 2 && (usual > FEWEST_COLUMNS || rows[k].length === 2) && !looksLikeNumber(row[0]);
    return row.length !== 1 && !isPair;
  });
  if (usual < FEWEST_COLUMNS || titles <= 0) return rows;
  notices.push(`Rows with one cell or two above the column names were skipped: ${titles}.`);
  return rows.slice(titles);
}

/**
 * Whether the rows begin with a name of their own, for which the header has no cell: names are all different, and a
 * delimiter at the end of each row adds no cell.
 * @param {string[][]} head
 * @param {number} width
 */
function hasRowNames(head, width) {
  const longer = head.filter((row) => row.length === width + 1), isFull = longer.some((row) => row[width]);
  return head[0]?.length === width + 1 && isFull && new Set(longer.map(([name]) => name)).size === longer.length;
}

/** Whether the numbers in a row are years, or count from 0 or 1 at their places. @param {string[]} first */
function counts(first) {
  const numbers = first.filter((cell) => looksLikeNumber(cell));
  const areYears = numbers.every((cell, k) => /^(19|20)\d\d$/.test(cell) && (k === 0 || cell > numbers[k - 1]));
  const starts = first.map((cell, k) => (/^\d{1,3}$/.test(cell) ? Number(cell) - k : -1)).filter((_, k) => looksLikeNumber(first[k]));
  return (numbers.length >= 2 && areYears) || [0, 1].some((start) => starts.length >= 2 + start && starts.every((each) => each === start));
}

/** Valid names: on one line, shortened, filled in where empty, and all different. @param {string[]} header */
function nameColumns(header) {
  /** @type {string[]} */
  const names = [];
  header.forEach((name, k) => {
    const base = [...name.trim().split(/\s+/).join(" ")].slice(0, LONGEST_NAME).join("").trim() || `column ${k + 1}`;
    let free = base;
    for (let copy = 2; names.includes(free); copy++) free = `${base} (${copy})`;
    names.push(free);
  });
  return names;
}

/** The columns of a table's rows, as many as the lab reads. @param {string[][]} rows @param {number} width @param {string[]} notices */
function transpose(rows, width, notices) {
  const body = rows.slice(0, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / width)));
  require(body.length > 0, () => "The table has column names but no rows: add one row for each point.");
  if (body.length < rows.length) notices.push(`Only the first ${grouped(body.length)} rows were read.`);
  require(
    body.some((row) => !row.slice(width).some(Boolean)),
    () => `Every row has more cells than the ${width} column names: add the missing names or, if commas are decimal ` +
      "signs, separate the cells by semicolons.",
  );
  const ragged = body.filter((row) => row.length !== width).length;
  if (ragged) {
    notices.push(
      "Rows that are shorter or longer than the first one (missing cells are read as empty, surplus cells are ignored): " +
        `${grouped(ragged)}.`,
    );
  }
  return Array.from({ length: width }, (_, k) => body.map((row) => row[k] ?? ""));
}

/** A cell without the single quotes around it, as Weka writes them. @param {string} cell */
function unquote(cell) {
  return cell.length > 2 && cell[0] === "'" && cell.endsWith("'") ? cell.slice(1, -1) : cell;
}

/** A column without single quotes, if they are around every cell. @param {string[]} cells */
function withoutQuotes(cells) {
  return cells.every((cell) => !cell || unquote(cell) !== cell) ? cells.map(unquote) : cells;
}

/** A few hundred cells of a column. @template Cell @param {Cell[]} cells */
function sampled(cells) {
  const step = 1 + Math.floor(cells.length / SAMPLE_ROWS);
  return cells.filter((_, i) => i % step === 0);
}

/** @param {Column} column */
function isNumeric({ numbers }) {
  const few = sampled(numbers);
  return 2 * few.filter(Number.isFinite).length > few.length;
}

/** @param {Column} column */
function labelsOf({ cells }) {
  const missing = missingMarks(cells);
  return new Set(cells.filter((cell) => !missing.has(cell)).map(readText));
}

/** The columns that can be labels, the most likely first. @param {Column[]} columns @param {string[]} words @param {number} most */
function labelColumns(columns, words, most) {
  const fit = columns.filter((column) => labelsOf(column).size >= 2 && labelsOf(column).size <= most);
  const hasDecimals = (/** @type {Column} */ { numbers }) => numbers.some((number) => number % 1 !== 0 && Number.isFinite(number));
  const key = (/** @type {Column} */ column) =>
    3 * classRank(column, columns, words) + (isNumeric(column) ? 1 + Number(hasDecimals(column)) : 0);
  return fit.reverse().sort((a, b) => key(a) - key(b));
}

/** The columns that can be features, the most likely first. @param {Column[]} columns @param {Column} label @param {string[]} rowNames */
function featureColumns(columns, label, rowNames) {
  const key = (/** @type {Column} */ column) => {
    const values = new Set(column.numbers.slice(0, SAMPLE_ROWS).filter(Number.isFinite)).size;
    return 4 * Number(values < 2) + 2 * Number(numbersRows(column, rowNames)) + Number(values < 5);
  };
  return columns.filter((column) => label && column !== label && isNumeric(column)).sort((a, b) => key(a) - key(b));
}

/** Why some of the other features are not suggested. @param {Column[]} features @param {string[]} rowNames */
function describeUnlikely(features, rowNames) {
  const order = (/** @type {Column} */ column) => column.position;
  return [...features].sort((a, b) => order(a) - order(b)).flatMap((column) => {
    const isConstant = new Set(column.numbers.slice(0, SAMPLE_ROWS).filter(Number.isFinite)).size < 2;
    const reason = isConstant ? "is the same in all rows" : numbersRows(column, rowNames) ? "numbers the rows" : "";
    return reason ? [`“${column.name}” ${reason}, so it is not suggested as a feature.`] : [];
  });
}

/** Whether a column seems to number the rows, by its name or counting up by one. @param {Column} column @param {string[]} rowNames */
function numbersRows({ name, numbers, format }, rowNames) {
  const few = numbers.slice(0, SAMPLE_ROWS), [start] = few, isCount = few.every((each, k) => k === 0 || each - few[k - 1] === 1);
  const isNamed = rowNames.includes(name.toLowerCase()) || /([a-z]I[dD]|[_ ]id)$/.test(name);
  return isNamed || (few.length > 2 && (start === 0 || start === 1) && !format.unit && isCount);
}

/** The rank of a column as the class by its name. @param {Column} column @param {Column[]} columns @param {string[]} words */
function classRank({ name }, columns, words) {
  const found = name.toLowerCase().match(/[a-z]+/g) ?? [], ranks = found.map((word) => words.indexOf(word)).filter((k) => k >= 0);
  // Next to a column x, a column y is the other feature.
  if (found.length === 1 && found[0] === "y" && !columns.some((column) => column.name.toLowerCase() === "x")) ranks.push(words.length);
  return Math.min(words.length + 1, ...ranks);
}

/** Why a table lacks two features and a class, and what to do. @param {Column[]} columns @param {string[]} words @param {number} most */
function describeMissingColumns(columns, words, most) {
  const rank = (/** @type {Column} */ column) => classRank(column, columns, words);
  const likely = [...columns].reverse().sort((a, b) => rank(a) - rank(b));
  const label = likely.find((column) => !isNumeric(column) || rank(column) < words.length);
  if (label && columns.filter((column) => column !== label && isNumeric(column)).length >= 2) {
    const labels = labelsOf(label);
    if (labels.size === 1) {
      const marks = [...missingMarks(label.cells)].filter(Boolean).sort(), missing = marks.length ? ` (${marks.join(", ")}: read as missing)` : "";
      return `All rows have the label “${[...labels][0]}” in the column “${label.name}”${missing}: add rows of another class.`;
    }
    if (labels.size > most) {
      return `The column “${label.name}” has more than ${most} different labels: leave out the rows of some classes, or add a ` +
        "column with fewer.";
    }
  }
  const needs = `The table needs two columns of numbers for the features and one column with 2 to ${most} different labels for the class`;
  const text = columns.find((column) => column !== label && !isNumeric(column) && oddNumber(column));
  if (!text) return `${needs}: add the missing columns.`;
  const odd = [...(oddNumber(text) ?? "")].slice(0, LONGEST_QUOTE).join("");
  return `${needs}. Many cells of “${text.name}” were not read as numbers, such as “${odd}”: write them as plain numbers, or add other columns.`;
}

/** The first cell with digits that is no number, if most cells of a column have digits. @param {Column} column */
function oddNumber({ cells, numbers }) {
  const withDigits = cells.filter((cell) => /\p{Nd}/u.test(cell));
  return 2 * withDigits.length > cells.length
    ? cells.find((cell, k) => withDigits.includes(cell) && !Number.isFinite(numbers[k]))
    : undefined;
}

/** What was left out and removed. @param {Column[]} features @param {Set<string>} missing @param {number} ignored @param {string} decimal */
function describe(features, missing, ignored, decimal) {
  const marks = [...missing].filter(Boolean).sort(), notices = [];
  const odd = features.map(({ name, cells, numbers }) => {
    const none = missingMarks(cells), cell = cells.find((each, i) => !Number.isFinite(numbers[i]) && !none.has(each));
    return cell === undefined ? "" : `, such as “${[...cell].slice(0, LONGEST_QUOTE).join("")}” in “${name}”`;
  });
  if (ignored) {
    notices.push(
      "Rows ignored because a feature is not a finite number or the label is missing" +
        `${marks.length ? ` (${marks.join(", ")})` : ""}: ${grouped(ignored)}${odd.find(Boolean) ?? ""}.`,
    );
  }
  for (const { name, format: { unit } } of features) {
    if (unit === "%") notices.push(`The numbers in “${name}” are in percent.`);
    else if (unit) notices.push(`The numbers in “${name}” were read without “${unit}”.`);
  }
  if (decimal === "," && features.some(({ cells }) => cells.some((cell) => cell.includes(",")))) {
    notices.push("Commas in numbers were read as decimal points.");
  }
  return notices;
}

/** Labels that differ only in upper and lower case are one class, in the spelling that is most frequent. @param {string[]} labels */
function inUsualSpelling(labels) {
  /** @type {Record<string, string[]>} */
  const spellings = Object.create(null);
  for (const label of labels) {
    spellings[label.toLowerCase()] ??= [];
    spellings[label.toLowerCase()].push(label);
  }
  const usual = new Map(Object.entries(spellings).map(([key, group]) => [key, mostFrequent(group) ?? key]));
  return labels.map((label) => usual.get(label.toLowerCase()) ?? label);
}

/** The first of the values that are most frequent. @template Value @param {Value[]} values */
function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most);
}

/** @param {string[]} classes @param {string} column */
function checkClasses(classes, column) {
  require(classes.length > 0, () => "No row has a finite number in both features and a label: fill in the missing cells.");
  require(classes.length > 1, () => `All rows have the label “${classes[0]}” in the column “${column}”: add rows of another class.`);
}

/** The cells that mark a missing one; a - is a label if + is one. @param {string[]} cells */
function missingMarks(cells) {
  const marks = new Set(cells.filter((cell) => MISSING.includes(cell.toLowerCase())));
  if (cells.includes("+")) marks.delete("-");
  return marks;
}

/** @param {number} n */
function grouped(n) {
  return n.toLocaleString("en");
}

/** At most `most` of the rows, at equal steps. @template Row @param {Row[]} rows @param {number} most */
function thin(rows, most) {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(rows.length, most) }, (_, i) => rows[Math.floor(i * step)]);
}

/** Numbers by value, then text, in which 2 comes before 10 and minus before plus. @param {string} a @param {string} b */
function naturalOrder(a, b) {
  const isA = isNumber(a), isB = isNumber(b);
  if (isA || isB) return isA && isB ? toNumber(a) - toNumber(b) || (a < b ? -1 : 1) : isA ? -1 : 1;
  const [p, q] = [a, b].map((text) => text.toLowerCase().replace(/[-−]/g, "*").split(/(\d+)/));
  for (let k = 0; k < Math.min(p.length, q.length); k++) {
    if (p[k] !== q[k]) return k % 2 ? Number(p[k]) - Number(q[k]) : p[k] < q[k] ? -1 : 1;
  }
  return p.length - q.length || (a < b ? -1 : 1);
}

/** A name that a link can hold: without the separator of names, with "…" where it is cut. @param {string} name */
export function fitName(name) {
  const end = name.endsWith(STANDARDISED) ? STANDARDISED : "", stem = name.replaceAll("~", "-").slice(0, name.length - end.length);
  const line = [...fitText(stem, Infinity)], longest = LONGEST_LABEL - end.length;
  return (line.length <= longest ? line.join("") : `${line.slice(0, longest - 1).join("").trim()}…`) + end || "?";
}

/** The part of a text that a link can hold: on one line, shortened. @param {string} text @param {number} longest */
export function fitText(text, longest) {
  const line = text.split(/\s+/).join(" ").replace(/\p{C}/gu, "");
  return [...line].slice(0, longest).join("").trim();
}

/** @param {boolean} holds @param {() => string} sentence */
function require(holds, sentence) {
  if (!holds) throw new Error(sentence());
}
