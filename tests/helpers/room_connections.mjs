// Plays what happens to the connection of a browser to a room, without a browser, a server or a clock: `play(steps)`
// returns what the owner of the connection was told, and every text that each of its sockets was given to send.
import { RoomConnection } from "../../web/room/connection.js";

class Socket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  handlers = {};

  constructor() {
    sockets.push(this);
  }

  addEventListener(type, handler) {
    this.handlers[type] = handler;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

let sockets = [], timers = [], now = 0;

export function play(steps) {
  [sockets, timers, now] = [[], [], 0];
  Object.assign(globalThis, { WebSocket: Socket, addEventListener() {}, document: { addEventListener() {} } });
  globalThis.setTimeout = (action, ms) => timers.push({ at: now + ms, action });
  globalThis.clearTimeout = (number) => { if (number) timers[number - 1].action = null; };
  let shown = 0;
  const calls = [], tell = (kind) => (...values) => calls.push([kind, ...values]);
  const told = { status: tell("status"), refusal: tell("refusal"), end: tell("end"), passcode: tell("passcode") };
  const connection = new RoomConnection("", {}, { ...told, room() { shown += 1; } });
  connection.number = 0;
  const acts = {
    open: () => { sockets.at(-1).readyState = 1; sockets.at(-1).handlers.open({}); },
    get: (message) => sockets.at(-1).handlers.message({ data: JSON.stringify(message) }),
    leave: () => connection.close(),
    hurry: () => connection.hurry(),
    enter: (passcode) => connection.enter(passcode),
    say: (message) => connection.say(message),
    close: (code) => { sockets.at(-1).readyState = 3; sockets.at(-1).handlers.close({ code }); },
    pass: (ms) => {
      now += ms;
      for (const timer of timers) {
        const { at, action } = timer;
        if (action && at <= now) { timer.action = null; action(); }
      }
    },
  };
  for (const [act, value] of steps) acts[act](value);
  connection.close();
  return { calls, sent: sockets.map(({ sent }) => sent), settled: connection.isSettled, shown };
}
