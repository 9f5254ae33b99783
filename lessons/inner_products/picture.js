/**
 * Lesson 6: the star x to grab, and the width of the bumps. Above the plane; below it the bumps along the dotted line
 * through the star, or, with the linear kernel, the projections of all points.
 */

import { bumpOutline, paintBoundary, paintGrip, shade, wideBox, writeOver } from "../../ui/live_picture/marks.js";
import {
  markerSize, mix, paintAxisX, paintAxisY, paintLine, paintMarkers, setType,
} from "../../ui/canvas/paint/look.js";
import { paintPlane } from "../../ui/canvas/paint/paint.js";
import { fitView, format, View } from "../../ui/canvas/paint/view.js";
import { gridNodes, scoreAt } from "../../ui/canvas/model/evaluate.js";
import { memo } from "../../ui/canvas/model/memo.js";
import { toMetric } from "../../ui/canvas/model/metric.js";
import { makePoints, range } from "../../ui/canvas/model/points.js";
import { refit } from "../../ui/canvas/model/refit.js";
import { bumpsAlong, sumBumps, termsAt } from "./kernel_terms.js";

const NODES = 90, LINE_NODES = 120; // of the plane along each axis, and of the line
const LEFT = 58, RIGHT = 12, AXIS = 36, TOP = 4, BELOW = 0.3; // pixels, and the share of the lower part
const STAR = { symbol: "star" }, SIZE = 22, LEVER = 20; // pixels
const DASHES = [[], [9, 6]];
const SHOW = { axes: true, equal: true, boundary: true, points: true };
const SIGNS = ["C−", "C+"];

const pointsOf = memo(({ x1, x2, labels }) => makePoints(x1, x2, labels));
const fitTo = memo((model, gamma, { x, y, labels }) => {
  const fit = refit({ x1: x, x2: y }, labels, { ...model, gamma });
  if (fit.problem) throw new Error(fit.problem);
  return fit;
});
// Whatever is remembered by its arguments needs the same objects in each frame.
const stylesOf = memo((palette) => palette.slice(0, 2));
const shadeFit = memo(({ description }, theme, styles, look, ...box) => shade(description, box, NODES, styles, look));
const shadeClassical = memo((classical, styles, look, ...box) => shade(classical, box, NODES, styles, look).regions);
// The largest mean of kernel values at a training point: so high is the lower picture, wherever the star is.
const highest = memo(({ description }, { x, y }) => Math.max(...x.map((x1, i) => {
  const { plus, minus } = termsAt(description, x1, y[i]);
  return Math.max(plus, minus);
})));

export default {
  heights: ["clamp(19rem, 100vh - 26.5rem, 36rem)", ""],

  arrange({ values: v, data, size: [width, height], look, font }) {
    const points = pointsOf(data.points), fit = fitTo(data.model, v.gamma ?? 1, points), { description } = fit;
    const upper = (1 - BELOW) * height - AXIS, inner = width - LEFT - RIGHT;
    const box = wideBox(data.box, inner, upper - TOP);
    const view = fitView(box, width, upper + AXIS, { left: LEFT, right: RIGHT, top: TOP, bottom: AXIS }, true);
    view.isLow = true;
    const styles = stylesOf(data.palette), bottom = { left: LEFT, top: upper + AXIS + 8, width: inner, height: BELOW * height - AXIS - 8 };
    const { regions, raster } = shadeFit(fit, data.theme, styles, look, ...box);
    const scene = { v, data, look, font, points, fit, description, view, styles, regions, raster, bottom };
    const isBumps = description.expansions.length > 0;
    return Object.assign(scene, { terms: termsAt(description, v.x1, v.x2), isBumps, ...(isBumps ? arrangeBumps : arrangeLine)(scene) });
  },

  paint(context, scene) {
    const { view, look, font, points, styles, regions, raster, data } = scene, { left, top, width, height } = view.plot;
    const nothing = { isOld: false, wrong: null, selection: [], hover: -1 };
    paintPlane(context, { view, look, font, points, styles, regions, raster, show: SHOW, features: ["x₁", "x₂"], ...nothing });
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    if (scene.isBumps) paintOutlines(context, scene);
    else paintBoundary(context, view, shadeClassical(data.classical, styles, look, ...view.box), { width: 9, alpha: 0.4, colour: look.quiet });
    context.restore();
    (scene.isBumps ? paintBumps : paintProjections)(context, scene);
    paintStar(context, scene, ...starOf(scene));
  },

  grips(scene) {
    const { v, view, isBumps } = scene, [px, py] = starOf(scene);
    const star = {
      name: "x1", second: "x2", label: "Star", place: [px, py], step: 0.05, text: `x₁ = ${format(v.x1)}, x₂ = ${format(v.x2)}`,
      read: (pixel) => view.place(...pixel),
    };
    if (!isBumps) return [star];
    const { side, scale } = leverOf(scene);
    return [star, {
      name: "gamma", label: "γ", place: handleOf(scene), step: 0.05 * v.gamma, text: format(v.gamma),
      read: ([x]) => 0.5 / (scale * Math.max(1, side * (x - px) - LEVER)) ** 2,
    }];
  },

  terms({ terms: { second, linear, plus, minus, offset, score }, isBumps, data: { model: { variant } } }) {
    const value = (each) => format(each, 3, Math.abs(score) + Math.abs(offset));
    const parts = isBumps
      ? [{ part: "plus", symbol: "mean K, C+", value: value(plus) }, "−", { part: "minus", symbol: "mean K, C−", value: value(minus) }]
      : [{ part: "projection", symbol: "wᵀx", value: value(linear) }];
    if (variant === "III") parts.push("+", { part: "second", symbol: "s(x)", value: value(second) });
    return [...parts, "+", { part: "offset", symbol: "b", value: value(offset) }, "=",
      { part: "score", symbol: "f(x)", value: `${value(score)}: ${SIGNS[score > 0 ? 1 : 0]}` }];
  },

  parts(scene) {
    const star = new Path2D();
    star.arc(...starOf(scene), 12, 0, 2 * Math.PI);
    return [{ name: "score", path: star }, ...scene.bars.map(({ name, ends }) => {
      const path = new Path2D();
      path.moveTo(...ends[0]);
      path.lineTo(...ends[1]);
      return { name, path, isLine: true };
    })];
  },

  figures({ terms: { densities, score, offset }, v, isBumps, data: { angle } }) {
    if (!isBumps) return [["projection p(x)", format(score - offset)], ["angle to the classical direction", `${angle}°`]];
    return [
      ["Parzen estimate of p(x | C+)", format(densities[0])], ["Parzen estimate of p(x | C−)", format(densities[1])],
      ["γ", format(v.gamma)],
    ];
  },

  describe({ terms: { plus, minus, score, offset }, v, isBumps, data: { model } }) {
    const means = isBumps ? ` Mean of the bumps of C+ ${format(plus)}, of C− ${format(minus)}.` : "";
    return `Regions of kernel Bayes ${model.variant} with the ${isBumps ? "RBF" : "linear"} kernel. Star at ${format(v.x1)}, ` +
      `${format(v.x2)}.${means} b = ${format(offset)}, f(x) = ${format(score)}, so ${SIGNS[score > 0 ? 1 : 0]} is predicted.`;
  },
};

function starOf({ v, view }) {
  return [view.pixelX(v.x1), view.pixelY(v.x2)];
}

// The width of the bumps

/** The side on which the bump around the star has its handle, and |z| of a horizontal step of one pixel there. */
function leverOf({ v, view, description: { expansions: [{ root }] } }) {
  const middle = (view.box[0] + view.box[1]) / 2, [step] = view.span(1);
  return { side: v.x1 > middle ? -1 : 1, scale: step * Math.hypot(...toMetric(root, 1, 0)) };
}

function handleOf(scene) {
  const { side, scale } = leverOf(scene), [px, py] = starOf(scene);
  return [px + side * (1 / Math.sqrt(2 * scene.v.gamma) / scale + LEVER), py];
}

/** Each bump at one standard deviation: the thicker, the higher it is at the star. */
function paintOutlines(context, scene) {
  const { view, points, styles, look, description: { expansions }, v } = scene;
  expansions.forEach(({ kernel, root }, k) => {
    const own = 1 - k, outline = bumpOutline(root, v.gamma), at = toMetric(root, v.x1, v.x2);
    points.labels.forEach((label, i) => {
      if (label !== own) return;
      const [z1, z2] = toMetric(root, points.x[i], points.y[i]);
      const height = Math.exp(-kernel.gamma * ((z1 - at[0]) ** 2 + (z2 - at[1]) ** 2));
      Object.assign(context, { strokeStyle: styles[own].colour, lineWidth: 0.8 + 3 * height });
      outline(context, view, [points.x[i], points.y[i]]);
    });
  });
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
  context.setLineDash([2, 4]);
  paintLine(context, view.plot.left, view.pixelY(v.x2), view.plot.left + view.plot.width, view.pixelY(v.x2));
  bumpOutline(expansions[0].root, v.gamma)(context, view, [v.x1, v.x2]);
  context.setLineDash([]);
  const [px, py] = starOf(scene), [hx] = handleOf(scene);
  paintLine(context, px, py, hx, py);
  paintGrip(context, look, hx, py);
}

// The lower picture of the RBF kernel

function arrangeBumps({ v, description, fit, points, view, bottom }) {
  const nodes = gridNodes(view.box[0], view.box[1], LINE_NODES);
  const bumps = bumpsAlong(description, nodes, v.x2).reverse(), sums = bumps.map(sumBumps);
  const low = new View([view.box[0], view.box[1], 0, 1.1 * highest(fit, points)], bottom, true), x = low.pixelX(v.x1);
  const { plus, minus } = termsAt(description, v.x1, v.x2);
  const bars = [["minus", minus, -2], ["plus", plus, 2]].map(([name, height, shift]) =>
    ({ name, ends: [[x + shift, low.pixelY(0)], [x + shift, low.pixelY(height)]] }));
  return { nodes, bumps, sums, low, bars };
}

function paintBumps(context, { nodes, bumps, sums, low, description, look, font, styles, bars, v }) {
  const { left, top, width, height } = low.plot;
  const curve = (heights) => {
    context.beginPath();
    nodes.forEach((x, r) => context.lineTo(low.pixelX(x), low.pixelY(heights[r])));
    context.stroke();
  };
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  nodes.forEach((x, r) => {
    const label = scoreAt(description, x, v.x2) > 0 ? 1 : 0, step = width / (LINE_NODES - 1);
    context.fillStyle = `rgb(${mix(styles[label].colour, look.background, look.unsure)})`;
    context.fillRect(left + (r - 0.5) * step, top, step + 1, height);
  });
  bumps.forEach((own, k) => {
    Object.assign(context, { strokeStyle: styles[k].colour, lineWidth: 1, globalAlpha: 0.6 });
    own.forEach(curve);
    Object.assign(context, { lineWidth: 3.5, globalAlpha: 1 });
    context.setLineDash(DASHES[k]);
    curve(sums[k]);
    context.setLineDash([]);
  });
  context.restore();
  bars.forEach(({ ends: [[x], [, y]] }, k) => {
    Object.assign(context, { strokeStyle: styles[k].colour, lineWidth: 3 });
    paintLine(context, x, low.pixelY(0), x, y);
    paintGrip(context, look, x, y, styles[k].colour);
  });
  paintAxisX(context, look, font, low, "x₁");
  paintAxisY(context, look, font, low, "mean of K", 3);
}

// The lower picture of the linear kernel

function arrangeLine({ v, description, fit, bottom }) {
  const [least, most] = range([...fit.projection, -description.offset]), rim = 0.15 * (most - least);
  const low = new View([least - rim, most + rim, -0.6, 1.6], bottom, true);
  const cut = low.pixelX(-description.offset), at = scoreAt(description, v.x1, v.x2) - description.offset;
  const ends = (x) => [[x, bottom.top], [x, bottom.top + bottom.height]];
  const x = Math.max(bottom.left, Math.min(bottom.left + bottom.width, low.pixelX(at)));
  return { low, at: x, bars: [{ name: "offset", ends: ends(cut) }, { name: "projection", ends: ends(x) }] };
}

function paintProjections(context, scene) {
  const { low, at, fit, points, styles, look, font, bars } = scene, { left, top, width, height } = low.plot, cut = bars[0].ends[0][0];
  styles.forEach(({ colour }, k) => {
    context.fillStyle = `rgb(${mix(colour, look.background, look.unsure)})`;
    context.fillRect(k ? cut : left, top, k ? left + width - cut : cut - left, height);
  });
  styles.forEach((style, k) => {
    const own = [...points.labels.keys()].filter((i) => points.labels[i] === k);
    paintMarkers(context, look, style, own.map((i) => [low.pixelX(fit.projection[i]), low.pixelY(k)]), markerSize(points.labels.length));
    setType(context, look.ink, `15px ${font}`, "right", "middle");
    context.fillText(SIGNS[k], left - 8, low.pixelY(k));
  });
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  paintLine(context, cut, top, cut, top + height);
  context.lineWidth = 1.5;
  context.setLineDash([2, 4]);
  paintLine(context, at, top, at, top + height);
  context.setLineDash([]);
  paintAxisX(context, look, font, low, "projection p(x)");
  paintStar(context, scene, at, low.pixelY(0.5));
}

function paintStar(context, { look, font }, x, y) {
  paintMarkers(context, look, { ...STAR, colour: look.background }, [[x, y]], SIZE);
  setType(context, look.ink, `600 16px ${font}`, "left", "bottom");
  writeOver(context, look, "x", x + 11, y - 8);
}
