/** What the teacher does next, with a note and a timer: the first press reveals, the second goes on. */

import { setText } from "../canvas/paint/words.js";

/** Whether the present activity has results that are not shown yet. */
export function canReveal({ activity }) {
  return Boolean(activity) && activity.key !== "draw" && !activity.revealed;
}

/** The message that the next press sends; null if there is nothing to do. */
export function nextStep(room) {
  if (canReveal(room)) return { do: "reveal", on: true };
  const item = (room.item ?? 0) + 1;
  return startItem(room, item);
}

/** The message that starts an activity of the plan; null if it was started before, or is none. */
export function startItem({ plan = [], item: last = 0 }, item) {
  const planned = item > last ? plan[item - 1] : undefined;
  return planned ? { do: "start", key: planned.key, settings: planned.settings, item } : null;
}

/** Seconds as minutes and seconds. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Guide {
  /**
   * @param {HTMLElement} root
   * @param {(message: object) => void} say
   */
  constructor(root, say) {
    this.root = root;
    this.button = root.querySelector(".step");
    this.button.addEventListener("click", () => say(nextStep(this.room)));
    this.timer = setInterval(() => this.writeTime(), 1000);
  }

  update(room) {
    this.room = room;
    const { plan = [], item = 0 } = room, step = nextStep(room);
    this.button.hidden = plan.length === 0;
    this.button.disabled = step === null;
    setText(this.button, step === null ? "That was the last activity" : step.do === "reveal" ? "Next: reveal the results" : `Next: ${plan[item].title}`);
    setText(this.root.querySelector(".note"), plan[item - 1]?.note ?? "");
    setText(this.root.querySelector(".after"), plan[item] ? `Next: ${plan[item].title}` : "");
    this.writeTime();
  }

  writeTime() {
    const { since } = this.room ?? {};
    setText(this.root.querySelector(".time"), since ? `${clock(Date.now() / 1000 - since)} since the start of the activity` : "");
  }

  close() {
    clearInterval(this.timer);
  }
}
