/** What the page of a participant and that of a student's homework have in common. */

import { lookOf } from "../paint/look.js";
import { finder } from "../paint/words.js";
import { onSubmit } from "../paint/elements.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const find = finder(document);
export const code = location.pathname.split("/").at(-1)?.toUpperCase() ?? "";

/** @returns {"light" | "dark"} */
const theme = () => (dark.matches ? "dark" : "light");

/** What all screens are told. */
export const surroundings = {
  /** @type {import("../messages.js").RoomStart} */
  start: JSON.parse(find("#start").textContent ?? ""),
  base: new URL("../", location.href),
  theme,
  look: () => lookOf(theme()),
};

/** Show the page anew in another theme. @param {() => void} show */
export function followTheme(show) {
  dark.addEventListener("change", show);
}

/** The form for the passcode of a room. */
export class PasscodeForm {
  /** @type {HTMLFormElement} */
  form = find("form.passcode");
  /** @type {HTMLInputElement} */
  field = find("[name=passcode]");

  /** @param {(passcode: string) => void} enter */
  constructor(enter) {
    onSubmit(this.form, () => enter(this.field.value.trim()));
  }

  ask() {
    this.form.hidden = false;
    this.field.select();
    this.field.focus();
  }
}
