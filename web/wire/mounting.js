/** Components that live on an element of Streamlit from the first call to the last, and their HTML. */

/**
 * @template Component
 * @typedef {{component: Component, last?: () => void, before?: () => void}} Mount with its last calls
 */

/** @type {WeakMap<Node, Mount<{close: () => void}>>} by the element */
const MOUNTED = new WeakMap();

/**
 * Create or update the component on an element; return the function that ends this call, for Streamlit.
 *
 * Streamlit calls for all new data, and ends the last call when the element has left the page. It also ends a call
 * that newer data overtook while the script was loading; both may have run, in any order, and the component goes on
 * with the other one.
 *
 * @template {{close: () => void}} Component
 * @param {Node} element
 * @param {() => Component} create
 * @param {(component: Component) => void} update
 */
export function mount(element, create, update) {
  // An element always has the same kind of component.
  const entry = /** @type {Mount<Component>} */ (MOUNTED.get(element) ?? { component: create() });
  MOUNTED.set(element, entry);
  const show = () => update(entry.component);
  entry.before = entry.last;
  entry.last = show;
  show();
  return () => {
    if (!element.isConnected) {
      if (MOUNTED.delete(element)) entry.component.close();
    } else if (entry.last === show) {
      entry.last = entry.before;
      entry.last?.();
    }
  };
}

/**
 * The nodes of an HTML file of ours, with its style sheets; nothing else is read as HTML.
 * @param {string} html
 * @param {...string} styles
 */
export function readPage(html, ...styles) {
  const template = document.createElement("template");
  template.innerHTML = `<style>${styles.join("")}</style>${html}`;
  return template.content;
}
