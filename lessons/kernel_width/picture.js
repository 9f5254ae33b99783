/**
 * Lesson 8: γ, grabbed on the curves of accuracy or by the width of a bump, and the regions that follow.
 *
 * Above, the plane at this γ; below, the accuracies that Python computed over γ, with rules for the bandwidth and
 * nearest neighbours as marks. `lg` is log10 γ. Python sends `points`, `box`, `model` (see ui/canvas/model/model.js),
 * `gammas`, `curves` (by name), `zone`, `rules` (γ by name), `neighbours` (k and accuracy), `centre` (the point xᵢ of the
 * formula; null for the SVM) and `isRound` (whether its bump is a circle, to be grabbed).
 */

import { toBytes, toNumbers } from "../../ui/canvas/model/bytes.js";
import { GridMaker } from "../../ui/canvas/model/grid.js";
import { memo } from "../../ui/canvas/model/memo.js";
import { findWrong, fitModel, takeApart } from "../../ui/canvas/model/model.js";
import { ringsAround } from "../../ui/canvas/paint/linked.js";
import { markerSize, paintAxisY, paintLine, setType } from "../../ui/canvas/paint/look.js";
import { paintPlane, planeView } from "../../ui/canvas/paint/paint.js";
import { classifyGrid, paintRegions } from "../../ui/canvas/paint/regions.js";
import { format, ticks, View } from "../../ui/canvas/paint/view.js";
import { percent, percentRight } from "../../ui/canvas/paint/words.js";
import { writeOver } from "../../ui/live_picture/marks.js";

const SHARE = 0.58, GAP = 10, AXIS = 48, LEFT = 62, RIGHT = 12; // of the height, and pixels
const LEGEND = 8, ROW = 18, NARROW = 420; // where it begins, a second row on a narrow picture
const LOWEST = 0.4;
const STYLES = { training: [null, []], "ten folds": [2, [9, 5]], "leave-one-out": [4, [2, 4]], "new points": [3, [12, 3, 2, 3]] };
const SHOW = { axes: true, points: true, boundary: true, errors: true, shading: true, far: true };
const NO_HAND = { selection: [], hover: -1, rectangle: null, brush: null, crosshair: null, before: null, isOld: false };

const ruler = document.createElement("canvas").getContext("2d");
const grids = new GridMaker();
const fitted = memo(fitModel);
// Data arrive anew with every answer; of equal ones the objects stay, and what is remembered of them.
const read = memo((text) => JSON.parse(text));
const readPoints = memo(({ x, y, labels }) => ({ x: toNumbers(x), y: toNumbers(y), labels: toBytes(labels) }));
const widthOf = (gamma) => 1 / Math.sqrt(2 * gamma);

export default {
  heights: ["clamp(22rem, 100vh - 28rem, 44rem)", "clamp(24rem, 66vh, 32rem)"],

  arrange({ values: { lg }, data, size: [width, height], look, font }) {
    const gamma = Number((10 ** lg).toPrecision(4)), { model, box, palette, classes, ...rest } = read(JSON.stringify(data));
    const points = readPoints(rest.points), styles = palette.map((style, k) => ({ ...style, name: classes[k] }));
    const fit = fitted(model, gamma, points, styles);
    const top = SHARE * height, low = height - AXIS - (width < NARROW ? ROW : 0) - top - GAP;
    const curves = new View([-2, 3, LOWEST, 1.1], { left: LEFT, top: top + GAP, width: width - LEFT - RIGHT, height: low });
    const view = planeView(ruler, font, box, width, top, SHOW);
    const scene = { lg, gamma, data, look, font, points, styles, fit, curves, view };
    if (fit.problem) return scene;
    const wrong = findWrong(fit, points.labels), loo = findWrong(fit, points.labels, "loo");
    return { ...scene, wrong, loo, regions: classifyGrid(fit, grids.make(fit, box, false, 1)) };
  },

  paint(context, scene) {
    const { view, data, look, font, styles, points, regions, wrong } = scene;
    paintPlane(context, {
      ...NO_HAND, view, show: SHOW, look, font, styles, points, regions, wrong, features: data.features,
      raster: regions && paintRegions(regions, styles, look, true),
    });
    if (data.isRound) paintBump(context, scene);
    paintZone(context, scene);
    paintAxes(context, scene);
    paintCurves(context, scene);
    paintGamma(context, scene);
    paintMarks(context, scene);
  },

  grips({ lg, gamma, curves, view, data }) {
    const x = curves.pixelX(lg), { top, height } = curves.plot;
    const reach = ([px, py]) => (data.isRound ? Math.abs(fromCentre(view, data.centre, [px, py]) - widthOf(gamma)) / view.span(1)[0] : Infinity);
    const isLow = (py) => py > top - GAP;
    return [{
      name: "lg", label: "gamma", place: [x, top + height], step: 0.02, text: format(gamma),
      read: ([px, py]) => (isLow(py) ? curves.place(px, py)[0] : -Math.log10(2 * fromCentre(view, data.centre, [px, py]) ** 2)),
      distance: ([px, py]) => (isLow(py) ? Math.abs(px - x) : reach([px, py])),
    }];
  },

  /** The score of xᵢ, with its own kernel value apart. */
  terms({ gamma, fit, data: { centre }, points: { labels } }) {
    if (!centre || fit.problem) return [];
    const [side] = fit.sides, { positive, negative, rest } = takeApart(side, ...centre);
    const own = 1 / labels.filter((label) => label === fit.classes[1]).length;
    const value = (number) => format(number, 3, positive);
    return [
      { part: "gamma", symbol: "γ", value: format(gamma) }, ":",
      { part: "own", symbol: "K(xᵢ, xᵢ) / n₊", value: value(own) }, "+",
      { part: "plus", symbol: "other points of C+", value: value(positive - own) }, "−",
      { part: "minus", symbol: "mean K, C−", value: value(-negative) },
      `${rest ? ` + ${format(rest)}` : ""} + b (${value(side.offset)}) =`,
      { part: "point", symbol: "f(xᵢ)", value: value(positive + negative + rest + side.offset) },
    ];
  },

  parts({ lg, gamma, fit, view, curves, data: { centre, isRound }, points }) {
    if (!centre || fit.problem) return [];
    const x = curves.pixelX(lg), { plot } = curves;
    const reach = markerSize(points.x.length) / 2 + 2;
    const pixels = Array.from(points.x, (px, i) => [view.pixelX(px), view.pixelY(points.y[i])]);
    const both = fit.classes.map((label) => pixels.filter((_, i) => points.labels[i] === label));
    const place = [view.pixelX(centre[0]), view.pixelY(centre[1])];
    const own = isRound ? bumpPath(view, gamma, centre) : ringsAround([place], reach + 8), line = new Path2D();
    line.moveTo(x, plot.top);
    line.lineTo(x, plot.top + plot.height);
    return [
      { name: "minus", path: ringsAround(both[0], reach) }, { name: "plus", path: ringsAround(both[1], reach) },
      { name: "own", path: own, isLine: true }, { name: "point", path: ringsAround([place], reach + 3) },
      { name: "gamma", path: line, isLine: true },
    ];
  },

  figures(scene) {
    const { gamma, data, fit, wrong, loo, lg } = scene, figures = [["γ", format(gamma)]];
    if (fit.problem) return figures;
    figures.push(["training", percentRight(wrong)]);
    if (loo) figures.push(["leave-one-out, same threshold", percentRight(loo)]);
    const k = nearestGamma(data.gammas, lg);
    for (const name of ["ten folds", "new points"]) {
      if (data.curves[name]) figures.push([`${name}, γ = ${format(data.gammas[k])}`, percent(data.curves[name][k])]);
    }
    return figures;
  },

  describe(scene) {
    return scene.fit.problem ?? `Decision regions, and accuracies over γ. ${this.figures(scene).map(([name, value]) => `${name}: ${value}`).join("; ")}.`;
  },
};

/** The distance of a pixel's place from a point, in the units of the data, along the first axis. */
function fromCentre(view, [x, y], [px, py]) {
  const [dx, dy] = view.span(1);
  return Math.max(Math.hypot((px - view.pixelX(x)) * dx, (py - view.pixelY(y)) * dy), 1e-6);
}

function nearestGamma(gammas, lg) {
  const distances = gammas.map((gamma) => Math.abs(Math.log10(gamma) - lg));
  return distances.indexOf(Math.min(...distances));
}

/** The bump of one point: a circle at one standard deviation, to be grabbed. */
function paintBump(context, { view, gamma, data: { centre }, look }) {
  const { left, top, width, height } = view.plot, path = bumpPath(view, gamma, centre);
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  for (const [colour, lineWidth] of [[look.background, 5], [look.ink, 2.5]]) {
    Object.assign(context, { strokeStyle: colour, lineWidth });
    context.stroke(path);
  }
  context.restore();
}

function bumpPath(view, gamma, [x, y]) {
  const h = widthOf(gamma), [dx, dy] = view.span(1), path = new Path2D();
  path.ellipse(view.pixelX(x), view.pixelY(y), h / dx, h / dy, 0, 0, 2 * Math.PI);
  return path;
}

function paintZone(context, { data: { zone, gammas }, curves, look }) {
  if (!zone) return;
  const [low, high] = zone.map((k) => curves.pixelX(Math.log10(gammas[k])));
  context.fillStyle = look.grid;
  context.fillRect(low, curves.plot.top, Math.max(2, high - low), curves.plot.height);
}

function paintAxes(context, { curves, look, font }) {
  const { left, width } = curves.plot;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  for (const value of ticks(LOWEST, 1, 4)) paintLine(context, left, curves.pixelY(value), left + width, curves.pixelY(value));
  const bottom = curves.plot.top + curves.plot.height;
  setType(context, look.ink, `15px ${font}`, "center", "top");
  for (const power of [-2, -1, 0, 1, 2, 3]) {
    const x = curves.pixelX(power);
    paintLine(context, x, bottom, x, bottom + 5);
    context.fillText(`${power === -2 ? "γ = " : ""}${10 ** power}`, Math.min(x, left + width - 6), bottom + 8);
  }
  paintAxisY(context, look, font, curves, "accuracy", 4);
}

/** The rules' γ as lines from above, and the accuracy of nearest neighbours as a level. */
function paintMarks(context, { data: { rules, neighbours: [k, accuracy] }, curves, look, font }) {
  const { left, top, width, height } = curves.plot;
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  Object.entries(rules).forEach(([name, gamma]) => {
    const x = curves.pixelX(Math.log10(gamma)), y = top + height - 18;
    paintLine(context, x, y - 8, x, top + height);
    setType(context, look.ink, `14px ${font}`, "left", "middle");
    writeOver(context, look, name, x + 5, y);
  });
  const y = curves.pixelY(accuracy);
  context.setLineDash([1, 5]);
  paintLine(context, left, y, left + width, y);
  context.setLineDash([]);
  setType(context, look.ink, `14px ${font}`, "left", "bottom");
  writeOver(context, look, `nearest neighbours (k = ${k}), ten folds`, left + 4, y - 1);
}

function paintCurves(context, { data: { curves: rows, gammas, palette }, curves, look, font }) {
  const right = curves.plot.left + curves.plot.width + RIGHT;
  let x = LEGEND, y = curves.plot.top + curves.plot.height + 42;
  for (const [name, row] of Object.entries(rows)) {
    const [place, dash] = STYLES[name], colour = place === 4 ? look.quiet : palette[place]?.colour ?? look.ink;
    Object.assign(context, { strokeStyle: colour, lineWidth: 2.5, lineJoin: "round" });
    context.setLineDash(dash);
    context.beginPath();
    row.forEach((value, i) => context.lineTo(curves.pixelX(Math.log10(gammas[i])), curves.pixelY(Math.max(value, LOWEST))));
    context.stroke();
    setType(context, look.ink, `13px ${font}`, "left", "middle");
    const advance = 34 + context.measureText(name).width;
    if (x + advance > right) [x, y] = [LEGEND, y + ROW];
    paintLine(context, x, y, x + 22, y);
    context.fillText(name, x + 26, y);
    x += advance;
  }
  context.setLineDash([]);
}

function paintGamma(context, { lg, curves, look }) {
  const x = curves.pixelX(lg), { top, height } = curves.plot;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  paintLine(context, x, top, x, top + height);
  context.beginPath();
  context.arc(x, top + height, 6, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: look.background, lineWidth: 2 });
  context.fill();
  context.stroke();
}
