/**
 * The sound of pictures: off until it is switched on, and remembered by this browser.
 *
 * @import { Note } from "./tones.js"
 */

import { mayStore } from "../wire/storage.js";
import { render } from "./tones.js";

export const SOUND_EVENT = "bayeslab-sound"; // to the window, when it is switched on or off
const KEY = "bayeslab.sound";

class Speaker {
  isOn = mayStore() && localStorage.getItem(KEY) === "on";
  /** @type {?AudioContext} */
  context = null;
  /** @type {?AudioBufferSourceNode} */
  source = null;

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    if (mayStore()) localStorage.setItem(KEY, isOn ? "on" : "off");
    if (!isOn) this.source?.stop();
    dispatchEvent(new Event(SOUND_EVENT));
  }

  /** Play notes in place of those that are heard. @param {Note[]} notes */
  play(notes) {
    if (!this.isOn || notes.length === 0) return;
    this.context ??= new AudioContext();
    const { context } = this, ears = render(notes, context.sampleRate);
    void context.resume();
    const buffer = context.createBuffer(ears.length, ears[0].length, context.sampleRate), source = context.createBufferSource();
    ears.forEach((ear, k) => buffer.copyToChannel(/** @type {Float32Array<ArrayBuffer>} */ (ear), k));
    this.source?.stop();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start();
    this.source = source;
  }
}

/** One for all pictures of a page. */
export const speaker = new Speaker();
