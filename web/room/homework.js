/** The page of a student's homework: the way in, the exercises, and the one that is being solved. */

import { setText } from "../paint/words.js";
import { keepItem, recallItem } from "../wire/stored.js";
import { RoomConnection, socketAddress } from "./connection.js";
import { make, makeButton, onSubmit } from "../paint/elements.js";
import { code, find, followTheme, PasscodeForm, surroundings } from "./phone.js";
import { statusLine } from "./status.js";
import { ExerciseForm } from "./exercise_screen.js";
import { showSolution } from "./homework_solution.js";
import { keyOf, makeResumeCode, readResumeCode, writeResumeCode } from "./resume_code.js";

/** @import { Desk, Ending, Homework, HomeworkState, Room, You } from "../messages.js" */

const NO_CODE = "A resume code has ten letters and digits, as in K7QM2-PXW4H.";
const LONGEST_WAIT = 60_000; // ms between two looks at the clock before it begins
const STORE = `bayeslab-homework-${code}`;
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
/** @type {Record<string, PromiseWithResolvers<Desk>>} of this student's variants, by stem */
let desks = {};
/** @type {ReturnType<typeof setTimeout> | undefined} until the homework begins */
let beginning;
let openStem = "", solutionStem = "", ownName = ""; // the name that this student has asked for

/** @type {import("./screens.js").PhonePage} */
const page = {
  ...surroundings,
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

/**
 * @param {string} own resume code
 * @param {{name?: string, resume?: boolean}} more of the hello
 */
function enter(own, more) {
  resumeCode = own;
  ownName = more.name?.trim().normalize() ?? "";
  desks = {};
  setText(find(".problem"), "");
  find(".arrival").hidden = true;
  connection?.close();
  connection = new RoomConnection(socketAddress(page.base, code), { role: "participant", key: keyOf(own), ...more }, {
    room: show,
    status: statusLine(find),
    refusal: (why) => setText(find(".problem"), why),
    desk: (desk) => desks[desk.stem]?.resolve(desk),
    ending: showEnding,
    passcode: askPasscode,
    end: leave,
  });
}

/** @param {string} why */
function leave(why) {
  empty(why);
  setText(find(".connection"), "");
  find(".arrival").hidden = false;
}

/** @param {string} why */
function askPasscode(why) {
  empty(why);
  passcode.ask();
}

/** Show nothing of the homework but a sentence. @param {string} why */
function empty(why) {
  clear();
  openStem = "";
  for (const part of [".tasks", ".roster", ".passcode", ".arrival", "footer"]) find(part).hidden = true;
  for (const part of [".name", ".until"]) setText(find(part), "");
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
function show(room, you) {
  const { homework } = room;
  if (!homework) return;
  if (!passcode.form.hidden) setText(find(".problem"), "");
  passcode.form.hidden = true;
  keepItem(STORE, resumeCode);
  setText(find(".name"), you.name);
  if (ownName && you.name.startsWith(`${ownName} (`)) setText(find(".problem"), `Somebody here is called ${ownName} already, so you are ${you.name}. If that was you, use your resume code: the button at the end of the page leads to it.`);
  ownName = "";
  setText(find(".resume-code"), writeResumeCode(resumeCode));
  setText(find(".until"), describeEnd(homework));
  const wait = 1000 * (homework.begin - (connection?.now() ?? 0));
  clearTimeout(beginning);
  if (wait > 0) beginning = setTimeout(() => show(room, you), Math.min(wait, LONGEST_WAIT));
  find("footer").hidden = false;
  find(".tasks").hidden = wait > 0;
  askNumber(homework.roster, you.number ?? "");
  if (wait > 0) return;
  list(homework, you);
  choose(openStem || homework.exercises[0].stem);
  const work = you.work?.[openStem], result = work?.last === undefined ? undefined : { reached: work.last };
  form?.update({ isOpen: !homework.over, isSettled: connection?.isSettled ?? false, value: work?.handed, result, rule: ruleOf(homework, work), isReached: work?.reached });
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
  if (asking !== form || !asking.player) return;
  picture?.close();
  picture = showSolution(solution, page, asking.player.desk, ending, connection?.you.work?.[openStem]?.handed);
}

/** Which hand-in counts. @param {Homework} homework @param {HomeworkState} [work] */
function ruleOf({ best }, work) {
  if (!best) return "the last one counts";
  return work?.reached ? "you have reached it, and that counts" : "one that reaches the goal counts, whatever follows";
}

/** Ask for what only the teacher's table has. @param {string} name @param {string} number */
function askNumber(name, number) {
  find(".roster").hidden = !name;
  setText(find(".roster .what"), `${name} (only your teacher sees it)`);
  if (number && document.activeElement !== rosterField) rosterField.value = number;
  setText(find(".roster button"), number ? "Change" : "Send");
}

/** @param {Homework} homework */
function describeEnd({ begin, end, over, best }) {
  const [from, until] = [begin, end].map((time) => new Date(1000 * time).toLocaleString([], { dateStyle: "full", timeStyle: "short" }));
  const counts = best ? "Of each exercise your best hand-in counts." : "Of each exercise your last hand-in counts.";
  if (over) return `It ended on ${until}. ${counts}`;
  return begin > (connection?.now() ?? 0) ? `It begins on ${from} and is open until ${until}.` : `Open until ${until}. ${counts}`;
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
  choose(stem);
  show(connection.room, connection.you);
  buttons[stem].scrollIntoView();
}

/** The exercise in this student's variant, which only the room knows. @param {string} stem */
function askDesk(stem) {
  if (!desks[stem]) {
    desks[stem] = Promise.withResolvers();
    connection?.say({ do: "desk", exercise: stem });
  }
  return desks[stem].promise;
}

/** @param {string} stem */
function choose(stem) {
  if (stem === openStem) return;
  clear();
  openStem = stem;
  for (const [name, button] of Object.entries(buttons)) button.setAttribute("aria-pressed", String(name === stem));
  buttons[stem].after(find(".screen"));
  form = new ExerciseForm(find(".screen"), page, () => askDesk(stem), handIn);
  find(".screen").append(solution);
}

onSubmit(find("form.join"), () => {
  /** @type {HTMLInputElement} */
  const name = find("[name=name]");
  enter(makeResumeCode(), name.value.trim() ? { name: name.value } : {});
});
onSubmit(find("form.resume"), () => {
  /** @type {HTMLInputElement} */
  const field = find("form.resume [name=code]"), own = readResumeCode(field.value);
  if (own) enter(own, { resume: true });
  else setText(find(".problem"), NO_CODE);
});
const passcode = new PasscodeForm((text) => connection?.enter(text));
/** @type {HTMLInputElement} */
const rosterField = find("[name=roster]");
onSubmit(find("form.roster"), () => {
  setText(find(".problem"), "");
  connection?.say({ do: "roster", text: rosterField.value });
  rosterField.blur();
});
find(".other").addEventListener("click", () => {
  connection?.close();
  connection = null;
  leave("");
  find("[name=name]").focus();
});
followTheme(() => connection && show(connection.room, connection.you));

const lastCode = recallItem(STORE);
if (lastCode && readResumeCode(lastCode)) enter(lastCode, { resume: true });
else find(".arrival").hidden = false;
