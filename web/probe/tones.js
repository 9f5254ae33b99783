/**
 * What a picture sounds like: samples of notes, from nothing but the notes.
 *
 * @import { Sound } from "../marks/types.js"
 * @typedef {Sound & {hasClick?: boolean, start?: number}} Note a click where the boundary is crossed, and in how many seconds it begins
 */

const HIGHEST_PARTIAL = 8000, ROUGH = 35, CLICK = 3000; // hertz
const ATTACK = 0.008, RELEASE = 0.03, CLICK_LENGTH = 0.004; // seconds
const LEVEL = 0.28, CLICK_LEVEL = 0.9;
const SWEEP = 3, SHORT = 0.14, TOGETHER = 20; // seconds: of all, of a note, and of the notes of many
/** The partials of each voice, which differ in their spectrum. */
const VOICES = [[1, 0.12], [1, 0, 0.7, 0, 0.5, 0, 0.3], [1, 0.8, 0.5, 0.35, 0.2], [1, 0, 0, 0.7], [1, 0.7], [1, 0, 0.8], [1, 0.3, 0, 0, 0.6]];

/** Notes one after the other, from left to right, in three seconds. @param {Note[]} notes @returns {Note[]} */
export function sweep(notes) {
  return notes.map((note) => ({ ...note, start: (SWEEP * (note.side + 1)) / 2 })).sort((a, b) => a.start - b.start);
}

/**
 * The samples of both ears.
 * @param {Note[]} notes
 * @param {number} rate samples per second
 * @param {number} [length] of each note, in seconds; of many notes each is shorter
 * @returns {[Float32Array, Float32Array]}
 */
export function render(notes, rate, length = Math.min(SHORT, TOGETHER / notes.length)) {
  const end = Math.max(0, ...notes.map(({ start = 0 }) => start)) + length + RELEASE;
  /** @type {[Float32Array, Float32Array]} */
  const ears = [new Float32Array(Math.ceil(end * rate)), new Float32Array(Math.ceil(end * rate))];
  for (const note of notes) {
    const angle = ((note.side + 1) * Math.PI) / 4, first = Math.round((note.start ?? 0) * rate);
    const gains = [Math.cos(angle), Math.sin(angle)], wave = waveOf(note, rate, length);
    wave.forEach((value, i) => ears.forEach((ear, k) => (ear[first + i] += gains[k] * value)));
  }
  const most = ears.reduce((high, ear) => ear.reduce((above, value) => Math.max(above, Math.abs(value)), high), 1);
  return /** @type {typeof ears} */ (ears.map((ear) => ear.map((value) => value / most)));
}

/** @param {Note} note @param {number} rate @param {number} length */
function waveOf({ pitch, voice, loudness, isRough, hasClick }, rate, length) {
  const partials = VOICES[voice % VOICES.length].map((share, k) => (pitch * (k + 1) < HIGHEST_PARTIAL ? share : 0));
  const level = (LEVEL * loudness) / Math.hypot(...partials);
  return Float32Array.from({ length: Math.floor((length + RELEASE) * rate) }, (_, i) => {
    const t = i / rate, edge = Math.min(1, t / ATTACK, Math.max(0, (length + RELEASE - t) / RELEASE));
    const tone = partials.reduce((sum, share, k) => sum + share * Math.sin(2 * Math.PI * pitch * (k + 1) * t), 0);
    const rough = isRough ? 0.5 + 0.5 * Math.sin(2 * Math.PI * ROUGH * t) : 1;
    const click = hasClick && t < CLICK_LENGTH ? CLICK_LEVEL * (1 - t / CLICK_LENGTH) * Math.cos(2 * Math.PI * CLICK * t) : 0;
    return level * edge * rough * tone + click;
  });
}
