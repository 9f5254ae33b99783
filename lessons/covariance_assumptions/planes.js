/**
 * The plane of a case: its regions, densities and points, and its title above.
 *
 * @import { Panel, State } from "./picture.js"
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Points } from "../../web/model/points.js"
 * @import { Rectangle } from "../../web/paint/view.js"
 */

import { axes, bars, contour, ellipse, pointsOf, regions, rule, text } from "../../web/marks/marks.js";
import { markerSize } from "../../web/paint/look.js";
import { isForPaper } from "../../web/paint/paper.js";
import { format, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { shapeOf } from "./assumptions.js";
import { LINE } from "./layout.js";

export const SMALL = 15; // pixels of the type
const DOTS = [2, 4], DASHES = [6, 4], CLASSES = ["class −", "class +"];

/** The mean, and the lowest and the highest. @param {number[]} shares */
export function rangeOf(shares) {
  const whole = (/** @type {number} */ share) => `${Math.round(100 * share)}`;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return `${whole(mean)} % (${whole(Math.min(...shares))} to ${whole(Math.max(...shares))})`;
}

/** @param {number | null} correct @param {number} n */
export function shareOf(correct, n) {
  return correct === null ? "not defined" : percent(correct / n).replace(".0", "");
}

/** Formulas are about the chosen plane, and so are most of the words. @param {State} state @param {Panel} panel @returns {Mark[]} */
export function panelMarks({ points, styles, data: { guide, population, zoom, start, one }, values, chosen }, panel) {
  const { fit, view, shaded, pale, accuracies, name } = panel, { box: [left, right, low, high], plot } = view, isChosen = panel === chosen;
  const title = population ? "these points" : "boundary", names = one?.classes ?? CLASSES, [horizontal, vertical] = one?.features ?? ["x₁", "x₂"];
  return [
    ...titleMarks(panel, points.labels.length),
    ...(shaded && fit.problem === undefined ? [regions(view, {
      ...shaded, styles, names, points, show: { boundary: true }, title, ...(isChosen && { name: "boundary" }),
      says: `${population ? "boundary " : ""}${shapeOf(fit.description)} in ${name}`,
    })] : []),
    ...pale.map((lines, k) => contour(view, { lines, width: 1.2, alpha: 0.35, cap: "butt", isSilent: true, ...(population && k === 0 && {
      title: `${population.redraws} samples of ${population.size} a class`,
      says: accuracies.length ? `on new points ${rangeOf(accuracies)} correct in ${name}` : "",
    }) })),
    ...(guide > left && guide < right ? [rule(view, {
      ends: [[guide, low], [guide, high]], colour: "quiet", width: 1.5, dash: DASHES, title: "dashed line", says: `at x₁ = ${format(guide)}`,
      isListed: false,
    })] : []),
    ...(fit.problem === undefined ? fit.estimates.means.flatMap(([m1, m2], k) => [1, 2].map((deviations) => ellipse(view, {
      mean: [m1, m2], root: fit.estimates.roots[k], deviations, ...(one ? { style: styles[k], rim: 1 } : { width: 1.5, dash: DOTS, cap: "round" }), voice: k, isListed: false, isSilent: deviations > 1,
      ...(isChosen && { name: ["minus", "plus"][k], ...(deviations === 1 && { title: `standard deviation of ${names[k]}` }) }),
    }))) : []),
    ...pointsOf(view, points, styles, names),
    ...(one && fit.problem === undefined ? stepMarks(panel, points, styles, one) : []),
    ...(one ? [axes(view, { x: horizontal, y: vertical })] : [
    text(null, { text: `${horizontal} →`, at: [plot.left + plot.width - 8, plot.top + plot.height - 6], align: "right", baseline: "bottom", ground: "halo" }),
    text(null, { text: `↑ ${vertical}`, at: [plot.left + 8, plot.top + plot.height - 6], baseline: "bottom", ground: "halo" })]),
    ...(isChosen && !one && !isForPaper() && zoom === 1 && values.points === start.points ? invitation(view, points) : []),
    frameOf(plot, isChosen),
  ];
}

/**
 * In a step: rings around wrong fruits, also where each is left out, and what the ellipses are in the legend.
 * @param {Panel} panel
 * @param {Points} points
 * @param {import("../../web/messages.js").Style[]} styles
 * @param {{isChecked: boolean}} one
 * @returns {Mark[]}
 */
function stepMarks({ fit, view }, points, styles, { isChecked }) {
  if (fit.problem !== undefined) return [];
  const wrong = isChecked ? fit.wrongLeftOut : fit.wrong, title = isChecked ? "wrong when left out" : "wrong";
  const says = String(wrong.filter(Boolean).length);
  return [
    ...(wrong.some(Boolean) ? pointsOf(view, points, styles, [title, title], { isRinged: true, only: (i) => wrong[i], says }) : []),
    contour(view, { lines: { box: view.box, size: 2, boundary: [] }, colour: "quiet", isSilent: true, title: "shape: 1 and 2 standard deviations" }),
  ];
}

/** The title above a plane, and lines of text. @param {Panel} panel @param {number} n the number of points @returns {Mark[]} */
function titleMarks({ title, lines, fit, view: { plot: { left, top } } }, n) {
  const says = fit.problem !== undefined ? fit.problem.replace(/\.$/, "")
    : `${shareOf(fit.training, n)} correct in training, ${shareOf(fit.leftOut, n)} left out`;
  return lines.map((line, k) => text(null, {
    text: line, at: [left, top - LINE * (lines.length - k) - 2], baseline: "top", ...(k === 0 && { size: 16, weight: 600, title, says }),
  }));
}

/** Inside the edge of the plane, so that it covers nothing beside it. @param {Rectangle} plot @param {boolean} isChosen */
function frameOf({ left, top, width, height }, isChosen) {
  const inner = new View([0, 1, 0, 1], { left: left + 1, top: top + 1, width: width - 2, height: height - 2 });
  return bars(inner, { bars: [[0, 1, 0, 1]], isStroked: true, colour: isChosen ? "ink" : "grid", width: isChosen ? 2.5 : 1, isSilent: true });
}

/** To drag the highest point, until a point is moved. @param {View} view @param {Points} points @returns {Mark[]} */
function invitation(view, { x, y, labels }) {
  if (!labels.length) return [];
  const i = y.indexOf(Math.max(...y)), { left, width, top } = view.plot, [px, py] = [view.pixelX(x[i]), view.pixelY(y[i])];
  const isRight = px > left + width / 2, reach = markerSize(labels.length) / 2 + 5, [rx, ry] = view.span(reach);
  return [
    ellipse(view, { mean: [x[i], y[i]], root: [[rx], [0, ry]], width: 1.5, isSilent: true }),
    text(null, {
      text: ["drag any point", "drag me"], at: [px + (isRight ? -reach - 5 : reach + 5), Math.max(top + 12, py)], weight: 600,
      align: isRight ? "right" : "left", room: (isRight ? px - left : left + width - px) - reach - 10, ground: "halo",
    }),
  ];
}
