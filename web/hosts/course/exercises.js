/**
 * The page of exercises of the static course: all of them by lesson, or the one of the address.
 *
 * The address has "#exercise=…&variant=…", as the app's has after "?". Python has prepared the variants
 * (`offline/course/exercise_page.py`).
 *
 * @typedef {{stem: string, title: string, lesson: number, level: string, page: string, variants: any[]}} Entry
 * @typedef {{exercises: Entry[], data: any[], start: import("../../messages.js").RoomStart}} Content
 * @import { Keeper } from "./keeper.js"
 */

import { provideDrawing } from "../../exercise/drawing.js";
import { providePlacing } from "../../exercise/desk.js";
import { finder } from "../../paint/words.js";
import { make } from "../../paint/elements.js";
import { announcePaper } from "./elements.js";
import { CheckedExercise } from "./checked.js";

const dark = matchMedia("(prefers-color-scheme: dark)"), find = finder(document);

/**
 * @param {{drawing: Parameters<typeof provideDrawing>[0], placing: Parameters<typeof providePlacing>[0]}} parts the drawing component and the picture to place an answer on
 * @param {Keeper} keeper
 */
export function start({ drawing, placing }, keeper) {
  provideDrawing(drawing);
  providePlacing(placing);
  const content = JSON.parse(find("#told").textContent ?? ""), page = new ExercisesPage(content, keeper);
  page.open(location.hash.slice(1) || page.link);
}

class ExercisesPage {
  /** @type {CheckedExercise | null} */
  exercise = null;
  /** The links of the variants whose solution was shown: they are not marked any more. @type {Set<string>} */
  shown = new Set();

  /** @param {Content} content @param {Keeper} keeper */
  constructor(content, keeper) {
    this.content = content;
    this.keeper = keeper;
    const { solved, link } = keeper.read();
    this.solved = new Set(Array.isArray(solved) ? solved.map(String) : []);
    this.link = String(link ?? "");
    addEventListener("hashchange", () => this.open(location.hash.slice(1)));
    dark.addEventListener("change", () => this.exercise?.show());
    announcePaper();
  }

  /** Show what a link says. @param {string} link */
  open(link) {
    const parameters = new URLSearchParams(link), stem = parameters.get("exercise");
    const place = this.content.exercises.findIndex((each) => each.stem === stem);
    this.exercise?.close();
    this.exercise = null;
    for (const part of [".list", ".invitation"]) find(part).hidden = place >= 0;
    find(".one").hidden = place < 0;
    if (place >= 0) this.show(place, Number(parameters.get("variant")) || 0);
    else this.go("");
    this.mark();
    const unknown = stem !== null && place < 0 ? "This link is to an exercise that is not on this page." : "";
    find(".notices").replaceChildren(unknown);
    find(".notices").hidden = !unknown;
  }

  /** Put a link into the address, and store it. @param {string} link */
  go(link) {
    this.link = link;
    if (location.hash.slice(1) !== link) history.replaceState(null, "", link ? `#${link}` : location.pathname + location.search);
    this.keep();
  }

  keep() {
    const { exercises } = this.content, share = exercises.filter(({ stem }) => this.solved.has(stem)).length / exercises.length;
    this.keeper.write({ link: this.link, solved: [...this.solved] }, { share, isDone: share === 1 });
  }

  /** @param {number} place @param {number} choice the number of a variant */
  show(place, choice) {
    const { exercises, start } = this.content, { stem, title, lesson, level, variants } = exercises[place];
    const number = Math.abs(Math.trunc(choice)) % variants.length;
    this.go(`exercise=${stem}${number ? `&variant=${number}` : ""}`);
    find(".one h2").textContent = title;
    find(".one .level").textContent = `Lesson ${lesson} · ${level}`;
    const page = { start, base: new URL(location.href), theme: () => (dark.matches ? "dark" : "light") };
    const another = variants.length > 1 ? () => this.open(`exercise=${stem}&variant=${(number + 1) % variants.length}`) : null;
    const variant = this.unpack(variants[number]), { link } = this;
    this.exercise = new CheckedExercise(find(".words"), find(".picture"), /** @type {any} */ (page), variant, {
      solved: () => this.shown.has(link) || this.solve(stem),
      shown: () => this.shown.add(link),
      another,
    });
    this.showWays(place);
  }

  /** @param {string} stem */
  solve(stem) {
    if (this.solved.has(stem)) return;
    this.solved.add(stem);
    this.keep();
    this.mark();
  }

  /** Mark what is solved, in the list and above the exercise. */
  mark() {
    const { exercises } = this.content, here = new URLSearchParams(this.link).get("exercise");
    for (const { stem } of exercises) {
      const link = document.querySelector(`.list a[href="#exercise=${stem}"]`);
      link?.toggleAttribute("data-solved", this.solved.has(stem));
      if (this.solved.has(stem)) link?.setAttribute("aria-description", "solved");
    }
    const count = exercises.filter(({ stem }) => this.solved.has(stem)).length;
    find(".solved").textContent = `${count} of ${exercises.length} exercises solved.`;
    find(".one h2").toggleAttribute("data-solved", here !== null && this.solved.has(here));
  }

  /** Links to the exercises before and after, to all of them, and to the lesson. @param {number} place */
  showWays(place) {
    const { exercises } = this.content, { page, lesson } = exercises[place], { root } = document.documentElement.dataset;
    const to = (/** @type {number} */ k, /** @type {string} */ words) => (
      exercises[k] ? [make("a", { href: `#exercise=${exercises[k].stem}` }, words)] : []);
    const ways = [
      ...to(place - 1, "← Previous"), make("a", { href: "#" }, "All exercises"),
      ...(root ? [make("a", { href: `${root}${page}/index.html` }, `Lesson ${lesson}`)] : []), ...to(place + 1, "Next →"),
    ];
    find(".one .ways").replaceChildren(...ways);
  }

  /** Values with the shared ones put back in their places. @param {any} value @returns {any} */
  unpack(value) {
    if (Array.isArray(value)) return value.map((each) => this.unpack(each));
    if (value === null || typeof value !== "object") return value;
    if (Number.isInteger(value.at) && Object.keys(value).length === 1) return this.content.data[value.at];
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.unpack(each)]));
  }
}
