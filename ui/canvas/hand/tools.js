/**
 * What the tools do while the hand is down.
 *
 * A tool is a function that is called where the hand comes down and returns what is to happen as it moves.
 * It changes the draft on the board, a new list of points each time, and nothing else. A spot is a place in
 * the units of the data with the reach of the pointer in pixels: a finger is blunter than a mouse.
 *
 * @typedef {{place: import("../model/points.js").Place, reach: number}} Spot
 * @typedef {(board: import("./board.js").Board, spot: Spot) => (spot: Spot) => void} Tool
 */

import { append, inside, keep, nearest, shift } from "../model/points.js";

export const MAX_DRAWN = 2000; // more than that, and neither picture nor table follow the hand

/** @type {Object<string, Tool>} */
export const TOOLS = {
  add(board, spot) {
    const before = board.points;
    const follow = ({ place }) => drop(board, before, [place]);
    follow(spot);
    return follow;
  },

  spray(board, spot) {
    return stroke(board, spot, ({ place }) => drop(board, board.points, cloud(board, place)));
  },

  erase(board, spot) {
    return stroke(board, spot, ({ place }) => {
      const { x, y } = board.points, { brush, view } = board;
      const left = keep(board.points, (i) => view.distance([x[i], y[i]], place) > brush);
      if (left.x.length < x.length) board.draft(left);
    });
  },

  move(board, spot) {
    const index = nearestPoint(board, spot);
    return index < 0 ? () => {} : carry(board, [index], spot);
  },

  select(board, spot) {
    const { x, y } = board.points;
    const grabbed = board.selection.some((i) => board.view.distance([x[i], y[i]], spot.place) < spot.reach);
    if (grabbed) return carry(board, board.selection, spot);
    board.select([]);
    return ({ place }) => {
      board.rectangle = [spot.place, place];
      board.select(inside(board.points, spot.place, place));
    };
  },
};

/** The point nearest to a spot within its reach, or -1. */
export function nearestPoint({ points: { x, y, labels }, view }, { place, reach }) {
  return nearest(labels.length, (i) => view.distance([x[i], y[i]], place), reach);
}

/** Dab where the hand comes down, and again whenever it has gone a third of the brush. */
function stroke(board, spot, dab) {
  let last = spot;
  dab(spot);
  return (next) => {
    if (board.view.distance(last.place, next.place) < board.brush / 3) return;
    last = next;
    dab(next);
  };
}

function carry(board, chosen, start) {
  const before = board.points;
  return ({ place }) => {
    const step = [place[0] - start.place[0], place[1] - start.place[1]];
    board.draft(shift(before, chosen, step, board.drawing.box));
  };
}

function drop(board, before, places) {
  const room = MAX_DRAWN - before.labels.length;
  if (room < places.length) board.say(`The drawing area holds ${MAX_DRAWN} points; erase some first.`);
  if (room > 0) board.draft(append(before, places.slice(0, room), board.label));
}

/** Places spread evenly over the brush. */
function cloud({ brush, density, view }, [x, y]) {
  const [reach1, reach2] = view.span(brush);
  return Array.from({ length: density }, () => {
    const angle = 2 * Math.PI * Math.random(), radius = Math.sqrt(Math.random());
    return [x + reach1 * radius * Math.cos(angle), y + reach2 * radius * Math.sin(angle)];
  });
}
