/** A saved room, moment by moment: the lines of its log hold the changes of the projector's picture. */

import { applyPatch } from "./connection.js";
import { finder, setText } from "../paint/words.js";

/** @import { Room } from "../messages.js" */

export class Replay {
  /** @type {Room[]} */
  rooms = [];

  /**
   * @param {HTMLElement} root with a file input and a slider
   * @param {(room: Room) => void} show
   * @param {(text: string) => void} tell
   */
  constructor(root, show, tell) {
    const find = finder(root);
    /** @type {HTMLInputElement} */
    const file = find("[type=file]");
    /** @type {HTMLInputElement} */
    const slider = find("[type=range]");
    file.addEventListener("change", async () => {
      try {
        this.rooms = readRooms((await file.files?.[0]?.text()) ?? "");
        const last = this.rooms.length - 1;
        Object.assign(slider, { max: last, value: last, hidden: false });
        go();
        tell("");
      } catch {
        tell("This file is no log of a room; choose one that was saved with “Save log”.");
      }
    });
    const go = () => {
      const place = Number(slider.value), words = `Moment ${place + 1} of ${this.rooms.length}`;
      setText(find(".moment"), words);
      slider.setAttribute("aria-valuetext", words);
      show(this.rooms[place]);
    };
    slider.addEventListener("input", go);
  }
}

/** The states of a room from the text of its log, one for each event. @param {string} text @returns {Room[]} */
export function readRooms(text) {
  /** @type {any} */
  let room = {};
  const rooms = text.trim().split("\n").map((line) => {
    room = applyPatch(room, JSON.parse(line).room);
    return room;
  });
  if (!Number.isInteger(rooms[0].count)) throw new Error("no log");
  return rooms;
}
