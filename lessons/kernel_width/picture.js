/**
 * Lesson 8: γ, grabbed on the curves of accuracy or by the width of a bump, and the regions that follow.
 *
 * The plane at this γ, with a ring around each point that is misclassified when it is left out; beside it, or below it,
 * the accuracy in training and left out over γ. On demand there are the accuracies that Python computed over γ, rules
 * for the bandwidth, and nearest neighbours. `gamma` in the values is log10 γ.
 *
 * @typedef {Object} Data
 * @property {{x: string, y: string, labels: string}} points
 * @property {Box} box
 * @property {string[]} classes
 * @property {[string, string]} features
 * @property {Model} model
 * @property {number[]} gammas of Python's curves
 * @property {Record<string, number[]> | null} own curves of a classifier that would take the browser long: "training", "left out"
 * @property {More | null} more
 * @property {[number, number] | null} centre the point xᵢ of the formula; none for the SVM
 * @property {boolean} isRound whether its bump is a circle, to be grabbed
 * @property {Style[]} palette
 *
 * @typedef {Object} More
 * @property {Record<string, number[]>} curves "ten folds" and "new points"
 * @property {[number, number] | null} zone the first and the last of `gammas` that are as good as the best
 * @property {Record<string, number>} rules γ by name
 * @property {[number, number]} neighbours their number and accuracy
 *
 * @typedef {{name: string, gammas: number[], shares: number[]}} Curve
 * @typedef {import("../../web/picture/types.js").PictureInput<{gamma: number}, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @import { Model, Style } from "../../web/messages.js"
 * @import { Box, Points } from "../../web/model/points.js"
 * @import { Look } from "../../web/paint/look.js"
 * @import { Entry } from "../../web/paint/legend.js"
 * @import { Grip } from "../../web/picture/types.js"
 * @typedef {[number, number]} Pixel
 * @typedef {CanvasRenderingContext2D} Context
 */

import { roundGamma } from "../../web/model/kernels.js";
import { GridMaker } from "../../web/model/grid.js";
import { memo } from "../../web/model/memo.js";
import { findWrong, fitModel, takeApart } from "../../web/model/model.js";
import { unpackPoints } from "../../web/model/points.js";
import {
  clipTo, curvePath, fillAndStroke, markerSize, paintAxisY, paintLine, paintMarkers, ringsAround, setType, stroke, strokeOver,
} from "../../web/paint/look.js";
import { paintPlane, planeView } from "../../web/paint/paint.js";
import { classifyGrid, paintRegions } from "../../web/paint/regions.js";
import { format, marginBelow, newPen, ticks, View } from "../../web/paint/view.js";
import { fixed, percent, percentRight, placesFor, shareRight } from "../../web/paint/words.js";
import { paintLegend, placeLegend } from "../../web/paint/legend.js";
import { LEVEL, linePath, paintGrip, writeOver } from "../../web/picture/marks.js";
import { sweepOwn } from "./own_accuracies.js";

const BESIDE = 600, SHARE = 0.57, GAP = 14, ABOVE = 8, AXIS = 50, LEFT = 58, RIGHT = 14; // pixels, and the share of the plane
const LOWEST = 0.4, POWERS = [-2, -1, 0, 1, 2, 3], FINE = 8; // of the axes; γ in a decade of the browser's curves
const TICK = 12, DOT = 5, NAME = 20; // pixels
const DIGITS = 4; // of the largest term
const RULES = ["triangle-up", "diamond", "star"]; // the marks of the rules, in their order
/** Its place in the palette, or the ink (null) or the quiet one; and its dashes. @type {Record<string, [number | null | "quiet", number[]]>} */
const STYLES = { training: [null, []], "left out": [2, [9, 5]], "ten folds": ["quiet", [2, 4]], "new points": [3, [12, 3, 2, 3]] };
const SHOW = { axes: true, points: true, boundary: true, errors: true, shading: true, far: true, equal: true };

const ruler = newPen();
const grids = new GridMaker();
const fitCached = memo(fitModel), sweepCached = memo(sweepOwn);
// Python's answers repeat the data: equal data keep their objects, and with them the cached results.
const read = memo((/** @type {string} */ text) => JSON.parse(text));
const readPoints = memo(unpackPoints);
const widthOf = (/** @type {number} */ gamma) => 1 / Math.sqrt(2 * gamma);
const FINE_GAMMAS = Array.from({ length: FINE * (POWERS.length - 1) + 1 }, (_, k) => 10 ** (POWERS[0] + k / FINE));

export default {
  heights: ["clamp(20rem, 100vh - 30rem, 27rem)", "36rem"], arrange, paint, grips, terms, parts, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: { gamma: lg }, data, size: [width, height], look, font }) {
  const gamma = roundGamma(10 ** lg);
  const { model, box, palette, classes, points: columns } = /** @type {Data} */ (read(JSON.stringify({ ...data, values: 0, seq: 0 })));
  const points = readPoints(columns), styles = nameStyles(palette, classes);
  const fit = fitCached(model, gamma, points, styles), leftOut = fit.problem === undefined ? findWrong(fit, points.labels, "loo") : null;
  const curves = curvesOf(data, model, points, styles);
  const isBeside = width >= BESIDE, legend = placeLegend(ruler, font, legendOf(data, curves, look, leftOut !== null), { left: 4, width: width - 8 });
  const high = height - legend.height - 6, plane = isBeside ? [SHARE * width, high] : [width, 0.54 * high];
  const view = lowView(box, plane, font), below = view.plot.top + view.plot.height;
  const plot = isBeside
    ? { left: plane[0] + GAP + LEFT, top: view.plot.top, width: width - plane[0] - GAP - LEFT - RIGHT, height: view.plot.height }
    : { left: LEFT, top: below + AXIS + GAP, width: width - LEFT - RIGHT, height: high - below - 2 * AXIS - GAP };
  const axes = new View([POWERS[0], POWERS[POWERS.length - 1], LOWEST, 1.03], plot);
  const scene = { lg, gamma, data, look, font, points, styles, fit, axes, view, curves, legend, top: plot.top + plot.height + AXIS + 6, isBeside };
  if (fit.problem !== undefined) return { ...scene, wrong: null, leftOut, regions: null };
  const sides = fit.sides.flatMap(({ description, ...side }) => (description ? [{ ...side, description }] : []));
  const regions = classifyGrid({ ...fit, sides }, grids.make(fit, box, false, 1));
  return { ...scene, wrong: findWrong(fit, points.labels), leftOut, regions };
}

const nameStyles = memo((/** @type {Style[]} */ palette, /** @type {string[]} */ names) =>
  palette.slice(0, names.length).map((style, k) => ({ ...style, name: names[k] })));

/**
 * The view of a box with equal scales, without free pixels above it.
 * @param {Box} box
 * @param {number[]} size
 * @param {string} font
 */
function lowView(box, [width, height], font) {
  const view = planeView(ruler, font, box, width, height, SHOW);
  return planeView(ruler, font, box, width, Math.min(height, view.plot.height + ABOVE + marginBelow(height)), SHOW);
}

/**
 * Training and left out first; the browser's curves are finer, so that they pass through the numbers of every γ.
 * @param {Data} data
 * @param {Data["model"]} model
 * @param {Points} points
 * @param {Style[]} styles
 * @returns {Curve[]}
 */
function curvesOf({ own, more, gammas }, model, points, styles) {
  const others = Object.entries({ ...own, ...more?.curves }).map(([name, shares]) => ({ name, gammas, shares }));
  if (model.kind !== "kernel") return others;
  const { training, leftOut, gammas: fine } = sweepCached(model, points, styles, FINE_GAMMAS);
  return [{ name: "training", gammas: fine, shares: training }, { name: "left out", gammas: fine, shares: leftOut }, ...others];
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { view, data, look, font, styles, points, regions, leftOut, wrong } = scene;
  paintPlane(context, {
    view, show: SHOW, look, font, styles, points, regions, wrong: leftOut ?? wrong, features: data.features,
    raster: regions && paintRegions(regions, styles, look, true),
  });
  if (data.centre) paintCentre(context, scene, data.centre);
  paintZone(context, scene);
  paintAxes(context, scene);
  paintMarks(context, scene);
  paintCurves(context, scene);
  paintGamma(context, scene);
  context.save();
  context.translate(0, scene.top);
  paintLegend(context, look, font, scene.legend);
  context.restore();
}

/** @param {Scene} scene @returns {Grip[]} */
function grips({ lg, gamma, axes, view, data: { isRound, centre }, isBeside }) {
  const x = axes.pixelX(lg), { top, left, height } = axes.plot;
  const isOnCurves = (/** @type {Pixel} */ [px, py]) => (isBeside ? px > left - GAP : py > top - GAP);
  const away = (/** @type {Pixel} */ pixel) => (centre && isRound ? fromCentre(view, centre, pixel) : Infinity);
  return [{
    name: "gamma", label: "gamma", place: [x, top + height], step: 0.02, text: format(gamma), isHintAbove: true,
    read: (pixel) => (isOnCurves(pixel) ? axes.place(...pixel)[0] : -Math.log10(2 * away(pixel) ** 2)),
    distance: (pixel) => (isOnCurves(pixel) ? Math.abs(pixel[0] - x) : Math.abs(away(pixel) - widthOf(gamma)) / view.span(1)[0]),
  }];
}

/** The score of xᵢ, with its own kernel value apart. @param {Scene} scene */
function terms({ gamma, fit, data: { centre }, points: { labels } }) {
  if (!centre || fit.problem !== undefined) return [];
  const [side] = fit.sides, { positive = 0, negative = 0, rest = 0 } = takeApart(side, ...centre);
  const own = 1 / labels.filter((label) => label === fit.classes[1]).length, score = positive + negative + rest + side.offset;
  const places = placesFor([own, positive - own, negative, rest, side.offset, score], DIGITS, DIGITS + 1);
  const value = (/** @type {number} */ number) => fixed(number, places);
  return [
    { part: "gamma", symbol: "γ", value: format(gamma) }, ":",
    { part: "own", symbol: "K(xᵢ, xᵢ) / n₊", value: value(own) }, "+",
    { part: "plus", symbol: "other points of C+", value: value(positive - own) }, "−",
    { part: "minus", symbol: "mean K, C−", value: value(-negative) },
    `${rest ? ` + ${value(rest)}` : ""} + b (${value(side.offset)}) =`,
    { part: "point", symbol: "f(xᵢ)", value: value(score) },
  ];
}

/** @param {Scene} scene */
function parts({ lg, gamma, fit, view, axes, data: { centre, isRound }, points }) {
  if (!centre || fit.problem !== undefined) return [];
  const x = axes.pixelX(lg), { plot } = axes;
  const reach = markerSize(points.x.length) / 2 + 2;
  const pixels = Array.from(points.x, (px, i) => /** @type {Pixel} */ ([view.pixelX(px), view.pixelY(points.y[i])]));
  const both = fit.classes.map((label) => pixels.filter((_, i) => points.labels[i] === label));
  /** @type {Pixel} */
  const place = [view.pixelX(centre[0]), view.pixelY(centre[1])];
  const own = isRound ? bumpPath(view, gamma, centre) : ringsAround([place], reach + 8);
  return [
    { name: "minus", path: ringsAround(both[0], reach) }, { name: "plus", path: ringsAround(both[1], reach) },
    { name: "own", path: own, isLine: true }, { name: "point", path: ringsAround([place], reach + 3) },
    { name: "gamma", path: linePath([x, plot.top], [x, plot.top + plot.height]), isLine: true },
  ];
}

/** @param {Scene} scene @returns {[string, string][]} */
function figures({ gamma, data: { more, own, gammas }, fit, wrong, leftOut, lg }) {
  /** @type {[string, string][]} */
  const rows = [["γ", format(gamma)]];
  if (fit.problem !== undefined) return rows;
  const k = nearestGamma(gammas, lg), at = `, γ = ${format(gammas[k])}`;
  if (wrong) rows.push(["training", percentRight(wrong)]);
  if (leftOut) rows.push(["left out", percentRight(leftOut)]);
  else if (own?.["left out"]) rows.push([`left out${at}`, percent(own["left out"][k])]);
  for (const [name, shares] of Object.entries(more?.curves ?? {})) rows.push([name + at, percent(shares[k])]);
  return rows;
}

/** @param {Scene} scene */
function describe(scene) {
  return scene.fit.problem ?? `Decision regions, and accuracies over γ. ${figures(scene).map(([name, value]) => `${name}: ${value}`).join("; ")}.`;
}

/**
 * @param {Data} data
 * @param {Curve[]} curves
 * @param {Look} look
 * @param {boolean} isLeftOut whether the rings are of points left out
 * @returns {Entry[]}
 */
function legendOf({ palette, classes, more, gammas }, curves, look, isLeftOut) {
  const ring = { name: "", colour: look.background, symbol: "circle" };
  /** @type {Entry[]} */
  const entries = [
    ...classes.map((text, k) => ({ text, marker: palette[k] })),
    { text: isLeftOut ? "wrong when left out" : "misclassified", marker: ring },
    ...curves.map(({ name }) => ({ text: name, line: { width: 2.5, colour: colourOf(name, palette, look), dash: STYLES[name][1] } })),
  ];
  if (!more) return entries;
  if (more.zone && gammas) entries.push({ text: "as good as the best", area: look.grid });
  Object.keys(more.rules).forEach((text, k) => entries.push({ text, marker: { name: text, colour: look.background, symbol: RULES[k] } }));
  return [...entries, { text: `nearest neighbours (${more.neighbours[0]})`, line: { width: 2, colour: look.quiet, dash: [1, 5] } }];
}

/** @param {string} name @param {Style[]} palette @param {Look} look */
function colourOf(name, palette, look) {
  const [place] = STYLES[name];
  if (place === null) return look.ink;
  return place === "quiet" ? look.quiet : palette[place].colour;
}

/**
 * The distance of a pixel's place from a point, in the units of the data; both axes have the same.
 * @param {View} view
 * @param {[number, number]} centre
 * @param {Pixel} pixel
 */
function fromCentre(view, [x, y], [px, py]) {
  const [dx, dy] = view.span(1);
  return Math.max(Math.hypot((px - view.pixelX(x)) * dx, (py - view.pixelY(y)) * dy), 1e-6);
}

/** @param {number[]} gammas @param {number} lg */
function nearestGamma(gammas, lg) {
  const distances = gammas.map((gamma) => Math.abs(Math.log10(gamma) - lg));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The point xᵢ, and its bump where it can be grabbed: a circle at one standard deviation.
 * @param {Context} context
 * @param {Scene} scene
 * @param {[number, number]} centre
 */
function paintCentre(context, { view, gamma, data: { isRound }, look, font, points }, centre) {
  const { top, height } = view.plot, path = bumpPath(view, gamma, centre);
  const [x, y] = [view.pixelX(centre[0]), view.pixelY(centre[1])], own = markerSize(points.x.length) / 2 + 4;
  const wide = isRound ? Math.max(own, widthOf(gamma) / view.span(1)[0]) : own;
  const below = y + (y + wide + NAME < top + height ? wide : own) + 3; // of a circle that leaves the plane, below its point
  clipTo(context, view.plot);
  if (isRound) strokeOver(context, look, path, look.ink, 2.5, 1.25);
  setType(context, look.ink, `600 17px ${font}`, "center", "top");
  writeOver(context, look, "xᵢ", x, Math.min(below, top + height - NAME));
  context.restore();
}

/** @param {View} view @param {number} gamma @param {[number, number]} centre */
function bumpPath(view, gamma, [x, y]) {
  const h = widthOf(gamma), [dx, dy] = view.span(1), path = new Path2D();
  path.ellipse(view.pixelX(x), view.pixelY(y), h / dx, h / dy, 0, 0, 2 * Math.PI);
  return path;
}

/** @param {Context} context @param {Scene} scene */
function paintZone(context, { data: { more, gammas }, axes, look }) {
  if (!more?.zone) return;
  const [low, high] = more.zone.map((k) => axes.pixelX(Math.log10(gammas[k])));
  context.fillStyle = look.grid;
  context.fillRect(low, axes.plot.top, Math.max(2, high - low), axes.plot.height);
}

/** @param {Context} context @param {Scene} scene */
function paintAxes(context, { axes, look, font }) {
  const { left, width } = axes.plot, bottom = axes.plot.top + axes.plot.height;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  for (const value of ticks(LOWEST, 1, 4)) paintLine(context, left, axes.pixelY(value), left + width, axes.pixelY(value));
  setType(context, look.ink, `15px ${font}`, "center", "top");
  for (const power of POWERS) {
    const x = axes.pixelX(power);
    paintLine(context, x, bottom, x, bottom + 5);
    context.fillText(`${10 ** power}`, Math.min(x, left + width - 8), bottom + 12);
  }
  setType(context, look.ink, `600 16px ${font}`, "right", "top");
  context.fillText("γ: narrow bumps →", left + width, bottom + 31);
  context.textAlign = "left";
  context.fillText("← wide", left, bottom + 31);
  paintAxisY(context, look, font, axes, "accuracy", 4);
}

/**
 * The γ of each rule as a tick with its mark, and the accuracy of nearest neighbours as a level.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintMarks(context, { data: { more }, axes, look }) {
  if (!more) return;
  const { left, top, width, height } = axes.plot, y = axes.pixelY(more.neighbours[1]);
  Object.values(more.rules).forEach((gamma, k) => {
    const x = axes.pixelX(Math.log10(gamma));
    stroke(context, [x, top + height - 2 * TICK, x, top + height], look.ink, 2);
    paintMarkers(context, look, { colour: look.background, symbol: RULES[k] }, [[x, top + height - 2 * TICK]], TICK);
  });
  stroke(context, [left, y, left + width, y], look.quiet, 2, [1, 5]);
}

/** @param {Context} context @param {Scene} scene */
function paintCurves(context, { curves, data: { palette }, axes, look }) {
  for (const { name, gammas, shares } of curves.toReversed()) {
    const path = curvePath(axes, gammas.map(Math.log10), shares.map((share) => Math.max(share, LOWEST)));
    context.lineJoin = "round";
    stroke(context, path, colourOf(name, palette, look), 2.5, STYLES[name][1]);
  }
}

/** The line at γ, with a dot on the two accuracies that follow it. @param {Context} context @param {Scene} scene */
function paintGamma(context, { lg, axes, look, data: { palette }, wrong, leftOut }) {
  const x = axes.pixelX(lg), { top, height } = axes.plot;
  stroke(context, [x, top, x, top + height], look.ink, 2.5);
  for (const [name, errors] of /** @type {[string, boolean[] | null][]} */ ([["training", wrong], ["left out", leftOut]])) {
    if (!errors) continue;
    context.beginPath();
    context.arc(x, axes.pixelY(Math.max(shareRight(errors), LOWEST)), DOT, 0, 2 * Math.PI);
    fillAndStroke(context, colourOf(name, palette, look), look.background, 2);
  }
  paintGrip(context, look, x, top + height, look.background, LEVEL);
}
