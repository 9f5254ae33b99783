/**
 * The connection of a browser to a room: it reconnects by itself, and resends messages that were not stored.
 *
 * docs/classroom.md describes the messages. The state of the room comes from the server; a message counts when
 * the server has answered it.
 *
 * @import { Desk, Ending, HomeworkWork, Room, You } from "../messages.js"
 */

const FIRST_WAIT = 400, LONGEST_WAIT = 8000; // ms until the next attempt
const SILENCE = 25000; // ms without a message: the connection is dead
const LATE = 5000; // ms without an acknowledgement of a message
const ASK_AGAIN = 8000; // ms until the room may have no passcode any more
const MOST_LOSSES = 3; // of the connection while the same message is not answered
const AGAIN = new Set([4429, 4500]); // codes of closing after which another attempt may succeed
const FINAL = 4400, ASKS_PASSCODE = 4401;

export const SENT = "Sent. You can still change it.", SENDING = "Sending …"; // of an answer

/** The state before the server has sent anything. @type {Room} */
export const NO_ROOM = { count: 0, locked: false, asks_passcode: false, ended: false };

/** @type {You} */
const NOBODY = { id: "", name: "", status: "" };

/**
 * Apply a JSON merge patch (RFC 7396) and return the result; the target stays as it is.
 * @param {any} target
 * @param {any} patch
 * @returns {any}
 */
export function applyPatch(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const isObject = target !== null && typeof target === "object" && !Array.isArray(target);
  /** @type {Record<string, any>} */
  const result = isObject ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applyPatch(result[name], value);
  }
  return result;
}

/** 128 random bits as hexadecimal digits. */
export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The address of the WebSocket of a room, next to the pages of a server that may live below a path.
 * @param {string | URL} base
 * @param {string} code
 */
export function socketAddress(base, code) {
  const address = new URL(`rooms/${code}`, base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/**
 * @typedef {Object} Callbacks what a connection tells its owner
 * @property {(room: Room, you: You) => void} room its state of the room
 * @property {(text: string, isLive: boolean) => void} status one sentence on the connection
 * @property {(why: string) => void} refusal what the user did does not count
 * @property {(why: string) => void} [passcode] the room asks for a passcode, see {@link RoomConnection#enter}
 * @property {(why: string) => void} end the room cannot be entered, or has ended
 * @property {(lines: {seq: number}[]) => void} [log] a part of the log
 * @property {(work: HomeworkWork) => void} [work] what a student has handed in
 * @property {(desk: Desk) => void} [desk] the exercise in a student's variant
 * @property {(ending: Ending & {exercise: string}) => void} [ending] the solution of a student's exercise
 *
 * @typedef {Object} Waiting a message that the state of the room does not contain yet
 * @property {string} text
 * @property {number} at the event from which on the state contains it; Infinity: the server has not answered
 * @property {number} losses of the connection meanwhile
 * @property {boolean} isSent
 */
export class RoomConnection {
  room = NO_ROOM;
  you = NOBODY;
  seq = 0;
  wait = FIRST_WAIT;
  /** @type {WebSocket | null} null: it is dead */
  socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} until the next attempt */
  timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  silence;
  /** @type {ReturnType<typeof setTimeout> | null} until an acknowledgement is late */
  late = null;
  isLate = false;
  isIn = false;
  isOver = false;
  isAsking = false; // for a passcode
  /** @type {string | null} why the server has sent this browser away for a while */
  why = null;
  ahead = 0; // the server's clock of this one's, in seconds
  number = Date.now(); // larger than any number before a reload
  /** @type {Map<number, Waiting>} */
  waiting = new Map();
  /** @type {Map<number, () => void>} what to do when a message is answered */
  onAnswer = new Map();
  listeners = new AbortController();

  /**
   * @param {string} address
   * @param {{role: string, key?: string, passcode?: string, name?: string, resume?: boolean}} hello
   * @param {Callbacks} callbacks
   */
  constructor(address, hello, callbacks) {
    this.address = address;
    this.hello = hello;
    this.callbacks = callbacks;
    const { signal } = this.listeners;
    for (const type of ["online", "pageshow"]) addEventListener(type, () => this.hurry(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry(), { signal });
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (!this.isAsking) this.callbacks.status("Connecting …", false);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    const isMine = () => this.socket === socket;
    socket.addEventListener("open", () => {
      if (!isMine()) return;
      socket.send(JSON.stringify({ ...this.hello, seq: this.seq }));
      for (const message of this.waiting.values()) this.send(message);
      this.listen();
      this.watch();
    });
    socket.addEventListener("message", ({ data }) => isMine() && this.read(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => isMine() && this.lose(code));
  }

  /** The device is awake again, or has a network again: try now. */
  hurry() {
    if (this.isOver || this.isAsking) return;
    this.wait = FIRST_WAIT;
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) this.open();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), SILENCE);
  }

  /** Wait for the next acknowledgement, which has to come in time. */
  watch() {
    clearTimeout(this.late ?? undefined);
    const isExpected = !this.isIn || this.oldest !== undefined;
    this.isLate = false;
    this.late = isExpected ? setTimeout(() => {
      this.isLate = true;
      this.report();
    }, LATE) : null;
  }

  report() {
    if (this.isLate) this.callbacks.status(`The server has not answered for ${LATE / 1000} s. Wait a moment.`, false);
    else this.callbacks.status("Connected", true);
  }

  /** The first message that the server has not answered, with its number; undefined if there is none. */
  get oldest() {
    return [...this.waiting].find(([, { at }]) => at === Infinity);
  }

  /** Close a connection that is dead although the browser has not noticed. */
  drop() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.lose(0);
  }

  /** @param {number} code */
  lose(code) {
    clearTimeout(this.silence);
    clearTimeout(this.late ?? undefined);
    if (this.isOver) return;
    this.countLoss();
    this.isIn = false;
    if (code === ASKS_PASSCODE) {
      this.isAsking = true;
      this.callbacks.status("Not connected.", false);
      this.hello = { ...this.hello, passcode: "" };
      this.timer = setTimeout(() => this.open(), ASK_AGAIN * (1 + Math.random()));
      return;
    }
    if (code >= FINAL && !AGAIN.has(code)) {
      this.close();
      this.callbacks.status("Not connected.", false);
      return;
    }
    this.callbacks.status(this.why ?? "Connection lost. Your changes are sent when the connection is back.", false);
    this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  /** A message with which the connection is lost repeatedly is given up. */
  countLoss() {
    const { oldest } = this;
    if (!this.isIn || !oldest?.[1].isSent) return; // the server has admitted nobody
    const [number, message] = oldest;
    message.losses += 1;
    if (message.losses < MOST_LOSSES) return;
    this.waiting.delete(number);
    this.onAnswer.delete(number);
    this.callbacks.refusal(`This was not stored: the connection was lost ${MOST_LOSSES} times while it was sent. Try again.`);
  }

  /** @param {any} message as docs/classroom.md describes it */
  read(message) {
    this.listen();
    if ("seq" in message) {
      this.wait = FIRST_WAIT;
      this.why = null;
      this.isAsking = false;
      if (!this.isIn) {
        this.isIn = true;
        this.watch();
      }
      this.report();
      this.seq = message.seq;
      if (message.now) this.ahead = message.now - Date.now() / 1000;
      this.room = applyPatch(message.whole ? NO_ROOM : this.room, message.room ?? {});
      this.you = applyPatch(message.whole ? NOBODY : this.you, message.you ?? {});
      if (this.settle() || message.room || message.you) this.callbacks.room(this.room, this.you);
    }
    if (message.waiting) { // its turn to join comes
      clearTimeout(this.late ?? undefined);
      this.callbacks.status(message.waiting, false);
    }
    if (message.work) this.callbacks.work?.(message.work);
    if (message.desk) this.callbacks.desk?.(message.desk);
    if (message.ending) this.callbacks.ending?.(message.ending);
    const sender = this.waiting.get(message.done);
    if (sender) {
      sender.at = message.at;
      if (this.settle()) this.callbacks.room(this.room, this.you);
    }
    this.onAnswer.get(message.done)?.();
    this.onAnswer.delete(message.done ?? message.refused);
    if ("refused" in message) {
      this.waiting.delete(message.refused);
      this.callbacks.refusal(message.why);
    }
    if ("done" in message || "refused" in message) {
      this.watch();
      this.report();
    }
    if ("closed" in message) this.refuse(message);
  }

  /** Forget the messages that the state of the room contains; return whether there were any. */
  settle() {
    const before = this.waiting.size;
    for (const [number, { at }] of this.waiting) if (at <= this.seq) this.waiting.delete(number);
    return this.waiting.size < before;
  }

  /** Whether the state of the room contains all sent messages. */
  get isSettled() {
    return this.waiting.size === 0;
  }

  /** @param {{closed: number, why: string}} message */
  refuse({ closed, why }) {
    if (AGAIN.has(closed)) this.why = why;
    else if (closed !== ASKS_PASSCODE) this.callbacks.end(why);
    else if (!this.isAsking) this.callbacks.passcode?.(why); // else its user is typing it
  }

  /** Join with the passcode that the user has typed. @param {string} passcode */
  enter(passcode) {
    this.isAsking = false;
    this.why = null;
    this.wait = FIRST_WAIT;
    this.hello = { ...this.hello, passcode };
    this.open();
  }

  /**
   * Send what the user does; it is sent again after a lost connection, until the server has answered.
   * @param {object} message
   */
  say(message) {
    this.number += 1;
    const text = JSON.stringify({ n: this.number, ...message });
    const waiting = { text, at: Infinity, losses: 0, isSent: false };
    this.waiting.set(this.number, waiting);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send(waiting);
    if (this.late === null) this.watch();
  }

  /** @param {Waiting} message */
  send(message) {
    message.isSent = true;
    this.socket?.send(message.text);
  }

  /** Send a message, and act when the server has accepted it. @param {object} message @param {() => void} onAnswer */
  ask(message, onAnswer) {
    this.say(message);
    this.onAnswer.set(this.number, onAnswer);
  }

  /** Seconds since 1970, as the server counts them. */
  now() {
    return this.ahead + Date.now() / 1000;
  }

  close() {
    this.isOver = true;
    this.listeners.abort();
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    clearTimeout(this.late ?? undefined);
    const { socket } = this;
    this.socket = null; // what still arrives is for nobody
    socket?.close();
  }
}
