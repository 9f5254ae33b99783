/**
 * Lesson 3: two Gaussian classes to grab, by the axis of their ellipses and by their distance. The plane is shaded by
 * the prediction of optimal Bayes, and hatched where naive Bayes differs.
 */

import { boundaryPath, ellipsePath, hatch, linePath, paintEllipse, paintGrip, shade } from "../../ui/live_picture/marks.js";
import { paintMarkers, setType } from "../../ui/canvas/paint/look.js";
import { paintPlane, planeView } from "../../ui/canvas/paint/paint.js";
import { format } from "../../ui/canvas/paint/view.js";
import { percent } from "../../ui/canvas/paint/words.js";
import { scoreGrid } from "../../ui/canvas/model/evaluate.js";
import { memo } from "../../ui/canvas/model/memo.js";
import { makePoints } from "../../ui/canvas/model/points.js";
import { errorsOf, logOdds, measureGap } from "./naive_errors.js";

const REACH = 3.6; // of the shorter side of the picture, on both sides of 0
const NODES = 100;
const SHOW = { axes: true, equal: true, boundary: true, points: true };
const FAR = 2; // standard deviations from the mean to the handle on the axis

// Made once for all frames.
const newPen = (width, height) => Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
const maskOf = memo(newPen), areaOf = memo(newPen);
const viewOf = memo((font, width, height) => {
  const longer = Math.max(width / height, 1), higher = Math.max(height / width, 1);
  const box = [-REACH * longer, REACH * longer, -REACH * higher, REACH * higher];
  return planeView(newPen(0, 0), font, box, width, height, SHOW);
});

export default {
  arrange({ values: v, data, size: [width, height], look, font }) {
    const gap = [v.gap1, v.gap2 ?? 0], classes = { gap, signs: data.signs, rho: v.rho };
    const means = [gap.map((each) => -each / 2), gap.map((each) => each / 2)];
    const roots = data.signs.map((sign) => [[1, 0], [sign * v.rho, Math.sqrt(1 - v.rho ** 2)]]);
    const view = viewOf(font, width, height), { box } = view;
    const styles = data.palette.slice(0, 2), optimal = logOdds(classes, false), naive = logOdds(classes, true);
    const { regions, raster } = shade(optimal, box, NODES, styles, look);
    const isNaiveB = scoreGrid(naive, box, NODES, NODES).map((score) => (score > 0 ? 1 : 0));
    const differs = regions.labels.map((label, cell) => (label !== isNaiveB[cell] ? 1 : 0));
    return {
      v, data, look, font, view, styles, means, roots, regions, raster, differs, classes,
      points: placePoints(data.white, means, roots), errors: errorsOf(classes), gap: measureGap(classes),
    };
  },

  paint(context, scene) {
    const { view, look, font, points, styles, regions, raster, means } = scene;
    const nothing = { isOld: false, wrong: null, selection: [], hover: -1 };
    paintPlane(context, { view, look, font, points, styles, regions, raster, show: SHOW, features: ["x₁", "x₂"], ...nothing });
    const { left, top, width, height } = view.plot;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    paintDifference(context, scene);
    paintNaiveBoundary(context, scene);
    paintDensities(context, scene);
    context.restore();
    paintNames(context, scene);
    paintGrip(context, look, view.pixelX(means[1][0]), view.pixelY(means[1][1]), styles[1].colour);
    paintGrip(context, look, ...handleOf(scene));
  },

  grips(scene) {
    const { v, view, means: [[m1, m2], B], data: { names, signs: [sign] } } = scene;
    const away = ([px, py]) => inData(view, px, py);
    return [
      {
        name: "rho", label: "Correlation ρ", place: handleOf(scene), step: 0.02, text: format(v.rho, 2),
        read: (pixel) => {
          const [x, y] = away(pixel), reach = Math.max(0, (x - m1 + sign * (y - m2)) / 2);
          return 2 * (reach / FAR) ** 2 - 1;
        },
      },
      {
        name: "gap1", ...(v.gap2 !== undefined && { second: "gap2" }), label: `Mean of ${names[1]}`,
        place: [view.pixelX(B[0]), view.pixelY(B[1])], step: 0.05,
        text: `${format(B[0])}, ${format(B[1])}`,
        read: (pixel) => away(pixel).map((each) => 2 * each).slice(0, v.gap2 === undefined ? 1 : 2),
      },
    ];
  },

  /** What the terms of both errors stand for: the first two along the line of the means. */
  parts({ view, regions, means: [A, B], roots, gap, classes }) {
    const at = ([x, y]) => [view.pixelX(x), view.pixelY(y)], flank = B.map((b, j) => b + (gap.deviation * (b - A[j])) / gap.length);
    const measures = gap.mahalanobis === null ? [] : [A, B];
    return [
      ...measures.map((mean, k) => ({ name: "distance", path: ellipsePath(view, mean, roots[k], FAR), isLine: true })),
      { name: "optimal", path: boundaryPath(view, regions), isLine: true },
      { name: "naive", path: linePath(...naiveEnds(view, classes)), isLine: true },
      { name: "gap", path: linePath(at(A), at([0, 0])), isLine: true },
      { name: "deviation", path: linePath(at(B), at(flank)), isLine: true },
    ];
  },

  /** Both errors, as the areas of a normal density beyond the boundary. */
  terms({ gap: { length, deviation, mahalanobis }, errors: { naive, optimal } }) {
    return [
      "Φ(−", { part: "gap", symbol: "½ |δ|", value: format(length / 2) }, "÷",
      { part: "deviation", symbol: "σ along δ", value: format(deviation) }, ") =",
      { part: "naive", symbol: "naive", value: percent(naive) },
      ...(mahalanobis === null ? ["and"] : [", Φ(− ½",
        { part: "distance", symbol: "√(δᵀΣ⁻¹δ)", value: format(mahalanobis) }, ") ="]),
      { part: "optimal", symbol: "optimal", value: percent(optimal) },
    ];
  },

  figures({ v, errors: { naive, optimal }, classes: { gap } }) {
    return [
      ["error of naive Bayes", percent(naive)], ["Bayes error", percent(optimal)],
      ["excess error", percent(Math.max(0, naive - optimal))],
      ["ρ", format(v.rho, 2)], ["distance of means", format(Math.hypot(...gap))],
    ];
  },

  describe({ v, errors: { naive, optimal }, means: [, [b1, b2]], data: { signs } }) {
    const other = signs[0] === signs[1] ? "in both classes" : "in class A, with the opposite sign in class B";
    return `Two Gaussian classes with variances 1 and the correlation ${format(v.rho, 2)} ${other}. Class B has the mean ` +
      `(${format(b1)}, ${format(b2)}), class A the opposite one. Error of naive Bayes ${percent(naive)}, of optimal Bayes ` +
      `${percent(optimal)}.`;
  },
};

function placePoints(white, means, roots) {
  const placed = white.map(([z1, z2], k) => z1.map((z, i) => [
    means[k][0] + z, means[k][1] + roots[k][1][0] * z + roots[k][1][1] * z2[i], k,
  ]));
  return makePoints(...[0, 1, 2].map((j) => placed.flat().map((point) => point[j])));
}

/** The place of a pixel, also beyond the plot. */
function inData({ box, plot: { left, top, width, height } }, px, py) {
  return [box[0] + ((px - left) / width) * (box[1] - box[0]), box[3] - ((py - top) / height) * (box[3] - box[2])];
}

/** The end of the axis along which the variance of class A is 1 + ρ. */
function handleOf({ v, view, means: [[m1, m2]], data: { signs: [sign] } }) {
  const reach = FAR * Math.sqrt((1 + v.rho) / 2);
  return [view.pixelX(m1 + reach), view.pixelY(m2 + sign * reach)];
}

/** Hatching where naive Bayes predicts another class. */
function paintDifference(context, { view: { plot: { left, top, width, height } }, differs, look }) {
  const mask = maskOf(NODES, NODES), area = areaOf(Math.ceil(width), Math.ceil(height));
  const image = new ImageData(NODES, NODES);
  differs.forEach((isSo, cell) => {
    image.data[4 * ((NODES - 1 - Math.floor(cell / NODES)) * NODES + (cell % NODES)) + 3] = 255 * isSo;
  });
  mask.putImageData(image, 0, 0);
  area.globalCompositeOperation = "copy";
  area.drawImage(mask.canvas, 0, 0, width, height);
  Object.assign(area, { globalCompositeOperation: "source-in", fillStyle: hatch(look.ink) });
  area.fillRect(0, 0, width, height);
  context.drawImage(area.canvas, left, top);
}

function paintNaiveBoundary(context, { view, look, classes }) {
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  context.setLineDash([9, 6]);
  context.stroke(linePath(...naiveEnds(view, classes)));
  context.setLineDash([]);
}

/** Where it leaves the plot, whose middle is 0. */
function naiveEnds(view, { gap }) {
  const [, right, , top] = view.box, far = Math.min(right / Math.abs(gap[1]), top / Math.abs(gap[0]));
  return [-1, 1].map((side) => [view.pixelX(-side * far * gap[1]), view.pixelY(side * far * gap[0])]);
}

/** The densities at one and two standard deviations; dotted, as naive Bayes takes them to be. */
function paintDensities(context, { view, look, styles, means, roots }) {
  means.forEach((mean, k) => {
    for (const deviations of [1, 2]) {
      Object.assign(context, { strokeStyle: look.background, lineWidth: 4.5 });
      paintEllipse(context, view, mean, roots[k], deviations);
      Object.assign(context, { strokeStyle: styles[k].colour, lineWidth: 2.5 });
      paintEllipse(context, view, mean, roots[k], deviations);
    }
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
    context.setLineDash([2, 4]);
    paintEllipse(context, view, mean, [[1], [0, 1]], FAR);
    context.setLineDash([]);
  });
}

/** The legend, in a corner. */
function paintNames(context, { view: { plot: { left, top, width } }, look, font, styles, data: { names } }) {
  const box = [left + width - 102, top + 8];
  context.save();
  Object.assign(context, { fillStyle: look.background, globalAlpha: 0.85 });
  context.fillRect(...box, 94, 24 * names.length + 4);
  context.restore();
  names.forEach((name, k) => {
    const y = box[1] + 14 + 24 * k;
    paintMarkers(context, look, styles[k], [[box[0] + 14, y]], 12);
    setType(context, look.ink, `16px ${font}`, "left", "middle");
    context.fillText(name, box[0] + 28, y + 1);
  });
}
