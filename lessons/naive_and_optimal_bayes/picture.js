/**
 * Lesson 3: two Gaussian classes to grab, by the axis of their ellipses and by their distance. The plane is shaded by
 * the prediction of optimal Bayes, and hatched where naive Bayes differs.
 *
 * Where the means differ in x1 only, the plane can lean until its horizontal axis is x1 - rho x2, the combination of
 * both features that optimal Bayes uses; curves along the lower edge are the densities on that axis.
 *
 * @typedef {Object} Data
 * @property {[number[], number[]][]} white points of each class with mean 0 and covariance I, by coordinates
 * @property {[number, number]} signs the correlation of A and of B is this sign times rho
 * @property {string[]} names
 * @property {number | null} corrected how far x2 is subtracted from x1, from 0 to 1; null where it is not
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{rho: number, gap1: number, gap2?: number}, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @typedef {[number, number]} Place
 * @typedef {CanvasRenderingContext2D} Context
 */

import { ANYWHERE, ellipsePath, hatch, LEVEL, linePath, paintGrip } from "../../web/picture/marks.js";
import { paintLegend, placeLegend } from "../../web/paint/legend.js";
import { boundaryPath, shade } from "../../web/picture/shading.js";
import { clipTo, mix, paintLine, setType, stroke, strokeOver } from "../../web/paint/look.js";
import { paintPlane, planeView } from "../../web/paint/paint.js";
import { format, newPen } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { scoreGrid } from "../../web/model/evaluate.js";
import { memo } from "../../web/model/memo.js";
import { pointsOfRows } from "../../web/model/points.js";
import { errorOfAxis, errorsOf, lean, logOdds, measureGap, rootOf } from "./naive_errors.js";

const REACH = 3.6; // of the shorter side of the picture, on both sides of 0
const NODES = 100;
const SHOW = { axes: true, equal: true, boundary: true, points: true };
const FAR = 2; // standard deviations from the mean to the handle on the axis
const CURVE = 0.1; // of the height: a normal density with standard deviation 1
const TRAILS = 7; // every how many points show how far they have moved
const DASH = [9, 6], DOTS = [2, 4];

// Made once for all frames.
const maskOf = memo(newPen), areaOf = memo(newPen);
const viewOf = memo((/** @type {string} */ font, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ above) => {
  const longer = Math.max(width / height, 1), higher = Math.max(height / width, 1);
  const view = planeView(newPen(), font, [-REACH * longer, REACH * longer, -REACH * higher, REACH * higher], width, height, SHOW);
  view.plot.top += above;
  return view;
});

export default { heights: ["", "30rem"], eased: ["corrected"], arrange, paint, grips, parts, terms, figures, describe };

/** @param {PictureInput} input */
function arrange({ values: v, data, size: [width, height], look, font }) {
  /** @type {import("./naive_errors.js").Classes} */
  const classes = { gap: [v.gap1, v.gap2 ?? 0], signs: data.signs, rho: v.rho };
  const c = (data.corrected ?? 0) * v.rho, { gap } = classes, styles = data.palette.slice(0, 2);
  /** @param {number[]} place */
  const leaning = ([x, y]) => /** @type {Place} */ ([x - c * y, y]);
  const means = [-1, 1].map((side) => leaning(gap.map((each) => (side * each) / 2)));
  const roots = data.signs.map((sign) => rootOf(sign * v.rho, c));
  const legend = placeLegend(newPen(), font, entriesOf(styles, data.names, look), { left: 8, width: width - 16 });
  const view = viewOf(font, width, height - legend.height, legend.height), { box } = view;
  const optimal = lean(logOdds(classes, false), c), naive = lean(logOdds(classes, true), c);
  const { regions, raster } = shade(optimal, box, NODES, styles, look);
  const isNaiveB = scoreGrid(naive, box, NODES, NODES).map((score) => (score > 0 ? 1 : 0));
  const differs = regions.labels.map((label, cell) => (label !== isNaiveB[cell] ? 1 : 0));
  const { points, trails } = placePoints(data.white, classes, leaning);
  return {
    v, data, look, font, view, styles, means, roots, regions, raster, differs, classes, points, trails, leaning, c, legend,
    circle: rootOf(0, c), errors: errorsOf(classes), gap: measureGap(classes), alone: errorOfAxis(classes, c),
  };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { view, look, font, points, styles, regions, raster, means, data, legend, c } = scene;
  paintLegend(context, look, font, legend);
  paintPlane(context, { view, look, font, points, styles, regions, raster, show: SHOW, features: [axisOf(c), "x₂"] });
  clipTo(context, view.plot);
  paintDifference(context, scene);
  paintNaiveBoundary(context, scene);
  paintDensities(context, scene);
  if (data.corrected !== null) paintAxisDensities(context, scene);
  paintTrails(context, scene);
  context.restore();
  paintGrip(context, look, view.pixelX(means[1][0]), view.pixelY(means[1][1]), styles[1].colour, scene.v.gap2 === undefined ? LEVEL : ANYWHERE);
  const handle = handleOf(scene);
  if (!handle) return;
  paintGrip(context, look, ...handle.place, look.background, handle.angles);
  nameHandle(context, look, `600 16px ${font}`, `ρ = ${format(scene.v.rho, 2)}`, handle.place);
}

/**
 * On a patch of background: an ellipse behind a name would look like part of its letters.
 * @param {Context} context
 * @param {Scene["look"]} look
 * @param {string} type
 * @param {string} name
 * @param {number[]} place
 */
function nameHandle(context, look, type, name, [x, y]) {
  setType(context, look.ink, type, "left", "bottom");
  const { width } = context.measureText(name);
  Object.assign(context, { fillStyle: look.background, globalAlpha: 0.85 });
  context.fillRect(x + 13, y - 25, width + 8, 20);
  Object.assign(context, { fillStyle: look.ink, globalAlpha: 1 });
  context.fillText(name, x + 17, y - 6);
}

/** @param {Scene} scene @returns {import("../../web/picture/types.js").Grip[]} */
function grips(scene) {
  const { v, view, c, means: [[m1, m2], B], data: { names, signs: [sign] } } = scene, handle = handleOf(scene);
  /** @param {Place} pixel */
  const away = ([px, py]) => inData(view, px, py);
  /** @type {import("../../web/picture/types.js").Grip[]} */
  const handles = [{
    name: "gap1", ...(v.gap2 !== undefined && { second: "gap2" }), label: `Mean of ${names[1]}`,
    place: [view.pixelX(B[0]), view.pixelY(B[1])], step: 0.05,
    text: `${format(B[0] + c * B[1])}, ${format(B[1])}`,
    read: (pixel) => {
      const [x, y] = away(pixel);
      return [2 * (x + c * y), 2 * y].slice(0, v.gap2 === undefined ? 1 : 2);
    },
  }];
  if (!handle) return handles;
  return [{
    name: "rho", label: "Correlation ρ", place: handle.place, step: 0.02, text: format(v.rho, 2),
    read: (pixel) => {
      const [x, y] = away(pixel), reach = Math.max(0, (x - m1 + sign * (y - m2)) / 2);
      return 2 * (reach / FAR) ** 2 - 1;
    },
  }, ...handles];
}

/**
 * The parts that the terms of both errors stand for: the first two along the line of the means.
 * @param {Scene} scene
 */
function parts({ view, regions, means, roots, gap, classes, leaning }) {
  /** @param {number[]} place */
  const at = (place) => {
    const [x, y] = leaning(place);
    return [view.pixelX(x), view.pixelY(y)];
  };
  const B = classes.gap.map((each) => each / 2), flank = B.map((b) => b + (gap.deviation * 2 * b) / gap.length);
  const measures = gap.mahalanobis === null ? [] : means;
  return [
    ...measures.map((mean, k) => ({ name: "distance", path: ellipsePath(view, mean, roots[k], FAR), isLine: true })),
    { name: "optimal", path: boundaryPath(view, regions), isLine: true },
    { name: "naive", path: naiveLine(view, classes, leaning), isLine: true },
    { name: "gap", path: linePath(at(B.map((b) => -b)), at([0, 0])), isLine: true },
    { name: "deviation", path: linePath(at(B), at(flank)), isLine: true },
  ];
}

/** Both errors, as the areas of a normal density beyond the boundary. @param {Scene} scene */
function terms({ gap: { length, deviation, mahalanobis }, errors: { naive, optimal } }) {
  return [
    "Φ(−", { part: "gap", symbol: "½ |δ|", value: format(length / 2) }, "÷",
    { part: "deviation", symbol: "σ along δ", value: format(deviation) }, ") =",
    { part: "naive", symbol: "naive", value: percent(naive) },
    ...(mahalanobis === null ? ["and"] : [", Φ(− ½",
      { part: "distance", symbol: "√(δᵀΣ⁻¹δ)", value: format(mahalanobis) }, ") ="]),
    { part: "optimal", symbol: "optimal", value: percent(optimal) },
  ];
}

/** @param {Scene} scene */
function figures({ data, errors: { naive, optimal }, alone, c }) {
  const rows = [["error of naive Bayes", percent(naive)], ["Bayes error", percent(optimal)]];
  if (data.corrected === null) return [...rows, ["excess error", percent(Math.max(0, naive - optimal))]];
  return [...rows, [`error of a cut on ${axisOf(c)} alone`, percent(alone)]];
}

/** @param {Scene} scene */
function describe({ v, c, errors: { naive, optimal }, classes: { gap: [b1, b2] }, data: { signs } }) {
  const other = signs[0] === signs[1] ? "in both classes" : "in class A, with the opposite sign in class B";
  const axis = c === 0 ? "" : ` The horizontal axis is ${axisOf(c)}.`;
  return `Two Gaussian classes with variances 1 and the correlation ${format(v.rho, 2)} ${other}. Class B has the mean ` +
    `(${format(b1 / 2)}, ${format(b2 / 2)}), class A the opposite one.${axis} Error of naive Bayes ${percent(naive)}, of optimal ` +
    `Bayes ${percent(optimal)}.`;
}

/**
 * The legend of points, lines and areas.
 * @param {import("../../web/messages.js").Style[]} styles
 * @param {string[]} names
 * @param {import("../../web/paint/look.js").Look} look
 * @returns {import("../../web/paint/legend.js").Entry[]}
 */
function entriesOf(styles, names, look) {
  return [
    ...names.map((text, k) => ({ text, marker: styles[k] })),
    { text: "boundary of optimal Bayes", line: { colour: look.ink, width: 2.5 } },
    { text: "of naive Bayes", line: { colour: look.ink, width: 2.5, dash: DASH } },
    { text: "they differ", area: hatch(look.ink) },
    { text: "a class as naive Bayes sees it", line: { colour: look.ink, width: 1.5, dash: DOTS } },
  ];
}

/** The horizontal axis, of which c x2 is subtracted. @param {number} c */
function axisOf(c) {
  if (c === 0) return "x₁";
  return `x₁ ${c > 0 ? "−" : "+"} ${format(Math.abs(c), 2)} x₂`;
}

/**
 * The points, and arrows of the movement of some of them.
 * @param {Data["white"]} white
 * @param {import("./naive_errors.js").Classes} classes
 * @param {(place: number[]) => Place} leaning
 */
function placePoints(white, { gap, signs, rho }, leaning) {
  /** @type {[Place, Place][]} */
  const trails = [];
  const rows = white.flatMap(([z1, z2], k) => z1.map((z, i) => {
    const side = k ? 0.5 : -0.5, rest = Math.sqrt(1 - rho ** 2);
    /** @type {Place} */
    const before = [side * gap[0] + z, side * gap[1] + signs[k] * rho * z + rest * z2[i]], after = leaning(before);
    if (i % TRAILS === 0) trails.push([before, after]);
    return [...after, k];
  }));
  return { points: pointsOfRows(rows), trails };
}

/**
 * The place of a pixel, also beyond the plot.
 * @param {import("../../web/paint/view.js").View} view
 * @param {number} px
 * @param {number} py
 * @returns {Place}
 */
function inData({ box, plot: { left, top, width, height } }, px, py) {
  return [box[0] + ((px - left) / width) * (box[1] - box[0]), box[3] - ((py - top) / height) * (box[3] - box[2])];
}

/**
 * The end of the axis along which the variance of class A is 1 + ρ; none where the plane leans.
 * @param {Scene} scene
 * @returns {{place: Place, angles: number[]} | null}
 */
function handleOf({ v, c, view, means: [[m1, m2]], data: { signs: [sign] } }) {
  if (c !== 0) return null;
  const reach = FAR * Math.sqrt((1 + v.rho) / 2), angle = (-sign * Math.PI) / 4;
  return { place: [view.pixelX(m1 + reach), view.pixelY(m2 + sign * reach)], angles: [angle, angle + Math.PI] };
}

/** Hatching where naive Bayes predicts another class. @param {Context} context @param {Scene} scene */
function paintDifference(context, { view: { plot: { left, top, width, height } }, differs, look }) {
  const mask = maskOf(NODES, NODES), area = areaOf(Math.ceil(width), Math.ceil(height));
  const image = new ImageData(NODES, NODES);
  differs.forEach((isSo, cell) => {
    image.data[4 * ((NODES - 1 - Math.floor(cell / NODES)) * NODES + (cell % NODES)) + 3] = 255 * isSo;
  });
  mask.putImageData(image, 0, 0);
  area.globalCompositeOperation = "copy";
  area.drawImage(mask.canvas, 0, 0, width, height);
  Object.assign(area, { globalCompositeOperation: /** @type {const} */ ("source-in"), fillStyle: hatch(look.ink) });
  area.fillRect(0, 0, width, height);
  context.drawImage(area.canvas, left, top);
}

/** @param {Context} context @param {Scene} scene */
function paintNaiveBoundary(context, { view, look, classes, leaning }) {
  stroke(context, naiveLine(view, classes, leaning), look.ink, 2.5, DASH);
}

/**
 * It goes through the middle of the plot, which is 0, at right angles to the line of the means.
 * @param {import("../../web/paint/view.js").View} view
 * @param {import("./naive_errors.js").Classes} classes
 * @param {(place: number[]) => Place} leaning
 */
function naiveLine(view, { gap }, leaning) {
  const [, right, , top] = view.box, [dx, dy] = leaning([-gap[1], gap[0]]), far = Math.min(right / Math.abs(dx), top / Math.abs(dy));
  const [from, to] = [-1, 1].map((side) => [view.pixelX(side * far * dx), view.pixelY(side * far * dy)]);
  return linePath(from, to);
}

/**
 * The densities at one and two standard deviations; dotted, as naive Bayes takes them to be.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintDensities(context, { view, look, styles, means, roots, circle }) {
  means.forEach((mean, k) => {
    for (const deviations of [1, 2]) strokeOver(context, look, ellipsePath(view, mean, roots[k], deviations), styles[k].colour, 2.5, 1);
    stroke(context, ellipsePath(view, mean, circle, FAR), look.ink, 1.5, DOTS);
  });
}

/**
 * The density of each class on the horizontal axis, along the lower edge.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintAxisDensities(context, { view, look, styles, means, roots }) {
  const { left, top, width, height } = view.plot, bottom = top + height;
  means.forEach(([mean], k) => {
    const deviation = roots[k][0][0];
    context.beginPath();
    context.moveTo(left, bottom);
    for (let px = left; px <= left + width; px += 2) {
      const z = (inData(view, px, 0)[0] - mean) / deviation;
      context.lineTo(px, bottom - (CURVE * height * Math.exp((-z * z) / 2)) / deviation);
    }
    context.lineTo(left + width, bottom);
    Object.assign(context, { fillStyle: `rgb(${mix(styles[k].colour, look.background, 0.5)})`, globalAlpha: 0.6 });
    context.fill();
    Object.assign(context, { strokeStyle: styles[k].colour, lineWidth: 2, globalAlpha: 1 });
    context.stroke();
  });
}

/** The movement of some points. @param {Context} context @param {Scene} scene */
function paintTrails(context, { view, look, trails, c }) {
  if (c === 0) return;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1, globalAlpha: 0.55 });
  for (const [[x1, y], [x2]] of trails) paintLine(context, view.pixelX(x1), view.pixelY(y), view.pixelX(x2), view.pixelY(y));
  context.globalAlpha = 1;
}
