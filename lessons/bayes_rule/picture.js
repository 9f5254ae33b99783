/**
 * Lesson 1: two densities to grab, their priors as a split bar, and x. Below them the joint densities with the
 * errors of a rule, and the posteriors with its decisions. For a medical test, the bar also shows the results of
 * the test.
 *
 * @typedef {Object} Values
 * @property {number} prior
 * @property {number} x
 * @property {number} mean_minus
 * @property {number} sd_minus
 * @property {number} mean_plus
 * @property {number} sd_plus
 * @property {number} [loss]
 * @property {number} [reject]
 *
 * @typedef {Object} Data
 * @property {string} rule
 * @property {string} ruleTitle
 * @property {boolean} isMedical
 * @property {string[]} names
 * @property {number[][][]} parts of both densities, in units of their standard deviations
 * @property {Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<Values, Data>} PictureInput
 * @import { Grip } from "../../web/picture/types.js"
 * @import { Style } from "../../web/messages.js"
 * @typedef {ReturnType<typeof arrange>} Scene
 * @typedef {CanvasRenderingContext2D} Context
 */

import { curvePath, mix, paintAxisX, paintAxisY, paintLine, setType, stroke } from "../../web/paint/look.js";
import { format, ticks, View } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { hatch, LEVEL, paintGrip, UPRIGHT, writeOver } from "../../web/picture/marks.js";
import { density, intervalsOf, logOdds, performance, place, qualities, REJECTED } from "./rules.js";

const REACH = 5, NODES = 500;
const BAR = 22, HANDLE = 14, WORDS = 22, CAPTION = 24, LEFT = 62, RIGHT = 10, AXIS = 46, GAP = 12; // pixels
const NAME = 11; // pixels, half of the height of a name
const TITLES = ["p(x | k)", "P(k) p(x | k)", "P(k | x)"];
const DASHES = [[], [9, 6]], SIGNS = /** @type {const} */ (["minus", "plus"]);
const WIDE = 520; // pixels: from here on the lines of both losses have room for a sentence
// The curves of the formula: the part, its row and its class.
/** @type {[string, number, number][]} */
const CURVES = [["density_plus", 0, 1], ["joint_minus", 1, 0], ["joint_plus", 1, 1], ["posterior_plus", 2, 1]];

const sigmoid = (/** @type {number} */ z) => 1 / (1 + Math.exp(-z));

export default {
  heights: ["clamp(19rem, 100vh - 26.5rem, 36rem)", ""], arrange, paint, grips, parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size: [width, height], look, font }) {
  const classes = SIGNS.map((sign, k) => ({
    prior: k ? v.prior : 1 - v.prior, parts: place(data.parts[k], v[`mean_${sign}`], v[`sd_${sign}`]), ...data.palette[k],
    name: data.names[k],
  }));
  const costs = { loss: v.loss ?? 1, reject: v.reject ?? 1 };
  const intervals = intervalsOf(data.rule, classes, v.x, costs), best = intervalsOf("map", classes, v.x, costs);
  const x = Float64Array.from({ length: NODES + 1 }, (_, k) => REACH * ((2 * k) / NODES - 1));
  const curves = classes.map((each) => x.map((node) => density(each, node)));
  const joint = curves.map((curve, k) => curve.map((p) => classes[k].prior * p));
  const posterior = x.map((node) => sigmoid(logOdds(classes, node)));
  const above = BAR + (data.isMedical ? CAPTION : 0) + GAP, row = (height - above - AXIS - 2 * GAP) / 3;
  const tops = [0, 1, 2].map((k) => above + k * (row + GAP));
  const most = [curves, joint].map((both) => 1.1 * Math.max(...both.map((curve) => Math.max(...curve))));
  const views = [...most, 1.04].map((top, k) => new View([-REACH, REACH, k === 2 ? -0.04 : 0, top],
    { left: LEFT, top: tops[k], width: width - LEFT - RIGHT, height: row }));
  return {
    v, data, look, font, classes, costs, intervals, x, views, curves, joint,
    rows: [curves, joint, [posterior.map((p) => 1 - p), posterior]],
    own: performance(classes, intervals, costs), best: performance(classes, best, costs),
    test: data.isMedical ? qualities(classes, intervals) : null,
    at: sigmoid(logOdds(classes, v.x)), barAt: LEFT + (1 - v.prior) * (width - LEFT - RIGHT),
  };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  paintBar(context, scene);
  paintTest(context, scene);
  paintErrors(context, scene);
  paintDecisions(context, scene);
  scene.views.forEach((view, k) => paintRow(context, scene, view, scene.rows[k], TITLES[k]));
  paintMarks(context, scene);
  paintAxisX(context, scene.look, scene.font, scene.views[2], "x");
}

/** @param {Scene} scene @returns {Grip[]} */
function grips(scene) {
  const { v, data, views: [top, , low], classes, curves, x, barAt } = scene, { left, width } = top.plot;
  const along = (/** @type {number[]} */ [px]) => top.place(px, 0)[0];
  const ofClasses = SIGNS.flatMap((sign, k) => {
    const mean = v[`mean_${sign}`], sd = v[`sd_${sign}`], { name } = classes[k];
    const side = k === 0 ? -1 : 1; // the flank away from the other class
    /** @type {(at: number) => [number, number]} */
    const spot = (at) => [top.pixelX(at), top.pixelY(density(classes[k], at))];
    /** @type {Grip[]} */
    const both = [
      {
        name: `mean_${sign}`, label: `Mean of ${name}`, place: spot(mean), step: 0.05, text: format(mean, 3),
        read: along, distance: (pixel) => curveDistance(pixel, top, x, curves[k]) + 3,
      },
      {
        name: `sd_${sign}`, label: `Standard deviation of ${name}`, place: spot(mean + side * sd), step: 0.05,
        text: format(sd, 3), read: (pixel) => side * (along(pixel) - mean),
      },
    ];
    return both;
  });
  return [
    ...ofClasses,
    {
      name: "prior", label: `Prior of ${classes[1].name}`, place: [barAt, BAR / 2], step: 0.01, text: percent(v.prior),
      read: ([px]) => 1 - (px - left) / width, distance: ([px, py]) => Math.max(Math.abs(px - barAt), py - BAR),
    },
    {
      name: "x", label: "x", place: [top.pixelX(v.x), low.plot.top + low.plot.height], step: 0.1, text: format(v.x, 3),
      read: along, distance: ([px, py]) => Math.abs(px - top.pixelX(v.x)) + 4 + Math.max(0, BAR - py),
    },
    ...(data.rule === "costs" ? costGrips(scene) : []),
  ];
}

/** @param {Scene} scene @returns {import("../../web/paint/types.js").Part[]} */
function parts({ x, views, rows, barAt }) {
  const { left, width } = views[0].plot, bar = new Path2D();
  bar.rect(barAt, 0, left + width - barAt, BAR);
  const curves = CURVES.map(([name, row, k]) => {
    return { name, path: curvePath(views[row], x, rows[row][k]), isLine: true };
  });
  return [{ name: "prior_plus", path: bar }, ...curves];
}

/** Bayes' rule at x. @param {Scene} scene @returns {import("../../web/paint/types.js").Term[]} */
function terms({ classes, v, at }) {
  const densities = classes.map((each) => density(each, v.x)), [minus, plus] = classes.map(({ name }) => name);
  return [
    { part: "prior_plus", symbol: `P(${plus})`, value: format(v.prior) }, "×",
    { part: "density_plus", symbol: `p(x | ${plus})`, value: format(densities[1]) }, "÷ (",
    { part: "joint_minus", symbol: `P(${minus}) p(x | ${minus})`, value: format(classes[0].prior * densities[0]) }, "+",
    { part: "joint_plus", symbol: `P(${plus}) p(x | ${plus})`, value: format(classes[1].prior * densities[1]) }, ") =",
    { part: "posterior_plus", symbol: `P(${plus} | x = ${format(v.x)})`, value: format(at) },
  ];
}

/** @param {Scene} scene @returns {[string, string][]} */
function figures({ data, v, own, best, test }) {
  if (test) {
    return [
      ["prevalence", percent(v.prior)], ["sensitivity", percent(test.sensitivity)], ["specificity", percent(test.specificity)],
      ["predictive value", test.predictive === null ? "–" : percent(test.predictive)],
    ];
  }
  /** @type {[string, string][]} */
  const errors = namesOfErrors(own).map((name, k) => [name, percent([own, best][k].error)]);
  if (data.rule !== "costs") return [...errors, ["excess error", percent(Math.max(0, own.error - best.error))]];
  return [...errors, ["rejected", percent(own.rejected)], [`mean loss (MAP: ${format(best.risk)})`, format(own.risk)]];
}

/** The Bayes error is that of a rule which rejects nothing. @param {Scene["own"]} own @returns {[string, string]} */
function namesOfErrors({ rejected }) {
  return rejected > 0 ? ["error besides the rejected", "Bayes error, rejecting none"] : ["error", "Bayes error"];
}

/** @param {Scene} scene */
function describe({ data, own, best, classes, v, test, intervals: { boundaries } }) {
  const where = boundaries.map((b) => format(b)).join(", ") || "nowhere";
  const each = classes.map(({ name }, k) =>
    `${name}: mean ${format(v[`mean_${SIGNS[k]}`])}, standard deviation ${format(v[`sd_${SIGNS[k]}`])}`);
  const densities = `Two class densities. ${each.join("; ")}; prior of ${classes[1].name} ${format(v.prior, 2)}.`;
  if (test) return `${densities} ${sayTest(test, classes[1].name)}.`;
  const [ofRule, least] = namesOfErrors(own);
  return `${densities} Rule ${data.ruleTitle}: ${ofRule} ${percent(own.error)}, ${least} ${percent(best.error)}, ` +
    `boundaries at ${where}.`;
}

/** @param {NonNullable<Scene["test"]>} test @param {string} name of the class that it looks for */
function sayTest({ positive, predictive }, name) {
  const of = predictive === null ? "" : `, of these are ${name}: ${percent(predictive)}`;
  return `positive: ${percent(positive)} of all${of}`;
}

/** The loss ratio as the posterior from which on C+ is predicted, and the loss of a rejection. @param {Scene} scene */
function costGrips({ v: { loss = 1, reject = 1 }, views: [, , low] }) {
  const { left, width } = low.plot, up = (/** @type {number[]} */ [, py]) => low.place(0, py)[1];
  const threshold = 1 / (1 + loss), band = 1 - reject;
  /** @type {(level: number) => (pixel: [number, number]) => number} */
  const near = (level) => ([px, py]) => (px < left ? 99 : Math.abs(py - low.pixelY(level)) + 2);
  const short = [`λ = ${format(loss)}`, `r = ${format(reject, 2)}`];
  const long = [`${short[0]}: a missed C+ costs as much as ${format(loss)} false alarms`, `${short[1]}: the cost of a rejection`];
  const [ofLoss, ofReject] = width < WIDE ? short : long;
  /** @type {(Grip & {sign: string})[]} */
  const both = [
    {
      name: "loss", sign: ofLoss, label: "Loss of a missed C+ (false alarm: 1)", step: 0.1, isUpright: true, text: format(loss),
      place: [left + 0.06 * width, low.pixelY(threshold)], distance: near(threshold),
      read: (pixel) => 1 / Math.max(up(pixel), 0.01) - 1,
    },
    {
      name: "reject", sign: ofReject, label: "Loss of a rejection", step: 0.01, isUpright: true, text: format(reject, 2),
      place: [left + 0.52 * width, low.pixelY(band)], distance: near(band), read: (pixel) => 1 - up(pixel),
    },
  ];
  return both;
}

/**
 * How far a pixel is from a curve, where the curve is high enough to be grabbed.
 * @param {[number, number]} pixel
 * @param {View} view
 * @param {Float64Array} x
 * @param {Float64Array} curve
 */
function curveDistance([px, py], view, x, curve) {
  if (py < view.plot.top - 14 || py > view.plot.top + view.plot.height - 6) return Infinity;
  let least = Infinity;
  curve.forEach((height, i) => {
    least = Math.min(least, Math.hypot(view.pixelX(x[i]) - px, view.pixelY(height) - py));
  });
  return least;
}

/** @param {Context} context @param {Scene} scene */
function paintBar(context, { classes, look, font, barAt, views: [{ plot: { left, width } }] }) {
  const ends = [left, barAt, left + width];
  classes.forEach(({ name, prior, colour }, k) => {
    const room = ends[k + 1] - ends[k], free = room - HANDLE, share = format(prior, 2);
    const words = [`P(${name}) = ${share}`, share].find((text) => context.measureText(text).width < free - 6);
    context.fillStyle = `rgb(${mix(colour, look.background, 0.3)})`;
    context.fillRect(ends[k], 0, room, BAR);
    setType(context, look.ink, `15px ${font}`, "center", "middle");
    if (words) context.fillText(words, ends[k] + k * HANDLE + free / 2, BAR / 2 + 1);
  });
  paintGrip(context, look, barAt, BAR / 2, look.background, LEVEL);
}

/**
 * The results of a test, on the bar: positive points are on both sides of the boundary, above a bracket.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintTest(context, { test, classes: [minus, plus], look, font, barAt, views: [{ plot: { left, width } }] }) {
  if (!test) return;
  const ends = [barAt - (1 - test.specificity) * minus.prior * width, barAt, barAt + test.sensitivity * plus.prior * width];
  [minus, plus].forEach(({ colour }, k) => {
    context.fillStyle = colour;
    context.fillRect(ends[k], 0, ends[k + 1] - ends[k], BAR);
  });
  paintGrip(context, look, barAt, BAR / 2, look.background, LEVEL);
  const y = BAR + 5, words = sayTest(test, plus.name);
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 1.5 });
  paintLine(context, ends[0], y, ends[2], y);
  for (const end of [ends[0], ends[2]]) paintLine(context, end, y - 4, end, y);
  setType(context, look.ink, `15px ${font}`, "center", "top");
  const half = context.measureText(words).width / 2;
  context.fillText(words, Math.max(left + half, Math.min(left + width - half, (ends[0] + ends[2]) / 2)), y + 3);
}

/**
 * The error of the rule in the colour of the predicted class, and on it the Bayes error, hatched.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintErrors(context, { x, joint, views: [, view], intervals, classes, look }) {
  fillUnder(context, view, x, x.map((node, i) => {
    const label = labelAt(intervals, node);
    return label === REJECTED ? 0 : joint[1 - label][i];
  }), `rgb(${mix(classes[1].colour, look.background, 0.55)})`);
  const least = x.map((_, i) => Math.min(joint[0][i], joint[1][i]));
  fillUnder(context, view, x, least, look.background);
  fillUnder(context, view, x, least, hatch(look.ink));
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Float64Array} x
 * @param {Float64Array} heights
 * @param {string | CanvasPattern} fill
 */
function fillUnder(context, view, x, heights, fill) {
  context.fillStyle = fill;
  context.fill(curvePath(view, [x[0], ...x, x[x.length - 1]], [0, ...heights, 0]));
}

/** @param {import("./rules.js").Intervals} intervals @param {number} x */
function labelAt({ boundaries, labels }, x) {
  return labels[boundaries.filter((boundary) => boundary < x).length];
}

/** The posteriors' row, shaded by predicted class. @param {Context} context @param {Scene} scene */
function paintDecisions(context, { views: [, , view], intervals: { boundaries, labels }, classes, look }) {
  const ends = decisionEnds(view, boundaries), { top, height } = view.plot;
  labels.forEach((label, k) => {
    const colour = label === REJECTED ? look.quiet : classes[label].colour;
    context.fillStyle = `rgb(${mix(colour, look.background, look.unsure)})`;
    context.fillRect(ends[k], top, ends[k + 1] - ends[k], height);
  });
}

/**
 * The names of the predicted classes, in the row of the posteriors.
 * @param {Context} context
 * @param {Scene} scene
 * @param {number[]} lines that cross the row
 */
function paintNames(context, { views: [, , view], intervals: { boundaries, labels }, classes, look, font }, lines) {
  const ends = decisionEnds(view, boundaries), y = freeLevel(view.plot, lines);
  setType(context, look.ink, `600 16px ${font}`, "center", "middle");
  labels.forEach((label, k) => {
    const room = ends[k + 1] - ends[k], name = label === REJECTED ? "rejected" : classes[label].name;
    if (context.measureText(name).width < room - 4) writeOver(context, look, name, ends[k] + room / 2, y);
  });
}

/** From left to right, in pixels. @param {View} view @param {number[]} boundaries */
function decisionEnds(view, boundaries) {
  return [-REACH, ...boundaries.map((x) => Math.max(-REACH, Math.min(REACH, x))), REACH].map((x) => view.pixelX(x));
}

/**
 * The middle of a row, or the place nearest to it where a name is not on a line or the words above it; in a row without
 * such a place, where it is least on them.
 * @param {import("../../web/paint/view.js").Rectangle} row
 * @param {number[]} lines
 */
function freeLevel({ top, height }, lines) {
  const middle = top + height / 2, reach = Math.max(0, height / 2 - NAME);
  /** @type {(y: number) => number} */
  const overlap = (y) => Math.max(0, ...lines.map((line) => Math.min(y + NAME - (line - WORDS), line + 2 - (y - NAME))));
  let best = middle;
  for (let away = 1; away <= reach; away++) {
    for (const y of [middle - away, middle + away]) if (overlap(y) < overlap(best)) best = y;
  }
  return best;
}

/**
 * @param {Context} context
 * @param {Scene} scene
 * @param {View} view
 * @param {Float64Array[]} curves
 * @param {string} title
 */
function paintRow(context, { look, font, classes, x }, view, curves, title) {
  const { left, width, height } = view.plot, count = height / 42;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  for (const value of title === TITLES[2] ? [] : ticks(view.box[2], view.box[3], count)) {
    paintLine(context, left, view.pixelY(value), left + width, view.pixelY(value));
  }
  paintAxisY(context, look, font, view, height > 75 ? title : "", count);
  curves.forEach((curve, k) => {
    context.lineJoin = "round";
    stroke(context, curvePath(view, x, curve), classes[k].colour, 3, DASHES[k]);
  });
}

/** Boundaries, x, the costs, the names, and a dot on everything that can be grabbed. @param {Context} context @param {Scene} scene */
function paintMarks(context, scene) {
  const { v, data, views, intervals: { boundaries }, classes, look, font } = scene;
  const [top, , low] = views, end = low.plot.top + low.plot.height;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  for (const at of boundaries) if (Math.abs(at) <= REACH) paintLine(context, top.pixelX(at), top.plot.top, top.pixelX(at), end);
  stroke(context, [top.pixelX(v.x), top.plot.top, top.pixelX(v.x), end], look.ink, 2, [2, 4]);
  const costs = data.rule === "costs" ? costGrips(scene) : [], levels = costs.map(({ place: [, py] }) => py);
  context.lineWidth = 1.5;
  for (const py of levels) paintLine(context, low.plot.left, py, low.plot.left + low.plot.width, py);
  paintNames(context, scene, levels);
  paintGrip(context, look, top.pixelX(v.x), end, look.background, LEVEL);
  classes.forEach((each, k) => {
    const sign = SIGNS[k], mean = v[`mean_${sign}`], flank = mean + (k === 0 ? -1 : 1) * v[`sd_${sign}`];
    for (const at of [mean, flank]) paintGrip(context, look, top.pixelX(at), top.pixelY(density(each, at)), each.colour, LEVEL);
  });
  setType(context, look.ink, `15px ${font}`, "left", "bottom");
  for (const { place: [px, py], sign } of costs) {
    // Above its line, and above the other one if that would cross the words.
    const line = Math.min(...levels.filter((other) => other <= py && py - other < WORDS));
    writeOver(context, look, sign, px + 14, line - 2);
    paintGrip(context, look, px, py, look.background, UPRIGHT);
  }
}
