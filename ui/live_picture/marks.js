/**
 * Marks that the pictures of several lessons share: what can be grabbed, hatching, and regions of a plane.
 */

import { paintLine } from "../canvas/paint/look.js";
import { paintRegions, classifyGrid } from "../canvas/paint/regions.js";
import { scoreGrid } from "../canvas/model/evaluate.js";

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
export function hatch(context, ink) {
  const tile = Object.assign(document.createElement("canvas"), { width: TILE, height: TILE }), pen = tile.getContext("2d");
  pen.strokeStyle = ink;
  for (const shift of [-TILE, 0, TILE]) paintLine(pen, shift, TILE, shift + TILE, 0);
  return context.createPattern(tile, "repeat");
}

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
export function paintEllipse(context, view, [m1, m2], [[l11], [l21, l22]], deviations) {
  context.beginPath();
  for (let k = 0; k <= 60; k++) {
    const angle = (2 * Math.PI * k) / 60, z1 = deviations * Math.cos(angle), z2 = deviations * Math.sin(angle);
    context.lineTo(view.pixelX(m1 + l11 * z1), view.pixelY(m2 + l21 * z1 + l22 * z2));
  }
  context.stroke();
}
