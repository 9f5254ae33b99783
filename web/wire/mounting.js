/** Components that live on an element of Streamlit from the first call to the last. */

/** @type {WeakMap<object, {component: any, last?: () => void, before?: () => void}>} by the element */
const MOUNTED = new WeakMap();

/**
 * Create or update the component on an element; return the function that ends this call, for Streamlit.
 *
 * Streamlit calls for all new data. When the element has left the page, it ends the last call. It also ends a call
 * that newer data has overtaken while the script was loading; by then both may have been made, in any order. The
 * component then goes on with the other one.
 *
 * @template {{close: () => void}} Component
 * @param {ShadowRoot} element
 * @param {() => Component} create
 * @param {(component: Component) => void} update
 */
export function mount(element, create, update) {
  const mounted = MOUNTED.get(element) ?? { component: create() };
  MOUNTED.set(element, mounted);
  const show = () => update(mounted.component);
  mounted.before = mounted.last;
  mounted.last = show;
  show();
  return () => {
    if (!element.isConnected) {
      if (MOUNTED.delete(element)) mounted.component.close();
    } else if (mounted.last === show) {
      mounted.last = mounted.before;
      mounted.last?.();
    }
  };
}
