// The search of the errata. A style hides the entries that do not match, whatever Streamlit draws again.

/** @typedef {{key: string, kind: string, source: string, text: string}} Entry */

const ENTRY = "st-key-entry-", STYLE = "errata-style";
let lastHash = ""; // the hash of the address whose entry the visitor has seen

/** @param {string} text */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The entries that contain every word of a text, of one source or, if it is empty, of all.
 * @param {Entry[]} entries
 * @param {string} text
 * @param {string} source
 */
function findEntries(entries, text, source) {
  const words = fold(text).split(/\s+/);
  /** @param {Entry} entry */
  const matches = (entry) => words.every((word) => fold(entry.text).includes(word));
  return entries.filter((entry) => (!source || entry.source === source) && matches(entry));
}

/** The container of the entry whose heading the address names, if there is one. */
function findTarget() {
  return document.getElementById(location.hash.slice(1))?.closest(`[class*="${ENTRY}"]`);
}

/** @param {Entry[]} entries @param {Entry[]} matches */
function writeStyle(entries, matches) {
  const hidden = entries.filter((entry) => !matches.includes(entry)).map(({ key }) => `.${ENTRY}${key}`);
  for (const kind of new Set(entries.map((entry) => entry.kind))) {
    if (!matches.some((entry) => entry.kind === kind)) hidden.push(`.st-key-${kind}s`);
  }
  const style = document.getElementById(STYLE) ??
    document.head.appendChild(Object.assign(document.createElement("style"), { id: STYLE }));
  const target = `#${CSS.escape(location.hash.slice(1) || "none")}`; // :target is only an element that was there before
  style.textContent = `
    :--wrapper:has(> :is(${hidden})) { display: none; }
    [class*="${ENTRY}"]:has(${target}) { border-color: var(--accent); }
  `;
}

/**
 * @template {Element} T
 * @param {ParentNode} parent
 * @param {string} selector of what is in the page
 * @returns {T}
 */
function find(parent, selector) {
  return /** @type {T} */ (parent.querySelector(selector));
}

/** @param {{data: {entries: Entry[]}, parentElement: HTMLElement}} mount */
export default function ({ data: { entries }, parentElement }) {
  /** @type {HTMLInputElement} */
  const input = find(parentElement, "input");
  /** @type {HTMLSelectElement} */
  const select = find(parentElement, "select");
  const status = find(parentElement, "p");
  const sources = ["", ...new Set(entries.map((entry) => entry.source))];
  if (select.length < sources.length) {
    select.replaceChildren(...sources.map((source) => new Option(source || "All sources", source)));
  }
  const search = () => {
    const matches = findEntries(entries, input.value, select.value);
    writeStyle(entries, matches);
    const text = `${matches.length} of ${entries.length} entries`;
    if (status.textContent !== text) status.textContent = text; // it is read out
  };
  input.oninput = select.oninput = () => {
    search();
    const table = find(document, ".st-key-errata");
    if (table.getBoundingClientRect().top < 0) table.scrollIntoView(); // results may be above the window
  };
  search();

  // The address leads to an entry. Content above it may still be loading, and moves it.
  const stop = new AbortController(), { signal } = stop;
  const follow = () => location.hash !== lastHash && findTarget()?.scrollIntoView();
  const page = new ResizeObserver(follow);
  page.observe(find(document, ':--content'));
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(type, () => (lastHash = location.hash), { signal, capture: true });
  }
  addEventListener("hashchange", () => {
    input.value = select.value = "";
    search();
    lastHash = "";
    follow();
  }, { signal });
  return () => {
    stop.abort();
    page.disconnect();
    document.getElementById(STYLE)?.remove();
  };
}
