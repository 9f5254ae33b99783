/**
 * Exercises of the teacher's own: those that the page "Make an exercise" keeps in this browser, and those of a file or link.
 *
 * Only the server reads a file completely, once it is used; here its exercises are told apart and named.
 *
 * @typedef {{title: string, task: string, text: string}} OwnExercise
 */

import { setText } from "../paint/words.js";
import { make } from "../paint/elements.js";
import { recallItem } from "../wire/stored.js";
import { field } from "./form_fields.js";

const STORE = "bayeslab drafts"; // as in lessons/exercises/editor/drafts.py
const MOST_BYTES = 50_000, COMPRESSED = "1"; // the version, as in core/packed_text.py
const NONE = "This file has no exercises: use one that was saved on the page “Make an exercise”.";

/**
 * The exercises of a file of one or of several; those without a title are not finished.
 * @param {string} text
 * @returns {OwnExercise[]}
 */
export function splitSet(text) {
  return text.replaceAll("\r\n", "\n").split(/^# Exercise .*\n/m).flatMap((part) => {
    const title = /^title:(.*)$/m.exec(part)?.[1].trim(), task = part.split(/^# /m).find((section) => section.startsWith("Task\n")) ?? "";
    return title ? [{ title, task: task.replace("Task", "").trim(), text: part }] : [];
  });
}

/** Those of this browser, if it keeps any. */
export function recallDrafts() {
  return splitSet(recallItem(STORE) ?? "");
}

/**
 * The file in a link to exercises; empty if it has none.
 * @param {string} link
 */
export async function readLink(link) {
  try {
    const packed = new URL(link).searchParams.get("own") ?? "";
    if (!packed.startsWith(COMPRESSED)) return "";
    const letters = atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/")), bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  } catch {
    return "";
  }
}

/**
 * A control for a file.
 * @param {string} name
 * @param {string} note
 * @param {HTMLElement} problem
 * @param {(text: string, exercises: OwnExercise[]) => void} take gets the file and its exercises, or nothing
 */
export function askFile(name, note, problem, take) {
  const input = make("input", { type: "file", accept: ".md,text/markdown" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0], isLong = file !== undefined && file.size > MOST_BYTES, text = file === undefined || isLong ? "" : await file.text(), exercises = splitSet(text);
    setText(problem, isLong ? `Use a file of at most ${MOST_BYTES / 1000} kB.` : text && exercises.length === 0 ? NONE : "");
    take(exercises.length > 0 ? text : "", exercises);
  });
  return field(name, input, note);
}
