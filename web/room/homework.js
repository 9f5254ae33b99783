/** The page of a student's homework: the way in, the exercises, and the one that is being solved. */

import { finder, setText } from "../paint/words.js";
import { RoomConnection, socketAddress } from "./connection.js";
import { make, makeButton } from "../paint/elements.js";
import { statusLine } from "./status.js";
import { ExerciseForm } from "./exercise_screen.js";
import { showSolution } from "./homework_solution.js";
import { lookOf } from "../paint/look.js";
import { keyOf, makeResumeCode, readResumeCode, writeResumeCode } from "./resume_code.js";

/** @import { Ending, Homework, Room, RoomStart, You } from "../messages.js" */

const NO_CODE = "A resume code has ten letters and digits, as in K7QM2-PXW4H.";
const code = location.pathname.split("/").at(-1)?.toUpperCase() ?? "", find = finder(document);
const STORE = `bayeslab-homework-${code}`;
/** @type {RoomStart} */
const start = JSON.parse(find("#start").textContent ?? "");
const theme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
/** @type {RoomConnection | null} */
let connection = null;
let resumeCode = "";
/** @type {ExerciseForm | null} */
let form = null;
const solution = make("div", { class: "solution" });
/** @type {{close: () => void} | null} the picture of the solution on the screen */
let picture = null;
/** @type {Record<string, HTMLButtonElement>} of the exercises, by stem; the open one has the screen below it */
const buttons = {};
let openStem = "", solutionStem = "", ownName = ""; // the name that this student has asked for

/** @type {import("./screens.js").PhonePage} */
const page = {
  start, theme,
  base: new URL("../", location.href),
  look: () => lookOf(theme()),
  who: () => connection?.you.id ?? "",
  put: handIn,
  putNewest: handIn,
  tell() {},
};

/** @param {object} value */
function handIn(value) {
  setText(find(".problem"), "");
  connection?.say({ do: "hand_in", exercise: openStem, value });
}

/** The code stored in this browser, if it stores anything. */
function recall() {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}

function remember() {
  try {
    localStorage.setItem(STORE, resumeCode);
  } catch {
    // The page works without; to come back needs the resume code.
  }
}

/**
 * @param {string} own resume code
 * @param {{name?: string, resume?: boolean}} more of the hello
 */
function enter(own, more) {
  resumeCode = own;
  ownName = more.name?.trim() ?? "";
  setText(find(".problem"), "");
  find(".arrival").hidden = true;
  connection?.close();
  connection = new RoomConnection(socketAddress(page.base, code), { role: "participant", key: keyOf(own), ...more }, {
    room: show,
    status: statusLine(find),
    refusal: (why) => setText(find(".problem"), why),
    ending: showEnding,
    end: leave,
  });
}

/** @param {string} why */
function leave(why) {
  clear();
  openStem = "";
  for (const part of [".tasks", "footer"]) find(part).hidden = true;
  for (const part of [".name", ".until", ".connection"]) setText(find(part), "");
  find(".arrival").hidden = false;
  setText(find(".problem"), why);
}

/** Leave the exercise on the screen. */
function clear() {
  form?.close();
  picture?.close();
  form = picture = null;
  solutionStem = "";
  solution.replaceChildren();
  find(".screen").replaceChildren();
}

/** @param {Room} room @param {You} you */
function show({ homework }, you) {
  if (!homework) return;
  remember();
  setText(find(".name"), you.name);
  if (ownName && you.name.startsWith(`${ownName} (`)) setText(find(".problem"), `Somebody here is called ${ownName} already, so you are ${you.name}. If that was you, use your resume code: the button at the end of the page leads to it.`);
  ownName = "";
  setText(find(".resume-code"), writeResumeCode(resumeCode));
  setText(find(".until"), describeEnd(homework));
  for (const part of [".tasks", "footer"]) find(part).hidden = false;
  list(homework, you);
  choose(openStem || homework.exercises[0].stem, you);
  const work = you.work?.[openStem], result = work?.reached === undefined ? undefined : { reached: work.reached };
  form?.update({ isOpen: !homework.over, isSettled: connection?.isSettled ?? false, value: work?.handed, result });
  if (homework.over && solutionStem !== openStem) askForSolution();
}

/** When the homework is over, the server tells the solution of the exercise on the screen. */
function askForSolution() {
  solutionStem = openStem;
  connection?.say({ do: "ending", exercise: openStem });
}

/** @param {Ending & {exercise: string}} ending */
async function showEnding(ending) {
  const asking = form;
  if (!asking || ending.exercise !== openStem) return;
  await asking.loading;
  if (asking !== form || !asking.desk) return;
  picture?.close();
  picture = showSolution(solution, page, asking.desk, ending, connection?.you.work?.[openStem]?.handed);
}

/** @param {Homework} homework */
function describeEnd({ end, over }) {
  const when = new Date(1000 * end).toLocaleString([], { dateStyle: "full", timeStyle: "short" });
  return over ? `It ended on ${when}. What you handed in last counts.` : `Open until ${when}. What you hand in last counts.`;
}

/** @param {Homework} homework @param {You} you */
function list({ exercises }, { work = {} }) {
  exercises.forEach(({ stem, title }, place) => {
    const own = work[stem], mark = own?.reached ? "✓ " : "";
    const state = own ? `, ${own.reached ? "reached" : "handed in"}, ${own.tries === 1 ? "1 try" : `${own.tries} tries`}` : "";
    if (!buttons[stem]) {
      buttons[stem] = makeButton("", () => turnTo(stem));
      find(".tasks").append(buttons[stem]);
    }
    setText(buttons[stem], `${mark}${place + 1}. ${title}${state}`);
  });
}

/** Open an exercise and bring it into view. @param {string} stem */
function turnTo(stem) {
  if (!connection) return;
  choose(stem, connection.you);
  show(connection.room, connection.you);
  buttons[stem].scrollIntoView();
}

/** @param {string} stem @param {You | undefined} you */
function choose(stem, you) {
  if (stem === openStem || you?.variant === undefined) return;
  clear();
  openStem = stem;
  for (const [name, button] of Object.entries(buttons)) button.setAttribute("aria-pressed", String(name === stem));
  buttons[stem].after(find(".screen"));
  form = new ExerciseForm(find(".screen"), page, { exercise: stem, variant: you.variant, room: code }, handIn);
  find(".screen").append(solution);
}

/** @type {HTMLFormElement} */
const joining = find("form.join");
/** @type {HTMLFormElement} */
const resuming = find("form.resume");
joining.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const name = find("[name=name]");
  enter(makeResumeCode(), name.value.trim() ? { name: name.value } : {});
});
resuming.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const field = find("form.resume [name=code]"), own = readResumeCode(field.value);
  if (own) enter(own, { resume: true });
  else setText(find(".problem"), NO_CODE);
});
find(".other").addEventListener("click", () => {
  connection?.close();
  connection = null;
  leave("");
  find("[name=name]").focus();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => connection && show(connection.room, connection.you));

const lastCode = recall();
if (lastCode && readResumeCode(lastCode)) enter(lastCode, { resume: true });
else find(".arrival").hidden = false;
