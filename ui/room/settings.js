/** The form with the settings of the activities. */

import { make } from "./elements.js";

const option = (value, text) => make("option", { value }, text);

/** Fill the lists of the form with what Python offers. */
export function writeSettings(form, { models, datasets, questions }) {
  const { model, data, lesson, question, options } = form.elements;
  const drawable = Object.entries(models).filter(([key]) => key !== "nearest-mean");
  model.append(...drawable.map(([key, { title }]) => option(key, title)));
  model.value = "II";
  data.append(...datasets.map(({ key, title }) => option(key, title)));
  lesson.append(...questions.map(({ title }, place) => option(String(place), title)));
  const show = () => {
    const chosen = questions[Number(lesson.value)];
    question.value = chosen.question;
    options.value = chosen.options.map((text, place) => (place === chosen.answer ? `*${text}` : text)).join("\n");
  };
  lesson.addEventListener("change", show);
  show();
}

/** What an activity starts with. */
export function readSettings(form, key) {
  const value = (name) => form.elements[name].value, number = (name) => Number(value(name));
  const material = () => ({ data: value("data"), n: number("n") });
  return {
    draw: () => ({ budget: number("budget"), classes: number("classes"), choice: value("choice"), model: value("model") }),
    vote: () => readQuestion(value("question"), value("options")),
    cut: () => ({ ...material(), model: "I" }),
    challenge: material,
  }[key]();
}

function readQuestion(question, text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const answer = lines.findIndex((line) => line.startsWith("*"));
  const options = lines.map((line) => line.replace(/^\*\s*/, ""));
  return { question, options, ...(answer < 0 ? {} : { answer }) };
}
