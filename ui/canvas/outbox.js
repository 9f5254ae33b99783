/**
 * Messages to Python, one at a time.
 *
 * A message interrupts the script that still answers the one before, and a hand is faster than a script.
 * So each message carries a number, Python gives the number back with its answer, and only then does the
 * next one go out. Of several that wait the newest wins: each tells the whole state.
 */

const PATIENCE = 5000; // ms until a message without an answer counts as lost

export class Outbox {
  /** @param {(state: object) => void} send */
  constructor(send) {
    this.send = send;
    this.sequence = 0;
    this.waiting = null;
    this.timer = null;
  }

  /** Whether Python has answered everything. */
  get isIdle() {
    return this.timer === null && this.waiting === null;
  }

  /** Send a state, now or after the answer to the one that is out. */
  post(state) {
    this.waiting = state;
    if (this.timer === null) this.sendWaiting();
  }

  /** Python has answered the message of this number, or has just started and knows none. */
  acknowledge(sequence) {
    if (sequence < this.sequence) return;
    this.sequence = sequence;
    this.sendWaiting();
  }

  /** Send nothing any more, because there is nobody to tell. */
  close() {
    clearTimeout(this.timer);
    this.send = () => {};
  }

  sendWaiting() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.waiting === null) return;
    const state = this.waiting;
    this.waiting = null;
    this.timer = setTimeout(() => this.sendWaiting(), PATIENCE);
    this.send({ seq: ++this.sequence, ...state });
  }
}
