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
 * @property {{names: string[], isNaive: boolean, hands: string[], isTwice: boolean, certainties: string[] | null} | null} step
 *   what it shows; isTwice if both rules have the same boundary, and how sure each is
 * @property {import("../../web/messages.js").Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{rho: number, gap1: number, gap2?: number}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @typedef {[number, number]} Place
 */

import { area, axes, bars, curve, ellipse, handle, pointsOf, regions, rule, text } from "../../web/marks/marks.js";
import { scoreGrid } from "../../web/model/evaluate.js";
import { memo } from "../../web/model/memo.js";
import { pointsOfRows } from "../../web/model/points.js";
import { paintLine } from "../../web/paint/look.js";
import { planeView } from "../../web/paint/paint.js";
import { format, newPen, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { shade } from "../../web/picture/shading.js";
import { errorOfAxis, errorsOf, lean, logOdds, measureGap, rootOf } from "./naive_errors.js";

const REACH = 3.6; // of the shorter side of the picture, on both sides of 0
const NODES = 100;
const SHOW = { axes: true, equal: true };
const FAR = 2; // standard deviations from the mean to the handle on the axis
const CURVE = 0.1; // of the height: a normal density with standard deviation 1
const STEPS = 300; // of such a density
const TRAILS = 7; // every how many points show how far they have moved
const DASH = [9, 6], DOTS = [2, 4];
const TILE = 8; // pixels of the hatching

// Made once for all frames.
/** Oblique lines to fill an area with. */
const hatchOf = memo((/** @type {string} */ ink) => {
  const pen = newPen(TILE, TILE);
  pen.strokeStyle = ink;
  for (const shift of [-TILE, 0, TILE]) paintLine(pen, shift, TILE, shift + TILE, 0);
  return pen.createPattern(pen.canvas, "repeat") ?? ink;
});
const maskOf = memo(newPen), areaOf = memo(newPen);
const viewOf = memo((/** @type {string} */ font, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ above) => {
  const longer = Math.max(width / height, 1), higher = Math.max(height / width, 1);
  const view = planeView(newPen(), font, [-REACH * longer, REACH * longer, -REACH * higher, REACH * higher], width, height, SHOW);
  view.plot.top += above;
  return view;
});

export default { heights: ["", "30rem"], eased: ["corrected"], legend: "above", compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { top, width, height }, look }) {
  /** @type {import("./naive_errors.js").Classes} */
  const classes = { gap: [v.gap1, v.gap2 ?? 0], signs: data.signs, rho: v.rho };
  const c = (data.corrected ?? 0) * v.rho, { gap } = classes, styles = data.palette.slice(0, 2);
  /** @param {number[]} place */
  const leaning = ([x, y]) => /** @type {Place} */ ([x - c * y, y]);
  const means = [-1, 1].map((side) => leaning(gap.map((each) => (side * each) / 2)));
  const view = viewOf(look.font, width, height, top), naive = lean(logOdds(classes, true), c);
  const shaded = shade(lean(logOdds(classes, false), c), view.box, NODES, styles, look);
  const isNaiveB = scoreGrid(naive, view.box, NODES, NODES).map((score) => (score > 0 ? 1 : 0));
  const differs = shaded.regions.labels.map((label, cell) => (label !== isNaiveB[cell] ? 1 : 0));
  const { points, trails } = placePoints(data.white, classes, leaning);
  return {
    names: (data.step ?? data).names, isNaive: data.step?.isNaive ?? true, view, styles, means, differs, classes, points, trails, leaning, c, shaded, roots: data.signs.map((sign) => rootOf(sign * v.rho, c)),
    errors: errorsOf(classes), gap: measureGap(classes), alone: errorOfAxis(classes, c),
  };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { view, styles, means, roots, points, shaded, names, isNaive, data: { step }, errors, c, gap, trails } = state;
  return [
    regions(view, { ...shaded, points, styles, names, ...(isNaive && !step?.isTwice && { differing: hatchDifference(state) }), title: titleOf(state),
      name: "optimal", says: `error ${percent(errors.optimal)}` }),
    ...pointsOf(view, points, styles, names),
    axes(view, { x: axisOf(c), y: "x₂", isFramed: true, ...(c !== 0 && { title: "horizontal axis", says: axisOf(c) }) }),
    ...(isNaive && !step?.isTwice ? [
      naiveBoundary(state),
      bars(view, { bars: [], colour: "ink", isHatched: true, title: "they differ", says: `in ${differing(state)} of the plane` }),
    ] : []),
    ...means.flatMap((mean, k) => [1, FAR].map((deviations) => ellipse(view, {
      mean, root: roots[k], deviations, style: styles[k], rim: 1, voice: k, isListed: false, ...(deviations === FAR && {
        title: `density of ${names[k]} at two standard deviations`, ...(gap.mahalanobis !== null && { name: "distance" }) }),
    }))),
    ...means.filter(() => isNaive).map((mean) => ellipse(view, { mean, root: rootOf(0, c), deviations: FAR, colour: "ink", width: 1.5, dash: DOTS,
      isSilent: true, title: "a class as naive Bayes sees it", says: "without correlation" })),
    ...(step && isNaive ? [] : axisDensities(state)), ...gapRules(state),
    ...(c === 0 ? [] : trails.map(([[x1, y], [x2]]) => rule(view, { ends: [[x1, y], [x2, y]], colour: "ink", width: 1, alpha: 0.55, isSilent: true }))),
    ...[...rhoHandle(state), meanHandle(state)].filter((mark) => !step || ("moves" in mark ? step.hands.includes(String(mark.moves)) : step.hands.includes("rho"))),
  ];
}

/** The title of the boundary. @param {State} state */
function titleOf({ isNaive, data: { step } }) {
  if (step?.certainties) return "boundary of both rules";
  return isNaive ? "boundary of optimal Bayes" : "boundary of the best rule";
}

/** The share of the plane on which naive Bayes predicts another class. @param {State} state */
function differing({ differs }) {
  return percent(differs.reduce((sum, isSo) => sum + isSo, 0) / differs.length);
}

/** Through the middle of the plot, which is 0, at right angles to the line of the means. @param {State} state */
function naiveBoundary({ view, classes: { gap }, leaning, errors }) {
  const [, right, , top] = view.box, [dx, dy] = leaning([-gap[1], gap[0]]), far = Math.min(right / Math.abs(dx), top / Math.abs(dy));
  return rule(view, { ends: [[-far * dx, -far * dy], [far * dx, far * dy]], colour: "ink", dash: DASH, name: "naive",
    title: "boundary of naive Bayes", says: `error ${percent(errors.naive)}` });
}

/** The density of each class on the horizontal axis, along the lower edge. @param {State} state @returns {Mark[]} */
function axisDensities({ view: { box: [a, b], plot }, means, roots, styles, names, data: { corrected }, c }) {
  if (corrected === null) return [];
  const low = new View([a, b, 0, 1 / CURVE], plot), x = Float64Array.from({ length: STEPS + 1 }, (_, k) => a + (k * (b - a)) / STEPS);
  return means.flatMap(([mean], k) => {
    const deviation = roots[k][0][0], y = x.map((at) => Math.exp(-(((at - mean) / deviation) ** 2) / 2) / deviation), style = styles[k];
    return [
      area(low, { x, y, style, shade: 0.5, alpha: 0.6, isSilent: true }),
      curve(low, { x, y, style, width: 2, voice: k, isListed: false, title: `density of ${names[k]} on ${axisOf(c)}`,
        says: `mean ${format(mean)}, standard deviation ${format(deviation)}` }),
    ];
  });
}

/** What the terms of both errors stand for along the line of the means; other marks show it. @param {State} state @returns {Mark[]} */
function gapRules({ view, classes, leaning, gap }) {
  const B = classes.gap.map((each) => each / 2), flank = B.map((b) => b + (gap.deviation * 2 * b) / gap.length);
  const unseen = { alpha: 0, isSilent: true };
  return [
    rule(view, { ...unseen, ends: [leaning(B.map((b) => -b)), leaning([0, 0])], name: "gap" }),
    rule(view, { ...unseen, ends: [leaning(B), leaning(flank)], name: "deviation" }),
  ];
}

/** @param {State} state */
function meanHandle({ values: v, view, c, means: [, B], styles, names, data: { step } }) {
  const isFlat = v.gap2 === undefined || step !== null;
  return handle(view, {
    moves: "gap1", ...(!isFlat && { second: "gap2" }), along: isFlat ? "x" : "xy", at: B, style: styles[1],
    title: `Mean of ${names[1]}`, step: 0.05, text: `${format(B[0] + c * B[1])}, ${format(B[1])}`,
    read: (pixel) => {
      const [x, y] = inData(view, ...pixel);
      return [2 * (x + c * y), 2 * y].slice(0, isFlat ? 1 : 2);
    },
  });
}

/** At the end of the axis along which the variance of class A is 1 + ρ; none where the plane leans. @param {State} state */
function rhoHandle({ values: v, c, view, means: [[m1, m2]], data: { signs: [sign] } }) {
  if (c !== 0) return [];
  const reach = FAR * Math.sqrt((1 + v.rho) / 2), angle = (-sign * Math.PI) / 4, words = format(v.rho, 2);
  /** @type {Place} */
  const at = [m1 + reach, m2 + sign * reach];
  return [
    handle(view, {
      moves: "rho", along: "xy", at, angles: [angle, angle + Math.PI], title: "Correlation ρ", step: 0.02, text: words,
      read: (pixel) => {
        const [x, y] = inData(view, ...pixel), away = Math.max(0, (x - m1 + sign * (y - m2)) / 2);
        return 2 * (away / FAR) ** 2 - 1;
      },
    }),
    text(view, { text: `ρ = ${words}`, at, offset: [17, -6], size: 16, weight: 600, baseline: "bottom", ground: "patch" }),
  ];
}

/** Both errors, as the areas of a normal density beyond the boundary. @param {State} state */
function terms({ gap: { length, deviation, mahalanobis }, errors: { naive, optimal }, isNaive }) {
  if (!isNaive) return [];
  return [
    "Φ(−", { part: "gap", symbol: "½ |δ|", value: format(length / 2) }, "÷",
    { part: "deviation", symbol: "σ along δ", value: format(deviation) }, ") =",
    { part: "naive", symbol: "naive", value: percent(naive) },
    ...(mahalanobis === null ? ["and"] : [", Φ(− ½",
      { part: "distance", symbol: "√(δᵀΣ⁻¹δ)", value: format(mahalanobis) }, ") ="]),
    { part: "optimal", symbol: "optimal", value: percent(optimal) },
  ];
}

/** @param {State} state */
function figures({ data, errors: { naive, optimal }, alone, c, isNaive }) {
  const ofBest = !isNaive ? "error of the best rule" : data.step ? "error of optimal Bayes" : "Bayes error";
  const rows = [["error of naive Bayes", percent(naive)], [ofBest, percent(optimal)]].slice(isNaive ? 0 : 1);
  if (data.step?.certainties) return [...rows, ...data.step.certainties.map((share, k) => [`mean certainty, ${["naive", "optimal"][k]}`, share])];
  if (data.step?.isTwice) return [];
  if (data.step && isNaive) return rows;
  if (data.corrected === null) return [...rows, ["excess error", percent(Math.max(0, naive - optimal))]];
  return [...rows, [`error of a cut on ${axisOf(c)} alone`, percent(alone)]];
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

/** Hatching where naive Bayes predicts another class. @param {State} state */
function hatchDifference({ view: { plot: { width, height } }, differs, look }) {
  const mask = maskOf(NODES, NODES), area = areaOf(Math.ceil(width), Math.ceil(height)), image = new ImageData(NODES, NODES);
  differs.forEach((isSo, cell) => {
    image.data[4 * ((NODES - 1 - Math.floor(cell / NODES)) * NODES + (cell % NODES)) + 3] = 255 * isSo;
  });
  mask.putImageData(image, 0, 0);
  area.globalCompositeOperation = "copy";
  area.drawImage(mask.canvas, 0, 0, width, height);
  Object.assign(area, { globalCompositeOperation: /** @type {const} */ ("source-in"), fillStyle: hatchOf(look.ink) });
  area.fillRect(0, 0, width, height);
  return area.canvas;
}
