/**
 * Lesson 6: the star x to grab, and the width of the bumps. On the plane the regions; beside it, or below it, the bumps
 * along the dotted line through the star, or, with the linear kernel, the projections of all points.
 *
 * @typedef {Object} Data
 * @property {KernelModel} model
 * @property {{x1: number[], x2: number[], labels: number[]}} points
 * @property {number[]} box
 * @property {Description | null} classical the classical rule that a variant is equivalent to, of the linear kernel
 * @property {string | null} rule its name
 * @property {string | null} angle between both directions, in degrees
 * @property {string} theme
 * @property {Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{x1: number, x2: number, gamma?: number}, Data>} PictureInput
 * @import { Description } from "../../web/model/evaluate.js"
 * @import { Points } from "../../web/model/points.js"
 * @import { Look } from "../../web/paint/look.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 * @import { KernelModel, Style } from "../../web/messages.js"
 * @typedef {[number, number]} Place
 * @typedef {CanvasRenderingContext2D} Context
 *
 * @typedef {{name: string, ends: [Place, Place]}} Bar
 * @typedef {{low: View, bars: Bar[], nodes: number[], bumps: Float64Array[][], sums: Float64Array[]}} Slice of the bumps
 * @typedef {{low: View, bars: Bar[], at: number}} Line of the projections
 * @typedef {ReturnType<typeof arrange>} Scene
 */

import { bumpPath, LEVEL, linePath, paintGrip, writeOver } from "../../web/picture/marks.js";
import { paintLegend, placeLegend } from "../../web/paint/legend.js";
import { paintBoundary, shade } from "../../web/picture/shading.js";
import {
  clipTo, curvePath, fillAndStroke, markerSize, mix, paintAxisX, paintAxisY, paintLine, paintMarkers, setType, stroke,
} from "../../web/paint/look.js";
import { paintPlane } from "../../web/paint/paint.js";
import { format, newPen, View, wideBox } from "../../web/paint/view.js";
import { fixed, placesFor } from "../../web/paint/words.js";
import { scoreAt } from "../../web/model/evaluate.js";
import { memo } from "../../web/model/memo.js";
import { toMetric } from "../../web/model/metric.js";
import { makePoints, range } from "../../web/model/points.js";
import { refit } from "../../web/model/refit.js";
import { bumpsAlong, nodesAlong, sumBumps, termsAt } from "./kernel_terms.js";

const NODES = 90; // of the plane along each axis
const LEFT = 58, RIGHT = 12, AXIS = 36, TOP = 6, GAP = 14, BELOW = 0.32; // pixels, and the share of the lower part
const WIDE = 600; // pixels from which on both parts are beside each other
const PLANE = 0.5; // the plane's share of the width then
const STAR = { symbol: "star" }, SIZE = 22, LEVER = 24, READING = 5; // pixels
/** @type {number[][]} */
const DASHES = [[], [9, 6]];
const DOTS = [2, 4];
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2, SPREAD = 0.5; // multiples of it keep neighbours apart
const SHOW = { axes: true, equal: true, boundary: true, points: true };
const SIGNS = ["C−", "C+"];

const ruler = newPen();
const pointsOf = memo((/** @type {Data["points"]} */ { x1, x2, labels }) => makePoints(x1, x2, labels));
const fitTo = memo((/** @type {Data["model"]} */ model, /** @type {number} */ gamma, /** @type {Points} */ { x, y, labels }) => {
  const fit = refit({ x1: x, x2: y }, labels, { ...model, gamma });
  if (fit.problem !== undefined) throw new Error(fit.problem);
  return fit;
});
// memo compares objects by identity, so each frame must pass the same ones.
const stylesOf = memo((/** @type {Style[]} */ palette) => palette.slice(0, 2));
const shadeOnce = (/** @type {Description} */ description, /** @type {string} */ _theme, /** @type {Style[]} */ styles, /** @type {Look} */ look,
  /** @type {[number, number, number, number]} */ ...box) => shade(description, box, NODES, styles, look);
const shadeFit = memo(shadeOnce), shadeClassical = memo(shadeOnce);
// The largest mean of kernel values at a training point: so high is the lower picture, wherever the star is.
const highest = memo((/** @type {Description} */ description, /** @type {Points} */ { x, y }) => Math.max(...Array.from(x, (x1, i) => {
  const { plus, minus } = termsAt(description, x1, y[i]);
  return Math.max(plus ?? 0, minus ?? 0);
})));

export default {
  heights: ["clamp(19rem, 100vh - 24.5rem, 34rem)", "32rem"], arrange, paint, grips, parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size: [width, height], look, font }) {
  const points = pointsOf(data.points), fit = fitTo(data.model, v.gamma ?? 1, points), { description } = fit;
  const styles = stylesOf(data.palette), isBumps = description.expansions.length > 0;
  const legend = placeLegend(ruler, font, entriesOf(styles, look, isBumps, data.rule), { left: 8, width: width - 16 });
  const { plane, second } = placeParts(width, height - TOP, legend.height + TOP);
  const box = wideBox(data.box, plane.width, plane.height), [a, b, c, d] = box;
  const view = new View(box, plane, true), { regions, raster } = shadeFit(description, data.theme, styles, look, a, b, c, d);
  const terms = termsAt(description, v.x1, v.x2);
  const slice = isBumps ? arrangeSlice(v, description, points, view, second) : null;
  const line = isBumps ? null : arrangeLine(v, description, fit.projection, second);
  return { v, data, look, font, points, fit, description, view, styles, regions, raster, legend, isBumps, terms, slice, line };
}

/**
 * The plots of the plane and of the second part, below a legend.
 * @param {number} width
 * @param {number} height
 * @param {number} above
 * @returns {{plane: Rectangle, second: Rectangle}}
 */
function placeParts(width, height, above) {
  const room = height - above;
  if (width >= WIDE) {
    const plot = { top: above, height: room - AXIS }, left = PLANE * width + LEFT;
    return { plane: { ...plot, left: LEFT, width: PLANE * width - LEFT - GAP }, second: { ...plot, left, width: width - left - RIGHT } };
  }
  const upper = (1 - BELOW) * room - AXIS, inner = width - LEFT - RIGHT;
  return {
    plane: { left: LEFT, top: above, width: inner, height: upper },
    second: { left: LEFT, top: above + upper + AXIS + GAP, width: inner, height: BELOW * room - AXIS - GAP },
  };
}

/**
 * @param {Style[]} styles
 * @param {Look} look
 * @param {boolean} isBumps
 * @param {string | null} rule
 * @returns {import("../../web/paint/legend.js").Entry[]}
 */
function entriesOf(styles, look, isBumps, rule) {
  const classes = [1, 0].map((k) => ({ text: SIGNS[k], marker: styles[k] }));
  const boundary = { text: "boundary", line: { colour: look.ink, width: 2.5 } };
  if (!isBumps) return [...classes, boundary, { text: rule ?? "", line: { colour: look.quiet, width: 9, alpha: 0.4 } }];
  return [
    ...classes, boundary,
    ...[1, 0].map((k) => ({ text: `mean of the bumps of ${SIGNS[k]}`, line: { colour: styles[k].colour, width: 3.5, dash: DASHES[k] } })),
    { text: "line through x", line: { colour: look.ink, width: 1.5, dash: DOTS } },
  ];
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { view, look, font, points, styles, regions, raster, data, legend, slice, line } = scene;
  paintLegend(context, look, font, legend);
  paintPlane(context, { view, look, font, points, styles, regions, raster, show: SHOW, features: ["x₁", "x₂"] });
  clipTo(context, view.plot);
  if (slice) paintOutlines(context, scene);
  else if (data.classical) {
    const [a, b, c, d] = view.box, classical = shadeClassical(data.classical, data.theme, styles, look, a, b, c, d);
    paintBoundary(context, view, classical.regions, { width: 9, alpha: 0.4, colour: look.quiet });
  }
  context.restore();
  if (slice) paintSlice(context, scene, slice);
  if (line) paintProjections(context, scene, line);
  paintStar(context, scene, ...starOf(scene));
}

/** @param {Scene} scene @returns {import("../../web/picture/types.js").Grip[]} */
function grips(scene) {
  const { v, view, isBumps } = scene, [px, py] = starOf(scene);
  /** @type {import("../../web/picture/types.js").Grip} */
  const star = {
    name: "x1", second: "x2", label: "Star", place: [px, py], step: 0.05, text: `x₁ = ${format(v.x1)}, x₂ = ${format(v.x2)}`,
    read: ([x, y]) => view.place(x, y),
  };
  if (!isBumps || v.gamma === undefined) return [star];
  const { side, scale } = leverOf(scene);
  return [star, {
    name: "gamma", label: "γ", place: handleOf(scene), step: 0.05 * v.gamma, text: format(v.gamma),
    read: ([x]) => 0.5 / (scale * Math.max(1, side * (x - px) - LEVER)) ** 2,
  }];
}

/** All numbers have as many decimal places, so that a sum can be checked by eye. @param {Scene} scene */
function terms({ terms: { second, linear, plus, minus, offset, score }, data: { model: { variant } } }) {
  const places = placesFor([second, linear, plus ?? 0, minus ?? 0, offset, score]);
  const value = (/** @type {number} */ each) => fixed(each, places);
  const parts = plus !== null && minus !== null
    ? [{ part: "plus", symbol: "mean K, C+", value: value(plus) }, "−", { part: "minus", symbol: "mean K, C−", value: value(minus) }]
    : [{ part: "projection", symbol: "wᵀx", value: value(linear) }];
  if (variant === "III") parts.push("+", { part: "second", symbol: "s(x)", value: value(second) });
  return [...parts, "+", { part: "offset", symbol: "b", value: value(offset) }, "=",
    { part: "score", symbol: "f(x)", value: `${value(score)}: ${SIGNS[score > 0 ? 1 : 0]}` }];
}

/** @param {Scene} scene */
function parts(scene) {
  const star = new Path2D(), [px, py] = starOf(scene), { bars } = scene.slice ?? scene.line ?? { bars: [] };
  star.arc(px, py, 12, 0, 2 * Math.PI);
  return [{ name: "score", path: star }, ...bars.map(({ name, ends: [from, to] }) => ({ name, path: linePath(from, to), isLine: true }))];
}

/** @param {Scene} scene */
function figures({ terms: { densities, score, offset }, v, points, fit, data: { angle, model, rule } }) {
  const right = fit.projection.filter((p, i) => (p + offset > 0 ? 1 : 0) === points.labels[i]).length;
  const accuracy = [["correct training points", `${right} of ${points.labels.length}`]];
  const projection = ["projection p(x)", format(score - offset)];
  if (densities === null) return [...accuracy, projection, ...(model.variant === "I" ? [] : [[`angle to ${rule}`, `${angle}°`]])];
  const places = placesFor(densities);
  return [
    ...accuracy, ["density of C+ at x", fixed(densities[0], places)], ["of C− at x", fixed(densities[1], places)], ["γ", format(v.gamma ?? 1)],
  ];
}

/** @param {Scene} scene */
function describe({ terms: { plus, minus, score, offset }, v, data: { model } }) {
  const means = plus !== null && minus !== null ? ` Mean of the bumps of C+ ${format(plus)}, of C− ${format(minus)}.` : "";
  return `Regions of kernel Bayes ${model.variant} with the ${means ? "RBF" : "linear"} kernel. Star at ${format(v.x1)}, ` +
    `${format(v.x2)}.${means} b = ${format(offset)}, f(x) = ${format(score)}, so ${SIGNS[score > 0 ? 1 : 0]} is predicted.`;
}

/** @param {{v: PictureInput["values"], view: View}} scene @returns {Place} */
function starOf({ v, view }) {
  return [view.pixelX(v.x1), view.pixelY(v.x2)];
}

// The width of the bumps

/**
 * The side on which the bump around the star has its handle, and |z| of a horizontal step of one pixel there.
 * @param {Scene} scene
 */
function leverOf({ v, view, description: { expansions: [{ root }] } }) {
  const middle = (view.box[0] + view.box[1]) / 2, [step] = view.span(1);
  return { side: v.x1 > middle ? -1 : 1, scale: step * Math.hypot(...toMetric(root, 1, 0)) };
}

/** @param {Scene} scene @returns {Place} */
function handleOf(scene) {
  const { side, scale } = leverOf(scene), [px, py] = starOf(scene);
  return [px + side * (1 / Math.sqrt(2 * (scene.v.gamma ?? 1)) / scale + LEVER), py];
}

/**
 * Each bump at one standard deviation: the thicker, the higher it is at the star.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintOutlines(context, scene) {
  const { view, points, styles, look, font, description: { expansions }, v } = scene, gamma = v.gamma ?? 1;
  expansions.forEach(({ root }, k) => {
    const own = 1 - k, outline = bumpPath(root, gamma), at = toMetric(root, v.x1, v.x2);
    points.labels.forEach((label, i) => {
      if (label !== own) return;
      const [z1, z2] = toMetric(root, points.x[i], points.y[i]);
      const height = Math.exp(-gamma * ((z1 - at[0]) ** 2 + (z2 - at[1]) ** 2));
      stroke(context, outline(view, [points.x[i], points.y[i]]), styles[own].colour, 0.8 + 3 * height);
    });
  });
  const [px, py] = starOf(scene), [hx] = handleOf(scene);
  stroke(context, [view.plot.left, py, view.plot.left + view.plot.width, py], look.ink, 1.5, DOTS);
  stroke(context, bumpPath(expansions[0].root, gamma)(view, [v.x1, v.x2]), look.ink, 1.5, DOTS);
  paintLine(context, px, py, hx, py);
  paintGrip(context, look, hx, py, look.background, LEVEL);
  setType(context, look.ink, `600 16px ${font}`, "center", "bottom");
  writeOver(context, look, `γ = ${format(gamma)}`, hx, py - 14);
}

// The second part of the RBF kernel

/**
 * @param {PictureInput["values"]} v
 * @param {Description} description
 * @param {Points} points
 * @param {View} view
 * @param {Rectangle} plot
 * @returns {Slice}
 */
function arrangeSlice(v, description, points, view, plot) {
  const nodes = nodesAlong(description, view.box[0], view.box[1]);
  const bumps = bumpsAlong(description, nodes, v.x2).reverse(), sums = bumps.map(sumBumps);
  const low = new View([view.box[0], view.box[1], 0, 1.1 * highest(description, points)], plot, true), x = low.pixelX(v.x1);
  const { plus, minus } = termsAt(description, v.x1, v.x2);
  /** @type {(name: string, height: number, shift: number) => Bar} */
  const bar = (name, height, shift) => ({ name, ends: [[x + shift, low.pixelY(0)], [x + shift, low.pixelY(height)]] });
  return { nodes, bumps, sums, low, bars: [bar("minus", minus ?? 0, -2), bar("plus", plus ?? 0, 2)] };
}

/** @param {Context} context @param {Scene} scene @param {Slice} slice */
function paintSlice(context, { description, look, font, styles, v }, { nodes, bumps, sums, low, bars }) {
  const { top, height } = low.plot, step = low.pixelX(nodes[1]) - low.pixelX(nodes[0]);
  clipTo(context, low.plot);
  nodes.forEach((x) => {
    const label = scoreAt(description, x, v.x2) > 0 ? 1 : 0;
    context.fillStyle = `rgb(${mix(styles[label].colour, look.background, look.unsure)})`;
    context.fillRect(low.pixelX(x) - 0.5 * step, top, step + 1, height);
  });
  bumps.forEach((own, k) => {
    Object.assign(context, { strokeStyle: styles[k].colour, lineWidth: 1, globalAlpha: 0.6 });
    for (const bump of own) context.stroke(curvePath(low, nodes, bump));
    context.globalAlpha = 1;
    stroke(context, curvePath(low, nodes, sums[k]), styles[k].colour, 3.5, DASHES[k]);
  });
  stroke(context, [bars[0].ends[0][0] + 2, top, bars[0].ends[0][0] + 2, top + height], look.ink, 1.5, DOTS);
  context.restore();
  bars.forEach(({ ends: [, [x, y]] }, k) => {
    context.beginPath();
    context.arc(x, y, READING, 0, 2 * Math.PI);
    fillAndStroke(context, styles[k].colour, look.ink, 1.5);
  });
  setType(context, look.ink, `600 16px ${font}`, "left", "top");
  writeOver(context, look, "x", bars[1].ends[0][0] + 5, top + 4);
  paintAxisX(context, look, font, low, "x₁");
  paintAxisY(context, look, font, low, "mean of K", Math.min(4, height / 45));
}

// The second part of the linear kernel

/**
 * @param {PictureInput["values"]} v
 * @param {Description} description
 * @param {Float64Array} projection
 * @param {Rectangle} plot
 * @returns {Line}
 */
function arrangeLine(v, description, projection, plot) {
  const [least, most] = range([...projection, -description.offset]), rim = 0.15 * (most - least);
  const low = new View([least - rim, most + rim, -0.6, 1.6], plot, true);
  const cut = low.pixelX(-description.offset), at = scoreAt(description, v.x1, v.x2) - description.offset;
  const x = Math.max(plot.left, Math.min(plot.left + plot.width, low.pixelX(at)));
  /** @type {(name: string, x: number) => Bar} */
  const bar = (name, place) => ({ name, ends: [[place, plot.top], [place, plot.top + plot.height]] });
  return { low, at: x, bars: [bar("offset", cut), bar("projection", x)] };
}

/** @param {Context} context @param {Scene} scene @param {Line} line */
function paintProjections(context, scene, { low, at, bars }) {
  const { fit, points, styles, look, font } = scene, { left, top, width, height } = low.plot, cut = bars[0].ends[0][0];
  styles.forEach(({ colour }, k) => {
    context.fillStyle = `rgb(${mix(colour, look.background, look.unsure)})`;
    context.fillRect(k ? cut : left, top, k ? left + width - cut : cut - left, height);
  });
  styles.forEach((style, k) => {
    const own = [...points.labels.keys()].filter((i) => points.labels[i] === k);
    /** @type {Place[]} */
    const places = own.map((i, rank) => [low.pixelX(fit.projection[i]), low.pixelY(k + SPREAD * (((rank * GOLDEN_RATIO) % 1) - 0.5))]);
    paintMarkers(context, look, style, places, markerSize(points.labels.length));
    setType(context, look.ink, `15px ${font}`, "right", "middle");
    context.fillText(SIGNS[k], left - 8, low.pixelY(k));
  });
  stroke(context, [cut, top, cut, top + height], look.ink, 2.5);
  stroke(context, [at, top, at, top + height], look.ink, 1.5, DOTS);
  paintAxisX(context, look, font, low, "projection p(x)");
  paintStar(context, scene, at, low.pixelY(0.5));
}

/** @param {Context} context @param {{look: Look, font: string}} scene @param {number} x @param {number} y */
function paintStar(context, { look, font }, x, y) {
  paintMarkers(context, look, { ...STAR, colour: look.background }, [[x, y]], SIZE);
  setType(context, look.ink, `600 16px ${font}`, "left", "bottom");
  writeOver(context, look, "x", x + 11, y - 8);
}
