/**
 * From Python's word on a model to what both pictures need, the same whichever model it is.
 *
 * A model of kind "kernel" is refitted here, on every frame if need be; one of kind "description" was fitted
 * by Python and is only evaluated; one of kind "message" is a sentence. Whatever the kind, there is one
 * *side* for two classes, and one for each class against the rest with more.
 *
 * @typedef {Object} Side what speaks for one class
 * @property {import("./evaluate.js").Description} description
 * @property {Float64Array} projection p of each point; the decision is the sign of p + offset
 * @property {import("./threshold.js").Search} search all cuts of the line, and the best
 * @property {?Float64Array} loo p of each point by all the others
 *
 * @typedef {Object} Fit
 * @property {number[]} classes the classes decided between, ascending
 * @property {Side[]} sides one (it speaks for the second class), or one for each class
 */

import { contributions, scoreAt } from "./evaluate.js";
import { oneVsRest, refit } from "./refit.js";
import { bestThreshold } from "./threshold.js";

/**
 * @param {object} model as it comes from Python
 * @param {number} gamma
 * @param {import("./points.js").Points} points
 * @param {string[]} names of the classes
 * @returns {Fit | {problem: string}}
 */
export function fitModel(model, gamma, points, names) {
  if (model.kind === "message") return { problem: model.text };
  const classes = [...new Set(points.labels)].sort((a, b) => a - b);
  if (model.kind === "description") return readDescriptions(model, classes, points);
  if (classes.length === 0) return { problem: "There are no points yet; draw some of two classes." };
  const config = { ...model, gamma };
  return classes.length > 2
    ? fitEach(points, classes, config, names)
    : fitTwo(points, classes, config, names);
}

function fitTwo({ x, y, labels }, classes, config, names) {
  const [minus, plus] = classes.length === 2 ? classes : [classes[0], classes[0] === 0 ? 1 : 0];
  const positive = labels.map((label) => (label === plus ? 1 : 0));
  const fit = refit({ x1: x, x2: y }, positive, { ...config, classes: [names[minus], names[plus]] });
  return fit.problem ? fit : { classes, sides: [toSide(fit)] };
}

function fitEach({ x, y, labels }, classes, config, names) {
  const fits = oneVsRest({ x1: x, x2: y }, labels, classes, config);
  const bad = fits.findIndex((fit) => fit.problem);
  if (bad < 0) return { classes, sides: fits.map(toSide) };
  return { problem: `${names[classes[bad]]} (1) against the rest (0): ${fits[bad].problem}` };
}

function toSide({ description, projection, search, looProjection }) {
  return { description, projection, search, loo: looProjection };
}

/** Sides from descriptions; the points may be newer than they are, and of other classes. */
function readDescriptions({ descriptions, classes: known }, present, points) {
  const classes = known ?? (descriptions.length === 1 ? present.slice(0, 2) : present);
  if (classes.length !== Math.max(2, descriptions.length)) return { problem: "" };
  const sides = descriptions.map((description, k) => {
    const plus = classes[descriptions.length === 1 ? 1 : k];
    const projection = points.x.map((x, i) => scoreAt(description, x, points.y[i]) - description.offset);
    const positive = points.labels.map((label) => (label === plus ? 1 : 0));
    return { description, projection, search: searchLine(projection, positive, description), loo: null };
  });
  return { classes, sides };
}

/** The cuts of a line whose threshold was chosen elsewhere. */
function searchLine(projection, positive, { offset }) {
  const search = bestThreshold(projection, positive, "error", 0);
  const index = search.scores.filter((score) => score <= -offset).length;
  return { ...search, index, threshold: -offset, offset };
}

/**
 * The same fit with one side's threshold where somebody put it.
 * @param {Fit} fit
 * @param {?{side: number, offset: number}} cut
 */
export function withCut(fit, cut) {
  if (cut === null || fit.problem !== undefined || cut.side >= fit.sides.length) return fit;
  const side = fit.sides[cut.side];
  const description = { ...side.description, offset: cut.offset };
  return { ...fit, sides: fit.sides.with(cut.side, { ...side, description }) };
}

/** The class of the k-th of several values, given each side's value of it, p + offset. */
export function decide(classes, values) {
  if (values.length === 1) return classes[values[0] > 0 ? 1 : 0];
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return classes[best];
}

/** By how much a point is on the right side: its class's score less the best other one. */
export function margin({ classes, sides }, scores, label) {
  if (sides.length === 1) return label === classes[1] ? scores[0] : -scores[0];
  const own = classes.indexOf(label);
  return own < 0 ? NaN : scores[own] - Math.max(...scores.filter((_, k) => k !== own));
}

/** Which points are in another class than their own, by their projections or by "loo"; null if unknown. */
export function findWrong({ classes, sides }, labels, which = "projection") {
  if (sides.some((side) => side[which] === null)) return null;
  return Array.from(labels, (label, i) => {
    const values = sides.map((side) => side[which][i] + side.description.offset);
    return decide(classes, values) !== label;
  });
}

/**
 * What a side's score of one place is made of.
 * @param {Side} side
 */
export function takeApart({ description }, x, y) {
  const { positive, negative, quadratic, offset } = contributions(description, x, y);
  return { positive, negative, rest: quadratic, p: positive + negative + quadratic, offset };
}
