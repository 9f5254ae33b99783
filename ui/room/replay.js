/** A saved room, moment by moment: the lines of its log hold the changes of the projector's picture. */

import { applyPatch } from "./connection.js";

export class Replay {
  /**
   * @param {HTMLElement} root with a file input and a slider
   * @param {(room: object) => void} show
   * @param {(text: string) => void} tell
   */
  constructor(root, show, tell) {
    const file = root.querySelector("[type=file]"), slider = root.querySelector("[type=range]");
    file.addEventListener("change", async () => {
      try {
        this.rooms = readRooms(await file.files[0].text());
        Object.assign(slider, { max: this.rooms.length - 1, value: this.rooms.length - 1, hidden: false });
        show(this.rooms.at(-1));
        tell("");
      } catch {
        tell("This file is no log of a room; choose one that was saved with “Save log”.");
      }
    });
    slider.addEventListener("input", () => show(this.rooms[Number(slider.value)]));
  }
}

/** The states of a room from the text of its log, one for each event. */
export function readRooms(text) {
  let room = {};
  const rooms = text.trim().split("\n").map((line) => {
    room = applyPatch(room, JSON.parse(line).room);
    return room;
  });
  if (!Number.isInteger(rooms[0].count)) throw new Error("no log");
  return rooms;
}
