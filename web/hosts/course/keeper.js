/**
 * Storage of a visitor's work on a page: none, the browser, or a learning platform (`scorm.js`).
 *
 * @typedef {Record<string, any>} Work plain values, by name
 * @typedef {{share: number | null, isDone: boolean}} Score the share that is reached, null before there is one
 *
 * @typedef {Object} Keeper
 * @property {() => Work} read what was kept before
 * @property {(kept: Work, score: Score) => void} write
 */

import { readSolved, writeSolved } from "../../picture/progress.js";

/** @type {Keeper} */
export const NOTHING = { read: () => ({}), write() {} };

/** The solved exercises, in the browser's storage, shared with the app. @type {Keeper} */
export const BROWSER = {
  read: () => ({ solved: readSolved() }),
  write: ({ solved }) => writeSolved(solved),
};
