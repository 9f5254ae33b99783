/**
 * What has been done, stored in this browser: the stems of solved exercises and of lessons that were worked through.
 *
 * A link to a solved exercise gets the style property `--solved`, and a link to a lesson `--done`: whether it was worked
 * through, and how many of its exercises are solved. The page's style sheet displays them. A sentence says how far the
 * visitor is, and what comes next.
 */

import { make } from "../paint/elements.js";

const KEY = "bayeslab exercises", STYLE = "exercise-marks", NAME = /^\w+$/;

/** @typedef {Record<string, {title: string, exercises: string[]}>} Lessons by stem, in their order */

/**
 * @param {{solved: ?string, lessons: Lessons}} told what is done now, and what there is
 * @param {?Element} [path] where to say how far one is
 */
export function note({ solved, lessons }, path) {
  const stems = readSolved();
  if (solved !== null && !stems.includes(solved)) {
    stems.push(solved);
    writeSolved(stems);
  }
  const style = document.getElementById(STYLE) ?? document.head.appendChild(document.createElement("style"));
  style.id = STYLE;
  style.textContent = [...stems.map(markExercise), ...Object.keys(lessons).map((stem) => markLesson(stem, lessons, stems))].join("\n");
  path?.replaceChildren(...tellPath(lessons, stems));
}

/** How far one is, and the next lesson. @param {Lessons} lessons @param {string[]} stems @returns {(string | Node)[]} */
function tellPath(lessons, stems) {
  const all = Object.entries(lessons), exercises = all.flatMap(([, each]) => each.exercises);
  const done = all.filter(([stem]) => stems.includes(stem)).length, solved = exercises.filter((stem) => stems.includes(stem)).length;
  const next = all.find(([stem]) => !stems.includes(stem));
  const far = `${done} of ${all.length} lessons, ${solved} of ${exercises.length} exercises`;
  if (next) return [`${far}; go on with `, make("a", { href: next[0], target: "_self" }, next[1].title), "."];
  const [more, own] = [["exercises", "solve exercises"], ["lab", "try your own data"]].map(([href, words]) => make("a", { href, target: "_self" }, words));
  return [`${far}. You can read a classifier’s picture, say what its rule assumes, and test whether it holds on new data: `, more, " or ", own, "."];
}

/** @returns {string[]} */
export function readSolved() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]").filter((/** @type {string} */ stem) => NAME.test(stem));
  } catch {
    return []; // a browser that stores nothing marks nothing
  }
}

/** @param {string[]} stems */
export function writeSolved(stems) {
  try {
    localStorage.setItem(KEY, JSON.stringify(stems));
  } catch {} // as above
}

/** @param {string} stem */
function markExercise(stem) {
  return `a[href*="exercise=${stem}"] { --solved: " ✓" / ", solved"; }`;
}

/** @param {string} page @param {Lessons} lessons @param {string[]} stems */
function markLesson(page, lessons, stems) {
  const { exercises } = lessons[page], count = exercises.filter((stem) => stems.includes(stem)).length;
  const [mark, words] = stems.includes(page) ? [" ✓", ", done"] : ["", ""];
  if (!count && !mark) return "";
  const solved = count ? [` ${count}/${exercises.length}`, `, ${count} of ${exercises.length} exercises solved`] : ["", ""];
  return `a:is([href$="/${page}"], [href="${page}"]) { --done: "${mark}${solved[0]}" / "${words}${solved[1]}"; }`;
}
