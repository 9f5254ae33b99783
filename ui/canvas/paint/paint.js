/**
 * The plane: regions, boundary, points, axes, and what the hand is about to do.
 *
 * Painting has no state and needs no model. It receives a scene and puts it on a canvas, from the back to
 * the front; every frame is painted anew.
 *
 * @typedef {Object} Scene
 * @property {import("./view.js").View} view
 * @property {import("../model/points.js").Points} points
 * @property {{colour: string, symbol: string}[]} styles of the classes
 * @property {object} look
 * @property {string} font
 * @property {[string, string]} features titles of the axes
 * @property {?import("./regions.js").Regions} regions
 * @property {?HTMLCanvasElement} raster the regions in colours
 * @property {boolean} isOld whether the regions belong to points of before
 * @property {?import("./regions.js").Regions} before in a lesson: those before the last movement of the hand
 * @property {?boolean[]} wrong points with a ring
 * @property {object} show what is switched on
 * @property {number[]} selection
 * @property {number} hover a point, or -1
 * @property {?import("../model/points.js").Place[]} rectangle two corners
 * @property {?{place: import("../model/points.js").Place, radius: number}} brush
 * @property {?import("../model/points.js").Place} crosshair
 */

import {
  leftMargin, markerSize, paintAxisX, paintAxisY, paintLine, paintMarkers, paintRings,
} from "./look.js";
import { fitView, marginBelow } from "./view.js";

const HATCH = 14, DASH = 3; // pixels between two lines, and along one
const FAINT = 0.55; // opacity of the hatching: the classes below stay visible

/** The view of a box on a canvas, with room for the axes. */
export function planeView(context, font, box, width, height, show) {
  if (!show.axes) return fitView(box, width, height, { left: 1, right: 1, top: 1, bottom: 1 }, show.equal);
  const left = leftMargin(context, font, box[2], box[3], height / 60);
  return fitView(box, width, height, { left, right: 12, top: 8, bottom: marginBelow(height) }, show.equal);
}

/** @param {Scene} scene */
export function paintPlane(context, scene) {
  const { left, top, width, height } = scene.view.plot;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  if (scene.regions) paintModel(context, scene);
  if (scene.show.points) paintPoints(context, scene);
  paintTools(context, scene);
  context.restore();
  paintFrame(context, scene);
}

function paintModel(context, scene) {
  const { view, look, regions, show } = scene;
  context.globalAlpha = scene.isOld ? 0.35 : 1;
  spread(context, scene.raster, rectangleOf(regions, view));
  if (show.far && regions.far.includes(1)) paintHatching(context, scene);
  if (scene.before) paintBoundary(context, { ...scene, regions: scene.before }, 1);
  if (show.boundary) paintBoundary(context, scene, 2.5);
  context.globalAlpha = 1;
}

/** Where the regions lie on the canvas. */
function rectangleOf({ box }, view) {
  const left = view.pixelX(box[0]), top = view.pixelY(box[3]);
  return { left, top, width: view.pixelX(box[1]) - left, height: view.pixelY(box[2]) - top };
}

/** Stretch an image of nodes over a rectangle; the outermost nodes lie on its edges. */
function spread(context, image, { left, top, width, height }) {
  const x = width / (image.width - 1), y = height / (image.height - 1);
  context.drawImage(image, left - x / 2, top - y / 2, width + x, height + y);
}

function paintBoundary(context, { regions, view, look }, lineWidth) {
  const { left, top, width, height } = rectangleOf(regions, view), steps = regions.size - 1;
  const x = (c) => left + (width * c) / steps, y = (r) => top + height - (height * r) / steps;
  context.beginPath();
  for (const segments of regions.boundary) {
    for (let k = 0; k < segments.length; k += 4) {
      context.moveTo(x(segments[k]), y(segments[k + 1]));
      context.lineTo(x(segments[k + 2]), y(segments[k + 3]));
    }
  }
  Object.assign(context, { strokeStyle: look.ink, lineWidth, lineCap: "round" });
  context.stroke();
}

/** Thin oblique lines over the places that are far from all points. */
function paintHatching(context, { view, look, regions }) {
  const { left, top, width, height } = view.plot, bottom = top + height;
  context.beginPath();
  for (let start = -height; start < width; start += HATCH) {
    const first = Math.max(0, -start), last = Math.min(height, width - start);
    for (let d = first; d < last; d += DASH) {
      if (!isFarAt(regions, view.place(left + start + d, bottom - d))) continue;
      const end = Math.min(d + DASH, last);
      context.moveTo(left + start + d, bottom - d);
      context.lineTo(left + start + end, bottom - end);
    }
  }
  context.save();
  context.globalAlpha *= FAINT;
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 0.6, lineCap: "butt" });
  context.stroke();
  context.restore();
}

/** Whether the node nearest to a place is far. */
function isFarAt({ far, size, box: [a, b, c, d] }, [x, y]) {
  const [column, row] = [(x - a) / (b - a), (y - c) / (d - c)].map((part) => Math.round(part * (size - 1)));
  return far[row * size + column] === 1;
}

function paintPoints(context, { view, points, styles, look, wrong, show, selection, hover }) {
  const size = markerSize(points.labels.length);
  const pixel = (i) => [view.pixelX(points.x[i]), view.pixelY(points.y[i])];
  const all = [...points.labels.keys()];
  if (selection.length) paintHalo(context, look, selection.map(pixel), size);
  styles.forEach((style, label) => {
    const own = all.filter((i) => points.labels[i] === label);
    paintMarkers(context, look, style, own.map(pixel), size);
  });
  if (show.errors && wrong) {
    paintRings(context, look, all.filter((i) => wrong[i]).map(pixel), size);
  }
  if (hover >= 0 && hover < all.length) paintHighlight(context, look, pixel(hover), size);
}

/** One shadow behind all selected points. */
function paintHalo(context, look, pixels, size) {
  const radius = size / 2 + 4;
  context.beginPath();
  for (const [x, y] of pixels) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = look.ink;
  context.globalAlpha = 0.4;
  context.fill();
  context.globalAlpha = 1;
}

/** The point under the pointer: a double ring that shows on every colour. */
export function paintHighlight(context, look, pixel, size) {
  const light = { ink: look.background };
  paintRings(context, light, [pixel], size + 9, 5);
  paintRings(context, look, [pixel], size + 9, 2.5);
}

function paintTools(context, { view, look, rectangle, brush, crosshair }) {
  context.strokeStyle = look.ink;
  context.lineWidth = 1.5;
  if (rectangle) paintRectangle(context, look, rectangle.map(([x, y]) => [view.pixelX(x), view.pixelY(y)]));
  if (brush) {
    context.beginPath();
    context.arc(view.pixelX(brush.place[0]), view.pixelY(brush.place[1]), brush.radius, 0, 2 * Math.PI);
    context.stroke();
  }
  if (crosshair) paintCrosshair(context, look, view, crosshair);
}

function paintRectangle(context, look, [[x1, y1], [x2, y2]]) {
  context.setLineDash([6, 4]);
  context.strokeRect(x1, y1, x2 - x1, y2 - y1);
  context.setLineDash([]);
  context.globalAlpha = 0.08;
  context.fillStyle = look.ink;
  context.fillRect(x1, y1, x2 - x1, y2 - y1);
  context.globalAlpha = 1;
}

/** The keyboard's pointer: a cross through the plot, bold around its place. */
function paintCrosshair(context, look, view, place) {
  const { left, top, width, height } = view.plot;
  const x = view.pixelX(place[0]), y = view.pixelY(place[1]);
  context.lineWidth = 1;
  context.globalAlpha = 0.5;
  paintLine(context, left, y, left + width, y);
  paintLine(context, x, top, x, top + height);
  context.globalAlpha = 1;
  for (const [colour, thickness] of [[look.background, 5], [look.ink, 2.5]]) {
    Object.assign(context, { strokeStyle: colour, lineWidth: thickness });
    paintLine(context, x - 12, y, x + 12, y);
    paintLine(context, x, y - 12, x, y + 12);
  }
}

function paintFrame(context, { view, look, font, features, show }) {
  const { left, top, width, height } = view.plot;
  context.strokeStyle = look.grid;
  context.lineWidth = 1;
  context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  if (!show.axes) return;
  paintAxisX(context, look, font, view, features[0]);
  paintAxisY(context, look, font, view, features[1]);
}
