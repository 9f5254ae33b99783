/**
 * A picture without eyes: a place in it that keys move, what is there in words, and, switched on, in sound.
 *
 * P puts the probe into the picture and takes it away. Arrow keys move it, with Shift ten times as far; Space says more,
 * N goes to the next point, B along the boundary, S switches the sound, W plays all from left to right.
 *
 * @typedef {Object} Heard what is at a place
 * @property {string} words
 * @property {Note[]} notes
 * @property {string} region crossing into another one clicks
 *
 * @typedef {Object} Terrain what can be explored
 * @property {View} view
 * @property {(place: Place) => Heard} read
 * @property {(place: Place) => string} more what is said on demand
 * @property {Spot[]} points from left to right
 * @property {Place[]} boundary one place after the other
 *
 * @typedef {{place: Place, words: string, notes: Note[], isWrong?: boolean}} Spot a point
 *
 * @typedef {Object} Host
 * @property {HTMLElement} root where keys count; its buttons "sound" and "sweep", if it has any
 * @property {HTMLElement} stage around the canvas
 * @property {HTMLCanvasElement} canvas
 * @property {() => ?Terrain} look null: there is nothing to explore
 * @property {import("../paint/types.js").Listen} listen
 *
 * @import { Note } from "./tones.js"
 * @import { View } from "../paint/view.js"
 * @import { Place } from "../model/points.js"
 */

import { make } from "../paint/elements.js";
import { setText } from "../paint/words.js";
import { SOUND_EVENT, speaker } from "./speaker.js";
import { sweep } from "./tones.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 0.01, BIG = 10; // of the picture, and steps with Shift
const STRIDE = 0.02; // of the picture, along the boundary
const SHOWN = 4000; // ms: a little longer than a sweep
const REST = 120; // ms: held keys say where they end
const HELP = "Arrows move the probe, with Shift ten steps. Space says more, N next point, B along the boundary, S sound, W sweep, P ends.";

export class Probe {
  /** @type {Place} as shares of the picture, from the lower left */
  at = [0.5, 0.5];
  /** @type {?string} */
  region = null;
  point = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  end;

  /** @param {Host} host */
  constructor(host) {
    const { root, stage, listen } = host;
    this.host = host;
    this.mark = make("div", { class: "probe", role: "application", tabIndex: -1, "aria-label": "Probe", "aria-description": HELP, hidden: true });
    this.words = make("p", { class: "probe-words", role: "status" });
    /** @type {?HTMLButtonElement} */
    this.sound = root.querySelector("[data-probe=sound]");
    /** @type {?HTMLButtonElement} */
    this.sweeper = root.querySelector("[data-probe=sweep]");
    stage.append(this.mark);
    listen(root, "keydown", (event) => this.open(event));
    listen(this.mark, "keydown", (event) => this.key(event));
    if (this.sound) listen(this.sound, "click", () => this.toggleSound());
    if (this.sweeper) listen(this.sweeper, "click", () => this.sweep());
    listen(window, "resize", () => this.place());
    listen(window, SOUND_EVENT, () => this.writeSound());
    this.writeSound();
  }

  get isOpen() {
    return !this.mark.hidden;
  }

  /** P anywhere in the component, but not where text is typed. @param {KeyboardEvent} event */
  open(event) {
    const isTyped = /** @type {Element} */ (event.target).closest("input[type=text], textarea, dialog[open]");
    if (event.key.toLowerCase() !== "p" || event.ctrlKey || event.metaKey || event.altKey || isTyped || this.isOpen || event.defaultPrevented) return;
    if (!this.host.look()) return;
    event.preventDefault();
    this.mark.hidden = false;
    this.words.textContent = "";
    this.mark.after(this.words); // empty: a screen reader reads what is written later
    this.region = null;
    this.mark.focus({ preventScroll: true });
    this.move(this.at);
  }

  close() {
    this.mark.hidden = true;
    clearTimeout(this.timer);
    this.words.remove();
    this.host.canvas.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase(), step = STEPS[event.key], size = event.shiftKey ? BIG * STEP : STEP;
    if (step) this.move([this.at[0] + size * step[0], this.at[1] + size * step[1]]);
    else if (key === " ") this.sayMore();
    else if (key === "n") this.goToPoint(event.shiftKey ? -1 : 1);
    else if (key === "b") this.followBoundary();
    else if (key === "s") this.toggleSound();
    else if (key === "w") this.sweep();
    else if (key === "p" || key === "escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  sayMore() {
    const terrain = this.host.look();
    if (terrain) this.say(terrain.more(placeOf(terrain.view, this.at)));
  }

  /** What is where the probe is. */
  heard() {
    const terrain = this.host.look();
    return terrain?.read(placeOf(terrain.view, this.at));
  }

  /** @param {number[]} share */
  move(share) {
    this.at = [clamp(share[0]), clamp(share[1])];
    this.point = -1;
    this.tell(this.heard());
  }

  /** @param {Heard | undefined} heard */
  tell(heard) {
    this.place();
    if (!heard) return;
    const hasClick = this.region !== null && heard.region !== this.region;
    this.region = heard.region;
    speaker.play(heard.notes.map((note, k) => ({ ...note, hasClick: hasClick && k === 0 })));
    this.say(heard.words);
  }

  /** @param {1 | -1} way */
  goToPoint(way) {
    const terrain = this.host.look(), points = terrain?.points ?? [];
    if (!terrain || points.length === 0) return this.say("There are no points.");
    const shares = points.map(({ place }) => shareOf(terrain.view, place));
    const next = this.point >= 0 ? this.point + way : nearestTo(shares, this.at), k = (next + points.length) % points.length;
    const { place, words, notes, isWrong } = points[k], heard = terrain.read(place);
    this.at = shares[k];
    this.tell({ ...heard, notes, words: isWrong ? `${words}, an error: ${heard.words}` : `${words}.` });
    this.point = k;
  }

  /** From the nearest place of the boundary on. */
  followBoundary() {
    const terrain = this.host.look(), line = (terrain?.boundary ?? []).map((place) => shareOf(/** @type {Terrain} */ (terrain).view, place));
    if (!terrain || line.length === 0) return this.say("There is no boundary in the picture.");
    let k = nearestTo(line, this.at);
    const isOnIt = Math.hypot(line[k][0] - this.at[0], line[k][1] - this.at[1]) < STEP / 2, from = line[k];
    while (isOnIt && k < line.length - 1 && Math.hypot(line[k][0] - from[0], line[k][1] - from[1]) < STRIDE) k += 1;
    if (isOnIt && line[k] === from) k = 0; // at its end, from its beginning again
    this.at = line[k];
    this.tell(this.heard());
  }

  /** All points from left to right, or, without points, what is heard along the middle of the picture. */
  sweep() {
    const terrain = this.host.look();
    if (!terrain) return;
    const { points, view } = terrain, steps = Array.from({ length: 61 }, (_, k) => placeOf(view, [k / 60, this.at[1]]));
    const notes = points.length ? points.flatMap((point) => point.notes) : steps.flatMap((place) => terrain.read(place).notes);
    speaker.play(sweep(notes));
    this.mark.after(this.words);
    clearTimeout(this.end);
    this.end = setTimeout(() => this.isOpen || this.words.remove(), SHOWN);
    this.say(points.length ? `${points.length} points from left to right.` : "The picture from left to right.");
  }

  toggleSound() {
    speaker.turn(!speaker.isOn);
    if (this.isOpen) this.tell(this.heard());
  }

  writeSound() {
    this.sound?.setAttribute("aria-pressed", String(speaker.isOn));
    if (this.sweeper) this.sweeper.hidden = !speaker.isOn;
  }

  /** Say something after a short rest. @param {string} words */
  say(words) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => setText(this.words, words), REST);
  }

  /** Put the mark on its place of the canvas, and the words into the other half. */
  place() {
    const terrain = this.isOpen ? this.host.look() : null;
    if (!terrain) return;
    const { plot: { left, top, width, height } } = terrain.view, { canvas } = this.host;
    this.words.toggleAttribute("data-low", this.at[1] > 0.5);
    this.mark.style.left = `${canvas.offsetLeft + left + this.at[0] * width}px`;
    this.mark.style.top = `${canvas.offsetTop + top + (1 - this.at[1]) * height}px`;
  }
}

/** @param {View} view @param {Place} share @returns {Place} */
function placeOf({ box: [a, b, c, d] }, [across, up]) {
  return [a + across * (b - a), c + up * (d - c)];
}

/** @param {View} view @param {Place} place @returns {Place} */
export function shareOf({ box: [a, b, c, d] }, [x, y]) {
  return [(x - a) / (b - a), (y - c) / (d - c)];
}

/** @param {Place[]} places @param {Place} at */
function nearestTo(places, [x, y]) {
  const away = places.map((place) => Math.hypot(place[0] - x, place[1] - y));
  return away.indexOf(Math.min(...away));
}

/** @param {number} share */
function clamp(share) {
  return Math.max(0, Math.min(1, share));
}
