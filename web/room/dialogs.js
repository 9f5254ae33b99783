/** Windows above the page: the settings of an activity before it starts, and its example. */

import { applyPatch } from "./connection.js";
import { make, makeButton, onSubmit } from "../paint/elements.js";
import { PICKERS } from "./pickers.js";
import { RESULTS } from "./results.js";
import { SCREENS } from "./screens.js";

const TRIP = 300; // ms, as a message to the server and back

/**
 * @import { Card, Room, TeacherStart, You } from "../messages.js"
 * @import { Result, StagePage } from "./results.js"
 * @typedef {{room: Room, you: You}} State
 */

/**
 * Show a dialog, which is gone when it is closed.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} kind its class
 * @param {...Node} parts
 */
export function openDialog(root, title, kind, ...parts) {
  const dialog = make("dialog", { class: kind, "aria-label": title });
  const close = makeButton("×", () => dialog.close(), { class: "close", "aria-label": "Close the window" });
  dialog.append(make("header", {}, make("h2", {}, title), close), ...parts);
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Let the teacher choose the settings of an activity.
 * @param {HTMLElement} root
 * @param {TeacherStart} start
 * @param {Card} card
 * @param {(settings: object, done: () => void) => void} launch
 * @param {(scene: import("./pickers.js").Scene) => void} addScene
 */
export function pick(root, start, { key, title }, launch, addScene) {
  const { parts, read, scene } = PICKERS[key](start);
  const keep = makeButton("Add to the scenes", () => {
    if (!form.reportValidity()) return;
    const origin = scene?.();
    addScene({ key, settings: read(), title: origin?.title || title, ...(origin?.lesson ? { lesson: origin.lesson } : {}) });
    keep.textContent = "Added to the scenes";
  });
  const form = make("form", {}, ...parts, make("p", { class: "problem", role: "alert" }),
    make("footer", {}, make("button", { class: "primary" }, "Start"), keep));
  onSubmit(form, () => launch(read(), () => dialog.close()));
  const dialog = openDialog(root, title, "picker", form);
}

/**
 * Show an activity on projector and phone, before and after the results; the phone can be tried.
 * @param {HTMLElement} root
 * @param {StagePage} page
 * @param {Card} card
 */
export async function showExample(root, page, { key, title }) {
  const answer = await fetch(new URL(`room-examples/${key}`, document.baseURI));
  /** @type {State[]} */
  const states = await answer.json();
  const stage = make("div", { class: "screen" }), phone = make("div", { class: "phone" });
  const figures = [[stage, "The projector"], [phone, "A phone; try it"]].map(
    ([view, text]) => make("figure", {}, make("figcaption", {}, text), make("div", { class: "frame" }, view)),
  );
  let place = 0;
  const show = () => {
    const { room: { activity }, you } = states[place];
    if (!activity) return;
    result ??= RESULTS[activity.key](stage, page, activity);
    screen ??= SCREENS[activity.key](phone, phonePage, activity);
    result.update(activity);
    screen.update(activity, you, true);
    turn.textContent = place ? "Hide the results" : "Reveal";
  };
  /** @type {Result | undefined} */
  let result;
  /** @type {import("./screens.js").Screen | undefined} */
  let screen;
  /** @type {import("./screens.js").PhonePage} */
  const phonePage = {
    start: page.start, base: page.base, theme: page.theme, look: page.look,
    who: () => states[place].you.id,
    put: (value) => setTimeout(() => take(value), TRIP),
    putNewest: (value) => take(value),
    tell() {},
  };
  /** @param {any} value */
  const take = (value) => {
    for (const state of states) state.you = { ...state.you, value: merge(state.you.value, value) };
    show();
  };
  const turn = makeButton("Reveal", () => {
    place = 1 - place;
    show();
  }, { class: "primary", hidden: states.length < 2 });
  const dialog = openDialog(root, `${title}: an example with twelve participants`, "example", turn, make("div", { class: "views" }, ...figures));
  dialog.addEventListener("close", () => {
    result?.close?.();
    screen?.close?.();
  });
  show();
}

/**
 * Ask whether a room may end; its work can be saved before.
 * @param {HTMLElement} root
 * @param {{title: string, text: string, end: string}} words
 * @param {(() => void) | null} save the table, if there is one
 * @param {() => void} end
 */
export function askEnd(root, { title, text, end: word }, save, end) {
  const finish = makeButton(word, () => {
    dialog.close();
    end();
  }, { class: "end" });
  const dialog = openDialog(root, title, "ending-window", make("p", {}, text), make("p", { class: "problem", role: "alert" }),
    make("footer", {}, ...(save ? [makeButton("Save table", save)] : []), finish));
}

/**
 * The contribution of a participant after another message: points are added or, null, removed; else the value is new.
 * @param {any} before
 * @param {any} value
 */
export function merge(before, value) {
  return value.points ? { points: applyPatch(before?.points, value.points) } : value;
}
