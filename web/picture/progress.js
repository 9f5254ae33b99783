/**
 * The solved exercises, stored in this browser, as marks beside links.
 *
 * A link to a solved exercise gets the style property `--solved`, and a link to a lesson `--exercises`: how many of
 * its exercises are solved. The page's style sheet displays them.
 */

const KEY = "bayeslab exercises", STYLE = "exercise-marks", NAME = /^\w+$/;

/**
 * @param {{solved: ?string, lessons: Record<string, string[]>}} told an exercise that is solved now, and the
 *     exercises of each lesson
 */
export function note({ solved, lessons }) {
  const stems = readSolved();
  if (solved !== null && !stems.includes(solved)) {
    stems.push(solved);
    writeSolved(stems);
  }
  const style = document.getElementById(STYLE) ?? document.head.appendChild(document.createElement("style"));
  style.id = STYLE;
  style.textContent = [...stems.map(markExercise), ...Object.entries(lessons).map(([page, own]) => (
    markLesson(page, own.filter((stem) => stems.includes(stem)).length, own.length)))].join("\n");
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

/** @param {string} page @param {number} count @param {number} all */
function markLesson(page, count, all) {
  const text = `${count} of ${all} exercises solved`;
  return count > 0 ? `a[href$="/${page}"] { --exercises: " ${count}/${all}" / ", ${text}"; }` : "";
}
