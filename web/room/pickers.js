/**
 * The settings of each activity for the teacher: one function and one line of PICKERS each.
 *
 * @import { Question, TeacherStart } from "../messages.js"
 * @typedef {{key: string, title: string, settings: object, lesson?: string}} Scene
 *
 * @typedef {Object} Picker
 * @property {HTMLElement[]} parts of the form
 * @property {() => object} read what the activity starts with
 * @property {() => {title?: string, lesson?: string}} [scene] what a scene of it is called; the lesson of an unchanged question
 */

import { make, makeButton, makeSelect } from "../paint/elements.js";
import { setText } from "../paint/words.js";
import { previewExercise, previewWords } from "./exercise_preview.js";
import { exerciseEntry, field } from "./form_fields.js";
import { askFile, readLink, recallDrafts, splitSet } from "./own_exercises.js";
import { findFault, showLine, showProse } from "../exercise/prose.js";
import { situationAddress } from "./situation.js";

const USUAL = "II"; // classifier
const MOST_OPTIONS = 5;
/** @typedef {{question: string, options: string, answer: string, why: string} & Record<string, string>} Typed */
/** @type {Map<string, Typed>} what a teacher has typed, by the title of its question, whatever else is looked at meanwhile */
const TYPED = new Map();

/** @param {string} value @param {string} text */
const option = (value, text) => make("option", { value }, text);

/** @param {number} min @param {number} max @param {number} value */
const number = (min, max, value) => make("input", { type: "number", min, max, value, required: true });

/** @param {TeacherStart} start @returns {Picker} */
function pickDrawing({ models }) {
  const budget = number(1, 50, 10), classes = number(2, 4, 2);
  const choice = makeSelect({ free: "Chosen for each point", given: "One for each participant" });
  const drawable = Object.entries(models).filter(([key]) => key !== "nearest-mean");
  const model = makeSelect(Object.fromEntries(drawable.map(([key, { title }]) => [key, title])));
  model.value = USUAL;
  return {
    parts: [make("div", { class: "fields" },
      field("Points for each participant", budget), field("Classes", classes), field("Class of a point", choice), field("Classifier", model))],
    read: () => ({ budget: Number(budget.value), classes: Number(classes.value), choice: choice.value, model: model.value }),
  };
}

/**
 * A lesson's question or the teacher's own. The right answer stays folded, because the class may see this page.
 * @param {TeacherStart} start
 * @returns {Picker}
 */
function pickQuestion(start) {
  const { questions } = start;
  const preview = make("div", { class: "preview" }), question = make("textarea", { rows: 4, maxLength: 800, required: true });
  const options = make("textarea", { rows: 4, required: true }), why = make("textarea", { rows: 5, maxLength: 2500 });
  const answer = make("select", {}, option("", "None"), ...Array.from({ length: MOST_OPTIONS }, (_, k) => option(String(k), `Option ${k + 1}`)));
  const sight = make("div", { class: "preview", role: "region", "aria-label": "Preview" }), reason = make("div"), fault = make("p", { class: "problem", role: "status" });
  const own = make("div", { class: "fields own", hidden: true },
    field("Question", question, "**bold**, *italic*, and formulas in LaTeX, as in $x_2$"),
    field("Options, one per line", options), fault, sight,
    fold("Correct option and explanation, for the results", field("Correct option", answer), field("Explanation", why), reason));
  /** @type {Question | undefined} */
  let selection;
  let isOwn = false;
  /** @param {Question | undefined} next @param {boolean} isEdited */
  const show = (next, isEdited) => {
    [selection, isOwn] = [next, isEdited];
    own.hidden = !isEdited;
    if (isEdited) write(next);
    preview.hidden = isEdited;
    for (const part of [question, options]) part.disabled = !isEdited; // hidden controls are not required
    if (next && !isEdited) preview.replaceChildren(...showQuestion(next, start, () => show(next, true)));
  };
  /** @param {Question | undefined} from */
  const write = (from) => {
    const given = from && { question: from.question, options: from.options.join("\n"), answer: String(from.answer), why: from.why };
    /** @type {Typed} */
    const typed = TYPED.get(from?.title ?? "") ?? given ?? { question: "", options: "", answer: "", why: "" };
    for (const [name, control] of Object.entries(controls)) control.value = typed[name];
    look();
  };
  const look = () => {
    const { question: text, options: lines, why: explanation = "" } = readQuestion(readTyped());
    setText(fault, [text, ...lines, explanation].map(findFault).find(Boolean) ?? "");
    sight.replaceChildren(...(text ? [make("div", { class: "question" }, ...showProse(text))] : []), ...(lines.length > 0 ? [make("ol", {}, ...lines.map((line) => make("li", {}, ...showLine(line))))] : []));
    reason.replaceChildren(...(explanation ? showProse(explanation) : []));
  };
  /** @type {Record<string, HTMLTextAreaElement | HTMLSelectElement>} */
  const controls = { question, options, answer, why };
  /** @returns {Typed} */
  const readTyped = () => ({ question: question.value, options: options.value, answer: answer.value, why: why.value });
  own.addEventListener("input", () => {
    TYPED.set(selection?.title ?? "", readTyped());
    look();
  });
  /** @param {Question | undefined} each */
  const choice = (each) => {
    const input = make("input", { type: "radio", name: "question", checked: each === questions[0] });
    input.addEventListener("change", () => show(each, each === undefined));
    const picture = each ? make("img", { src: situationAddress(each.before, start.theme, document.baseURI), alt: "", loading: "lazy" }) : make("span", { class: "blank" }, "?");
    return make("label", {}, input, picture, make("span", {}, each?.title ?? "A question of your own"));
  };
  const list = make("div", { class: "questions", role: "radiogroup", "aria-label": "Question" }, choice(undefined), ...questions.map(choice));
  show(questions[0], questions.length === 0);
  const place = () => (selection ? { page: selection.page, before: selection.before, after: selection.after } : {});
  return {
    parts: [make("div", { class: "vote-picker" }, list, make("div", {}, preview, own))],
    read: () => (isOwn || !selection ? { ...readQuestion(readTyped()), ...place() }
      : { question: selection.question, options: selection.options, answer: selection.answer, why: selection.why, ...place() }),
    scene: () => (isOwn || !selection ? { title: question.value } : { title: selection.title, lesson: selection.page }),
  };
}

/** @param {Question} question @param {TeacherStart} start @param {() => void} edit */
function showQuestion({ question, options, answer, why, before }, { theme }, edit) {
  return [
    make("div", { class: "question" }, ...showProse(question)),
    make("ol", {}, ...options.map((text) => make("li", {}, ...showLine(text)))),
    make("img", { src: situationAddress(before, theme, document.baseURI), alt: "The picture that the class sees while it votes", loading: "lazy" }),
    fold("Answer and explanation", make("p", {}, make("strong", {}, ...showLine(options[answer]))), ...showProse(why)),
    makeButton("Change the words", edit),
  ];
}

/** @param {string} summary @param {...Node} parts */
function fold(summary, ...parts) {
  return make("details", { class: "solution" }, make("summary", {}, summary), ...parts);
}

/**
 * The settings of a vote from the teacher's texts; empty lines are not options.
 * @param {Typed} typed
 */
export function readQuestion({ question, options, answer, why }) {
  const lines = options.split("\n").map((line) => line.trim()).filter(Boolean);
  return { question, options: lines, ...(answer === "" ? {} : { answer: Number(answer) }), ...(why.trim() ? { why } : {}) };
}

/** The data set, or the table, that an activity is about. @param {TeacherStart} start */
function pickMaterial({ datasets }) {
  const data = make("select", {}, ...datasets.map(({ key, title }) => option(key, title))), count = number(20, 400, 120);
  const file = make("input", { type: "file", accept: ".csv,.tsv,.txt" });
  /** @type {string | undefined} */
  let table;
  file.addEventListener("change", async () => {
    const [choice] = file.files ?? [];
    table = await choice?.text();
    data.querySelector("[value=table]")?.remove();
    if (!choice) return;
    data.append(option("table", choice.name));
    data.value = "table";
  });
  const isTable = () => data.value === "table";
  return {
    parts: [
      field("Data set", data), field("Points", count),
      field("Or a table of your own (CSV)", file, "Two columns of numbers, then one of classes; at most 400 rows."),
    ],
    read: () => (isTable() ? { table } : { data: data.value, n: Number(count.value) }),
    title: () => (isTable() ? "" : data.selectedOptions[0]?.text ?? ""),
  };
}

/** @param {TeacherStart} start @returns {Picker} */
function pickCut(start) {
  const { parts, read, title } = pickMaterial(start);
  const ask = makeSelect({ threshold: "A threshold on the projection", point: "A point on the boundary" });
  return {
    parts: [make("div", { class: "fields" }, field("Everybody places", ask), ...parts)],
    read: () => ({ ...read(), model: "I", ask: ask.value }),
    scene: () => ({ title: title() && `Place the cut: ${title()}` }),
  };
}

/** @param {TeacherStart} start @returns {Picker} */
function pickChallenge(start) {
  const { parts, read, title } = pickMaterial(start);
  return {
    parts: [make("div", { class: "fields" }, ...parts), make("p", {}, "A random half of the points is hidden; the entries are ranked on it.")],
    read,
    scene: () => ({ title: title() && `Challenge: ${title()}` }),
  };
}

/**
 * The teacher's own exercises and those of the lessons; of the one that is chosen, its task and its picture.
 *
 * Only the server can make the picture of an own one: it does when the exercise starts.
 * @param {TeacherStart} start
 * @returns {Picker}
 */
function pickExercise(start) {
  const preview = make("div", { class: "preview" }), variant = number(0, 99999, 0), problem = make("p", { class: "problem", role: "alert" });
  /** @typedef {{title: string, note: string, settings: {exercise: string} | {own: string}, show: () => unknown}} Choice */
  /** @type {Choice} */
  let choice;
  const seed = () => (variant.reportValidity() ? Number(variant.value) : 0);
  /** @param {Choice} each */
  const choose = (each) => {
    choice = each;
    each.show();
  };
  /** @param {Choice} each @param {boolean} checked */
  const entry = (each, checked) => exerciseEntry("radio", each, () => choose(each), { name: "exercise", checked }).label;
  const ready = start.exercises.map(({ stem, title, lesson, level }) => {
    const show = () => previewExercise(preview, start, stem, seed());
    return { title, note: `Lesson ${lesson} · ${level}`, settings: { exercise: stem }, show };
  });
  /** @param {import("./own_exercises.js").OwnExercise} exercise @returns {Choice} */
  const ownChoice = ({ title, task, text }) => {
    const show = () => previewWords(preview, task);
    return { title, note: "Yours", settings: { own: text }, show };
  };
  const list = make("div", { class: "questions exercises", role: "radiogroup", "aria-label": "Exercise" },
    ...recallDrafts().map((each) => entry(ownChoice(each), false)), ...ready.map((each, place) => entry(each, place === 0)));
  /** @param {import("./own_exercises.js").OwnExercise[]} exercises */
  const add = (exercises) => {
    const choices = exercises.map(ownChoice);
    list.prepend(...choices.map((each, place) => entry(each, place === 0)));
    list.scrollTop = 0;
    if (choices.length > 0) choose(choices[0]);
  };
  const link = make("input", { type: "url", placeholder: "https://…" });
  link.addEventListener("change", async () => {
    const exercises = splitSet(await readLink(link.value));
    setText(problem, link.value && exercises.length === 0 ? "This link has no exercises: copy it from the page “Make an exercise”." : "");
    add(exercises);
  });
  variant.addEventListener("change", () => choice.show());
  choose(ready[0]);
  return {
    parts: [make("div", { class: "vote-picker" }, list, make("div", {}, preview,
      field("Variant", variant, "0 is the exercise as written; others have different points or numbers."),
      fold("An exercise of your own", make("p", {}, "Exercises that were made in this browser, on the page “Make an exercise”, are in the list."),
        askFile("Or a file", "As saved there.", problem, (_, exercises) => add(exercises)), field("Or a link", link), problem)))],
    read: () => ({ ...choice.settings, variant: Number(variant.value) }),
    scene: () => ({ title: choice.title }),
  };
}

/** @type {Record<string, (start: TeacherStart) => Picker>} */
export const PICKERS = { draw: pickDrawing, vote: pickQuestion, cut: pickCut, challenge: pickChallenge, exercise: pickExercise };
