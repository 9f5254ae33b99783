/**
 * Messages to Python, one at a time.
 *
 * A message interrupts the script that still answers the previous one, and a hand is faster than a
 * script. So each message carries a number, Python gives the number back with its answer, and only then
 * does the next one go out. Of several that wait the newest wins: each tells the whole state.
 *
 * @typedef {Omit<import("../messages.js").DrawingState, "seq">} Message
 */

const PATIENCE = 2000, MOST_PATIENCE = 4000; // ms until a message without an answer counts as lost

export class Outbox {
  sequence = 0;
  /** @type {?Message} */
  waiting = null;
  /** @type {?Message} */
  pending = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  patience = PATIENCE;

  /** @param {(state: import("../messages.js").DrawingState) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** Whether Python has answered everything. */
  get isIdle() {
    return this.pending === null && this.waiting === null;
  }

  /** Send a state, now or after the pending answer. @param {Message} state */
  post(state) {
    this.waiting = state;
    if (this.pending === null) this.sendNewest();
  }

  /** Python has answered the message of this number, or has just started and knows none. @param {number} sequence */
  acknowledge(sequence) {
    if (sequence < this.sequence) return;
    this.sequence = sequence;
    this.pending = null;
    this.patience = PATIENCE;
    clearTimeout(this.timer);
    if (this.waiting !== null) this.sendNewest();
  }

  /** Stop sending, because nobody listens. */
  close() {
    clearTimeout(this.timer);
    this.send = () => {};
  }

  /** Send the newest state, and repeat it at growing intervals until there is an answer. */
  sendNewest() {
    const message = this.waiting ?? this.pending;
    if (message === null) return;
    this.pending = message;
    this.waiting = null;
    this.timer = setTimeout(() => this.sendNewest(), this.patience);
    this.patience = Math.min(2 * this.patience, MOST_PATIENCE);
    this.send({ seq: ++this.sequence, ...message });
  }
}
