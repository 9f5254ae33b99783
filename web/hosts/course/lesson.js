/**
 * A lesson's page of the static course: the host of its pictures, without a server.
 *
 * The state is that of the lesson, and the address holds it after "#" as the app's does after "?". The pictures compute
 * what depends on moved values; Python computed the texts and the other data of the pictures when the course was built
 * (`offline/course/asking.py`).
 *
 * @import { Block, State, View } from "./state.js"
 */

import { show } from "../../picture/live.js";
import { make } from "../../paint/elements.js";
import { Controls } from "./controls.js";
import { announcePaper, copyOf } from "./elements.js";
import { NOTHING } from "./keeper.js";
import { startQuestion } from "./question.js";
import { Lesson } from "./state.js";
import { StepCard } from "./steps.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/**
 * @param {Record<string, any>} own what the lesson has: pictures by the names of their scripts, and what its course.js exports
 * @param {import("./keeper.js").Keeper} [keeper]
 */
export function start(own, keeper = NOTHING) {
  const content = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("told")).textContent ?? "");
  const { link = "", answer, first } = keeper.read();
  const page = new Page(new Lesson(content), own, keeper, first);
  page.open(location.hash.slice(1) || String(link) || location.search.slice(1));
  startQuestion(document.body, (option, isRight) => page.answer(option, isRight), answer);
}

class Page {
  /**
   * @param {Lesson} lesson @param {Record<string, any>} own @param {import("./keeper.js").Keeper} keeper
   * @param {unknown} first whether the first answer was right, on an earlier visit
   */
  constructor(lesson, own, keeper, first) {
    this.lesson = lesson;
    this.own = own;
    this.keeper = keeper;
    this.seq = 0;
    /** @type {number | null} */
    this.chosen = null;
    this.first = typeof first === "boolean" ? first : null;
    /** @type {any} */
    this.plane = null;
    /** @type {any} */
    this.lines = null;
    /** @type {State} */
    this.state = lesson.content.first;
    this.card = new StepCard(lesson, (state) => {
      this.seq += 1;
      this.go(state);
    });
    this.blocks = [...document.querySelectorAll(".block")].map((element, k) => this.makeBlock(element, lesson.content.blocks[k]));
    for (const button of document.querySelectorAll("[data-try]")) button.addEventListener("click", () => this.try(button));
    dark.addEventListener("change", () => this.show());
    addEventListener("hashchange", () => location.hash.includes("=") && this.open(location.hash.slice(1))); // not "#main"
    announcePaper();
    document.querySelector(".print")?.addEventListener("click", () => print());
  }

  /** @param {Element} element @param {Block} block */
  makeBlock(element, block) {
    const find = (/** @type {string} */ selector) => /** @type {any} */ (element.querySelector(selector));
    const controls = new Controls(this.lesson, block, find(".controls"), find(".values"), (changes) => this.choose(changes));
    return { element, block, controls, texts: find(".said"), place: find(".pictures"), rooms: new Map(), textKey: "" };
  }

  /** Start with the parameters of a link. @param {string} text */
  open(text) {
    const { state, notices } = this.lesson.read(new URLSearchParams(text));
    this.seq += 1;
    if (this.lesson.isAnswered(state)) return this.go(state, notices);
    const own = Object.fromEntries(this.lesson.content.app_only.map((name) => [name, this.lesson.fresh[name]]));
    const off = this.lesson.choose({ ...state, ...own }, {}) ?? this.lesson.content.first;
    this.go(off, [...notices, "This link shows something that only the app can compute."], state);
  }

  /** @param {State} changes */
  choose(changes) {
    const next = this.lesson.choose(this.state, changes);
    this.seq += 1;
    this.go(next ?? this.state);
  }

  /** Set up a situation, or undo it. @param {Element} button */
  try(button) {
    const { section, try: place } = /** @type {HTMLElement} */ (button).dataset;
    const before = this.state, changes = this.lesson.content.tries[String(section)][Number(place)] ?? {};
    const next = this.lesson.setUp(this.state, changes), undo = /** @type {HTMLButtonElement} */ (button.nextElementSibling);
    for (const other of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".undo"))) other.hidden = true;
    this.seq += 1;
    if (!this.lesson.isAnswered(next)) return this.go(this.state, ["Only the app can compute this situation."], next);
    this.go(next);
    undo.hidden = false;
    undo.onclick = () => {
      this.seq += 1;
      this.go(before);
      undo.hidden = true;
      /** @type {HTMLElement} */ (button).focus();
    };
    document.querySelector(".block .picture")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {State} state @param {string[]} [notices] @param {State} [appState] what only the app can show */
  go(state, notices = [], appState = undefined) {
    this.state = state;
    const place = /** @type {HTMLElement} */ (document.querySelector(".notices"));
    place.replaceChildren(...notices.map((text) => make("p", {}, text)));
    if (appState) place.lastElementChild?.append(" ", this.linkToApp(appState, "Open it in the app"));
    place.hidden = notices.length === 0;
    this.show();
  }

  /** A link to the app, if the course knows its address. @param {State} state @param {string} words @returns {Node} */
  linkToApp(state, words) {
    const { app } = document.documentElement.dataset;
    if (!app) return document.createTextNode("");
    return make("a", { href: `${app}${this.lesson.content.stem}?${this.lesson.write(state)}` }, words);
  }

  /** The question was answered, or is asked again; the first answer counts. @param {number | null} option @param {boolean} isRight */
  answer(option, isRight) {
    this.chosen = option;
    if (option !== null) this.first ??= isRight;
    this.show();
  }

  keep() {
    const { chosen: answer, first } = this, link = this.lesson.write(this.state).toString();
    this.keeper.write({ link, answer, first }, { share: first === null ? null : Number(first), isDone: first !== null });
  }

  show() {
    const { state } = this, address = this.lesson.write(state).toString();
    if (location.hash.slice(1) !== address) history.replaceState(null, "", `${location.pathname}${location.search}#${address}`);
    const step = this.showStep();
    for (const [place, each] of this.blocks.entries()) {
      const isHidden = step !== undefined && step.picture !== place;
      each.element.toggleAttribute("hidden", isHidden);
      if (isHidden) continue;
      each.controls.write(state, this.chosen !== null, step?.controls);
      this.say(each);
      this.paint(each);
    }
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.app"));
    const { app } = document.documentElement.dataset;
    if (link && app) Object.assign(link, { href: `${app}${this.lesson.content.stem}?${address}`, hidden: false });
    this.keep();
  }

  /** Show the card beside the picture of its step. On the page *Going deeper* there is none. */
  showStep() {
    const { card, state } = this, step = card.stepOf(state), { content } = this.lesson;
    document.body.dataset.shows = step ? `step ${step.controls.join(" ")}` : "deeper";
    const way = /** @type {HTMLAnchorElement} */ (document.querySelector("a.way"));
    way.textContent = step ? "Going deeper" : "The lesson";
    way.href = `#${this.lesson.write(step ? content.opening : content.first)}`;
    card.element.remove();
    if (!step) return undefined;
    this.blocks[step.picture].element.prepend(card.element);
    card.show(step, state);
    return step;
  }

  /** Show the texts of a block if they are new; others stay, so that no reader loses the place. @param {any} each */
  say(each) {
    const { block, texts } = each, { parts, isExact } = this.lesson.partsOf(block, this.state);
    const form = isExact ? this.state.formula : "symbols", key = JSON.stringify([parts, form, isExact]);
    if (each.textKey === key && isExact) return;
    each.textKey = key;
    const nodes = parts.flatMap((part) => {
      if (part === null) return [];
      if (typeof part === "number") return [copyOf(part)];
      return [this.makeFormula(part, form, isExact)];
    });
    texts.replaceChildren(...nodes, ...(isExact ? [] : [this.makeNote()]));
  }

  /** @param {any} part @param {string} form @param {boolean} isExact */
  makeFormula(part, form, isExact) {
    const radios = ["symbols", "numbers"].map((each) => {
      const input = make("input", { type: "radio", name: "formula", value: each, checked: each === form, disabled: each === "numbers" && !isExact });
      input.addEventListener("change", () => this.go({ ...this.state, formula: each }));
      return make("label", {}, input, make("span", {}, each));
    });
    const choice = make("fieldset", { class: "segments" }, make("legend", {}, "Written in"), ...radios);
    const scroll = make("div", { class: "scroll", role: "region", tabIndex: 0, "aria-label": "The formula" }, copyOf(part[form]));
    return make("section", { class: "formula" }, make("div", { class: "row" }, make("h2", {}, "The formula"), choice), scroll);
  }

  makeNote() {
    const text = "You have moved something: the numbers of your picture are below it. The other numbers of this text are computed "
      + "by Python, and only for the buttons and for the initial choices.";
    return make("p", { class: "note" }, text, " ", this.linkToApp(this.state, "See yours in the app"));
  }

  /** @param {any} each */
  paint(each) {
    const view = /** @type {View} */ (this.lesson.shownOf(each.block, this.state));
    const keys = view.pictures.map((picture, k) => ("script" in picture ? picture.script : `${k}`));
    for (const [key, room] of each.rooms) room.hidden = !keys.includes(key);
    view.pictures.forEach((picture, k) => {
      const room = each.rooms.get(keys[k]) ?? this.makeRoom(each, keys[k]);
      if ("still" in picture) room.replaceChildren(copyOf(picture.still));
      else if ("drawing" in picture) this.draw(picture.drawing, room);
      else if ("hunt" in picture) this.hunt(each, this.lesson.content.data[picture.hunt], room);
      else this.paintLive(each, picture, room);
    });
  }

  /** @param {any} each @param {string} key */
  makeRoom({ place, rooms }, key) {
    if (rooms.size === 0) place.replaceChildren();
    const room = make("div", { class: "mounted" });
    rooms.set(key, room);
    place.append(room);
    return room;
  }

  /** @param {Record<string, number>} places @param {HTMLElement} room */
  draw(places, room) {
    const data = this.lesson.dataAt(places);
    this.plane ??= new this.own.Plane(this.lesson, room, (/** @type {State} */ changes) => this.go(this.lesson.change(this.state, changes)));
    this.plane.show(data, places.points, this.state, dark.matches ? "dark" : "light");
  }

  /** The lines to be judged, with the formula of the one that is chosen. @param {any} each @param {any} content @param {HTMLElement} room */
  hunt({ texts }, content, room) {
    if (!this.lines) this.own.startSearch(document.querySelector(".entries"));
    this.lines ??= new this.own.Hunt(room, (/** @type {State} */ changes) => this.choose(changes));
    const { formula, measure } = this.lines.show(content, this.state), entry = document.getElementById(this.state.erratum);
    texts.replaceChildren(this.makeFormula(formula, this.state.formula, true), copyOf(measure));
    entry?.querySelector("details")?.setAttribute("open", "");
  }

  /** @param {any} each @param {any} picture @param {HTMLElement} room */
  paintLive({ block }, picture, room) {
    const { lesson, state, seq } = this, data = lesson.dataOf(block, picture, state, this.own.complete);
    const take = (/** @type {any} */ hand) => this.take(hand, picture.grabbed);
    show({
      data: { ...data, seq, theme: dark.matches ? "dark" : "light", palette: lesson.content.palette },
      parentElement: room,
      setStateValue: (/** @type {string} */ _, /** @type {any} */ hand) => take(hand),
    }, this.own[picture.script], "");
  }

  /** A drag has ended. @param {{seq: number, values: Record<string, any>}} hand @param {string[]} names */
  take({ seq, values }, names) {
    this.seq = Math.max(this.seq, seq);
    queueMicrotask(() => this.go(this.lesson.change(this.state, this.lesson.readHand(values, names))));
  }
}
