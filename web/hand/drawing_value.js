/**
 * A drawing: the points with what undo brings back besides them.
 *
 * @import { Box, Points } from "../model/points.js"
 *
 * @typedef {Object} Drawing a value; no part of it is ever changed
 * @property {Box} box what the plane shows
 * @property {Points} points
 * @property {boolean} isExact whether unmoved points keep their values, as those of a table do; others are put on
 *     the grid of the box by an edit
 * @property {boolean} isEdited whether they differ from Python's own points
 * @property {number} revision of the data that it began with
 * @property {number} family the revision of these data when they first came: they may come back as another one
 * @property {Record<number, ?{basis: unknown[], side: number, offset: number}>} [thresholds] moved
 *     thresholds by panel, and the fit that each belongs to
 * @property {object} [setting] Python's settings when the drawing was last shown
 * @property {object} [kept] the settings that stay when only the points of `setting` are asked for
 */

import { boundingBox, NO_POINTS } from "../model/points.js";
import { BLANK_BOX, DRAWING } from "../model/shared.js";
import { NO_VIEW } from "../paint/view.js";
import { countChanges, fitsOnGrid, isCoarse, roundBox, snap } from "../wire/codec.js";
import { roundValues } from "../wire/packing.js";
import { keepText } from "../wire/storage.js";

/** @type {Drawing} before Python has sent one */
export const NOTHING = { box: BLANK_BOX, points: NO_POINTS, isExact: false, isEdited: false, revision: 0, family: 0 };

/**
 * Replace the points during a drag; those that are also in `before` keep their values.
 * @param {Drawing} drawing
 * @param {Points} points
 * @param {Points} before
 * @param {import("../paint/view.js").View} view
 * @returns {Drawing}
 */
export function redraw(drawing, points, before, view) {
  const box = boxAround(points, drawing.box, view), [a, b, c, d] = box, { x, y, labels } = points;
  const rounding = drawing.isExact
    ? { box, points: { x: roundValues(x, before.x, a, b), y: roundValues(y, before.y, c, d), labels } }
    : toGrid(box, points, before);
  return { ...drawing, ...rounding, isEdited: true };
}

/** Let the box fit the points. @param {Drawing} drawing @returns {Drawing} */
export function fitBox(drawing) {
  const { points, isEdited, isExact } = drawing, box = boundingBox(points);
  const exact = isCoarse(points, drawing.box) ? NO_POINTS : points;
  return { ...drawing, ...(isEdited && !isExact ? toGrid(box, points, exact) : { box }) };
}

/** Count points of earlier data as an edit of the present ones. @param {Drawing} drawing @param {number} revision @returns {Drawing} */
export function makeEdited(drawing, revision) {
  return { ...drawing, ...(drawing.isExact ? {} : toGrid(drawing.box, drawing.points)), isEdited: true, revision };
}

/**
 * Store a drawing in this browser if its text is too long for a link.
 * @param {Drawing} drawing
 * @param {string} text
 * @returns {?{count: number, changes: ?number, isSafe: boolean}} null if a link holds it; else the number of points,
 *     of those that a link rounds (null if no link holds them), and whether it was stored
 */
export function storeLong({ box, points }, text) {
  if (text.length <= DRAWING.link.characters) return null;
  const changes = fitsOnGrid(box, points) ? countChanges(box, points) : null;
  return { count: points.labels.length, changes, isSafe: keepText(text) };
}

/**
 * The box of a drawing; the view's where points lie outside the box because the view shows more.
 * @param {Points} points
 * @param {Box} box
 * @param {import("../paint/view.js").View} view
 */
function boxAround({ x, y }, box, view) {
  const [a, b, c, d] = box, hasView = view !== NO_VIEW && view.box.every((end) => Math.abs(end) <= DRAWING.end);
  const isInside = x.every((value) => value >= a && value <= b) && y.every((value) => value >= c && value <= d);
  return isInside || !hasView ? box : view.box;
}

/**
 * Round the box to numbers that a text can hold, and put the points on its grid; exact ones move as little as possible.
 * @param {Box} box
 * @param {Points} points
 * @param {Points} [exact]
 */
function toGrid(box, points, exact = points) {
  const grid = roundBox(box);
  return { box: grid, points: snap(points, grid, exact) };
}
