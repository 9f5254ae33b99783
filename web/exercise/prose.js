/** Short texts with paragraphs, **bold**, *italic* and $formulas$, as elements; nothing is read as HTML. */

import { readFormula } from "./formula.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";
// As in Pandoc, "$5 or $6" is no formula: no space inside the dollars, no digit after them.
const PART = /\*\*(\S|\S.*?\S)\*\*|\*(\S|\S.*?\S)\*|\$(\S|\S.*?\S)\$(?!\d)/s;

/** @import { Part } from "./formula.js" */

/** The parts of a line: texts and elements [name, ...children]. @param {string} text @returns {Part[]} */
export function readLine(text) {
  const match = PART.exec(text);
  if (!match) return text ? [text] : [];
  const [whole, bold, italic, formula] = match;
  /** @type {Part} */
  const part = formula === undefined ? [bold ? "strong" : "em", ...readLine(bold ?? italic)] : readMath(formula);
  return [...readLine(text.slice(0, match.index)), part, ...readLine(text.slice(match.index + whole.length))];
}

/** @param {string} formula @returns {Part} */
function readMath(formula) {
  try {
    return readFormula(formula);
  } catch {
    return ["code", formula]; // as written
  }
}

/** Why a formula of a text is shown as written; empty if none is. @param {string} text @returns {string} */
export function findFault(text) {
  const [whole, , , formula] = PART.exec(text) ?? [];
  if (whole === undefined) return "";
  try {
    if (formula !== undefined) readFormula(formula);
  } catch (error) {
    return `The formula ${whole} is shown as written: ${/** @type {Error} */ (error).message}`;
  }
  return findFault(text.slice(text.indexOf(whole) + whole.length));
}

/** The nodes of a line. @param {string} text */
export function showLine(text) {
  return readLine(text).map((part) => build(part));
}

/** The paragraphs of a text. @param {string} text */
export function showProse(text) {
  return text.split("\n\n").map((paragraph) => build(["p", ...readLine(paragraph)]));
}

/** @param {Part} part @param {boolean} [isMath] @returns {Node} */
function build(part, isMath = part[0] === "math") {
  if (typeof part === "string") return document.createTextNode(part);
  const [name, ...children] = part;
  const element = isMath ? document.createElementNS(MATHML, name) : document.createElement(name);
  if (name === "mo") element.setAttribute("stretchy", "false");
  element.append(...children.map((child) => build(child, isMath || child[0] === "math")));
  return element;
}
