/** Elements of a page, made from their parts; text is never read as HTML. */

/** An element with properties (`class`, `aria-…` and `data-…` as attributes) and children. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class" || key === "role" || key === "for" || key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

/** Set a text only if it is another one: screen readers read changes aloud. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A share as people read it. */
export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
