/** Elements of a page, made without reading HTML; and when it is printed. */

import { PAPER_EVENT } from "../../paint/paper.js";

/**
 * An element with properties and children; a property with a hyphen, and "class", are attributes.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "class") element.setAttribute(key, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}

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
