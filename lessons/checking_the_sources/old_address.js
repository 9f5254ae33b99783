// An address without parameters opens the steps; if it names an entry after "#", it leads to Going deeper, where this is.
// Streamlit drops the "#" when it writes the parameters of the steps, so the address that was loaded is read.

/** @param {{data: {deeper: string}}} mount */
export default function ({ data: { deeper } }) {
  const [load] = performance.getEntriesByType("navigation"), { pathname, search, hash } = new URL(load?.name ?? location.href);
  if (hash && !search && pathname === location.pathname) location.replace(`?${deeper}${hash}`);
}
