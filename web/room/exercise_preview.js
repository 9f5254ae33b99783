/** The preview of an exercise before a teacher starts it: the task, the options and the picture. */

import { loadDesk } from "../exercise/desk.js";
import { make } from "../paint/elements.js";
import { showPicture } from "./gallery.js";
import { showLine, showProse } from "../exercise/prose.js";

/** @type {WeakMap<HTMLElement, {close: () => void}>} the picture of each element */
const pictures = new WeakMap();

/**
 * @param {HTMLElement} root
 * @param {import("../messages.js").TeacherStart} start
 * @param {string} stem
 * @param {number} variant
 */
export async function previewExercise(root, start, stem, variant) {
  root.dataset.exercise = `${stem} ${variant}`;
  const base = new URL("./", document.baseURI), desk = await loadDesk(base, stem, variant).catch(() => null);
  if (root.dataset.exercise !== `${stem} ${variant}`) return; // another one was chosen meanwhile
  pictures.get(root)?.close();
  if (desk === null) return root.replaceChildren(make("p", { class: "problem" }, "The exercise could not be loaded. Try again."));
  const { task, options, picture } = desk, figure = make("div", { class: "large" });
  root.replaceChildren(
    make("div", { class: "question" }, ...showProse(task)),
    ...(options.length > 0 ? [make("ol", {}, ...options.map((text) => make("li", {}, ...showLine(text))))] : []), figure);
  const page = { start, base, theme: () => start.theme };
  pictures.set(root, showPicture(figure, page, desk, picture, {}, "The initial state, the same for everybody."));
}

/** The task of an exercise of which there is no picture yet. @param {HTMLElement} root @param {string} task */
export function previewWords(root, task) {
  delete root.dataset.exercise;
  pictures.get(root)?.close();
  pictures.delete(root);
  root.replaceChildren(make("div", { class: "question" }, ...showProse(task)), make("p", {}, "Its picture is shown when it starts."));
}
