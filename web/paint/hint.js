/**
 * "drag me" beside the first handle of a picture, or "paint here" on its pixels, until it has been done in this
 * browser.
 */

import { make } from "./elements.js";

/** The stored key of each. */
const KEYS = new Map([["drag me", "bayeslab has grabbed"], ["paint here", "bayeslab has painted"]]);
const BESIDE = 14, HALF = 34, HIGH = 26; // pixels: to the middle of the handle, half the words, their height
/** Done since the page was loaded. @type {Set<string>} */
const dragsDone = new Set();

/**
 * The middle of the words' upper edge: below the first handle, or where they cover no other handle and stay inside.
 * @param {[number, number][]} handles
 * @param {number[]} size of the picture
 * @param {boolean} [isAbove] whether they stand above it, if they can
 * @returns {[number, number]}
 */
export function placeHint([[x, y], ...others], [width, height], isAbove = false) {
  const inside = Math.max(HALF, Math.min(width - HALF, x)), aside = BESIDE + HALF;
  /** @type {[number, number][]} */
  const places = [[inside, y + BESIDE], [x - aside, y - HIGH / 2], [x + aside, y - HIGH / 2], [inside, y - BESIDE - HIGH]];
  if (isAbove) places.reverse();
  const isFree = (/** @type {[number, number]} */ [middle, top]) =>
    middle >= HALF && middle <= width - HALF && top >= 0 && top + HIGH <= height &&
    others.every(([other, at]) => Math.abs(other - middle) > aside || Math.abs(at - top - HIGH / 2) > BESIDE + HIGH / 2);
  return places.find(isFree) ?? places[0];
}

export class Hint {
  /** @param {Element} board */
  constructor(board) {
    this.words = "";
    this.element = make("span", { class: "drag-me", hidden: true, "aria-hidden": "true" }); // what it points at has a name of its own
    board.append(this.element);
  }

  /**
   * Stand beside the first of the handles, or at the lower edge of the pixels if there are any.
   * @param {{place: [number, number], isHintAbove?: boolean}[]} grips
   * @param {number[]} size of the picture
   * @param {{box: import("./view.js").Rectangle} | null} [sheet]
   */
  write(grips, size, sheet) {
    this.words = sheet ? "paint here" : "drag me";
    this.element.hidden = (!sheet && grips.length === 0) || isDone(this.words);
    if (this.element.hidden) return;
    this.element.textContent = this.words;
    const [left, top] = sheet
      ? [sheet.box.left + sheet.box.width / 2, sheet.box.top + sheet.box.height - HIGH]
      : placeHint(grips.map(({ place }) => place), size, grips[0].isHintAbove);
    Object.assign(this.element.style, { left: `${left}px`, top: `${top}px` });
  }

  /** Note that it was done. */
  forget() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    dragsDone.add(this.words);
    try {
      localStorage.setItem(KEYS.get(this.words) ?? "", "1");
    } catch {
      // This browser stores nothing, so the words come again on the next page.
    }
  }
}

/** @param {string} words */
function isDone(words) {
  if (dragsDone.has(words)) return true;
  try {
    const isStored = localStorage.getItem(KEYS.get(words) ?? "") !== null;
    if (isStored) dragsDone.add(words);
    return isStored;
  } catch {
    return false;
  }
}
