/** The form for the code of a room. */

import { onSubmit } from "../paint/elements.js";
import { finder, setText } from "../paint/words.js";

const find = finder(document);

/** Show the form instead of a room; it leads to the page of the code. @param {string} why @param {string} text */
export function askCode(why, text) {
  /** @type {HTMLInputElement} */
  const field = find("[name=code]");
  setText(find(".task"), why);
  field.value = text;
  for (const part of [".person", ".leave", ".about-name", ".back"]) find(part).hidden = true;
  find("form.enter").hidden = false;
  onSubmit(find("form.enter"), () => {
    location.href = new URL(encodeURIComponent(field.value.replaceAll(/[\s-]/g, "").toUpperCase()), location.href).href;
  });
}
