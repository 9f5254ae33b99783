// What the board sends to Python, and shows, after messages from Python and edits by hand.
import { Board } from "../../web/hand/board.js";
import { append, keep } from "../../web/model/points.js";
import { View } from "../../web/paint/view.js";
import { Outbox } from "../../web/wire/outbox.js";

const EDITS = {
  add: (board, x, y) => board.edit(append(board.points, [[x, y]], 1)),
  remove: (board, index) => board.edit(keep(board.points, (i) => i !== index)),
  undo: (board) => board.undo(),
  redo: (board) => board.redo(),
  fit: (board) => board.zoomToFit(),
  see: (board, box) => (board.view = new View(box, { left: 0, top: 0, width: 600, height: 300 })),
};

/** The texts that are sent, each answered at once; the note and the local copy at the end; what is stored. */
export const edit = (data, storage, edits) => {
  globalThis.localStorage = {
    getItem: (key) => storage[key] ?? null,
    setItem: (key, text) => (storage[key] = text),
    removeItem: (key) => delete storage[key],
  };
  const board = new Board(() => {}), messages = [];
  let now = data;
  const tell = (state) => {
    messages.push(state.points);
    now = { ...now, seq: state.seq };
    board.update(now, tell);
  };
  board.update(now, tell);
  for (const [name, ...rest] of edits) {
    if (name === "give") {
      now = { ...rest[0], seq: now.seq };
      board.update(now, tell);
    } else EDITS[name](board, ...rest);
  }
  const { note, localCopy, drawing } = board;
  board.outbox.close();
  return { sent: messages, note, localCopy, stored: storage, edited: drawing.isEdited };
};

/** What a new board sends for data without points, and the text of what it has after the answer. */
export const openAgain = (data, answer) => {
  const board = new Board(() => {}), messages = [];
  const tell = (state) => messages.push(state);
  board.update(data, tell);
  board.update({ ...answer, seq: messages[0].seq }, tell);
  board.outbox.close();
  const { box, points } = board.drawing;
  return [...messages, board.encode(box, points)];
};

/**
 * What a host that goes to settings is sent, and what the board shows after each step.
 *
 * A step is an edit, ["open", name], or ["hold"] and ["release"], between which the host gives no answer.
 */
export const visit = (data, settings, steps) => {
  const board = new Board(() => {}), messages = [];
  let now = { ...data, ...settings.first }, isHeld = false, pending = null;
  const tell = (state) => {
    messages.push(state);
    pending = state;
  };
  const answer = () => {
    const { seq, points, setting } = pending;
    pending = null;
    now = { ...now, seq };
    if (setting) now = { ...now, ...settings[setting.name], revision: now.revision + 1 };
    if (points) now = { ...now, points };
    board.update(now, tell);
  };
  board.update(now, tell);
  const views = steps.map(([name, ...rest]) => {
    if (name === "open") board.open({ name: rest[0] });
    else if (name === "hold" || name === "release") isHeld = name === "hold";
    else EDITS[name](board, ...rest);
    while (pending && !isHeld) answer();
    return [board.points.labels.length, board.data.setting.name, board.drawing.revision === board.data.revision];
  });
  board.outbox.close();
  return { shown: views, sent: messages };
};

/** What is sent of a state that is answered late, then of another one, and the ms after which each is sent again. */
export const sendAgain = () => {
  const messages = [], waits = [];
  let again;
  globalThis.setTimeout = (action, wait) => {
    waits.push(wait);
    again = action;
  };
  const outbox = new Outbox((state) => messages.push(state));
  outbox.post({ points: "first" });
  again();
  again();
  outbox.acknowledge(3);
  outbox.post({ points: "second" });
  outbox.close();
  return { sent: messages, waits };
};
