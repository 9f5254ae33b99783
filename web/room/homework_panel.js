/**
 * The teacher's part of a homework: the exercises and the end, the table of students' work, each solution.
 *
 * @typedef {import("../messages.js").Room} Room
 * @typedef {import("../messages.js").TeacherStart} TeacherStart
 * @typedef {import("../messages.js").HomeworkWork} HomeworkWork
 */

import { writeMeasure } from "../paint/view.js";
import { count, setText } from "../paint/words.js";
import { copyText, saveFile } from "../wire/files.js";
import { loadDesk, showStill } from "./desk.js";
import { openDialog } from "./dialogs.js";
import { make, makeButton } from "./elements.js";
import { previewExercise } from "./exercise_preview.js";
import { SheetPicture, sheetOf } from "./gallery.js";
import { currentLook } from "./marks.js";
import { showLine, showProse } from "./prose.js";
import { writeRows } from "./saving.js";

const MOST = 12, MOST_BYTES = 50_000, DAYS = 30, USUAL_DAYS = 7, MINUTE = 60_000, DAY = 24 * 60 * MINUTE;

/**
 * Ask for the exercises and the end.
 * @param {HTMLElement} root
 * @param {TeacherStart} start
 * @param {(homework: {exercises: string[], own?: string, end: number}) => void} open
 */
export function askHomework(root, start, open) {
  const preview = make("div", { class: "preview" }), problem = make("p", { class: "problem", role: "alert" });
  const boxes = start.exercises.map(({ stem, title, lesson, level }) => {
    const box = make("input", { type: "checkbox", value: stem });
    box.addEventListener("change", () => {
      setText(set, `Open the homework (${count(readTicks().length, "exercise")})`);
      previewExercise(preview, start, stem, 0);
    });
    return { box, label: make("label", {}, box, make("span", {}, make("strong", {}, title), make("br"), `Lesson ${lesson} · ${level}`)) };
  });
  const end = make("input", { type: "datetime-local", required: true, min: local(Date.now() + MINUTE), max: local(Date.now() + DAYS * DAY) });
  end.value = `${local(Date.now() + USUAL_DAYS * DAY).slice(0, 10)}T23:59`;
  const own = new OwnFile(problem), set = make("button", { class: "primary" }, "Open the homework");
  const readTicks = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const form = make("form", {},
    make("div", { class: "vote-picker" },
      make("div", { class: "questions exercises", role: "group", "aria-label": "Exercises" }, ...boxes.map(({ label }) => label)),
      make("div", {}, make("label", { class: "field" }, make("span", {}, "End"), end, make("small", {}, `At most ${DAYS} days from now.`)), own.root, preview)),
    problem,
    make("footer", {}, set));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const exercises = readTicks(), number = exercises.length + own.titles.length;
    if (number === 0 || number > MOST) {
      setText(problem, `Tick 1 to ${MOST} exercises, including those of your file.`);
      return;
    }
    setText(problem, "");
    open({ exercises, ...(own.text && { own: own.text }), end: new Date(end.value).getTime() / 1000 });
  });
  return openDialog(root, "Homework", "picker", form);
}

/** A file of the teacher's own exercises, as "Make an exercise" saves it; the server reads it when the homework is opened. */
class OwnFile {
  text = "";
  /** @type {string[]} */
  titles = [];
  input = make("input", { type: "file", accept: ".md,text/markdown" });
  list = make("ul", { "aria-label": "Exercises of your file" });
  root;
  problem;

  /** @param {HTMLElement} problem */
  constructor(problem) {
    this.problem = problem;
    const note = make("small", {}, "A file that you have saved on the page “Make an exercise”. All its exercises are set.");
    this.root = make("div", { class: "own-file" }, make("label", { class: "field" }, make("span", {}, "Exercises of your own"), this.input, note), this.list);
    this.input.addEventListener("change", () => this.read());
  }

  async read() {
    const file = this.input.files?.[0], isLong = file !== undefined && file.size > MOST_BYTES;
    this.text = file === undefined || isLong ? "" : await file.text();
    this.titles = [...this.text.matchAll(/^title:(.*)$/gm)].map(([, title]) => title.trim());
    const isOther = this.text !== "" && this.titles.length === 0;
    if (isOther) this.text = "";
    setText(this.problem, isLong ? `Use a file of at most ${MOST_BYTES / 1000} kB.` : isOther ? "This file has no exercises: use one that was saved on the page “Make an exercise”." : "");
    this.list.replaceChildren(...this.titles.map((title) => make("li", {}, title)));
  }
}

/** A time as the control takes it. @param {number} time */
function local(time) {
  return new Date(time - new Date(time).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The table of a homework. */
export class HomeworkPanel {
  root;
  start;
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
      setText(copy, isCopied ? "Link copied" : "Copy the link above, please.");
    });
    const row = make("div", { class: "row" }, save, copy, makeButton("Back to the classroom", actions.back));
    root.replaceChildren(this.message, row, make("div", { class: "scrolled" }, this.table));
  }

  actions;
  code;

  /** @param {Room} room */
  update(room) {
    const { homework, people = {} } = room, text = JSON.stringify([homework, people]);
    if (!homework || text === this.lastText) return;
    this.room = room;
    this.lastText = text;
    const until = new Date(1000 * homework.end).toLocaleString([], { dateStyle: "full", timeStyle: "short" });
    setText(this.message, `${homework.over ? "Ended on" : "Open until"} ${until}. ${count(Object.keys(people).length, "student")}.`);
    const head = make("tr", {}, make("th", { scope: "col" }, "Name"), ...homework.exercises.map(({ title }) => make("th", { scope: "col" }, title)));
    const rows = this.students().map(([who, name]) => make("tr", {}, make("th", { scope: "row" }, name), ...homework.exercises.map(({ stem, title }) => {
      const work = homework.work?.[who]?.[stem];
      return make("td", {}, ...(work ? [this.makeCell(who, name, stem, title, work)] : ["–"]));
    })));
    this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  }

  /** @returns {[string, string][]} participants and their names, by name */
  students() {
    return Object.entries(this.room?.people ?? {}).map(([who, { name }]) => /** @type {[string, string]} */ ([who, name])).sort((a, b) => a[1].localeCompare(b[1]));
  }

  /**
   * @param {string} who
   * @param {string} name
   * @param {string} stem
   * @param {string} title
   * @param {import("../messages.js").HomeworkState} work
   */
  makeCell(who, name, stem, title, { reached, tries, at }) {
    const verdict = reached === undefined ? "being checked" : reached ? "✓ reached" : "not yet";
    const when = new Date(1000 * at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    const words = `${verdict}, ${tries === 1 ? "1 try" : `${tries} tries`}, ${when}`;
    return makeButton(words, () => this.actions.ask(who, stem), { "aria-label": `Open “${title}” of ${name}: ${words}` });
  }

  /** One line for each exercise of each student, including students who have handed in nothing. */
  rows() {
    const { homework } = this.room ?? {};
    return [["name", "exercise", "reached", "tries", "handed in"], ...this.students().flatMap(([who, name]) => (homework?.exercises ?? []).map(({ stem }) => {
      const work = homework?.work?.[who]?.[stem];
      return [name, stem, work?.reached === undefined ? "" : work.reached ? "yes" : "no", work?.tries ?? 0, work ? new Date(1000 * work.at).toISOString() : ""];
    }))];
  }

  save() {
    saveFile("homework.csv", new Blob([writeRows(this.rows())], { type: "text/csv" }));
  }

  /** Show a student's hand-in. @param {HTMLElement} classroom @param {HomeworkWork} work */
  async showWork(classroom, { who, exercise, variant, handed, result }) {
    const { start } = this, base = new URL("./", document.baseURI), desk = await loadDesk(base, exercise, variant, this.code), theme = () => start.theme;
    const name = this.room?.people?.[who]?.name ?? "", large = make("div", { class: "large" });
    const sheet = handed.state && sheetOf(desk.picture, handed.state), verdict = result.reached ? "Reached." : "Not yet.";
    const answer = handed.option === undefined ? handed.number : desk.options[handed.option];
    /** @type {{close: () => void}} */
    let picture;
    if (sheet) {
      const planes = new SheetPicture(sheet, start, currentLook(start.theme), verdict);
      large.append(planes.root);
      picture = planes;
    } else {
      picture = showStill(large, { start, base, theme }, desk, desk.picture, handed.place ? [handed.place] : []);
    }
    const dialog = openDialog(classroom, `${name}: ${desk.title}`, "work",
      make("div", {}, ...showProse(desk.task)),
      make("p", { class: "answer" }, verdict, ...(answer === undefined ? [] : [" Answer: ", ...showLine(String(answer))])), ...describeValues(result, desk), large);
    dialog.addEventListener("close", () => picture.close());
  }
}

/** @param {{values?: (number | null)[]}} result @param {import("../messages.js").Desk} desk */
function describeValues({ values = [] }, { picture }) {
  const goal = picture.kind === "drawn" ? picture.sheet.exercise.goal : [];
  const parts = values.map((value, k) => `${goal[k]?.title ?? ""} ${value === null ? "unknown" : writeMeasure(value, goal[k]?.unit ?? "")}`);
  return parts.length > 0 ? [make("p", {}, `${parts.join(", ")}.`)] : [];
}
