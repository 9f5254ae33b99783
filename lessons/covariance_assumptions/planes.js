/**
 * How a plane of a case is painted: its regions, densities and points, and its title above.
 *
 * @import { Panel, Scene } from "./picture.js"
 * @import { Style } from "../../web/messages.js"
 * @import { Points } from "../../web/model/points.js"
 * @import { Rectangle, View } from "../../web/paint/view.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { clipTo, markerSize, paintMarkers, setType, stroke } from "../../web/paint/look.js";
import { isForPaper } from "../../web/paint/paper.js";
import { ellipsePath, writeOver } from "../../web/picture/marks.js";
import { boundaryPath, paintShade } from "../../web/picture/shading.js";
import { LINE } from "./layout.js";

export const SMALL = 15; // pixels of the type
export const PALE = { width: 1.2, alpha: 0.35 };
const DOTS = [2, 4], DASHES = [6, 4];

/** @param {Context} context @param {Scene} scene @param {Panel} panel */
export function paintPanel(context, { look, font, points, styles, data, v }, { lines, fit, view, shade: shading, pale, isChosen }) {
  const { left, top, width, height } = view.plot, [title, ...rest] = lines;
  setType(context, look.ink, `600 16px ${font}`, "left", "top");
  context.fillText(title, left, top - LINE * lines.length - 2);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "top");
  rest.forEach((line, k) => context.fillText(line, left, top - LINE * (rest.length - k) - 2));
  clipTo(context, view.plot);
  if (shading) paintShade(context, view, shading);
  Object.assign(context, { strokeStyle: look.ink, lineWidth: PALE.width, globalAlpha: PALE.alpha });
  for (const regions of pale) context.stroke(boundaryPath(view, regions));
  Object.assign(context, { globalAlpha: 1, lineWidth: 2.5, lineCap: "round" });
  if (shading) context.stroke(boundaryPath(view, shading.regions));
  paintGuide(context, view, look, data.guide);
  if (fit.problem === undefined) paintDensities(context, view, look, fit.estimates);
  paintDots(context, view, points, styles, look);
  paintAxes(context, look, font, view.plot);
  if (isChosen && !isForPaper() && data.zoom === 1 && v.points === data.start.points) inviteHand(context, view, look, font, points);
  context.restore();
  Object.assign(context, { strokeStyle: isChosen ? look.ink : look.grid, lineWidth: isChosen ? 2.5 : 1 });
  context.strokeRect(left + 1, top + 1, width - 2, height - 2);
}

/**
 * The names of the axes, inside the plane.
 * @param {Context} context
 * @param {Scene["look"]} look
 * @param {string} font
 * @param {Rectangle} plot
 */
function paintAxes(context, look, font, { left, top, width, height }) {
  setType(context, look.ink, `${SMALL}px ${font}`, "right", "bottom");
  writeOver(context, look, "x₁ →", left + width - 8, top + height - 6);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "bottom");
  writeOver(context, look, "↑ x₂", left + 8, top + height - 6);
}

/**
 * Invite to drag the highest point, until a point is moved.
 * @param {Context} context
 * @param {View} view
 * @param {Scene["look"]} look
 * @param {string} font
 * @param {Points} points
 */
function inviteHand(context, view, look, font, { x, y, labels }) {
  if (!labels.length) return;
  const i = y.indexOf(Math.max(...y)), { left, width, top } = view.plot, at = [view.pixelX(x[i]), view.pixelY(y[i])];
  const isRight = at[0] > left + width / 2, reach = markerSize(labels.length) / 2 + 5, room = isRight ? at[0] - left : left + width - at[0];
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
  context.beginPath();
  context.arc(at[0], at[1], reach, 0, 2 * Math.PI);
  context.stroke();
  setType(context, look.ink, `600 ${SMALL}px ${font}`, isRight ? "right" : "left", "middle");
  const words = ["drag any point", "drag me"].find((text) => context.measureText(text).width < room - reach - 10);
  if (words) writeOver(context, look, words, at[0] + (isRight ? -reach - 5 : reach + 5), Math.max(top + 12, at[1]));
}

/**
 * The estimated densities at one and two standard deviations.
 * @param {Context} context
 * @param {View} view
 * @param {Scene["look"]} look
 * @param {{means: number[][], roots: number[][][]}} estimates
 */
function paintDensities(context, view, look, { means, roots }) {
  means.forEach(([m1, m2], k) => {
    for (const deviations of [1, 2]) stroke(context, ellipsePath(view, [m1, m2], roots[k], deviations), look.ink, 1.5, DOTS);
  });
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Points} points
 * @param {Style[]} styles
 * @param {Scene["look"]} look
 */
function paintDots(context, view, { x, y, labels }, styles, look) {
  styles.forEach((style, k) => {
    const own = [...labels.keys()].filter((i) => labels[i] === k);
    paintMarkers(context, look, style, own.map((i) => [view.pixelX(x[i]), view.pixelY(y[i])]), markerSize(labels.length));
  });
}

/** @param {Context} context @param {View} view @param {Scene["look"]} look @param {number} x1 */
function paintGuide(context, view, look, x1) {
  const x = view.pixelX(x1), { top, height } = view.plot;
  stroke(context, [x, top, x, top + height], look.quiet, 1.5, DASHES);
}
