/**
 * The formula of a lesson about classifiers in the plane, and the parts of its pictures that the terms stand for: with
 * the line, the label consistency of its cut; without it, the kernel sum of the classifier.
 *
 * @import { Part, Term } from "./types.js"
 * @import { Panel } from "./panel.js"
 * @import { Search } from "../model/threshold.js"
 */

import { markerSize } from "./look.js";
import { weightSizes } from "./weights.js";
import { count } from "./words.js";

const LEFT_AND_RIGHT = ["below", "above"]; // of the cut

/** @param {Panel} panel @returns {{terms: Term[], parts: Part[]}} */
export function formulaOf(panel) {
  const { fit } = panel;
  if (!fit || panel.isOld) return { terms: [], parts: [] };
  return panel.board.data.lesson?.line ? consistencyOf(fit.sides[0], panel) : sumsOf(fit, panel);
}

/** @param {import("../model/model.js").Side} side @param {Panel} panel */
function consistencyOf({ search, offset }, { shownCut, layout }) {
  const k = shownCut ?? search.index;
  const sumOf = (/** @type {Int8Array} */ labels) => labels.reduce((sum, label) => sum + label, 0);
  const signed = (/** @type {number} */ sum) => String(sum).replace("-", "−"); // the sign says which class prevails
  const below = sumOf(search.labels.slice(0, k)), above = sumOf(search.labels.slice(k));
  /** @type {Term[]} */
  const terms = [
    { part: "J", symbol: `J(${k})`, value: String(Math.abs(below) + Math.abs(above)) }, "= |",
    { part: "below", symbol: "Σ yᵢ below the cut", value: signed(below) }, "| + |",
    { part: "above", symbol: "Σ yᵢ above", value: signed(above) }, "|,",
    { part: "E", symbol: `wrong labels E(${k})`, value: String(search.errors[k]) },
  ];
  return { terms, parts: layout ? partsOfLine(search, -offset, layout) : [] };
}

/** @param {Search} search @param {number} threshold @param {import("./projection.js").Layout} layout @returns {Part[]} */
function partsOfLine(search, threshold, { bands, cuts }) {
  const { left, top, width, height } = bands.plot, x = bands.pixelX(threshold);
  const sides = LEFT_AND_RIGHT.map((name, k) => {
    const path = new Path2D(), [start, end] = [[left, x], [x, left + width]][k];
    path.rect(start, top, end - start, height);
    return { name, path, canvas: 1 };
  });
  const curves = Object.entries({ E: search.errors, J: search.values }).map(([name, heights]) => {
    const path = new Path2D();
    search.scores.forEach((score, i) => {
      path.lineTo(cuts.pixelX(score), cuts.pixelY(heights[i]));
      path.lineTo(cuts.pixelX(score), cuts.pixelY(heights[i + 1]));
    });
    return { name, path, canvas: 1, isLine: true };
  });
  return [...sides, ...curves];
}

/**
 * Of the SVM only the support vectors have a weight, of kernel Bayes all points of a class the same.
 * @param {import("../model/model.js").Fit} fit
 * @param {Panel} panel
 * @returns {{terms: Term[], parts: Part[]}}
 */
function sumsOf({ classes }, { points: { x, y, labels }, support, shares, view }) {
  const usual = markerSize(x.length), sizes = shares ? weightSizes(shares, usual) : null;
  const [plus, minus] = [classes[1], classes[0]].map((label) =>
    [...labels.keys()].filter((i) => labels[i] === label && (!support || support[i])));
  const rings = (/** @type {number[]} */ own) => {
    const path = new Path2D();
    for (const i of own) {
      const left = view.pixelX(x[i]), top = view.pixelY(y[i]), radius = (sizes?.[i] ?? usual) / 2 + 3;
      path.moveTo(left + radius, top);
      path.arc(left, top, radius, 0, 2 * Math.PI);
    }
    return path;
  };
  const term = (/** @type {string} */ part, /** @type {number[]} */ own) => ({
    part, symbol: `${support ? "Σ αᵢ K" : "mean K"} over C${part === "plus" ? "+" : "−"}`,
    value: count(own.length, support ? "support vector" : "point"),
  });
  return {
    terms: ["f(x) =", term("plus", plus), "−", term("minus", minus), "+ b"],
    parts: [{ name: "plus", path: rings(plus), isMany: true }, { name: "minus", path: rings(minus), isMany: true }],
  };
}
