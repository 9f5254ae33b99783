/** Elements of a page, made from their parts; text is never read as HTML. */

/**
 * An element with properties (`class`, `role`, `for`, `aria-…` and `data-…` as attributes) and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class" || key === "role" || key === "for" || key.includes("-")) element.setAttribute(key, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, any>} [properties]
 */
export function makeButton(text, action, properties = {}) {
  const button = make("button", { type: "button", ...properties }, text);
  button.addEventListener("click", action);
  return button;
}

/** A menu of titles by their values. @param {Record<string, string>} titles @param {Record<string, any>} [properties] */
export function makeSelect(titles, properties = {}) {
  return make("select", properties, ...Object.entries(titles).map(([value, title]) => make("option", { value }, title)));
}

/** Act when a form is sent, which stays on the page. @param {HTMLElement} form @param {() => unknown} [action] */
export function onSubmit(form, action = () => {}) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
}
