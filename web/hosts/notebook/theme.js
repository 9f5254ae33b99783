/**
 * Whether a notebook is light or dark: each indicates it in its own way, but all of them paint the background of a
 * widget.
 */

const DARK = 0.4; // of the luminance of white

/** @param {Element} element @returns {"light" | "dark"} */
export function themeAround(element) {
  for (let place = /** @type {?Element} */ (element); place !== null; place = parentOf(place)) {
    const luminance = luminanceOf(getComputedStyle(place).backgroundColor);
    if (luminance !== null) return luminance < DARK ? "dark" : "light";
  }
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const { colorScheme } = getComputedStyle(document.documentElement);
  return prefersDark && colorScheme.includes("dark") ? "dark" : "light";
}

/**
 * Call whenever the notebook may have changed its theme.
 * @param {() => void} onChange
 * @param {AbortSignal} signal ends it
 */
export function watchTheme(onChange, signal) {
  const observer = new MutationObserver(onChange);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onChange, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** @param {Element} element @returns {?Element} its parent, that of its shadow's host too */
function parentOf(element) {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/**
 * The approximate share of white's luminance; null if it is transparent.
 * @param {string} colour as computed: rgb(…), rgba(…), color(srgb …)
 */
function luminanceOf(colour) {
  const [r, g, b, alpha = 1] = (colour.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (b === undefined || alpha < 0.5) return null;
  const most = colour.startsWith("rgb") ? 255 : 1;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / most;
}
