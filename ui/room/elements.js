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
