/**
 * Storage for the newest drawings that are too long for a link.
 *
 * The link then says "@" and the number of the drawing, the CRC-32 of its text, under which the text lies in
 * the browser's storage. Storage throws where it is full or forbidden.
 */

import { crc32 } from "./codec.js";

const PREFIX = "bayeslab.drawing.", NEWEST_FIRST = "bayeslab.drawings", ROOM = 5;

/** Eight hexadecimal digits that identify the text of a drawing. @param {string} text */
export function identify(text) {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}

/** Store a text, dropping the oldest ones if there is no room. Returns whether it was stored. @param {string} text */
export function keepText(text) {
  try {
    const id = identify(text), others = localStorage.getItem(NEWEST_FIRST)?.split(" ") ?? [];
    const ids = [id, ...others.filter((other) => other !== id)];
    for (const old of ids.splice(ROOM)) localStorage.removeItem(PREFIX + old);
    localStorage.setItem(PREFIX + id, text);
    localStorage.setItem(NEWEST_FIRST, ids.join(" "));
    return true;
  } catch {
    return false;
  }
}

/** Whether the browser lets this page store anything. */
export function mayStore() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** The text stored under a number, or null. @param {string} id */
export function recallText(id) {
  return localStorage.getItem(PREFIX + id);
}
