/**
 * The regions of a classifier in the plane of a lesson's picture, and the lines between them.
 *
 * @import { View } from "../paint/view.js"
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

/**
 * The image of the regions, in a view of their box.
 * @param {CanvasRenderingContext2D} context
 * @param {View} view
 * @param {{raster: HTMLCanvasElement, regions: {size: number}}} shaded
 */
export function paintShade(context, { plot: { left, top, width, height } }, { raster, regions: { size } }) {
  const x = width / (size - 1), y = height / (size - 1); // the outermost nodes lie on the edges
  context.drawImage(raster, left - x / 2, top - y / 2, width + x, height + y);
}

/**
 * Where the predictions of some regions change.
 * @param {CanvasRenderingContext2D} context
 * @param {View} view
 * @param {Regions} regions
 * @param {{width: number, colour: string, alpha?: number, dash?: number[]}} style
 */
export function paintBoundary(context, view, regions, { width, colour, alpha = 1, dash = [] }) {
  context.save();
  Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha, lineCap: dash.length ? "butt" : "round" });
  context.setLineDash(dash);
  context.stroke(boundaryPath(view, regions));
  context.restore();
}

/** @param {View} view @param {Lines} regions */
export function boundaryPath(view, { box, size, boundary }) {
  const path = new Path2D();
  const x = (/** @type {number} */ c) => view.pixelX(box[0] + ((box[1] - box[0]) * c) / (size - 1));
  const y = (/** @type {number} */ r) => view.pixelY(box[2] + ((box[3] - box[2]) * r) / (size - 1));
  for (const segments of boundary) {
    for (let k = 0; k < segments.length; k += 4) {
      path.moveTo(x(segments[k]), y(segments[k + 1]));
      path.lineTo(x(segments[k + 2]), y(segments[k + 3]));
    }
  }
  return path;
}
