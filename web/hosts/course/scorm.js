/**
 * A learning platform that stores a student's work on a page, and its score: SCORM 1.2.
 *
 * The platform offers an object named API in a window around the page's, or in the one that opened it. It stores a text
 * of at most 4096 characters.
 *
 * @typedef {Object} Api
 * @property {(none: "") => string} LMSInitialize "true" or "false", as all but LMSGetValue
 * @property {(none: "") => string} LMSFinish
 * @property {(none: "") => string} LMSCommit
 * @property {(name: string) => string} LMSGetValue
 * @property {(name: string, value: string) => string} LMSSetValue
 *
 * @import { Keeper, Score, Work } from "./keeper.js"
 */

const LONGEST = 4096, MOST_WINDOWS = 500;
const NOT_BEGUN = ["not attempted", "unknown", ""];
const SAID = {
  kept: "Your learning platform stores your progress. Its score is what your browser reports: for practice, not for an examination.",
  review: "Your learning platform shows this for review: it stores nothing that you do now.",
  none: "This page is not in a learning platform: nothing is stored or reported.",
  failed: "Your learning platform did not accept the last report: the score it shows may be out of date.",
};

/** @implements {Keeper} */
export class Platform {
  startTime = Date.now();
  isOver = false;
  message = SAID.none;
  /** @type {Api | null} */
  api = null;

  /** @param {HTMLElement | null} place where the page says what is kept */
  constructor(place) {
    this.place = place;
    const api = findApi(window);
    if (api?.LMSInitialize("") === "true") this.begin(api);
    this.tell(this.message);
  }

  /** @param {Api} api */
  begin(api) {
    this.api = api;
    this.isReview = api.LMSGetValue("cmi.core.lesson_mode") === "review";
    this.message = this.isReview ? SAID.review : SAID.kept;
    if (!this.isReview && NOT_BEGUN.includes(api.LMSGetValue("cmi.core.lesson_status"))) this.set("cmi.core.lesson_status", "incomplete");
    this.commit();
    addEventListener("pagehide", () => this.end());
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.commit());
  }

  /** The stored work, or nothing. @returns {Work} */
  read() {
    return readWork(this.api?.LMSGetValue("cmi.suspend_data") ?? "");
  }

  /** Store the work; a changed score is reported at once. @param {Work} work @param {Score} score */
  write(work, { share, isDone }) {
    if (!this.api || this.isReview || this.isOver) return;
    const before = this.api.LMSGetValue("cmi.core.score.raw"), raw = share === null ? "" : String(Math.round(100 * share));
    this.set("cmi.suspend_data", writeWork(work));
    if (raw === "" || raw === before) return;
    for (const [name, value] of [["min", "0"], ["max", "100"], ["raw", raw]]) this.set(`cmi.core.score.${name}`, value);
    this.set("cmi.core.lesson_status", isDone ? "completed" : "incomplete");
    this.commit();
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    this.check(this.api?.LMSSetValue(name, value));
  }

  commit() {
    if (!this.isOver) this.check(this.api?.LMSCommit(""));
  }

  /** @param {string | undefined} answer */
  check(answer) {
    this.tell(answer === "true" ? this.message : SAID.failed);
  }

  /** @param {string} text */
  tell(text) {
    if (this.place && this.place.textContent !== text) this.place.textContent = text;
  }

  end() {
    if (this.isOver || !this.api) return;
    if (!this.isReview) {
      this.set("cmi.core.session_time", writeTime(Date.now() - this.startTime));
      this.set("cmi.core.exit", "suspend");
    }
    this.commit();
    this.isOver = true;
    this.api.LMSFinish("");
  }
}

/** The platform's API, which is found nowhere behind a window of another origin. @param {Window} from @returns {Api | null} */
function findApi(from) {
  return search(from) ?? (from.opener ? search(from.opener) : null);
}

/** @param {Window} from */
function search(from) {
  try {
    for (let [at, k] = [/** @type {any} */ (from), 0]; k < MOST_WINDOWS; at = at.parent, k++) {
      if (at.API?.LMSInitialize) return /** @type {Api} */ (at.API);
      if (at.parent === at) return null;
    }
  } catch {} // a window of another origin
  return null;
}

/** The text to store; if it is too long for the platform, the longest values are left out first. @param {Work} work */
export function writeWork(work) {
  const left = Object.entries(work).sort(([, one], [, two]) => JSON.stringify(one).length - JSON.stringify(two).length);
  while (JSON.stringify(Object.fromEntries(left)).length > LONGEST) left.pop();
  return JSON.stringify(Object.fromEntries(left));
}

/** @param {string} text @returns {Work} */
export function readWork(text) {
  try {
    const work = JSON.parse(text);
    return work !== null && typeof work === "object" && !Array.isArray(work) ? work : {};
  } catch {
    return {}; // nothing yet, or of another page
  }
}

/** Hours, minutes and seconds as SCORM writes them. @param {number} milliseconds */
export function writeTime(milliseconds) {
  const seconds = Math.min(Math.max(Math.round(milliseconds / 1000), 0), 9999 * 3600);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${String(h).padStart(4, "0")}:${String(m).padStart(2, "0")}:${String(s).padStart(2, "0")}`;
}
