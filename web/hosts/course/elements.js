/** Copies of what a page holds, and when it is printed. */

import { PAPER_EVENT } from "../../paint/paper.js";

/** A copy of what a template of the page holds. @param {number} number */
export function copyOf(number) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(`t${number}`));
  return template.content.cloneNode(true);
}

/** Tell pictures when they are for paper. */
export function announcePaper() {
  for (const [type, detail] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(String(type), () => dispatchEvent(new CustomEvent(PAPER_EVENT, { detail })));
  }
}
