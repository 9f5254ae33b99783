/**
 * The tools: their texts, and what they do while the hand is down.
 *
 * A gesture is a function that is called where the hand comes down and returns what is to happen as it moves.
 * It changes the draft on the board, a new list of points each time, and nothing else. A spot is a place in
 * the units of the data with the reach of the pointer in pixels: a finger is blunter than a mouse.
 *
 * The buttons, the shortcuts, the sheet of keys and the settings beside the classes are made from TOOLS.
 *
 * @import { Board } from "./board.js"
 * @import { Place, Points } from "../model/points.js"
 * @typedef {{place: Place, reach: number}} Spot
 *
 * @typedef {Object} Tool
 * @property {string} title of its button
 * @property {string} purpose what it does
 * @property {string} key the letter that chooses it
 * @property {string} hint what to do with it, for a pointer
 * @property {string} help what to do with it, for keys
 * @property {string} [start] what to do with it first, if it makes points
 * @property {string} cursor
 * @property {string[]} settings those of "brush", "density" and "selection" that it has
 * @property {(board: Board, spot: Spot) => boolean} [takes] whether there is something to pick up
 * @property {boolean} [takesBoundary] whether it moves the boundary where there is no point
 * @property {string} [doubled] the tool that the second press of a double click uses, if it is another one
 * @property {boolean} isTwoStep whether one Enter begins and another one ends it
 * @property {Record<string, string>} icon attributes of a path in a square of 20
 * @property {(board: Board, spot: Spot) => (spot: Spot) => void} begin the gesture
 */

import { append, keep, nearest, shift } from "../model/points.js";
import { DRAWING } from "../model/shared.js";

const ADD = "Click to add points";

/** @type {Record<string, Tool>} */
export const TOOLS = {
  add: {
    title: "Add",
    purpose: "Add points",
    key: "a",
    hint: "Click to add a point; drag to adjust its position.",
    help: "Enter adds a point at the cross-hair",
    start: ADD,
    cursor: "crosshair",
    settings: [],
    doubled: "move",
    isTwoStep: false,
    icon: { d: "M10 3.5v13M3.5 10h13" },
    begin(board, spot) {
      const before = board.points;
      const follow = (/** @type {Spot} */ { place }) => drop(board, before, [place]);
      follow(spot);
      return follow;
    },
  },

  spray: {
    title: "Spray",
    purpose: "Spray points",
    key: "s",
    hint: "",
    help: "Enter sprays points around the cross-hair",
    start: "Drag to spray points",
    cursor: "crosshair",
    settings: ["brush", "density"],
    isTwoStep: false,
    icon: {
      d: "M10 10h.01M5 6h.01M14 5h.01M6 14h.01M15 12h.01M11 16h.01M10 3h.01M3 10h.01M17 8h.01",
      "stroke-width": "2.6",
    },
    begin(board, spot) {
      return stroke(board, spot, ({ place }) => drop(board, board.points, cloud(board, place)));
    },
  },

  erase: {
    title: "Erase",
    purpose: "Erase points",
    key: "e",
    hint: "Drag over points.",
    help: "Enter erases the points around the cross-hair",
    cursor: "crosshair",
    settings: ["brush"],
    isTwoStep: false,
    icon: { d: "m8 16.5-4.5-4.5 8-8 5 5-7.5 7.5zM7 8.5l5 5M8 16.5h9" },
    begin(board, spot) {
      return stroke(board, spot, ({ place }) => {
        const { x, y } = board.points, { brush, view } = board;
        const left = keep(board.points, (i) => view.distance([x[i], y[i]], place) > brush);
        if (left.x.length < x.length) board.draft(left);
      });
    },
  },

  move: {
    title: "Move",
    purpose: "Move a point",
    key: "m",
    hint: "Drag a point or the boundary.",
    help: "Enter picks up the point or the boundary under the cross-hair; a second Enter puts it down",
    cursor: "grab",
    settings: [],
    takesBoundary: true,
    isTwoStep: true,
    icon: {
      d: "M10 2.5v15M2.5 10h15M7.8 4.7 10 2.5l2.2 2.2M7.8 15.3l2.2 2.2 2.2-2.2M4.7 7.8 2.5 10l2.2 2.2" +
        "M15.3 7.8l2.2 2.2-2.2 2.2",
    },
    takes: (board, spot) => nearestPoint(board, spot) >= 0,
    begin(board, spot) {
      const index = nearestPoint(board, spot);
      return index < 0 ? () => {} : carry(board, [index], spot);
    },
  },

  select: {
    title: "Select",
    purpose: "Select points in a rectangle",
    key: "r",
    hint: "Drag a rectangle around points.",
    help: "Enter starts a rectangle; a second Enter ends it",
    cursor: "crosshair",
    settings: ["selection"],
    isTwoStep: true,
    icon: { d: "M3.5 3.5h13v13h-13z", "stroke-dasharray": "3 2.3" },
    takes: isOnSelection,
    begin(board, spot) {
      if (isOnSelection(board, spot)) return carry(board, board.selection, spot);
      board.select([]);
      return ({ place }) => board.selectInside(spot.place, place);
    },
  },
};

/** The name of the tool that a letter chooses, if there is one. @param {string} letter */
export function toolOf(letter) {
  return Object.keys(TOOLS).find((name) => TOOLS[name].key === letter);
}

/** The hint how to draw the first points with a tool. @param {string} name */
export function howToStart(name) {
  return TOOLS[name].start ?? `Choose ${TOOLS.add.title} and ${ADD[0].toLowerCase()}${ADD.slice(1)}`;
}

/** The point nearest to a spot within its reach, or -1. @param {Board} board @param {Spot} spot */
export function nearestPoint({ points: { x, y, labels }, view }, { place, reach }) {
  return nearest(labels.length, (i) => view.distance([x[i], y[i]], place), reach);
}

/** Whether there is a selected point within the reach of a spot. @param {Board} board @param {Spot} spot */
function isOnSelection({ points: { x, y }, selection, view }, { place, reach }) {
  return selection.some((i) => view.distance([x[i], y[i]], place) < reach);
}

/**
 * Dab where the hand comes down, and again after each third of the brush's width.
 * @param {Board} board
 * @param {Spot} spot
 * @param {(spot: Spot) => void} dab
 * @returns {(spot: Spot) => void}
 */
function stroke(board, spot, dab) {
  let last = spot;
  dab(spot);
  return (next) => {
    if (board.view.distance(last.place, next.place) < board.brush / 3) return;
    last = next;
    dab(next);
  };
}

/** @param {Board} board @param {number[]} indices @param {Spot} start @returns {(spot: Spot) => void} */
function carry(board, indices, start) {
  const before = board.points;
  return ({ place }) => {
    board.draft(shift(before, indices, [place[0] - start.place[0], place[1] - start.place[1]], board.view.box));
  };
}

/** @param {Board} board @param {Points} before @param {Place[]} places */
function drop(board, before, places) {
  const most = DRAWING.points, room = most - before.labels.length;
  if (room < places.length) board.say(`The drawing area holds ${most} points; erase some first.`);
  if (room > 0) board.draft(append(before, places.slice(0, room), board.label));
}

/** Places spread evenly over the brush. @param {Board} board @param {Place} place @returns {Place[]} */
function cloud({ brush, density, view }, [x, y]) {
  const [reach1, reach2] = view.span(brush);
  return Array.from({ length: density }, () => {
    const angle = 2 * Math.PI * Math.random(), radius = Math.sqrt(Math.random());
    return [x + reach1 * radius * Math.cos(angle), y + reach2 * radius * Math.sin(angle)];
  });
}
