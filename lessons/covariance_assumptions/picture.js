/**
 * Lesson 2: five covariance assumptions side by side, with points to grab in each of them, and a square in which λ and γ
 * of the regularised one are grabbed. Each corner of the square is one of the assumptions.
 */

import { boundaryPath, ellipsePath, paintEllipse, paintGrip, shade, wideBox } from "../../ui/live_picture/marks.js";
import { markerSize, paintLine, paintMarkers, setType, shorten } from "../../ui/canvas/paint/look.js";
import { paintPlane } from "../../ui/canvas/paint/paint.js";
import { format, View } from "../../ui/canvas/paint/view.js";
import { count, percent } from "../../ui/canvas/paint/words.js";
import { boundingBox } from "../../ui/canvas/model/points.js";
import { fitAssumption, readPoints, shapeOf, writePoints } from "./assumptions.js";

const NODES = 64, GAP = 10, LINE = 18; // nodes of a plane along each axis; pixels between planes, and of a line of text
const NARROW = 520, SHORT = 230; // pixels: below, there are two columns, and two lines for the accuracies of a plane
const SHOW = { boundary: true, points: true };
const STEP = 0.01; // of an arrow key, as a share of the width of a plane
const CORNERS = [[0, 0, "C₊, C₋"], [1, 0, "C"], [0, 1, "σ₊²I, σ₋²I"], [1, 1, "σ²I"]]; // λ, γ and what they give

export default {
  heights: ["clamp(21rem, 100vh - 22rem, 40rem)", "40rem"],

  arrange({ values: v, data, size, look, font }) {
    const points = readPoints(v.points), cells = layOut(size), [{ width, height }] = cells;
    const box = zoom(wideBox(boundingBox(readPoints(data.values.points)), width, height), data.zoom);
    const regularised = { settings: { covariance: "full", pooling: v.pooling, shrinkage: v.shrinkage } };
    const styles = data.palette.slice(0, 2);
    const panels = [...data.assumptions, { ...data.regularised, ...regularised }].map((assumption, k) => {
      const fit = fitAssumption(points, assumption.settings, data.isSearched), view = new View(box, cells[k]);
      return { ...assumption, fit, view, ...(!fit.problem && shade(fit.description, box, NODES, styles, look)) };
    });
    const square = new View([0, 1, 0, 1], squareIn(cells[5]));
    return { v, data, look, font, points, panels, styles, square, cell: cells[5], head: headOf(size[0]) };
  },

  paint(context, scene) {
    for (const panel of scene.panels) paintPanel(context, scene, panel);
    paintSquare(context, scene);
  },

  grips({ v, points, panels, square, data }) {
    const panelAt = ([px, py]) => panels.find(({ view }) => isInside(view.plot, px, py))?.view ?? panels[0].view;
    const [width] = [panels[0].view.box[1] - panels[0].view.box[0]], counts = [0, 0];
    const dots = [...points.labels].map((label, i) => {
      const at = (view) => [view.pixelX(points.x[i]), view.pixelY(points.y[i])];
      counts[label] += 1;
      return {
        name: `point ${i}`, second: true, label: `Point ${counts[label]} of class ${label ? "+" : "−"}`,
        place: at(panels[0].view), step: STEP * width, text: `${format(points.x[i])}, ${format(points.y[i])}`,
        limits: panels[0].view.box.slice(0, 2), values: [points.x[i], points.y[i]],
        change: ([x1, x2]) => ({ points: writePoints(movePoint(points, i, x1, x2)) }),
        // The planes are equally large: where the hand went down tells which one it moves in.
        read: (pixel, start) => panelAt(start).place(...within(panelAt(start).plot, pixel)),
        distance: (pixel) => {
          const [x, y] = at(panelAt(pixel));
          return Math.hypot(pixel[0] - x, pixel[1] - y);
        },
      };
    });
    return [...dots, {
      name: "pooling", second: "shrinkage", label: "Regularisation", place: [square.pixelX(v.pooling), square.pixelY(v.shrinkage)],
      step: 0.02, text: `λ = ${format(v.pooling, 2)}, γ = ${format(v.shrinkage, 2)}`, limits: data.limits.pooling,
      read: (pixel) => square.place(...pixel),
    }];
  },

  /** In the framed plane. */
  parts({ panels }) {
    const { fit, view, regions } = panels.find(({ isChosen }) => isChosen);
    if (fit.problem) return [];
    const { means, roots } = fit.estimates;
    const ellipses = [1, 2].flatMap((deviations) => ["minus", "plus"].map((name, k) =>
      ({ name, path: ellipsePath(view, means[k], roots[k], deviations), isLine: true })));
    return [...ellipses, { name: "boundary", path: boundaryPath(view, regions), isLine: true }];
  },

  /** The boundary of the chosen case: where the squared distances to both means differ by a constant. */
  terms({ data, panels }) {
    const { fit } = panels.find(({ isChosen }) => isChosen);
    if (fit.problem) return [];
    const [minus, plus] = ["minus", "plus"].map((part, k) => ({ part, ...distanceTo(data.case, fit.estimates, k) }));
    return [minus, "−", plus, "=", { part: "boundary", symbol: "constant", value: shapeOf(fit.description) }];
  },

  /** Of the regularised covariances: numbers that any point changes. */
  figures({ panels: [, , , , { fit }] }) {
    if (fit.problem) return [];
    return [1, 0].map((k) => {
      const [[l11], [l21, l22]] = fit.estimates.roots[k], variances = [l11 ** 2, l21 ** 2 + l22 ** 2].map((v) => format(v));
      return [`regularised C${"₋₊"[k]}: variances; ρ`, `${variances.join(", ")}; ${format(l21 / Math.hypot(l21, l22), 2, 1)}`];
    });
  },

  describe({ points, panels }) {
    const n = points.labels.length;
    return `${n} points of two classes. ` + panels.map(({ title, fit }) => (fit.problem ? `${title}: ${fit.problem}`
      : `${title}: ${shareOf(fit.training, n)} correct in training, ${shareOf(fit.leftOut, n)} left out.`)).join(" ");
  },
};

/** The squared distance to a class mean in a case, and what it is measured by. */
function distanceTo(name, { means, roots }, k) {
  const sign = "₋₊"[k], [[l11], [l21, l22]] = roots[k], at = `μ${sign} = (${means[k].map((m) => format(m)).join(", ")})`;
  const [c11, c12, c22] = [l11 ** 2, l11 * l21, l21 ** 2 + l22 ** 2].map((value) => format(value));
  if (name === "case 1") return { symbol: `|x − μ${sign}|²`, value: `${at}, σ² = ${c11}` };
  const C = name === "case 2" ? "C" : `C${sign}`;
  return { symbol: `(x − μ${sign})ᵀ${C}⁻¹(x − μ${sign})`, value: `${at}, ${C} = (${c11} ${c12}; ${c12} ${c22})` };
}

/** The rectangles of five planes and the square: three columns, or two. */
function layOut([width, height]) {
  const columns = columnsOf(width), rows = 6 / columns, head = headOf(width);
  const cell = [(width - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows];
  return Array.from({ length: 6 }, (_, k) => ({
    left: (k % columns) * (cell[0] + GAP), top: Math.floor(k / columns) * (cell[1] + GAP) + head,
    width: cell[0], height: cell[1] - head,
  }));
}

function columnsOf(width) {
  return width < NARROW ? 2 : 3;
}

/** The room for the words above each plane. */
function headOf(width) {
  return LINE * (width / columnsOf(width) < SHORT ? 4 : 3) + 4;
}

function squareIn({ left, top, width, height }) {
  return { left: left + 34, top: top - LINE + 8, width: width - 44, height: height + LINE - 48 };
}

function zoom([a, b, c, d], factor) {
  const middle = [(a + b) / 2, (c + d) / 2], reach = [((b - a) / 2) * factor, ((d - c) / 2) * factor];
  return [middle[0] - reach[0], middle[0] + reach[0], middle[1] - reach[1], middle[1] + reach[1]];
}

function isInside({ left, top, width, height }, x, y) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** The nearest pixel of a plane that leaves room for a marker. */
function within({ left, top, width, height }, [x, y]) {
  return [Math.max(left + 8, Math.min(left + width - 8, x)), Math.max(top + 8, Math.min(top + height - 8, y))];
}

function movePoint({ x, y, labels }, i, x1, x2) {
  return { x: x.map((value, j) => (j === i ? x1 : value)), y: y.map((value, j) => (j === i ? x2 : value)), labels };
}

function shareOf(correct, n) {
  return correct === null ? "not defined" : percent(correct / n).replace(".0", "");
}

function paintPanel(context, scene, { title, parameters, fit, view, regions, raster, isChosen }) {
  const { look, font, points, styles, data } = scene, { left, top, width, height } = view.plot, n = points.labels.length;
  const nothing = { isOld: false, wrong: null, selection: [], hover: -1, features: ["x₁", "x₂"] };
  const accuracies = [`training ${shareOf(fit.training, n)}`, `left out ${shareOf(fit.leftOut, n)}`];
  const known = scene.head > 3.5 * LINE ? accuracies : [accuracies.join(", ")];
  paintWords(context, scene, view.plot, title, [countParameters(parameters), ...(fit.problem ? [] : known)]);
  paintPlane(context, { view, look, font, points, styles, regions, raster, show: SHOW, ...nothing });
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  paintGuide(context, view, look, data.guide);
  if (!fit.problem) paintDensities(context, view, look, styles, fit.estimates);
  paintDots(context, view, look, points, styles);
  context.restore();
  if (fit.problem) paintProblem(context, view, look, font, fit.problem);
  if (!isChosen) return;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  context.strokeRect(left + 1, top + 1, width - 2, height - 2);
}

function countParameters(parameters) {
  if (parameters === null) return "between the cases";
  return `covariances: ${count(parameters, "parameter")}`;
}

/** A title and lines of text above a plane. */
function paintWords(context, { look, font, head }, { left, top, width }, title, lines) {
  setType(context, look.ink, `600 15px ${font}`, "left", "top");
  context.fillText(shorten(context, title, width), left, top - head + 2);
  setType(context, look.ink, `14px ${font}`, "left", "top");
  lines.forEach((line, k) => context.fillText(shorten(context, line, width), left, top - head + 2 + LINE * (k + 1)));
}

/** The estimated densities at one and two standard deviations. */
function paintDensities(context, view, look, styles, { means, roots }) {
  context.setLineDash([2, 4]);
  means.forEach((mean, k) => {
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
    for (const deviations of [1, 2]) paintEllipse(context, view, mean, roots[k], deviations);
  });
  context.setLineDash([]);
}

/** The points once more, above the curves. */
function paintDots(context, view, look, { x, y, labels }, styles) {
  styles.forEach((style, k) => {
    const own = [...labels.keys()].filter((i) => labels[i] === k);
    paintMarkers(context, look, style, own.map((i) => [view.pixelX(x[i]), view.pixelY(y[i])]), markerSize(labels.length));
  });
}

function paintGuide(context, view, look, x1) {
  const x = view.pixelX(x1), { top, height } = view.plot;
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  context.setLineDash([6, 4]);
  paintLine(context, x, top, x, top + height);
  context.setLineDash([]);
}

/** The problem, without advice for programmers, in lines of the width of the plane. */
function paintProblem(context, { plot: { left, top, width, height } }, look, font, problem) {
  context.save();
  Object.assign(context, { fillStyle: look.background, globalAlpha: 0.85 });
  context.fillRect(left + 1, top + 1, width - 2, height - 2);
  context.restore();
  setType(context, look.ink, `14px ${font}`, "left", "top");
  const lines = [""];
  for (const word of `${problem.split(";")[0]}.`.replace("..", ".").split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width < width - 20) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  lines.forEach((line, k) => context.fillText(line, left + 10, top + 10 + 18 * k));
}

/** λ to the right and γ upwards. */
function paintSquare(context, scene) {
  const { v, square, cell, look, font } = scene, { left, top, width, height } = square.plot;
  paintWords(context, scene, cell, "Regularised: grab the dot", [`λ = ${format(v.pooling, 2)}, γ = ${format(v.shrinkage, 2)}`]);
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1.5 });
  context.strokeRect(left, top, width, height);
  setType(context, look.ink, `14px ${font}`, "center", "middle");
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
  paintGrip(context, look, x, y);
}
