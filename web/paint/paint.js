/**
 * The plane: regions, boundary, points, axes, and a preview of the current gesture.
 *
 * Painting has no state and needs no model. It receives a scene and puts it on a canvas, from the back to
 * the front. Every frame is painted again, except for unchanged layers.
 *
 * @typedef {Object} Scene
 * @property {View} view
 * @property {Points} points
 * @property {{colour: string, symbol: string}[]} styles of the classes
 * @property {Look} look
 * @property {string} font
 * @property {string[]} features titles of the axes
 * @property {?Regions} [regions]
 * @property {?HTMLCanvasElement} [raster] the regions in colours
 * @property {?HTMLCanvasElement} [differing] beside another classifier: where that one predicts another class
 * @property {boolean} [isOld] whether the regions belong to outdated points
 * @property {?Regions} [before] in a lesson: those before the last movement of the hand
 * @property {number} [bold] how many times as wide as usual the boundary is
 * @property {?boolean[]} [wrong] points with a ring
 * @property {?number[]} [shares] of the points in the weights of their classes, to be shown as areas of their markers
 * @property {?number[][]} [margin] lines around the boundary of an SVM
 * @property {Show} show what is switched on
 * @property {number[]} [selection]
 * @property {number} [hover] a point, or -1
 * @property {?Place[]} [rectangle] two corners
 * @property {?{place: Place, radius: number}} [brush]
 * @property {?Place} [crosshair]
 * @property {import("./layers.js").Layers} [layers] where the picture is painted again and again
 * @property {boolean} [isDragged] whether a hand moves points
 *
 * @typedef {Record<string, boolean>} Show
 * @import { Rectangle, View } from "./view.js"
 * @import { Look, Pixel, Style } from "./look.js"
 * @import { Regions } from "./regions.js"
 * @import { Box, Place, Points } from "../model/points.js"
 */

import {
  clipTo, islandSizes, leftMargin, markerSize, paintAllMarkers, paintAxisX, paintAxisY, paintErrors, paintLine, paintMarkers, paintRings, ringsAround,
} from "./look.js";
import { islandColour, showsAround, showsNear } from "./regions.js";
import { fitView, marginBelow, wideBox } from "./view.js";
import { groupBySize, weightSizes } from "./weights.js";

const HATCH = 14, DASH = 3; // pixels between two lines, and along one
const CLEAR = 0.85; // opacity of large markers, so that those below them can be seen
const FAINT = 0.55; // opacity of the hatching: the classes below stay visible

/**
 * The view of a box on a canvas, with room for the axes.
 * @param {CanvasRenderingContext2D} context
 * @param {string} font
 * @param {Box} box
 * @param {number} width
 * @param {number} height
 * @param {Show} show
 */
export function planeView(context, font, box, width, height, show) {
  if (!show.axes) return fitView(box, width, height, { left: 1, right: 1, top: 1, bottom: 1 }, show.equal);
  const left = leftMargin(context, font, box[2], box[3], height / 48);
  return fitView(box, width, height, { left, right: 12, top: 8, bottom: marginBelow(height) }, show.equal);
}

/**
 * The view that fills a canvas: equal scales widen the box along one axis. The margin depends on the numbers beside
 * the wide box, so that a drawing that takes it over has the same view.
 * @param {Parameters<typeof planeView>} place
 */
export function filledView(...[context, font, box, width, height, show]) {
  const fill = (/** @type {Box} */ around) => planeView(context, font, around, width, height, { ...show, equal: false });
  if (!show.equal) return fill(box);
  const widen = (/** @type {Box} */ around) => {
    const { plot } = fill(around);
    return wideBox(box, plot.width, plot.height);
  };
  return fill(widen(widen(box)));
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene */
export function paintPlane(context, scene) {
  clipTo(context, scene.view.plot);
  if (scene.regions && scene.raster) paintModel(context, { ...scene, regions: scene.regions, raster: scene.raster });
  if (scene.show.points) paintPoints(context, scene);
  paintTools(context, scene);
  context.restore();
  paintFrame(context, scene);
}

/** What a classifier predicts. @param {CanvasRenderingContext2D} context @param {Scene & {regions: Regions, raster: HTMLCanvasElement}} scene */
export function paintModel(context, scene) {
  const { view, regions, show } = scene;
  context.globalAlpha = scene.isOld ? 0.35 : 1;
  spread(context, scene.raster, rectangleOf(regions, view));
  if (!scene.isOld) paintIslands(context, scene);
  if (scene.differing) spread(context, scene.differing, rectangleOf(regions, view));
  if (show.far && regions.far.includes(1)) paintHatching(context, scene);
  if (scene.before) paintBoundary(context, { ...scene, regions: scene.before }, 1);
  if (show.boundary) paintBoundary(context, scene, (scene.bold ?? 1) * Math.max(1, Math.min(2.5, bumpOn(view, regions.bump) / 2.5)));
  if (scene.margin) paintMargin(context, { ...scene, margin: scene.margin });
  context.globalAlpha = 1;
}

/**
 * Islands around narrow bumps, if they could be too small to be seen around a marker.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene & {regions: Regions}} scene
 */
function paintIslands(context, { view, points, styles, look, show, regions }) {
  const { bump, predicted } = regions, n = points.labels.length, width = bumpOn(view, bump);
  if (predicted?.length !== n) return;
  const place = (/** @type {number} */ i) => [points.x[i], points.y[i]], isNarrow = markerSize(n, width) < markerSize(n);
  const isHidden = (/** @type {number} */ i) => !showsNear(regions, predicted[i], place(i));
  if (!isNarrow && !predicted.some((_, i) => isHidden(i))) return;
  const pixels = Array.from(points.x, (x, i) => /** @type {Pixel} */ ([view.pixelX(x), view.pixelY(points.y[i])]));
  islandSizes(pixels, predicted, width, isHidden).forEach((size, i) => {
    if (size === 0 || showsAround(regions, predicted[i], place(i), view.span(size / 2))) return;
    context.beginPath();
    context.arc(pixels[i][0], pixels[i][1], size / 2, 0, 2 * Math.PI);
    context.fillStyle = islandColour(styles[predicted[i]].colour, look, show.shading);
    context.fill();
  });
}

/** The width of a bump in pixels. @param {View} view @param {number} bump */
function bumpOn({ plot: { width, height } }, bump) {
  return bump * Math.min(width, height);
}

/** Where the regions lie on the canvas. @param {Regions} regions @param {View} view */
function rectangleOf({ box }, view) {
  const left = view.pixelX(box[0]), top = view.pixelY(box[3]);
  return { left, top, width: view.pixelX(box[1]) - left, height: view.pixelY(box[2]) - top };
}

/**
 * Stretch an image of nodes over a rectangle; the outermost nodes lie on its edges.
 * @param {CanvasRenderingContext2D} context
 * @param {HTMLCanvasElement} image
 * @param {Rectangle} rectangle
 */
function spread(context, image, { left, top, width, height }) {
  const x = width / (image.width - 1), y = height / (image.height - 1);
  context.drawImage(image, left - x / 2, top - y / 2, width + x, height + y);
}

/** From columns and rows of nodes to pixels. @param {Regions} regions @param {View} view */
function nodePixels(regions, view) {
  const { left, top, width, height } = rectangleOf(regions, view), steps = regions.size - 1;
  return {
    x: (/** @type {number} */ column) => left + (width * column) / steps,
    y: (/** @type {number} */ row) => top + height - (height * row) / steps,
  };
}

/**
 * Dashed lines around the boundary.
 * @param {CanvasRenderingContext2D} context
 * @param {{margin: number[][], regions: Regions, view: View, look: Look}} scene
 */
function paintMargin(context, { margin, regions, view, look }) {
  const { x, y } = nodePixels(regions, view);
  context.beginPath();
  for (const [column, row, ...rest] of margin) {
    context.moveTo(x(column), y(row));
    for (let k = 0; k < rest.length; k += 2) context.lineTo(x(rest[k]), y(rest[k + 1]));
  }
  context.save();
  context.setLineDash([7, 5]);
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5, lineCap: "butt" });
  context.stroke();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{regions: Regions, view: View, look: Look}} scene
 * @param {number} lineWidth
 */
function paintBoundary(context, { regions, view, look }, lineWidth) {
  const { x, y } = nodePixels(regions, view);
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

/**
 * Thin oblique lines over the places that are far from all points.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene & {regions: Regions}} scene
 */
function paintHatching(context, { view, look, regions }) {
  const { left, top, width, height } = view.plot, bottom = top + height;
  context.beginPath();
  for (let start = -height; start < width; start += HATCH) {
    const first = Math.max(0, -start), last = Math.min(height, width - start);
    const isFar = (/** @type {number} */ d) => d < last && isFarAt(regions, view, left + start + d, bottom - d);
    for (let d = first; d < last; d += DASH) {
      if (!isFar(d)) continue;
      context.moveTo(left + start + d, bottom - d);
      while (isFar(d)) d += DASH;
      const end = Math.min(d, last);
      context.lineTo(left + start + end, bottom - end);
    }
  }
  context.save();
  context.globalAlpha *= FAINT;
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 0.6, lineCap: "butt" });
  context.stroke();
  context.restore();
}

/**
 * Whether the node nearest to a pixel is far.
 * @param {Regions} regions
 * @param {View} view
 * @param {number} px
 * @param {number} py
 */
function isFarAt({ far, size, box: [a, b, c, d] }, view, px, py) {
  const [x, y] = view.place(px, py), column = Math.round(((x - a) / (b - a)) * (size - 1));
  return far[Math.round(((y - c) / (d - c)) * (size - 1)) * size + column] === 1;
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene */
function paintPoints(context, { view, points, styles, look, regions, wrong, shares, show, selection = [], hover = -1, layers, isDragged = false }) {
  const size = markerSize(points.labels.length, bumpOn(view, regions?.bump ?? Infinity));
  const pixel = (/** @type {number} */ i) => /** @type {Pixel} */ ([view.pixelX(points.x[i]), view.pixelY(points.y[i])]);
  const { labels } = points;
  const group = (/** @type {number[]} */ some) => {
    /** @type {{style: Style, pixels: Pixel[]}[]} */
    const groups = styles.map((style) => ({ style, pixels: [] }));
    for (const i of some) groups[labels[i]].pixels.push(pixel(i));
    return groups;
  };
  if (selection.length) paintHalo(context, look, selection.map(pixel), size);
  const sizes = shares?.length === labels.length ? weightSizes(shares, size) : null;
  if (sizes) {
    context.globalAlpha = CLEAR;
    for (const group of groupBySize(labels, sizes)) {
      paintMarkers(context, look, styles[group.label], group.own.map(pixel), group.size);
    }
    context.globalAlpha = 1;
  } else {
    const still = layers?.follow(points, isDragged), moving = still?.changes ?? [];
    const paint = (/** @type {CanvasRenderingContext2D} */ pen, /** @type {number[]} */ some) => paintAllMarkers(pen, look, group(some), size);
    stay(context, layers, "points", [still, styles, look, size, ...placeOf(view)], (pen) => {
      paint(pen, Array.from(labels.keys()).filter((i) => !moving.includes(i)));
    });
    paint(context, moving);
  }
  if (show.errors && wrong) paintErrors(context, look, group([...labels.keys()].filter((i) => wrong[i])), size);
  if (hover >= 0 && hover < labels.length) paintHighlight(context, look, pixel(hover), sizes?.[hover] ?? size);
}

/** The parts of a view. @param {View} view */
function placeOf({ box, plot: { left, top, width, height } }) {
  return [...box, left, top, width, height];
}

/**
 * Paint a part that stays from frame to frame, if its picture has layers.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene["layers"]} layers
 * @param {string} name
 * @param {unknown[]} key
 * @param {(context: CanvasRenderingContext2D) => void} draw
 */
function stay(context, layers, name, key, draw) {
  if (layers) layers.paint(context, name, key, draw);
  else draw(context);
}

/**
 * One shadow behind all selected points.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {Pixel[]} pixels
 * @param {number} size
 */
function paintHalo(context, look, pixels, size) {
  Object.assign(context, { fillStyle: look.ink, globalAlpha: 0.4 });
  context.fill(ringsAround(pixels, size / 2 + 4));
  context.globalAlpha = 1;
}

/**
 * The point under the pointer: a double ring that shows on every colour.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {Pixel} pixel
 * @param {number} size
 */
export function paintHighlight(context, look, pixel, size) {
  const light = { ink: look.background };
  paintRings(context, light, [pixel], size + 9, 5);
  paintRings(context, look, [pixel], size + 9, 2.5);
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene */
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

/** @param {CanvasRenderingContext2D} context @param {Look} look @param {number[][]} corners */
function paintRectangle(context, look, [[x1, y1], [x2, y2]]) {
  context.setLineDash([6, 4]);
  context.strokeRect(x1, y1, x2 - x1, y2 - y1);
  context.setLineDash([]);
  context.globalAlpha = 0.08;
  context.fillStyle = look.ink;
  context.fillRect(x1, y1, x2 - x1, y2 - y1);
  context.globalAlpha = 1;
}

/**
 * The keyboard's pointer: a cross through the plot, bold around its place.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {View} view
 * @param {Place} place
 */
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

/** @param {CanvasRenderingContext2D} context @param {Scene} scene */
function paintFrame(context, { view, look, font, features, show, layers }) {
  const { left, top, width, height } = view.plot;
  stay(context, layers, "frame", [look, font, features, show.axes, ...placeOf(view)], (pen) => {
    pen.strokeStyle = look.grid;
    pen.lineWidth = 1;
    pen.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    if (!show.axes) return;
    paintAxisX(pen, look, font, view, features[0]);
    paintAxisY(pen, look, font, view, features[1]);
  });
}
