// What the board tells Python, and shows, after it was given data and a hand has done something.
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

/** The texts that are sent, each answered at once, then what is said of the points and of what is stored. */
export const edit = (data, stored, edits) => {
  globalThis.localStorage = {
    getItem: (key) => stored[key] ?? null,
    setItem: (key, text) => (stored[key] = text),
    removeItem: (key) => delete stored[key],
  };
  const board = new Board(() => {}), sent = [];
  let now = data;
  const tell = (state) => {
    sent.push(state.points);
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
  const { note, localCopy: kept, drawing } = board;
  board.outbox.close();
  return { sent, note, kept, stored, edited: drawing.isEdited };
};

/** What a new board sends for data without points, and the text of what it has after the answer. */
export const openAgain = (data, answer) => {
  const board = new Board(() => {}), sent = [];
  const tell = (state) => sent.push(state);
  board.update(data, tell);
  board.update({ ...answer, seq: sent[0].seq }, tell);
  board.outbox.close();
  const { box, points } = board.drawing;
  return [...sent, board.encode(box, points)];
};

/**
 * What a host that goes to settings is sent, and what the board shows after each step.
 *
 * A step is an edit, ["open", name], or ["hold"] and ["release"], between which the host gives no answer.
 */
export const visit = (data, settings, steps) => {
  const board = new Board(() => {}), sent = [];
  let now = { ...data, ...settings.first }, isHeld = false, unanswered = null;
  const tell = (state) => {
    sent.push(state);
    unanswered = state;
  };
  const answer = () => {
    const { seq, points, setting } = unanswered;
    unanswered = null;
    now = { ...now, seq };
    if (setting) now = { ...now, ...settings[setting.name], revision: now.revision + 1 };
    if (points) now = { ...now, points };
    board.update(now, tell);
  };
  board.update(now, tell);
  const shown = steps.map(([name, ...rest]) => {
    if (name === "open") board.open({ name: rest[0] });
    else if (name === "hold" || name === "release") isHeld = name === "hold";
    else EDITS[name](board, ...rest);
    while (unanswered && !isHeld) answer();
    return [board.points.labels.length, board.data.setting.name, board.drawing.revision === board.data.revision];
  });
  board.outbox.close();
  return { shown, sent };
};

/** What is sent of a state that is answered late, then of another one, and the ms after which each is sent again. */
export const sendAgain = () => {
  const sent = [], waits = [];
  let again;
  globalThis.setTimeout = (action, wait) => {
    waits.push(wait);
    again = action;
  };
  const outbox = new Outbox((state) => sent.push(state));
  outbox.post({ points: "first" });
  again();
  again();
  outbox.acknowledge(3);
  outbox.post({ points: "second" });
  outbox.close();
  return { sent, waits };
};
