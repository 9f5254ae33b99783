/** Storage of the room of this tab, for a reload, and of all rooms that this browser has opened. */

import { keepItem, recallItem } from "../wire/stored.js";

const STORE = "bayeslab-teacher", ALL_ROOMS = "bayeslab-homework";
const DAY = 24 * 3600; // seconds
const GRACE = 30 * DAY; // after the end of a homework
const HOMEWORK_LENGTH = 7; // of a code

/** @typedef {{code: string, secret: string}} RoomKey */

/** Without storage, a reload needs the link to the controls. @param {RoomKey} room */
export function remember(room) {
  keepItem(STORE, JSON.stringify(room), "sessionStorage");
}

/** @returns {RoomKey | null} */
export function recall() {
  return JSON.parse(recallItem(STORE, "sessionStorage") ?? "null");
}

/** @typedef {RoomKey & {end: number}} StoredRoom a room or a homework, with its end in seconds since 1970 */

/** @param {string} code */
export function isHomework(code) {
  return code.length === HOMEWORK_LENGTH;
}

/** The rooms and the homework opened in this browser that may still exist. @returns {StoredRoom[]} */
export function recallRooms() {
  const rooms = JSON.parse(recallItem(ALL_ROOMS) ?? "[]");
  return rooms.filter((/** @type {StoredRoom} */ { code, end }) => end + (isHomework(code) ? GRACE : 0) > Date.now() / 1000);
}

/** A room without an end of its own is kept for a day. @param {RoomKey & {end?: number}} room */
export function rememberRoom({ code, secret, end = Date.now() / 1000 + DAY }) {
  storeRooms([...recallRooms().filter((each) => each.code !== code), { code, secret, end }]);
}

/** @param {string} code */
export function forgetRoom(code) {
  storeRooms(recallRooms().filter((each) => each.code !== code));
}

/** @param {StoredRoom[]} list */
function storeRooms(list) {
  keepItem(ALL_ROOMS, JSON.stringify(list));
}

/** @param {string} code */
export function forget(code) {
  if (recall()?.code === code) keepItem(STORE, null, "sessionStorage");
}
