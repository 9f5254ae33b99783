/**
 * Marks that the pictures of several lessons share: what can be grabbed, hatching, and regions of a plane.
 */

import { paintLine } from "../canvas/paint/look.js";
import { paintRegions, classifyGrid } from "../canvas/paint/regions.js";
import { scoreGrid } from "../canvas/model/evaluate.js";
import { memo } from "../canvas/model/memo.js";

const GRIP = 5, TILE = 8; // pixels

/** A dot on what can be grabbed. */
export function paintGrip(context, look, x, y, fill = look.background) {
  context.beginPath();
  context.arc(x, y, GRIP, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: fill, strokeStyle: look.ink, lineWidth: 2 });
  context.fill();
  context.stroke();
}

/** Oblique lines to fill an area with. */
export const hatch = memo((ink) => {
  const tile = Object.assign(document.createElement("canvas"), { width: TILE, height: TILE }), pen = tile.getContext("2d");
  pen.strokeStyle = ink;
  for (const shift of [-TILE, 0, TILE]) paintLine(pen, shift, TILE, shift + TILE, 0);
  return pen.createPattern(tile, "repeat");
});

/**
 * The regions of a classifier of two classes, and their image.
 * @param {import("../canvas/model/evaluate.js").Description} description positive for the second class
 * @param {number} size nodes along each axis
 */
export function shade(description, box, size, styles, look) {
  const projections = [scoreGrid({ ...description, offset: 0 }, box, size, size)];
  const fit = { classes: [0, 1], sides: [{ description, offset: description.offset }] };
  const regions = classifyGrid(fit, { size, box, projections });
  return { regions, raster: paintRegions(regions, styles, look, true) };
}

/** A curve of equal density: `deviations` standard deviations around the mean, with LL' the covariance. */
export function paintEllipse(context, view, mean, root, deviations) {
  context.stroke(ellipsePath(view, mean, root, deviations));
}

export function ellipsePath(view, [m1, m2], [[l11], [l21, l22]], deviations) {
  const path = new Path2D();
  for (let k = 0; k <= 60; k++) {
    const angle = (2 * Math.PI * k) / 60, z1 = deviations * Math.cos(angle), z2 = deviations * Math.sin(angle);
    path.lineTo(view.pixelX(m1 + l11 * z1), view.pixelY(m2 + l21 * z1 + l22 * z2));
  }
  return path;
}

/** A function that draws the curve at which bumps with the metric L (null: the identity) have e^(-1/2) of their height. */
export function bumpOutline(root, gamma) {
  const scale = 1 / Math.sqrt(2 * gamma), [[l11], [l21, l22]] = root ?? [[1], [0, 1]];
  return (context, view, place) => paintEllipse(context, view, place, [[l11], [l21, l22]], scale);
}

/** A box widened so that it fills a plot with equal scales on both axes. */
export function wideBox([a, b, c, d], width, height) {
  const unit = Math.max((b - a) / width, (d - c) / height), reach = [(unit * width) / 2, (unit * height) / 2];
  return [(a + b) / 2 - reach[0], (a + b) / 2 + reach[0], (c + d) / 2 - reach[1], (c + d) / 2 + reach[1]];
}

/** Where the predictions of some regions change. */
export function paintBoundary(context, view, regions, { width, colour, alpha = 1, dash = [] }) {
  context.save();
  Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha, lineCap: dash.length ? "butt" : "round" });
  context.setLineDash(dash);
  context.stroke(boundaryPath(view, regions));
  context.restore();
}

export function boundaryPath(view, { box, size, boundary }) {
  const path = new Path2D();
  const x = (c) => view.pixelX(box[0] + ((box[1] - box[0]) * c) / (size - 1));
  const y = (r) => view.pixelY(box[2] + ((box[3] - box[2]) * r) / (size - 1));
  for (const segments of boundary) {
    for (let k = 0; k < segments.length; k += 4) {
      path.moveTo(x(segments[k]), y(segments[k + 1]));
      path.lineTo(x(segments[k + 2]), y(segments[k + 3]));
    }
  }
  return path;
}

/** Write so that what is behind the text does not cross it. */
export function writeOver(context, look, text, x, y) {
  context.save();
  Object.assign(context, { strokeStyle: look.background, lineWidth: 4, lineJoin: "round" });
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.restore();
}

/** A straight line between two pixels. */
export function linePath([x1, y1], [x2, y2]) {
  const path = new Path2D();
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
  return path;
}
