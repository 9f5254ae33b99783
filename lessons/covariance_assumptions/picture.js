/**
 * Lesson 2: assumptions about two covariances side by side, with points to grab in each plane: three cases, or all and a
 * square in which λ and γ of the regularised one are grabbed. Each corner of the square is one of the assumptions.
 *
 * Pale lines are the boundaries of other samples of the same population; below the planes are the accuracies of these
 * rules on new points.
 *
 * @typedef {Object} Data
 * @property {Assumption[]} assumptions
 * @property {{title: string, parameters: null}} regularised
 * @property {number} guide x₁ of a dashed line
 * @property {"1" | "2" | "3"} case that the formula is about
 * @property {number} zoom
 * @property {boolean} isSearched
 * @property {"all" | "cases"} planes
 * @property {import("./redraws.js").Population | null} population of the pale lines, if there are any
 * @property {Box | null} box to be shown, or that of the points
 * @property {{points: string}} values when the hand last let go
 * @property {{points: string}} start
 * @property {{pooling: [number, number]}} limits
 * @property {Style[]} palette
 *
 * @typedef {{title: string, parameters: number | null, settings: Settings, isChosen?: boolean}} Assumption
 * @typedef {Assumption & {name: string, fit: Fit, lines: string[], view: View, shade: Shade | null, pale: import("../../web/picture/shading.js").Lines[], accuracies: number[]}} Panel
 * @typedef {{points: string, pooling: number, shrinkage: number}} Values
 * @typedef {import("../../web/picture/types.js").PictureInput<Values, Data>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @typedef {ReturnType<typeof shade>} Shade
 * @import { Fit, Settings } from "./assumptions.js"
 * @import { Style } from "../../web/messages.js"
 * @import { Box, Points } from "../../web/model/points.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 * @import { Grip } from "../../web/picture/types.js"
 * @typedef {[number, number]} Pixel
 * @typedef {CanvasRenderingContext2D} Context
 */

import { memo } from "../../web/model/memo.js";
import { boundingBox } from "../../web/model/points.js";
import { format, newPen, View, wideBox } from "../../web/paint/view.js";
import { count, percent } from "../../web/paint/words.js";
import { paintLegend, placeLegend } from "../../web/paint/legend.js";
import { ellipsePath } from "../../web/picture/marks.js";
import { boundaryPath, findBoundary, shade } from "../../web/picture/shading.js";
import { fitAssumption, readPoints, shapeOf, writePoints } from "./assumptions.js";
import { belowWords, inColumns, NARROW, oneAboveTwo, wrap } from "./layout.js";
import { paintPanel, PALE, SMALL } from "./planes.js";
import { fitRedraws } from "./redraws.js";
import { paintSquare, squareGrip, squareIn } from "./square.js";

const NODES = 64; // of a plane along each axis
const STEP = 0.01; // of an arrow key, as a share of the width of a plane

const ruler = newPen();
/** The samples of each plane, cached; the arguments are a text, so that equal ones are found. */
const redrawn = Array.from({ length: 5 }, () => memo((/** @type {string} */ text) => {
  const { population, settings, isSearched, box } = JSON.parse(text), { descriptions, accuracies } = fitRedraws(population, settings, isSearched);
  return { accuracies, pale: descriptions.map((description) => findBoundary(description, box, NODES)) };
}));

export default {
  heights: ["clamp(21rem, 100vh - 25rem, 32rem)", "40rem"], invites: true, arrange, paint, grips, parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size, look, font }) {
  const points = readPoints(v.points), styles = data.palette.slice(0, 2);
  /** @type {Assumption} */
  const between = { ...data.regularised, settings: { covariance: "full", pooling: v.pooling, shrinkage: v.shrinkage } };
  const assumptions = data.planes === "cases" ? data.assumptions.slice(0, 3) : [...data.assumptions, between];
  const legend = placeLegend(ruler, font, legendOf(data, look, styles), { left: 2, width: size[0] - 2 });
  const cases = assumptions.map((assumption) => ({ ...assumption, fit: fitAssumption(points, assumption.settings, data.isSearched) }));
  const room = { width: size[0], height: size[1] - legend.height - 4 };
  const cells = data.planes === "cases" && room.width < NARROW ? oneAboveTwo(room, cases) : inColumns(room, cases.length);
  const words = cases.map((each, k) => wordsOf(each, points.labels.length, cells[k].width, font));
  const areas = belowWords(cells, words), [first] = areas;
  const box = zoom(wideBox(data.box ?? boundingBox(readPoints(data.values.points)), first.width, first.height), data.zoom);
  const panels = cases.map((each, k) => {
    const view = new View(wideBox(box, areas[k].width, areas[k].height), areas[k]), { population } = data;
    const { pale, accuracies } = population && !each.fit.problem
      ? redrawn[k](JSON.stringify({ population, settings: each.settings, isSearched: data.isSearched, box: view.box }))
      : { pale: [], accuracies: [] };
    const shading = each.fit.problem === undefined ? shade(each.fit.description, view.box, NODES, styles, look) : null;
    return { ...each, view, shade: shading, pale, accuracies, lines: words[k], name: each.title.split(":")[0] };
  });
  const square = data.planes === "cases" ? null : new View([0, 1, 0, 1], squareIn(cells[5]));
  return { v, data, look, font, points, panels, styles, square, cell: cells[5], legend, top: size[1] - legend.height };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  for (const panel of scene.panels) paintPanel(context, scene, panel);
  if (scene.square) paintSquare(context, scene, scene.square);
  context.save();
  context.translate(0, scene.top);
  paintLegend(context, scene.look, scene.font, scene.legend);
  context.restore();
}

/** @param {Scene} scene @returns {Grip[]} */
function grips({ v, points, panels, square, data }) {
  const chosenView = chosenOf(panels).view, counts = [0, 0];
  const viewAt = (/** @type {Pixel} */ pixel) => panels.find(({ view }) => isInside(view.plot, pixel))?.view ?? chosenView;
  const dots = Array.from(points.labels, (label, i) => {
    const at = (/** @type {View} */ view) => /** @type {Pixel} */ ([view.pixelX(points.x[i]), view.pixelY(points.y[i])]);
    counts[label] += 1;
    /** @type {Grip} */
    const dot = {
      name: `point ${i}`, second: true, label: `Point ${counts[label]} of class ${label ? "+" : "−"}`,
      place: at(chosenView), step: STEP * (chosenView.box[1] - chosenView.box[0]), text: `${format(points.x[i])}, ${format(points.y[i])}`,
      limits: [chosenView.box[0], chosenView.box[1]], values: [points.x[i], points.y[i]],
      change: ([x1, x2]) => ({ points: writePoints(movePoint(points, i, x1, x2)) }),
      // Where the hand went down tells which plane it moves in.
      read: (pixel, start) => viewAt(start).place(...within(viewAt(start).plot, pixel)),
      distance: (pixel) => {
        const [x, y] = at(viewAt(pixel));
        return Math.hypot(pixel[0] - x, pixel[1] - y);
      },
    };
    return dot;
  });
  if (!square) return dots;
  return [...dots, squareGrip(square, v, data.limits.pooling)];
}

/** In the framed plane. @param {Scene} scene */
function parts({ panels }) {
  const { fit, view, shade: shading } = chosenOf(panels);
  if (fit.problem !== undefined || !shading) return [];
  const { means, roots } = fit.estimates;
  const ellipses = [1, 2].flatMap((deviations) => ["minus", "plus"].map((name, k) =>
    ({ name, path: ellipsePath(view, [means[k][0], means[k][1]], roots[k], deviations), isLine: true })));
  return [...ellipses, { name: "boundary", path: boundaryPath(view, shading.regions), isLine: true }];
}

/**
 * The boundary of the chosen case: where the squared distances to both means differ by a constant.
 * @param {Scene} scene
 */
function terms({ data, panels }) {
  const { fit } = chosenOf(panels);
  if (fit.problem !== undefined) return [];
  const [minus, plus] = ["minus", "plus"].map((part, k) => ({ part, ...distanceTo(data.case, fit.estimates, k) }));
  return [minus, "−", plus, "=", { part: "boundary", symbol: "constant", value: shapeOf(fit.description) }];
}

/**
 * The accuracies of all samples' rules on new points in the three cases, or the regularised covariances.
 * @param {Scene} scene
 * @returns {[string, string][]}
 */
function figures({ panels, data }) {
  if (data.population) {
    return panels.slice(0, 3).filter(({ accuracies }) => accuracies.length).map(({ name, accuracies }) => [`${name}, new points`, rangeOf(accuracies)]);
  }
  const fit = panels[4]?.fit;
  if (!fit || fit.problem !== undefined) return [];
  return [1, 0].map((k) => {
    const [[l11], [l21, l22]] = fit.estimates.roots[k], variances = [l11 ** 2, l21 ** 2 + l22 ** 2].map((v) => format(v));
    return [`regularised C${"₋₊"[k]}: variances; ρ`, `${variances.join(", ")}; ${format(l21 / Math.hypot(l21, l22), 2, 1)}`];
  });
}

/** @param {Scene} scene */
function describe({ points, panels }) {
  const n = points.labels.length;
  const sentences = panels.map(({ title, fit, accuracies }) => {
    if (fit.problem !== undefined) return `${title}: ${fit.problem}`;
    const others = accuracies.length ? ` Rules of other samples on new points: ${rangeOf(accuracies)}.` : "";
    return `${title}: ${shareOf(fit.training, n)} correct in training, ${shareOf(fit.leftOut, n)} left out.${others}`;
  });
  return [`${n} points of two classes, which can be dragged.`, ...sentences].join(" ");
}

/** @param {Panel[]} panels */
function chosenOf(panels) {
  return panels.find(({ isChosen }) => isChosen) ?? panels[0];
}

/** The mean, and the lowest and the highest. @param {number[]} shares */
function rangeOf(shares) {
  const whole = (/** @type {number} */ share) => `${Math.round(100 * share)}`;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return `${whole(mean)} % (${whole(Math.min(...shares))} to ${whole(Math.max(...shares))})`;
}

/**
 * The squared distance to a class mean in a case, and what it is measured by.
 * @param {Data["case"]} name
 * @param {{means: number[][], roots: number[][][]}} estimates
 * @param {number} k
 */
function distanceTo(name, { means, roots }, k) {
  const sign = "₋₊"[k], [[l11], [l21, l22]] = roots[k], at = `μ${sign} = (${means[k].map((m) => format(m)).join(", ")})`;
  const [c11, c12, c22] = [l11 ** 2, l11 * l21, l21 ** 2 + l22 ** 2].map((value) => format(value, 3, l11 ** 2));
  if (name === "1") return { symbol: `|x − μ${sign}|²`, value: `${at}, σ² = ${c11}` };
  const C = name === "2" ? "C" : `C${sign}`;
  return { symbol: `(x − μ${sign})ᵀ${C}⁻¹(x − μ${sign})`, value: `${at}, ${C} =`, matrix: [[c11, c12], [c12, c22]] };
}

/**
 * @param {Data} data
 * @param {Scene["look"]} look
 * @param {Style[]} styles
 * @returns {import("../../web/paint/legend.js").Entry[]}
 */
function legendOf({ population }, look, styles) {
  const classes = styles.map((marker, k) => ({ text: `class ${"−+"[k]}`, marker }));
  if (!population) return classes;
  return [...classes, { text: "these points", line: { colour: look.ink, width: 2.5 } },
    { text: `${population.redraws} samples of ${population.size} a class`, line: { colour: look.quiet, width: PALE.width } }];
}

/**
 * What stands above a plane: its title and lines of text.
 * @param {{title: string, parameters: number | null, fit: Fit}} panel
 * @param {number} n
 * @param {number} width
 * @param {string} font
 */
function wordsOf({ title, parameters, fit }, n, width, font) {
  const freedom = parameters === null ? "between the cases" : `${count(parameters, "parameter")} of covariance`;
  const together = (/** @type {string} */ words) => words.replaceAll(" ", "\u00a0");
  const verdict = fit.problem !== undefined ? fit.problem.replace(/ \(.*\)/, "") // `describe` has the reasons
    : `${together(`training ${shareOf(fit.training, n)},`)} ${together(`left out ${shareOf(fit.leftOut, n)}`)}`;
  ruler.font = `${SMALL}px ${font}`;
  return [title, freedom, ...wrap(verdict, width, (text) => ruler.measureText(text).width)];
}

/** @param {number[]} box @param {number} factor @returns {Box} */
function zoom([a, b, c, d], factor) {
  const middle = [(a + b) / 2, (c + d) / 2], reach = [((b - a) / 2) * factor, ((d - c) / 2) * factor];
  return [middle[0] - reach[0], middle[0] + reach[0], middle[1] - reach[1], middle[1] + reach[1]];
}

/** @param {Rectangle} plot @param {Pixel} pixel */
function isInside({ left, top, width, height }, [x, y]) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/**
 * The nearest pixel of a plane that leaves room for a marker.
 * @param {Rectangle} plot
 * @param {Pixel} pixel
 * @returns {Pixel}
 */
function within({ left, top, width, height }, [x, y]) {
  return [Math.max(left + 8, Math.min(left + width - 8, x)), Math.max(top + 8, Math.min(top + height - 8, y))];
}

/** @param {Points} points @param {number} i @param {number} x1 @param {number} x2 @returns {Points} */
function movePoint({ x, y, labels }, i, x1, x2) {
  return { x: x.map((value, j) => (j === i ? x1 : value)), y: y.map((value, j) => (j === i ? x2 : value)), labels };
}

/** @param {number | null} correct @param {number} n */
function shareOf(correct, n) {
  return correct === null ? "not defined" : percent(correct / n).replace(".0", "");
}
