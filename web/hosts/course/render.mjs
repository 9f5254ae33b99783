/**
 * Markdown and formulas of the lessons as HTML with MathML, at build time: nothing of it runs in a browser.
 *
 * Standard input is JSON, a list of [kind, text] with the kinds "text" (paragraphs), "line" (without a paragraph) and
 * "formula" (LaTeX in display style); standard output is the list of their HTML. The argument is the folder in which npm has
 * installed markdown-it and Temml.
 */

import { createRequire } from "node:module";
import { text as readAll } from "node:stream/consumers";

const load = createRequire(`${process.argv[2]}/`), temml = load("temml"), markdown = load("markdown-it")({ html: false });
// As in Pandoc, "$5 or $6" is no formula: no space inside the dollars, no digit after them.
const FORMULA = /\$(\S|\S.*?\S)\$(?!\d)/sy;

/** @param {string} latex @param {boolean} displayMode */
const toMath = (latex, displayMode) => temml.renderToString(latex, { displayMode, throwOnError: true, annotate: false });

markdown.inline.ruler.before("escape", "formula", (/** @type {{pos: number, src: string, push: Function}} */ state, /** @type {boolean} */ silent) => {
  FORMULA.lastIndex = state.pos;
  const match = FORMULA.exec(state.src);
  if (!match) return false;
  if (!silent) state.push("formula", "math", 0).content = match[1];
  state.pos += match[0].length;
  return true;
});
markdown.renderer.rules.formula = (/** @type {{content: string}[]} */ tokens, /** @type {number} */ k) => toMath(tokens[k].content, false);

/** @type {Record<string, (text: string) => string>} */
const WRITERS = {
  text: (source) => markdown.render(source),
  line: (source) => markdown.renderInline(source),
  formula: (source) => toMath(source, true),
};

/** @type {[kind: string, source: string][]} */
const requests = JSON.parse(await readAll(process.stdin));
process.stdout.write(JSON.stringify(requests.map(([kind, source]) => WRITERS[kind](source))));
