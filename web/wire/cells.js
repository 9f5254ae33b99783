/**
 * The cells of a CSV table, written as `core.cells` does: an apostrophe marks text that a spreadsheet would compute, or
 * that a reader would take for a missing label, and is not part of the text.
 */

export const FORMULA = /^[=+\-@\t\r'\uff1d\uff0b\uff0d\uff20]/; // also the full-width forms
export const MISSING = ["", "na", "n/a", "n.a.", "#n/a", "nan", "null", "none", "?", "-", "."];

/** The text of a cell. @param {string} text */
export function escapeText(text) {
  return FORMULA.test(text) || (text !== "" && MISSING.includes(text.toLowerCase())) ? `'${text}` : text;
}

/** A text in quotes, so that a delimiter in it is not read as one. @param {string} text */
export function quoteText(text) {
  return `"${text.replaceAll('"', '""')}"`;
}
