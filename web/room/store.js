/**
 * Whether the server processes of the app share their rooms. No process knows of the others, but requests without the
 * cookie of a process reach any of them.
 */

const QUESTIONS = 16; // two processes of equal rank both answer at least one of them, except once in 30,000 times

const NOT_SHARED = "Some participants will be told that the room does not exist, because the servers of this app do "
  + "not share their rooms. Tell the operator of the app; the page “Connection” has the details.";

/** @typedef {{number?: number, why?: string}} Store its number, or why the server has none */

/** Return the notice for a teacher who is in a room; nothing if all is well. */
export async function checkStore(ask = askForStore) {
  const stores = await Promise.all(Array.from({ length: QUESTIONS }, ask));
  return new Set(stores.flatMap(({ number }) => number ?? [])).size > 1 ? NOT_SHARED : "";
}

/**
 * Ask a server process for its store; it has a number, or says why there is none, or nothing.
 * @returns {Promise<Store>}
 */
export async function askForStore() {
  try {
    const address = new URL("room-store", document.baseURI);
    return await (await fetch(address, { credentials: "omit", cache: "no-store" })).json();
  } catch {
    return {};
  }
}
