/**
 * Lesson 2: assumptions about two covariances side by side, with points to grab in each plane: three cases, or all and a
 * square in which λ and γ of the regularised one are grabbed. Each corner of the square is one of the assumptions.
 *
 * A step shows the plane of one case, with the fruits of its example.
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
 * @property {import("../../web/messages.js").Divisor} divisor
 * @property {"all" | "cases"} planes
 * @property {import("./redraws.js").Population | null} population of the pale lines, if there are any
 * @property {One | null} one what a step shows
 * @property {Box | null} box to be shown, or that of the points
 * @property {{points: string}} values when the hand last let go
 * @property {{points: string}} start
 * @property {{pooling: [number, number]}} limits
 * @property {Style[]} palette
 *
 * @typedef {{classes: string[], features: [string, string], isChecked: boolean}} One
 * @typedef {{title: string, parameters: number | null, settings: Settings, name?: string, isChosen?: boolean}} Assumption
 * @typedef {Omit<Assumption, "name"> & {name: string, fit: Fit, lines: string[], view: View, shaded: ReturnType<typeof shade> | null, pale: import("../../web/picture/shading.js").Lines[], accuracies: number[]}} Panel
 * @typedef {{points: string, pooling: number, shrinkage: number}} Values
 * @typedef {import("../../web/marks/types.js").MarksInput<Values, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Fit, Settings } from "./assumptions.js"
 * @import { Style } from "../../web/messages.js"
 * @import { Box, Points } from "../../web/model/points.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 * @import { Handle } from "../../web/marks/handle.js"
 * @import { Mark } from "../../web/marks/types.js"
 * @typedef {[number, number]} Pixel
 */

import { handle } from "../../web/marks/marks.js";
import { memo } from "../../web/model/memo.js";
import { boundingBox } from "../../web/model/points.js";
import { format, newPen, View, wideBox } from "../../web/paint/view.js";
import { count } from "../../web/paint/words.js";
import { findBoundary, shade } from "../../web/picture/shading.js";
import { fitAssumption, readPoints, shapeOf, writePoints } from "./assumptions.js";
import { belowWords, inColumns, NARROW, oneAboveTwo, wrap } from "./layout.js";
import { panelMarks, rangeOf, shareOf, SMALL } from "./planes.js";
import { fitRedraws } from "./redraws.js";
import { squareIn, squareMarks } from "./square.js";

const NODES = 64; // of a plane along each axis
const GAP = 4; // pixels above the legend
const LEFT = 52, BELOW = 46; // pixels beside and below the plane of a step, for its axes
const SIGNS = "−+";
const STEP = 0.01; // of an arrow key, as a share of the width of a plane

const ruler = newPen();
/** The samples of each plane, cached; the arguments are a text, so that equal ones are found. */
const redrawn = Array.from({ length: 5 }, () => memo((/** @type {string} */ text) => {
  const { population, settings, isSearched, box } = JSON.parse(text), { descriptions, accuracies } = fitRedraws(population, settings, isSearched);
  return { accuracies, pale: descriptions.map((description) => findBoundary(description, box, NODES)) };
}));

export default {
  heights: ["clamp(21rem, 100vh - 25rem, 32rem)", "40rem"], legend: "below", invites: true, compute, marks, terms, figures,
};

/** @param {Input} input */
function compute({ values: v, data, room: { width, height }, look }) {
  const points = readPoints(v.points), styles = data.palette.slice(0, 2);
  /** @type {Assumption} */
  const between = { ...data.regularised, settings: { covariance: "full", divisor: data.divisor, pooling: v.pooling, shrinkage: v.shrinkage } };
  const assumptions = data.planes === "cases" || data.one ? data.assumptions.slice(0, 3) : [...data.assumptions, between];
  const cases = assumptions.map((assumption) => ({ ...assumption, fit: fitAssumption(points, assumption.settings, data.isSearched) }));
  const room = { width, height: height - GAP };
  const cells = data.one ? cases.map(() => ({ left: LEFT, top: 0, width: room.width - LEFT - 8, height: room.height - BELOW })) : data.planes === "cases" && room.width < NARROW ? oneAboveTwo(room, cases) : inColumns(room, cases.length);
  const words = cases.map((each, k) => data.one ? [each.name ?? ""] : wordsOf(each, points.labels.length, cells[k].width, look.font));
  const areas = belowWords(cells, words), [first] = areas;
  const box = zoom(wideBox(data.box ?? boundingBox(readPoints(data.values.points)), first.width, first.height), data.zoom);
  const all = cases.map((each, k) => {
    const view = new View(wideBox(box, areas[k].width, areas[k].height), areas[k]), { population } = data;
    const { pale, accuracies } = population && !each.fit.problem
      ? redrawn[k](JSON.stringify({ population, settings: each.settings, isSearched: data.isSearched, box: view.box }))
      : { pale: [], accuracies: [] };
    const shaded = each.fit.problem === undefined ? shade(each.fit.description, view.box, NODES, styles, look) : null;
    return { ...each, view, shaded, pale, accuracies, lines: words[k], name: (data.one && each.name) || each.title.split(":")[0] };
  });
  const panels = data.one ? [chosenOf(all)] : all, square = data.planes === "cases" || data.one ? null : new View([0, 1, 0, 1], squareIn(cells[5]));
  return { points, all, panels, styles, chosen: chosenOf(panels), square, cell: cells[5] };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  return [...state.panels.flatMap((panel) => panelMarks(state, panel)), ...(state.data.one ? [] : pointHandles(state)), ...squareMarks(state)];
}

/** The points, in each plane. @param {State} state @returns {Handle[]} */
function pointHandles({ points, panels, chosen: { view: chosen } }) {
  const viewAt = (/** @type {Pixel} */ pixel) => panels.find(({ view }) => isInside(view.plot, pixel))?.view ?? chosen, counts = [0, 0];
  return Array.from(points.labels, (label, i) => {
    const values = /** @type {Pixel} */ ([points.x[i], points.y[i]]), [low, high] = chosen.box;
    counts[label] += 1;
    return handle(chosen, {
      moves: `point ${i}`, second: true, title: `Point ${counts[label]} of class ${SIGNS[label]}`, says: "", isUnseen: true, along: "xy",
      at: values, values, step: STEP * (high - low), text: values.map((value) => format(value)).join(", "), limits: [low, high],
      change: ([x1, x2]) => ({ points: writePoints(movePoint(points, i, x1, x2)) }),
      // Where the hand went down tells which plane it moves in.
      read: (pixel, start) => viewAt(start).place(...within(viewAt(start).plot, pixel)),
      distance: (pixel) => {
        const view = viewAt(pixel);
        return Math.hypot(pixel[0] - view.pixelX(values[0]), pixel[1] - view.pixelY(values[1]));
      },
    });
  });
}

/**
 * The boundary of the chosen case: where the squared distances to both means differ by a constant.
 * @param {State} state
 */
function terms({ data, chosen: { fit } }) {
  if (fit.problem !== undefined) return [];
  const [minus, plus] = ["minus", "plus"].map((part, k) => ({ part, ...distanceTo(data.case, fit.estimates, k, data.one?.classes[k]) }));
  return [minus, "−", plus, "=", { part: "boundary", symbol: "constant", value: shapeOf(fit.description) }];
}

/**
 * The accuracies of all samples' rules on new points in the three cases, or the regularised covariances.
 * @param {State} state
 * @returns {[string, string][]}
 */
function figures({ panels, all, points, data: { population, one } }) {
  if (population) {
    return all.slice(0, 3).filter(({ accuracies }) => accuracies.length).map(({ name, accuracies }) => [`${name}, new points`, rangeOf(accuracies)]);
  }
  const [{ fit: first }] = panels;
  if (one && first.problem === undefined) {
    const { training, leftOut } = first, rightOf = (/** @type {number | null} */ right) => `${right ?? "–"} of ${points.labels.length}`;
    /** @type {[string, string][]} */
    const rows = [["right", rightOf(training)], ["right when left out", rightOf(leftOut)]];
    return one.isChecked ? rows : rows.slice(0, 1);
  }
  const fit = panels[4]?.fit;
  if (!fit || fit.problem !== undefined) return [];
  return [1, 0].map((k) => {
    const [[l11], [l21, l22]] = fit.estimates.roots[k], variances = [l11 ** 2, l21 ** 2 + l22 ** 2].map((v) => format(v));
    return [`regularised Σ${"₋₊"[k]}: variances; ρ`, `${variances.join(", ")}; ${format(l21 / Math.hypot(l21, l22), 2, 1)}`];
  });
}

/** @param {Panel[]} panels */
function chosenOf(panels) {
  return panels.find(({ isChosen }) => isChosen) ?? panels[0];
}

/**
 * The squared distance to a class mean in a case, and what it is measured by.
 * @param {Data["case"]} name
 * @param {{means: number[][], roots: number[][][]}} estimates
 * @param {number} k
 * @param {string} [of] its name in a step, in place of a sign
 */
function distanceTo(name, { means, roots }, k, of) {
  const sign = of ? "" : "₋₊"[k], title = of ? `${of}: ` : "", [[l11], [l21, l22]] = roots[k], at = `μ${sign} = (${means[k].map((m) => format(m)).join(", ")})`;
  const [c11, c12, c22] = [l11 ** 2, l11 * l21, l21 ** 2 + l22 ** 2].map((value) => format(value, 3, l11 ** 2));
  if (name === "1") return { symbol: `${title}|x − μ${sign}|²`, value: `${at}, σ² = ${c11}` };
  const covariance = name === "2" ? "Σ" : `Σ${sign}`;
  return { symbol: `${title}(x − μ${sign})ᵀ${covariance}⁻¹(x − μ${sign})`, value: `${at}, ${covariance} =`, matrix: [[c11, c12], [c12, c22]] };
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
  const verdict = fit.problem !== undefined ? fit.problem.replace(/ \(.*\)/, "") // the picture's words have the reasons
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
