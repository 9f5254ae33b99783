/**
 * How the page is shown: whole, embedded in a frame, or presented on a projector.
 *
 * The names of the parameters and the keys are those of the app. Attributes of the body tell the style sheet.
 */

import { finder } from "../../paint/words.js";

export class Views {
  isEmbedded = false;
  isPresenting = false;

  /** @param {HTMLElement} page @param {() => void} onChange called when the page is shown another way */
  constructor(page, onChange) {
    this.page = page;
    this.onChange = onChange;
    const find = finder(page);
    this.blank = find(".blank");
    find("button.present").addEventListener("click", () => this.present(true));
    this.blank.addEventListener("click", () => (this.blank.hidden = true));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Show the page as a link asks for. @param {URLSearchParams} parameters */
  read(parameters) {
    this.isEmbedded = parameters.get("embed") === "true";
    this.isPresenting = parameters.has("present");
    this.write();
  }

  /** The parameters of a link that shows the page this way. @returns {Record<string, string>} */
  get parameters() {
    return { ...(this.isEmbedded && { embed: "true" }), ...(this.isPresenting && { present: "1" }) };
  }

  /** @param {boolean} isPresenting */
  present(isPresenting) {
    this.isPresenting = isPresenting;
    this.blank.hidden = true;
    if (isPresenting) document.documentElement.requestFullscreen?.().catch(() => {}); // a window does as well
    else if (document.fullscreenElement) document.exitFullscreen();
    this.write();
    this.onChange();
  }

  write() {
    this.page.toggleAttribute("data-embedded", this.isEmbedded);
    this.page.toggleAttribute("data-presenting", this.isPresenting);
  }

  /** @param {KeyboardEvent} event */
  key({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }) {
    const isElsewhere = target instanceof Element && target.closest("input:not([type=range]), select, dialog[open]");
    if (isElsewhere || altKey || ctrlKey || metaKey || defaultPrevented) return;
    if (key.toLowerCase() === "p") this.present(!this.isPresenting);
    else if (!this.isPresenting) return;
    else if (key === "Escape") this.present(false);
    else if (key.toLowerCase() === "b") this.blank.hidden = !this.blank.hidden;
  }
}
