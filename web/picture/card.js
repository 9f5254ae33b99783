/**
 * A small picture of a classifier and its points, without axes: on cards, and in the gallery of Compare.
 *
 * @import { SmallPicture } from "../messages.js"
 */

import { GridMaker } from "../model/grid.js";
import { fitModel } from "../model/model.js";
import { unpackPoints } from "../model/points.js";
import { make } from "../paint/elements.js";
import { lookOf } from "../paint/look.js";
import { paintPlane, planeView } from "../paint/paint.js";
import { classifyGrid, paintRegions, readRegions } from "../paint/regions.js";
import { prepare } from "../paint/view.js";

/** @type {[number, number]} */
const SIZE = [400, 300]; // pixels; the style makes it as large as its place
const SHOW = { axes: false, equal: false, points: true, boundary: true, shading: true };

/** @param {HTMLElement} place @param {SmallPicture} card */
export function paintCard(place, { theme, palette, classes, box, points: packed, model, gamma, alt }) {
  const canvas = make("canvas", { role: "img", "aria-label": alt }), pen = prepare(canvas, SIZE);
  const points = unpackPoints(packed), styles = palette.map((style, k) => ({ ...style, name: classes[k] ?? "" })), look = lookOf(theme);
  const fit = fitModel(model, gamma, points, styles);
  if (fit.problem !== undefined) throw new Error(fit.problem); // Python sends no such classifier
  const bold = (0.8 * SIZE[0]) / (place.clientWidth || SIZE[0]); // about two pixels of the page
  const view = planeView(pen, "", box, ...SIZE, SHOW), regions = fit.raster
    ? readRegions(/** @type {Parameters<typeof readRegions>[0]} */ (fit))
    : classifyGrid(/** @type {Parameters<typeof classifyGrid>[0]} */ (fit), new GridMaker().make(fit, view.box, false, 1));
  const raster = paintRegions(regions, styles, look, true);
  paintPlane(pen, { view, points, styles, look, regions, raster, font: "", features: [], show: SHOW, bold });
  place.replaceChildren(canvas);
}

/** @param {{data: SmallPicture[], parentElement: Element}} host */
export default function ({ data: [card], parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".picture"));
  paintCard(place, card);
}
