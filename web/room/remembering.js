/** The room that this browser has opened, so that a reload returns to it. */

const STORE = "bayeslab-teacher";
const KEPT = 30 * 24 * 3600; // seconds after the end

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

const HOMEWORK = "bayeslab-homework";

/** @typedef {Opened & {end: number}} OpenedHomework */

/** The homework that this browser has opened, and that may still be there. @returns {OpenedHomework[]} */
export function recallHomework() {
  try {
    const kept = JSON.parse(localStorage.getItem(HOMEWORK) ?? "[]");
    return kept.filter((/** @type {OpenedHomework} */ { end }) => end + KEPT > Date.now() / 1000);
  } catch {
    return [];
  }
}

/** @param {OpenedHomework} homework */
export function rememberHomework(homework) {
  storeHomework([...recallHomework().filter(({ code }) => code !== homework.code), homework]);
}

/** @param {string} code */
export function forgetHomework(code) {
  storeHomework(recallHomework().filter((each) => each.code !== code));
}

/** @param {OpenedHomework[]} list */
function storeHomework(list) {
  try {
    localStorage.setItem(HOMEWORK, JSON.stringify(list));
  } catch {
    // The page works without; to come back needs the link to the table.
  }
}

/** @param {string} code */
export function forget(code) {
  if (recall()?.code === code) sessionStorage.removeItem(STORE);
}
