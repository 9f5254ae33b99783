/**
 * The regions of a classifier in the plane of a lesson's picture, and the lines between them.
 *
 * @import { Regions } from "../paint/regions.js"
 * @typedef {Pick<Regions, "box" | "size" | "boundary">} Lines
 */

import { zeroLine } from "../model/contour.js";
import { scoreGrid } from "../model/evaluate.js";
import { classifyGrid, paintRegions } from "../paint/regions.js";

/**
 * The regions of a classifier of two classes, and their image.
 * @param {import("../model/evaluate.js").Description} description positive for the second class
 * @param {import("../model/points.js").Box} box
 * @param {number} size nodes along each axis
 * @param {{colour: string}[]} styles
 * @param {import("../paint/look.js").Look} look
 */
export function shade(description, box, size, styles, look) {
  const projections = [scoreGrid({ ...description, offset: 0 }, box, size, size)];
  const fit = { classes: [0, 1], sides: [{ description, offset: description.offset }] };
  const regions = classifyGrid(fit, { size, box, projections });
  return { regions, raster: paintRegions(regions, styles, look, true) };
}

/**
 * Where a classifier of two classes decides for the second.
 * @param {import("../model/evaluate.js").Description} description
 * @param {import("../model/points.js").Box} box
 * @param {number} size nodes along each axis
 * @returns {Lines}
 */
export function findBoundary(description, box, size) {
  return { box, size, boundary: [zeroLine(scoreGrid(description, box, size, size), size, size)] };
}
