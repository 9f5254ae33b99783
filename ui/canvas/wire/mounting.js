/** Components that live on an element of Streamlit from the first call to the last. */

const MOUNTED = new WeakMap();

/**
 * Create or update the component on an element; return the function that ends it, for Streamlit.
 *
 * Streamlit calls for all new data, and ends the last call. It also ends a call that newer data has overtaken while
 * the script was loading, but only after the newer call: that one must not take its component away.
 *
 * @template {{close: () => void}} Component
 * @param {Element} element
 * @param {() => Component} create
 * @param {(component: Component) => void} update
 */
export function mount(element, create, update) {
  const mounted = MOUNTED.get(element) ?? { component: create(), calls: 0 };
  MOUNTED.set(element, mounted);
  mounted.calls += 1;
  update(mounted.component);
  const { calls } = mounted;
  return () => {
    if (mounted.calls !== calls) return;
    mounted.component.close();
    MOUNTED.delete(element);
  };
}
