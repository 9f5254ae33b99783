/** The room that this browser has opened, so that a reload returns to it. */

const STORE = "bayeslab-teacher";

/** @typedef {{code: string, secret: string}} Opened */

/** @param {Opened} room */
export function remember(room) {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(room));
  } catch {
    // The page works without; a reload needs the link to the controls.
  }
}

/** @returns {Opened | null} */
export function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} code */
export function forget(code) {
  if (recall()?.code === code) sessionStorage.removeItem(STORE);
}
