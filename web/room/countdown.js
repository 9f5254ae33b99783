/** The time that is left until an activity closes by itself, on the projector and on the phones. */

import { setText } from "../paint/words.js";

/** Seconds as minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Countdown {
  closes = 0;
  timer = setInterval(() => this.show(), 250);

  /** @param {HTMLElement} element @param {() => number} now seconds since 1970, as the server counts them */
  constructor(element, now) {
    this.element = element;
    this.now = now;
  }

  /** @param {import("../messages.js").Activity | undefined} activity */
  update(activity) {
    this.closes = activity?.open ? activity.closes : 0;
    this.show();
  }

  show() {
    const left = this.closes - this.now();
    setText(this.element, this.closes ? `${clock(Math.ceil(left))} left` : "");
    this.element.classList.toggle("soon", this.closes > 0 && left < 10);
  }

  close() {
    clearInterval(this.timer);
  }
}
