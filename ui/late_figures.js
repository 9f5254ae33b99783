// A browser gets this in place of Streamlit's module that draws figures with Plotly, four megabytes that take seconds: it
// asks for that module when a figure comes within a window's height of the window, or the page is printed. While parts
// above a figure are still loading, the page is short, and the place of the figure is unknown.
const FIGURES = '[class*="st-key-figure-"]', MAIN = ":--main", SKELETONS = ":--skeleton";
await /** @type {Promise<void>} */ (new Promise((isNear) => {
  /** @type {Map<?Element, IntersectionObserver>} by their roots */
  const observers = new Map();
  const stop = () => {
    for (const observer of [changes, ...observers.values()]) observer.disconnect();
    isNear();
  };
  const note = (/** @type {IntersectionObserverEntry[]} */ entries) => entries.some(({ isIntersecting }) => isIntersecting) && stop();
  // Of the element that scrolls: what it clips is never near a window.
  const observe = (/** @type {?Element} */ root) => {
    const observer = observers.get(root) ?? new IntersectionObserver(note, { root, rootMargin: "100% 0px" });
    observers.set(root, observer);
    return observer;
  };
  const look = () => {
    const missing = [...document.querySelectorAll(SKELETONS)].filter((part) => !part.closest(FIGURES));
    for (const figure of document.querySelectorAll(FIGURES)) {
      const isAbove = (/** @type {Element} */ part) => part.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!missing.some(isAbove)) observe(figure.closest(MAIN)).observe(figure);
    }
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  addEventListener("beforeprint", stop, { once: true });
  look();
}));
const whole = await import(`${import.meta.url}?whole`);
export default whole.default;
export const { PlotlyChart } = whole;
