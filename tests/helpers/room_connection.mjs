// A RoomConnection without a browser: its sockets are closed by the test, and its clock runs when it is told to.
import { RoomConnection } from "../../web/room/connection.js";

class Socket extends EventTarget {
  static OPEN = 1;
  static all = [];
  readyState = 1;
  sent = [];

  constructor() {
    super();
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

/** For each end [code, sentence] of a connection: what was said again, and what the user was told. */
export function tryAgain(ends) {
  return ends.map(([code, why]) => {
    let timers = [], status = "", final = "", question = "";
    globalThis.setTimeout = (action) => timers.push(action);
    globalThis.clearTimeout = () => {};
    globalThis.addEventListener = () => {};
    globalThis.document = new EventTarget();
    globalThis.WebSocket = Socket;
    Socket.all = [];
    const connection = new RoomConnection("ws://test", { role: "participant", key: "k" }, {
      room() {},
      status: (text) => (status = text),
      refusal() {},
      end: (text) => (final = text),
      passcode: (text) => (question = text),
    });
    const [socket] = Socket.all;
    socket.dispatchEvent(new Event("open"));
    socket.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify({ closed: code, why }) }));
    timers = [];
    socket.dispatchEvent(Object.assign(new Event("close"), { code }));
    const before = status;
    for (const action of timers) action();
    connection.hurry(); // the phone is awake again
    const isTriedBySelf = Socket.all.length > 1;
    if (question) connection.enter("7QK2MP");
    const again = Socket.all.slice(1).at(-1);
    again?.dispatchEvent(new Event("open"));
    return { again: again?.sent ?? null, isTriedBySelf, status: before, final, question };
  });
}
