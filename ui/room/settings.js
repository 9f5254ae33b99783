/** The form with the settings of the activities. */

import { make } from "./elements.js";

const option = (value, text) => make("option", { value }, text);

/** Fill the lists of the form with what Python offers. */
export function writeSettings(form, { models, datasets, questions }) {
  const { model, data, lesson, file } = form.elements;
  const drawable = Object.entries(models).filter(([key]) => key !== "nearest-mean");
  model.append(...drawable.map(([key, { title }]) => option(key, title)));
  model.value = "II";
  data.append(...datasets.map(({ key, title }) => option(key, title)));
  lesson.append(...questions.map(({ title, page }) => option(page, title)), option("", "A question of your own"));
  file.addEventListener("change", async () => {
    form.table = await file.files[0]?.text();
    data.querySelector("[value=table]")?.remove();
    if (form.table === undefined) return;
    data.append(option("table", file.files[0].name));
    data.value = "table";
  });
  const show = () => writeQuestion(form.elements, questions.find(({ page }) => page === lesson.value) ?? OWN);
  lesson.addEventListener("change", show);
  show();
}

const OWN = { question: "", options: [], why: "" };

function writeQuestion({ question, options, why }, chosen) {
  question.value = chosen.question;
  options.value = chosen.options.map((text, place) => (place === chosen.answer ? `*${text}` : text)).join("\n");
  why.value = chosen.why;
}

/** What an activity starts with. */
export function readSettings(form, key) {
  const value = (name) => form.elements[name].value, number = (name) => Number(value(name));
  const material = () => (value("data") === "table" ? { table: form.table } : { data: value("data"), n: number("n") });
  return {
    draw: () => ({ budget: number("budget"), classes: number("classes"), choice: value("choice"), model: value("model") }),
    vote: () => ({ ...readQuestion(value("question"), value("options")), ...given({ why: value("why"), page: value("lesson") }) }),
    cut: () => ({ ...material(), model: "I", ask: value("ask") }),
    challenge: material,
  }[key]();
}

/** The texts that are not empty. */
function given(texts) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
}

/** A scene: the activity with its settings, or the lesson of an unchanged question. */
export function readScene(form, key, { questions, datasets }) {
  const settings = readSettings(form, key), { title, page, question } = questions.find(({ page }) => page === settings.page) ?? {};
  const titles = { draw: "Draw together", vote: title ?? settings.question, cut: "Place the cut", challenge: "Challenge" };
  const isUnchanged = key === "vote" && question !== undefined && form.elements.question.value === question;
  const data = datasets.find((set) => set.key === settings.data);
  return { key, settings, title: data ? `${titles[key]}: ${data.title}` : titles[key], ...(isUnchanged ? { lesson: page } : {}) };
}

function readQuestion(question, text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const answer = lines.findIndex((line) => line.startsWith("*"));
  const options = lines.map((line) => line.replace(/^\*\s*/, ""));
  return { question, options, ...(answer < 0 ? {} : { answer }) };
}
