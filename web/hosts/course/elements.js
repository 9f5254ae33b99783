/** Copies of what a page holds, and when it is printed. */

import { PAPER_EVENT } from "../../paint/paper.js";

/** A copy of the content of a template of the page. @param {number} number */
export function copyOf(number) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(`t${number}`));
  return template.content.cloneNode(true);
}

/** Notify pictures before and after printing. */
export function announcePaper() {
  for (const [type, detail] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(String(type), () => dispatchEvent(new CustomEvent(PAPER_EVENT, { detail })));
  }
}
