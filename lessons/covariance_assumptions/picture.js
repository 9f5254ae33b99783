/**
 * Lesson 2: assumptions about two covariances side by side, with points to grab in each plane: three cases, or all and a
 * square in which λ and γ of the regularised one are grabbed. Each corner of the square is one of the assumptions.
 *
 * Pale lines are the boundaries of other samples of the same population; below the planes stands how good these rules are
 * on new points.
 *
 * @typedef {Object} Told
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
 * @typedef {import("../../web/picture/types.js").PictureInput<{points: string, pooling: number, shrinkage: number}, Told>} PictureInput
 * @typedef {ReturnType<typeof arrange>} Scene
 * @typedef {ReturnType<typeof shade>} Shade
 * @typedef {import("./assumptions.js").Fit} Fit
 * @typedef {import("./assumptions.js").Settings} Settings
 * @typedef {import("../../web/messages.js").Style} Style
 * @typedef {import("../../web/model/points.js").Box} Box
 * @typedef {import("../../web/model/points.js").Points} Points
 * @typedef {import("../../web/paint/view.js").Rectangle} Rectangle
 * @typedef {import("../../web/picture/types.js").Grip} Grip
 * @typedef {[number, number]} Pixel
 * @typedef {CanvasRenderingContext2D} Context
 */

import { memo } from "../../web/model/memo.js";
import { boundingBox } from "../../web/model/points.js";
import { markerSize, paintLine, paintMarkers, setType } from "../../web/paint/look.js";
import { isForPaper } from "../../web/paint/paper.js";
import { format, View, wideBox } from "../../web/paint/view.js";
import { count, percent } from "../../web/paint/words.js";
import { paintLegend, placeLegend } from "../../web/picture/legend.js";
import { ANYWHERE, ellipsePath, paintEllipse, paintGrip, writeOver } from "../../web/picture/marks.js";
import { boundaryPath, findBoundary, paintShade, shade } from "../../web/picture/shading.js";
import { fitAssumption, readPoints, shapeOf, writePoints } from "./assumptions.js";
import { belowWords, inColumns, LINE, NARROW, oneAboveTwo, wrap } from "./layout.js";
import { fitRedraws } from "./redraws.js";

const NODES = 64, SMALL = 15; // nodes of a plane along each axis; pixels of its type
const STEP = 0.01; // of an arrow key, as a share of the width of a plane
/** λ, γ and what they give. @type {[number, number, string][]} */
const CORNERS = [[0, 0, "C₊, C₋"], [1, 0, "C"], [0, 1, "σ₊²I, σ₋²I"], [1, 1, "σ²I"]];
const PALE = { width: 1.2, alpha: 0.35 }, DOTS = [2, 4], DASHES = [6, 4];

const ruler = /** @type {Context} */ (document.createElement("canvas").getContext("2d"));
/** The samples of each plane, of equal arguments once: they are written as a text. */
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
  const fitted = assumptions.map((assumption) => ({ ...assumption, fit: fitAssumption(points, assumption.settings, data.isSearched) }));
  const room = { width: size[0], height: size[1] - legend.height - 4 };
  const cells = data.planes === "cases" && room.width < NARROW ? oneAboveTwo(room, fitted) : inColumns(room, fitted.length);
  const words = fitted.map((each, k) => wordsOf(each, points.labels.length, cells[k].width, font));
  const placed = belowWords(cells, words), [first] = placed;
  const box = zoom(wideBox(data.box ?? boundingBox(readPoints(data.values.points)), first.width, first.height), data.zoom);
  const panels = fitted.map((each, k) => {
    const view = new View(wideBox(box, placed[k].width, placed[k].height), placed[k]), { population } = data;
    const { pale, accuracies } = population && !each.fit.problem
      ? redrawn[k](JSON.stringify({ population, settings: each.settings, isSearched: data.isSearched, box: view.box }))
      : { pale: [], accuracies: [] };
    const shaded = each.fit.problem === undefined ? shade(each.fit.description, view.box, NODES, styles, look) : null;
    return { ...each, view, shade: shaded, pale, accuracies, lines: words[k], name: each.title.split(":")[0] };
  });
  const square = data.planes === "cases" ? null : new View([0, 1, 0, 1], squareIn(cells[5]));
  return { v, data, look, font, points, panels, styles, square, cell: cells[5], legend, top: size[1] - legend.height };
}

/**
 * @param {Context} context
 * @param {Scene} scene
 */
function paint(context, scene) {
  for (const panel of scene.panels) paintPanel(context, scene, panel);
  if (scene.square) paintSquare(context, scene, scene.square);
  context.save();
  context.translate(0, scene.top);
  paintLegend(context, scene.look, scene.font, scene.legend);
  context.restore();
}

/**
 * @param {Scene} scene
 * @returns {Grip[]}
 */
function grips({ v, points, panels, square, data }) {
  const chosen = chosenOf(panels).view, counts = [0, 0];
  const viewAt = (/** @type {Pixel} */ pixel) => panels.find(({ view }) => isInside(view.plot, pixel))?.view ?? chosen;
  const dots = Array.from(points.labels, (label, i) => {
    const at = (/** @type {View} */ view) => /** @type {Pixel} */ ([view.pixelX(points.x[i]), view.pixelY(points.y[i])]);
    counts[label] += 1;
    /** @type {Grip} */
    const dot = {
      name: `point ${i}`, second: true, label: `Point ${counts[label]} of class ${label ? "+" : "−"}`,
      place: at(chosen), step: STEP * (chosen.box[1] - chosen.box[0]), text: `${format(points.x[i])}, ${format(points.y[i])}`,
      limits: [chosen.box[0], chosen.box[1]], values: [points.x[i], points.y[i]],
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
  return [...dots, {
    name: "pooling", second: "shrinkage", label: "Regularisation", place: [square.pixelX(v.pooling), square.pixelY(v.shrinkage)],
    step: 0.02, text: `λ = ${format(v.pooling, 2)}, γ = ${format(v.shrinkage, 2)}`, limits: data.limits.pooling,
    read: (pixel) => square.place(...pixel),
  }];
}

/**
 * In the framed plane.
 * @param {Scene} scene
 */
function parts({ panels }) {
  const { fit, view, shade: shaded } = chosenOf(panels);
  if (fit.problem !== undefined || !shaded) return [];
  const { means, roots } = fit.estimates;
  const ellipses = [1, 2].flatMap((deviations) => ["minus", "plus"].map((name, k) =>
    ({ name, path: ellipsePath(view, [means[k][0], means[k][1]], roots[k], deviations), isLine: true })));
  return [...ellipses, { name: "boundary", path: boundaryPath(view, shaded.regions), isLine: true }];
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
 * How good the rules of all samples are on new points in the three cases, or the regularised covariances: numbers that any point changes.
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

/**
 * The mean, and the lowest and the highest.
 * @param {number[]} shares
 */
function rangeOf(shares) {
  const whole = (/** @type {number} */ share) => `${Math.round(100 * share)}`;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return `${whole(mean)} % (${whole(Math.min(...shares))} to ${whole(Math.max(...shares))})`;
}

/**
 * The squared distance to a class mean in a case, and what it is measured by.
 * @param {Told["case"]} name
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
 * @param {Told} data
 * @param {Scene["look"]} look
 * @param {Style[]} styles
 * @returns {import("../../web/picture/legend.js").Entry[]}
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
  const known = fit.problem !== undefined ? fit.problem.replace(/ \(.*\)/, "") // the reasons are told to a screen reader
    : `${together(`training ${shareOf(fit.training, n)},`)} ${together(`left out ${shareOf(fit.leftOut, n)}`)}`;
  ruler.font = `${SMALL}px ${font}`;
  return [title, freedom, ...wrap(known, width, (text) => ruler.measureText(text).width)];
}

/** @param {Rectangle} cell */
function squareIn({ left, top, width, height }) {
  return { left: left + 34, top: top + 2 * LINE + 12, width: width - 44, height: height - 2 * LINE - 52 };
}

/**
 * @param {number[]} box
 * @param {number} factor
 * @returns {Box}
 */
function zoom([a, b, c, d], factor) {
  const middle = [(a + b) / 2, (c + d) / 2], reach = [((b - a) / 2) * factor, ((d - c) / 2) * factor];
  return [middle[0] - reach[0], middle[0] + reach[0], middle[1] - reach[1], middle[1] + reach[1]];
}

/**
 * @param {Rectangle} plot
 * @param {Pixel} pixel
 */
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

/**
 * @param {Points} points
 * @param {number} i
 * @param {number} x1
 * @param {number} x2
 * @returns {Points}
 */
function movePoint({ x, y, labels }, i, x1, x2) {
  return { x: x.map((value, j) => (j === i ? x1 : value)), y: y.map((value, j) => (j === i ? x2 : value)), labels };
}

/**
 * @param {number | null} correct
 * @param {number} n
 */
function shareOf(correct, n) {
  return correct === null ? "not defined" : percent(correct / n).replace(".0", "");
}

/**
 * @param {Context} context
 * @param {Scene} scene
 * @param {Panel} panel
 */
function paintPanel(context, { look, font, points, styles, data, v }, { lines, fit, view, shade: shaded, pale, isChosen }) {
  const { left, top, width, height } = view.plot, [title, ...rest] = lines;
  setType(context, look.ink, `600 16px ${font}`, "left", "top");
  context.fillText(title, left, top - LINE * lines.length - 2);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "top");
  rest.forEach((line, k) => context.fillText(line, left, top - LINE * (rest.length - k) - 2));
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  if (shaded) paintShade(context, view, shaded);
  Object.assign(context, { strokeStyle: look.ink, lineWidth: PALE.width, globalAlpha: PALE.alpha });
  for (const regions of pale) context.stroke(boundaryPath(view, regions));
  Object.assign(context, { globalAlpha: 1, lineWidth: 2.5, lineCap: "round" });
  if (shaded) context.stroke(boundaryPath(view, shaded.regions));
  paintGuide(context, view, look, data.guide);
  if (fit.problem === undefined) paintDensities(context, view, look, fit.estimates);
  paintDots(context, view, points, styles, look);
  paintAxes(context, look, font, view.plot);
  if (isChosen && !isForPaper() && data.zoom === 1 && v.points === data.start.points) inviteHand(context, view, look, font, points);
  context.restore();
  Object.assign(context, { strokeStyle: isChosen ? look.ink : look.grid, lineWidth: isChosen ? 2.5 : 1 });
  context.strokeRect(left + 1, top + 1, width - 2, height - 2);
}

/**
 * The names of the axes, inside the plane.
 * @param {Context} context
 * @param {Scene["look"]} look
 * @param {string} font
 * @param {Rectangle} plot
 */
function paintAxes(context, look, font, { left, top, width, height }) {
  setType(context, look.ink, `${SMALL}px ${font}`, "right", "bottom");
  writeOver(context, look, "x₁ →", left + width - 8, top + height - 6);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "bottom");
  writeOver(context, look, "↑ x₂", left + 8, top + height - 6);
}

/**
 * Where no point was moved, the highest one says that it can be.
 * @param {Context} context
 * @param {View} view
 * @param {Scene["look"]} look
 * @param {string} font
 * @param {Points} points
 */
function inviteHand(context, view, look, font, { x, y, labels }) {
  if (!labels.length) return;
  const i = y.indexOf(Math.max(...y)), { left, width, top } = view.plot, at = [view.pixelX(x[i]), view.pixelY(y[i])];
  const isRight = at[0] > left + width / 2, reach = markerSize(labels.length) / 2 + 5, room = isRight ? at[0] - left : left + width - at[0];
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
  context.beginPath();
  context.arc(at[0], at[1], reach, 0, 2 * Math.PI);
  context.stroke();
  setType(context, look.ink, `600 ${SMALL}px ${font}`, isRight ? "right" : "left", "middle");
  const words = ["drag any point", "drag me"].find((text) => context.measureText(text).width < room - reach - 10);
  if (words) writeOver(context, look, words, at[0] + (isRight ? -reach - 5 : reach + 5), Math.max(top + 12, at[1]));
}

/**
 * The estimated densities at one and two standard deviations.
 * @param {Context} context
 * @param {View} view
 * @param {Scene["look"]} look
 * @param {{means: number[][], roots: number[][][]}} estimates
 */
function paintDensities(context, view, look, { means, roots }) {
  context.setLineDash(DOTS);
  means.forEach(([m1, m2], k) => {
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
    for (const deviations of [1, 2]) paintEllipse(context, view, [m1, m2], roots[k], deviations);
  });
  context.setLineDash([]);
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Points} points
 * @param {Style[]} styles
 * @param {Scene["look"]} look
 */
function paintDots(context, view, { x, y, labels }, styles, look) {
  styles.forEach((style, k) => {
    const own = [...labels.keys()].filter((i) => labels[i] === k);
    paintMarkers(context, look, style, own.map((i) => [view.pixelX(x[i]), view.pixelY(y[i])]), markerSize(labels.length));
  });
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Scene["look"]} look
 * @param {number} x1
 */
function paintGuide(context, view, look, x1) {
  const x = view.pixelX(x1), { top, height } = view.plot;
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  context.setLineDash(DASHES);
  paintLine(context, x, top, x, top + height);
  context.setLineDash([]);
}

/**
 * λ to the right and γ upwards.
 * @param {Context} context
 * @param {Scene} scene
 * @param {View} square
 */
function paintSquare(context, { v, cell, look, font }, square) {
  const { left, top, width, height } = square.plot;
  setType(context, look.ink, `600 16px ${font}`, "left", "top");
  const [title, short] = ["Regularised: grab the dot", "Grab the dot"];
  context.fillText(context.measureText(title).width <= cell.width ? title : short, cell.left, cell.top);
  setType(context, look.ink, `${SMALL}px ${font}`, "left", "top");
  context.fillText(`λ = ${format(v.pooling, 2)}, γ = ${format(v.shrinkage, 2)}`, cell.left, cell.top + LINE);
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  context.strokeRect(left, top, width, height);
  setType(context, look.ink, `${SMALL}px ${font}`, "center", "middle");
  for (const [pooling, shrinkage, words] of CORNERS) {
    const x = square.pixelX(pooling), y = square.pixelY(shrinkage);
    context.textAlign = pooling ? "right" : "left";
    context.fillText(words, x + (pooling ? -10 : 10), y + (shrinkage ? 16 : -16));
  }
  setType(context, look.ink, `16px ${font}`, "center", "top");
  context.fillText("λ: towards one C", left + width / 2, top + height + 10);
  context.save();
  context.translate(left - 20, top + height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText("γ: towards circles", 0, -6);
  context.restore();
  const [x, y] = [square.pixelX(v.pooling), square.pixelY(v.shrinkage)];
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  paintLine(context, left, y, x, y);
  paintLine(context, x, top + height, x, y);
  paintGrip(context, look, x, y, look.background, ANYWHERE);
}
