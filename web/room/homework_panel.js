/**
 * The teacher's part of a homework: the exercises and the end, the table of students' work, each solution.
 *
 * @import { HomeworkState, HomeworkWork, Room, TeacherStart } from "../messages.js"
 */

import { count, setText } from "../paint/words.js";
import { copyText, saveFile } from "../wire/files.js";
import { openDialog } from "./dialogs.js";
import { make, makeButton, makeSelect, onSubmit } from "../paint/elements.js";
import { describeMeasures } from "./exercise_result.js";
import { previewExercise, previewWords } from "./exercise_preview.js";
import { exerciseEntry, field } from "./form_fields.js";
import { showPicture } from "./gallery.js";
import { askFile, recallDrafts, splitSet } from "./own_exercises.js";
import { showLine, showProse } from "../exercise/prose.js";
import { writeRows } from "./saving.js";

const SHARED = "one answer solves every variant";
const MOST = 12, DAYS = 30, USUAL_DAYS = 7, MINUTE = 60_000, DAY = 24 * 60 * MINUTE;

/**
 * Ask for the exercises and the end.
 * @param {HTMLElement} root
 * @param {TeacherStart} start
 * @param {(homework: {exercises: string[], own?: string, begin: number, end: number, best: boolean, roster: string}) => void} open
 */
export function askHomework(root, start, open) {
  const preview = make("div", { class: "preview" }), problem = make("p", { class: "problem", role: "alert" });
  /** @param {string} value @param {string} title @param {string} note @param {() => void} show */
  const entry = (value, title, note, show) => exerciseEntry("checkbox", { title, note }, () => {
    tell();
    show();
  }, { value });
  const drafts = recallDrafts().map(({ title, task, text: own }) => entry(own, title, "Yours", () => previewWords(preview, task)));
  const boxes = start.exercises.map(({ stem, title, lesson, level, shared }) => (
    entry(stem, title, `Lesson ${lesson} · ${level}${shared ? ` · ${SHARED}` : ""}`, () => previewExercise(preview, start, stem, 0))));
  const end = make("input", { type: "datetime-local", required: true, min: local(Date.now() + MINUTE), max: local(Date.now() + DAYS * DAY) });
  end.value = `${local(Date.now() + USUAL_DAYS * DAY).slice(0, 10)}T23:59`;
  const begin = make("input", { type: "datetime-local", max: end.max }), roster = make("input", { type: "text", maxLength: 40, placeholder: "Student number" });
  const best = makeSelect({ best: "The best hand-in", last: "The last hand-in" });
  const files = make("ul", { "aria-label": "Exercises of your file" }), set = make("button", { class: "primary" }, "Open the homework");
  let text = "", number = 0; // of the teacher's own
  const note = "A file that you saved on the page “Make an exercise”. The homework gets all of its exercises.";
  const own = make("div", {}, askFile("Exercises of your own", note, problem, (content, exercises) => {
    [text, number] = [content, exercises.length];
    files.replaceChildren(...exercises.map(({ title }) => make("li", {}, title)));
    tell();
  }), files);
  const readTicks = (/** @type {typeof boxes} */ of) => of.filter(({ input }) => input.checked).map(({ input }) => input.value);
  const total = () => readTicks([...boxes, ...drafts]).length + number;
  const tell = () => setText(set, `Open the homework (${count(total(), "exercise")})`);
  const form = make("form", {},
    make("div", { class: "vote-picker" },
      make("div", { class: "questions exercises", role: "group", "aria-label": "Exercises" }, ...[...drafts, ...boxes].map(({ label }) => label)),
      make("div", {}, make("div", { class: "fields" },
        field("Start", begin, "Empty: at once."), field("End", end, `At most ${DAYS} days from now.`), field("What counts", best, "Of the hand-ins to one exercise."),
        field("Also ask students for", roster, "Leave it empty to ask for nothing. The answers are in the saved table only.")), own, preview)),
    problem,
    make("footer", {}, set));
  onSubmit(form, () => {
    if (total() === 0 || total() > MOST) {
      setText(problem, `Tick 1 to ${MOST} exercises, including those of your file.`);
      return;
    }
    setText(problem, "");
    const texts = [...readTicks(drafts), ...splitSet(text).map((each) => each.text)];
    const own = texts.map((each, place) => `# Exercise ${place + 1}\n${each}`).join("\n");
    open({ exercises: readTicks(boxes), ...(own && { own }), begin: seconds(begin.value), end: seconds(end.value), best: best.value === "best", roster: roster.value });
  });
  return openDialog(root, "Homework", "picker", form);
}

/** A time of the control in seconds since 1970; 0 for none. @param {string} text */
function seconds(text) {
  return text ? new Date(text).getTime() / 1000 : 0;
}

/** A time as the control takes it. @param {number} time */
function local(time) {
  return new Date(time - new Date(time).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The table of a homework. */
export class HomeworkPanel {
  /** @type {Room | null} */
  room = null;
  message = make("p", { class: "told" });
  table = make("table", { class: "homework-table", "aria-label": "Homework" });
  lastText = "";

  /**
   * @param {HTMLElement} root
   * @param {TeacherStart} start
   * @param {string} code of the room
   * @param {{ask: (who: string, exercise: string) => void, back: () => void}} actions
   */
  constructor(root, start, code, actions) {
    this.root = root;
    this.start = start;
    this.code = code;
    this.actions = actions;
    const save = makeButton("Save table", () => this.save(), { class: "primary" });
    const copy = makeButton("Copy link", async () => {
      const isCopied = await copyText(root, new URL(`join/${code}`, document.baseURI).href);
      setText(copy, isCopied ? "Link copied" : "Copy the link above.");
    });
    const row = make("div", { class: "row" }, save, copy, makeButton("Back to the classroom", actions.back));
    root.replaceChildren(this.message, row, make("div", { class: "scrolled" }, this.table));
  }

  /** @param {Room} room */
  update(room) {
    const { homework, people = {}, locked } = room, text = JSON.stringify([homework, people, locked]);
    if (!homework || text === this.lastText) return;
    this.room = room;
    this.lastText = text;
    const [from, until] = [homework.begin, homework.end].map((time) => new Date(1000 * time).toLocaleString([], { dateStyle: "full", timeStyle: "short" }));
    const start = homework.begin && !homework.over ? `Open from ${from} until` : homework.over ? "Ended on" : "Open until";
    setText(this.message, `${start} ${until}. ${homework.best ? "The best" : "The last"} hand-in of each exercise counts. ${count(this.students().length, "student")}.${locked ? " It is locked: nobody new can join." : ""}`);
    const head = make("tr", {}, make("th", { scope: "col" }, "Name"), ...homework.exercises.map(({ title, shared }) => make("th", { scope: "col" }, title, ...(shared ? [make("small", {}, ` (${SHARED})`)] : []))));
    const rows = this.students().map(([who, name]) => make("tr", {}, make("th", { scope: "row" }, name), ...homework.exercises.map(({ stem, title }) => {
      const work = homework.work?.[who]?.[stem];
      return make("td", {}, ...(work ? [this.makeCell(who, name, stem, title, work)] : ["–"]));
    })));
    this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  }

  /** @returns {[string, string][]} those who are in or have handed in, and their names, by name; nobody who was removed */
  students() {
    const counts = (/** @type {[string, import("../messages.js").Person]} */ [, { status, answered }]) => status === "present" || (answered && status !== "removed");
    return Object.entries(this.room?.people ?? {}).filter(counts).map(([who, { name }]) => /** @type {[string, string]} */ ([who, name])).sort((a, b) => a[1].localeCompare(b[1]));
  }

  /** @param {string} who @param {string} name @param {string} stem @param {string} title @param {HomeworkState} work */
  makeCell(who, name, stem, title, { reached, tries, at }) {
    const verdict = reached === undefined ? "being checked" : reached ? "✓ reached" : "not yet";
    const when = new Date(1000 * at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    const words = `${verdict}, ${tries === 1 ? "1 try" : `${tries} tries`}, ${when}`;
    return makeButton(words, () => this.actions.ask(who, stem), { "aria-label": `Open “${title}” of ${name}: ${words}` });
  }

  /** One line for each exercise of each student, including students who have handed in nothing. */
  rows() {
    const { homework } = this.room ?? {}, roster = (/** @type {string | undefined} */ text) => (homework?.roster ? [text] : []);
    return [["name", ...roster(homework?.roster), "exercise", "reached", "tries", "handed in"], ...this.students().flatMap(([who, name]) => (homework?.exercises ?? []).map(({ stem, title }) => {
      const work = homework?.work?.[who]?.[stem];
      return [name, ...roster(homework?.numbers?.[who]), title, work?.reached === undefined ? "" : work.reached ? "yes" : "no", work?.tries ?? 0, work ? new Date(1000 * work.at).toISOString() : ""];
    }))];
  }

  save() {
    saveFile("homework.csv", new Blob([writeRows(this.rows())], { type: "text/csv" }));
  }

  /** Show a student's hand-in. @param {HTMLElement} classroom @param {HomeworkWork} work */
  showWork(classroom, { who, desk, handed, result }) {
    const { start } = this, base = new URL("./", document.baseURI), theme = () => start.theme;
    const name = this.room?.people?.[who]?.name ?? "", large = make("div", { class: "large" });
    const verdict = result.reached ? "Reached." : "Not yet.", places = handed.place ? [handed.place] : [];
    const answer = handed.option === undefined ? handed.number : desk.options[handed.option];
    const picture = showPicture(large, { start, base, theme }, desk, desk.picture, handed.state, verdict, places);
    const measures = describeMeasures(result, desk);
    const dialog = openDialog(classroom, `${name}: ${desk.title}`, "work",
      make("div", {}, ...showProse(desk.task)),
      make("p", { class: "answer" }, verdict, ...(answer === undefined ? [] : [" Answer: ", ...showLine(String(answer))])),
      ...(measures ? [make("p", {}, `${measures}.`)] : []), large);
    dialog.addEventListener("close", () => picture.close());
  }
}
