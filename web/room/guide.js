/** The teacher's next step, with a note and a timer: the first press reveals, the second goes on. */

import { finder, setText } from "../paint/words.js";
import { clock } from "./countdown.js";

/** @typedef {Pick<import("../messages.js").Room, "activity" | "plan" | "item" | "since">} Room */

/** Whether the present activity has results that are not shown yet. @param {Room} room */
export function canReveal({ activity }) {
  return activity !== undefined && activity.key !== "draw" && !activity.revealed;
}

/**
 * The message that starts an item of the plan; null if it was started before, or is no activity.
 * @param {Room} room
 * @param {number} item
 */
export function startItem({ plan = [], item: last = 0 }, item) {
  const next = item > last ? plan[item - 1] : undefined;
  return next ? { do: "start", key: next.key, settings: next.settings, item } : null;
}

export class Guide {
  /** @type {Room} */
  room = {};
  timer = setInterval(() => this.writeTime(), 1000);

  /** @param {HTMLElement} root */
  constructor(root) {
    this.find = finder(root);
  }

  /** @param {Room} room */
  update(room) {
    this.room = room;
    const { plan = [], item = 0 } = room;
    setText(this.find(".note"), plan[item - 1]?.note ?? "");
    setText(this.find(".after"), plan[item] ? `Next: ${plan[item].title}` : "");
    this.writeTime();
  }

  writeTime() {
    const { since, plan = [] } = this.room;
    this.find(".guide").hidden = !since && plan.length === 0;
    setText(this.find(".time"), since ? `${clock(Date.now() / 1000 - since)} since the start of the activity` : "");
  }

  close() {
    clearInterval(this.timer);
  }
}
