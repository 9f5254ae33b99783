/**
 * The picture of an exercise, in which it is solved: the drawing component, a place for an answer, or counts.
 *
 * The server tells the desk of an exercise (`core/exercises/messages.py`), which has no answer.
 *
 * @import { Desk, DeskPicture, DeskSheet, DrawingState, HandedIn, RoomStart } from "../messages.js"
 *
 * @typedef {Object} Surroundings
 * @property {RoomStart} start
 * @property {URL} base the address below which the server answers
 * @property {() => "light" | "dark"} theme
 */

import { Drawing } from "./drawing.js";
import { make } from "../paint/elements.js";

const PLACING = ["web/picture/live.js", "web/picture/placing.js"], STYLES = ["web/style/variables.css", "web/style/terms.css", "web/picture/live.css"];
// The initial place of an answer is clearly wrong, so that it has to be moved; for a line, shares of the box.
const FIRST_CUT = -3, FIRST_LINE = { p1: 0.3, p2: 0.1, q1: 0.3, q2: 0.9 };

/** @type {Promise<{frame: any, picture: any, style: string}> | null} the picture on which an answer is placed */
let placing = null;

/**
 * Provide the modules of that picture, on a page whose own script has them.
 * @param {{frame: any, picture: any, style: string}} modules
 */
export function providePlacing(modules) {
  placing = Promise.resolve(modules);
}

/** @type {Map<string, Promise<Desk>>} by address */
const desks = new Map();

/**
 * @param {URL} base
 * @param {string} stem
 * @param {number} variant
 */
export function loadDesk(base, stem, variant) {
  const address = new URL(`exercise-desks/${stem}/${variant}`, base).href;
  const loading = desks.get(address) ?? ask(address);
  desks.set(address, loading);
  loading.catch(() => desks.delete(address));
  return loading;
}

/**
 * The desk of the exercise of a room: its own, which the server has told, or that of its address.
 * @param {URL} base
 * @param {{exercise: string, variant: number, desk?: string}} told
 */
export async function deskOf(base, { exercise, variant, desk }) {
  return desk ? JSON.parse(desk) : loadDesk(base, exercise, variant);
}

/** @param {string} address @returns {Promise<Desk>} */
async function ask(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("The exercise could not be loaded.");
  return answer.json();
}

/**
 * The sheet of a drawing with the choices and the hand-in.
 * @param {DeskPicture & {kind: "drawn"}} picture
 * @param {Record<string, any>} state
 * @returns {DeskSheet}
 */
export function sheetWith({ sheet, sheets = [] }, state) {
  const match = sheets.find(({ chosen }) => Object.entries(chosen).every(([name, value]) => state[name] === value));
  const own = /** @type {DeskSheet} */ (match ? merge(sheet, match.changes) : sheet);
  const gamma = state.gamma ?? own.gamma, lesson = own.lesson?.line && state.cut !== undefined ? { ...own.lesson, cut: state.cut } : own.lesson;
  return { ...own, gamma, lesson, points: state.points || own.points };
}

/** @param {any} before @param {any} changes @returns {any} */
function merge(before, changes) {
  const isObject = (/** @type {any} */ each) => each !== null && typeof each === "object" && !Array.isArray(each);
  if (!isObject(before) || !isObject(changes)) return changes;
  return { ...before, ...Object.fromEntries(Object.entries(changes).map(([name, each]) => [name, merge(before[name], each)])) };
}

/** The drawing component of an exercise, with the fields that are chosen beside it. */
class DrawnDesk {
  /** @type {Record<string, any>} what was changed so far */
  state = {};
  revision = 1;
  lastText = "";
  /** @type {string | undefined} the points of the state that the component has as its host's own */
  hostPoints;

  /** @param {HTMLElement} root @param {Surroundings} page @param {Desk} desk @param {() => void} onChange */
  constructor(root, page, desk, onChange) {
    this.page = page;
    this.picture = /** @type {DeskPicture & {kind: "drawn"}} */ (desk.picture);
    this.may = desk.may ?? [];
    this.onChange = onChange;
    const host = make("div", { class: "desk-picture" });
    root.append(host);
    this.drawing = new Drawing(host.attachShadow({ mode: "open" }), page.start.styles, (state) => this.take(state));
    this.show();
  }

  /** @param {DrawingState} sent */
  take({ points, gamma, cut }) {
    const sheet = sheetWith(this.picture, this.state);
    if (this.may.includes("points")) this.state.points = points ?? this.hostPoints;
    if (this.may.includes("gamma") && gamma !== null && gamma !== sheet.gamma) this.state.gamma = gamma;
    if (this.may.includes("cut") && cut !== undefined && cut !== null && cut !== sheet.lesson?.cut) this.state.cut = cut;
    this.onChange();
    this.show();
  }

  /** Take the choices beside the picture, or the previous hand-in. @param {Record<string, any>} state */
  set(state) {
    const before = JSON.stringify(this.state.points);
    Object.assign(this.state, state);
    if (JSON.stringify(this.state.points) !== before) {
      this.revision += 1;
      this.hostPoints = this.state.points;
    }
    this.show();
  }

  /** @returns {HandedIn} */
  get answer() {
    return { state: JSON.parse(JSON.stringify(this.state)) }; // without undefined values
  }

  show() {
    const { page: { start, theme }, picture, state } = this, { points, ...sheet } = sheetWith(picture, state);
    const host = JSON.stringify(sheetWith(picture, { ...state, points: undefined }).points);
    if (this.lastText && host !== this.lastText && !state.points) this.revision += 1; // other points by another choice
    this.lastText = host;
    this.drawing.show({
      ...sheet, points, theme: theme(), view: "page", revision: this.revision, switches: [], offered: start.offered,
      palette: start.palette.slice(0, sheet.classes.length), presets: [], table: null, compact: false,
    });
  }

  close() {
    this.drawing.close();
  }
}

async function loadPlacing() {
  const at = (/** @type {string} */ name) => new URL(`../../${name}`, import.meta.url).href;
  const [frame, picture] = await Promise.all(PLACING.map((name) => import(at(name))));
  const styles = await Promise.all(STYLES.map(async (name) => (await fetch(at(name))).text()));
  return { frame, picture: picture.default, style: styles.join("") };
}

/** A picture on which a cut or a line is placed, or two densities to look at. */
class PlacedDesk {
  /** @type {Record<string, number>} */
  values;
  seq = 0;
  /** @type {{frame: typeof import("../picture/live.js"), picture: typeof import("../picture/placing.js").default, style: string} | null} */
  parts = null;

  /** @param {HTMLElement} root @param {Surroundings} page @param {Desk} desk @param {() => void} onChange */
  constructor(root, page, desk, onChange) {
    this.page = page;
    this.picture = /** @type {DeskPicture & {kind: "line" | "plane"}} */ (desk.picture);
    this.onChange = onChange;
    this.values = firstPlace(this.picture);
    const host = make("div", { class: "desk-picture" });
    root.append(host);
    this.root = host.attachShadow({ mode: "open" });
    this.load();
  }

  async load() {
    placing ??= loadPlacing();
    this.parts = await placing;
    this.show();
  }

  /** @param {Record<string, any>} place */
  set(place) {
    this.values = { ...this.values, ...place };
    this.show();
  }

  /** @returns {HandedIn} */
  get answer() {
    return { place: { ...this.values } };
  }

  show() {
    if (!this.parts) return;
    const { parts: { frame, picture, style }, page: { start, theme }, picture: { kind: _, ...fields }, values, seq } = this;
    const isOpen = Object.keys(values).length > 0, sheet = isOpen ? style : `${style}.live .bar { display: none; }`;
    const data = { ...fields, values, start: firstPlace(this.picture), isOpen, texts: {}, seq, theme: theme(), palette: start.palette };
    const setStateValue = (/** @type {string} */ _name, /** @type {import("../picture/live.js").HandState} */ answer) => {
      this.seq = answer.seq;
      this.values = /** @type {Record<string, number>} */ (answer.values); // none is a text
      this.onChange();
    };
    frame.show({ data, parentElement: this.root, setStateValue }, picture, sheet);
  }

  close() {
    this.root.replaceChildren();
  }
}

/** @param {DeskPicture & {kind: "line" | "plane"}} picture @returns {Record<string, number>} */
function firstPlace({ kind, limits }) {
  if (Object.keys(limits).length === 0) return {};
  if (kind === "line") return { x: FIRST_CUT };
  return Object.fromEntries(Object.entries(FIRST_LINE).map(([name, share]) => {
    const [low, high] = limits[name];
    return [name, low + share * (high - low)];
  }));
}

/** Counts of words, as a table. */
class CountsDesk {
  /** @param {HTMLElement} root @param {Surroundings} _page @param {Desk} desk */
  constructor(root, _page, { picture }) {
    const { rows } = /** @type {DeskPicture & {kind: "counts"}} */ (picture);
    const lines = rows.map(([name, text]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, text)));
    this.root = make("table", { class: "counts" }, make("tbody", {}, ...lines));
    root.append(this.root);
  }

  set() {}

  show() {}

  /** @returns {HandedIn} */
  get answer() {
    return {};
  }

  close() {
    this.root.remove();
  }
}

/** @type {Record<string, new (root: HTMLElement, page: Surroundings, desk: Desk, changed: () => void) => DrawnDesk | PlacedDesk | CountsDesk>} */
export const DESKS = { drawn: DrawnDesk, line: PlacedDesk, plane: PlacedDesk, counts: CountsDesk };

/**
 * Show a picture of an exercise in which nothing can be changed.
 * @param {HTMLElement} root
 * @param {Surroundings} page
 * @param {Desk} desk
 * @param {DeskPicture} picture that of the desk, or of its ending
 * @param {Record<string, number>[]} [others] places that were handed in
 */
export function showStill(root, page, desk, picture, others = []) {
  const still = picture.kind === "line" || picture.kind === "plane" ? { ...picture, limits: {}, others } : picture;
  return new DESKS[picture.kind](root, page, { ...desk, picture: still, may: [] }, () => {});
}
