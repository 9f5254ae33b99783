/**
 * The connection of a browser to a room: it comes back by itself, and says again what was not stored.
 *
 * docs/classroom.md describes the messages. The state of the room is what the server tells; a message counts when
 * the server has answered it.
 */

const FIRST_WAIT = 400, LONGEST_WAIT = 8000; // ms until the next attempt
const SILENCE = 25000; // ms without a message: the connection is dead
const AGAIN = new Set([4429, 4500]); // codes of closing after which another attempt may succeed
const FINAL = 4400;

/** Apply a JSON merge patch (RFC 7396) and return the result; the target stays as it is. */
export function applyPatch(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const isObject = target !== null && typeof target === "object" && !Array.isArray(target);
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

/** The address of the WebSocket of a room, next to the pages of a server that may live below a path. */
export function socketAddress(base, code) {
  const address = new URL(`rooms/${code}`, base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/**
 * @typedef {Object} Told what the owner of a connection is told
 * @property {(room: object, you: object) => void} changed the state of the room
 * @property {(text: string, isLive: boolean) => void} status one sentence on the connection
 * @property {(why: string) => void} refused what the user did does not count
 * @property {(why: string) => void} ended the room cannot be entered, or has ended
 * @property {(lines: object[]) => void} [log] a part of the log
 * @property {(text: string) => void} [notice] what is wrong with the way in which the app runs
 */
export class RoomConnection {
  /**
   * @param {string} address
   * @param {{role: string, key?: string}} hello
   * @param {Told} told
   */
  constructor(address, hello, told) {
    Object.assign(this, { address, hello, told, room: {}, you: {}, seq: 0, wait: FIRST_WAIT });
    Object.assign(this, { socket: null, timer: null, silence: null, isOver: false });
    this.number = Date.now(); // larger than any number before a reload
    this.waiting = new Map();
    this.answered = new Map();
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    for (const type of ["online", "pageshow"]) addEventListener(type, () => this.hurry(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry(), { signal });
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.told.status("Connecting …", false);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    const mine = (action) => (event) => this.socket === socket && action(event);
    socket.addEventListener("open", mine(() => {
      socket.send(JSON.stringify({ ...this.hello, seq: this.seq }));
      for (const { text } of this.waiting.values()) socket.send(text);
      this.listen();
    }));
    socket.addEventListener("message", mine(({ data }) => this.read(JSON.parse(data))));
    socket.addEventListener("close", mine(({ code }) => this.lost(code)));
  }

  /** The device is awake again, or has a network again: try now. */
  hurry() {
    if (this.isOver) return;
    this.wait = FIRST_WAIT;
    if (this.socket.readyState > WebSocket.OPEN) this.open();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), SILENCE);
  }

  /** The connection is dead, although the browser has not noticed. */
  drop() {
    const { socket } = this;
    this.socket = null;
    socket.close();
    this.lost(0);
  }

  lost(code) {
    clearTimeout(this.silence);
    if (this.isOver) return;
    if (code >= FINAL && !AGAIN.has(code)) {
      this.close();
      this.told.status("Not connected.", false);
      return;
    }
    this.told.status(this.why ?? "Connection lost. What you do is sent when it is back.", false);
    this.socket ??= { readyState: 3, close() {} };
    this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  read(message) {
    this.listen();
    if ("seq" in message) {
      Object.assign(this, { wait: FIRST_WAIT, why: null });
      this.told.status("Connected", true);
      this.seq = message.seq;
      for (const [number, { at }] of this.waiting) if (at <= this.seq) this.waiting.delete(number);
    }
    if (message.whole) Object.assign(this, { room: {}, you: {} });
    if (message.room || message.you) {
      this.room = applyPatch(this.room, message.room ?? {});
      this.you = applyPatch(this.you, message.you ?? {});
      this.told.changed(this.room, this.you);
    }
    if (message.log) this.told.log?.(message.log);
    if (message.notice) this.told.notice?.(message.notice);
    if (this.waiting.has(message.done)) this.waiting.get(message.done).at = message.at;
    this.answered.get(message.done)?.();
    this.answered.delete(message.done ?? message.refused);
    if ("refused" in message) {
      this.waiting.delete(message.refused);
      this.told.refused(message.why);
    }
    if ("closed" in message) this.refuse(message);
  }

  /** Whether the state of the room contains all that was said. */
  get isSettled() {
    return this.waiting.size === 0;
  }

  refuse({ closed, why }) {
    if (AGAIN.has(closed)) this.why = why;
    else this.told.ended(why);
  }

  /** Say what the user does; it is said again after a lost connection, until the server has answered. */
  say(message) {
    this.number += 1;
    const text = JSON.stringify({ n: this.number, ...message });
    this.waiting.set(this.number, { text, at: Infinity });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /** Say something, and act when the server has answered it. */
  ask(message, done) {
    this.say(message);
    this.answered.set(this.number, done);
  }

  close() {
    this.isOver = true;
    this.listeners.abort();
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.socket?.close();
  }
}
