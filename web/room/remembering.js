/** The room of this tab, to which a reload returns, and all that this browser has opened, after the tab was closed. */

const STORE = "bayeslab-teacher";
const DAY = 24 * 3600; // seconds
const KEPT = 30 * DAY; // after the end of a homework
const HOMEWORK_LENGTH = 7; // of a code

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

const ALL_OPENED = "bayeslab-homework";

/** @typedef {Opened & {end: number}} Ending a room or a homework, with its end in seconds since 1970 */

/** @param {string} code */
export function isHomework(code) {
  return code.length === HOMEWORK_LENGTH;
}

/** The rooms and the homework that this browser has opened, and that may still be there. @returns {Ending[]} */
export function recallRooms() {
  try {
    const rooms = JSON.parse(localStorage.getItem(ALL_OPENED) ?? "[]");
    return rooms.filter((/** @type {Ending} */ { code, end }) => end + (isHomework(code) ? KEPT : 0) > Date.now() / 1000);
  } catch {
    return [];
  }
}

/**
 * A room without an end of its own is kept for a day.
 * @param {Opened & {end?: number}} opened
 */
export function rememberRoom({ code, secret, end = Date.now() / 1000 + DAY }) {
  storeRooms([...recallRooms().filter((each) => each.code !== code), { code, secret, end }]);
}

/** @param {string} code */
export function forgetRoom(code) {
  storeRooms(recallRooms().filter((each) => each.code !== code));
}

/** @param {Ending[]} list */
function storeRooms(list) {
  try {
    localStorage.setItem(ALL_OPENED, JSON.stringify(list));
  } catch {
    // The page works without; to come back needs the link to the controls.
  }
}

/** @param {string} code */
export function forget(code) {
  if (recall()?.code === code) sessionStorage.removeItem(STORE);
}
