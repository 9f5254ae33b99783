/**
 * Lesson 1: two densities to grab, their priors as a split bar, and x. Below them the joint densities with the
 * errors of a rule, and the posteriors with its decisions.
 */

import { mix, paintAxisX, paintAxisY, paintLine, setType } from "../../ui/canvas/paint/look.js";
import { format, ticks, View } from "../../ui/canvas/paint/view.js";
import { percent } from "../../ui/canvas/paint/words.js";
import { hatch, paintGrip } from "../../ui/live_picture/marks.js";
import { density, intervalsOf, logOdds, performance, place, REJECTED } from "./rules.js";

const REACH = 5, NODES = 500;
const BAR = 22, LEFT = 62, RIGHT = 10, AXIS = 46, GAP = 12; // pixels
const TITLES = ["p(x | k)", "P(k) p(x | k)", "P(k | x)"];
const DASHES = [[], [9, 6]];
// The curves of the formula: the part, its row and its class.
const CURVES = [["density_plus", 0, 1], ["joint_minus", 1, 0], ["joint_plus", 1, 1], ["posterior_plus", 2, 1]];

const sigmoid = (z) => 1 / (1 + Math.exp(-z));

export default {
  heights: ["clamp(19rem, 100vh - 26.5rem, 36rem)", ""],

  arrange({ values: v, data, size: [width, height], look, font }) {
    const classes = [["minus", 1 - v.prior], ["plus", v.prior]].map(([sign, prior], k) => ({
      prior, parts: place(data.parts[k], v[`mean_${sign}`], v[`sd_${sign}`]), ...data.palette[k], name: data.names[k],
    }));
    const costs = { loss: v.loss ?? 1, reject: v.reject ?? 1 };
    const intervals = intervalsOf(data.rule, classes, v.x, costs), best = intervalsOf("MAP", classes, v.x, costs);
    const x = Float64Array.from({ length: NODES + 1 }, (_, k) => REACH * ((2 * k) / NODES - 1));
    const curves = classes.map((each) => x.map((node) => density(each, node)));
    const joint = curves.map((curve, k) => curve.map((p) => classes[k].prior * p));
    const posterior = x.map((node) => sigmoid(logOdds(classes, node)));
    const row = (height - BAR - GAP - AXIS - 2 * GAP) / 3;
    const tops = [0, 1, 2].map((k) => BAR + GAP + k * (row + GAP));
    const most = [curves, joint].map((both) => 1.1 * Math.max(...both.map((curve) => Math.max(...curve))));
    const views = [...most, 1.04].map((top, k) => new View([-REACH, REACH, k === 2 ? -0.04 : 0, top],
      { left: LEFT, top: tops[k], width: width - LEFT - RIGHT, height: row }));
    const scene = { v, data, look, font, classes, costs, intervals, x, views, curves, joint, posterior };
    return Object.assign(scene, {
      rows: [curves, joint, [posterior.map((p) => 1 - p), posterior]],
      own: performance(classes, intervals, costs), best: performance(classes, best, costs),
      at: sigmoid(logOdds(classes, v.x)), barAt: LEFT + (1 - v.prior) * (width - LEFT - RIGHT),
    });
  },

  paint(context, scene) {
    paintBar(context, scene);
    paintErrors(context, scene);
    paintDecisions(context, scene);
    scene.views.forEach((view, k) => paintRow(context, scene, view, scene.rows[k], TITLES[k]));
    paintMarks(context, scene);
    paintAxisX(context, scene.look, scene.font, scene.views[2], "x");
  },

  grips({ v, data, views: [top, , low], classes, curves, x, barAt }) {
    const along = ([px]) => top.place(px, 0)[0];
    const grips = ["minus", "plus"].flatMap((sign, k) => {
      const mean = v[`mean_${sign}`], sd = v[`sd_${sign}`], { name } = classes[k];
      const spot = (at) => [top.pixelX(at), top.pixelY(density(classes[k], at))];
      const side = k === 0 ? -1 : 1; // the flank that looks away from the other class
      return [
        {
          name: `mean_${sign}`, label: `Mean of ${name}`, place: spot(mean), step: 0.05, text: format(mean, 3),
          read: along, distance: (pixel) => curveDistance(pixel, top, x, curves[k]) + 3,
        },
        {
          name: `sd_${sign}`, label: `Standard deviation of ${name}`, place: spot(mean + side * sd), step: 0.05,
          text: format(sd, 3), read: (pixel) => side * (along(pixel) - mean),
        },
      ];
    });
    const { left, width } = top.plot;
    grips.push({
      name: "prior", label: `Prior of ${classes[1].name}`, place: [barAt, BAR / 2], step: 0.01, text: percent(v.prior),
      read: ([px]) => 1 - (px - left) / width, distance: ([px, py]) => Math.max(Math.abs(px - barAt), py - BAR),
    }, {
      name: "x", label: "x", place: [top.pixelX(v.x), low.plot.top + low.plot.height], step: 0.1, text: format(v.x, 3),
      read: along, distance: ([px, py]) => Math.abs(px - top.pixelX(v.x)) + 4 + Math.max(0, BAR - py),
    });
    return data.rule === "costs" ? [...grips, ...costGrips(v, low)] : grips;
  },

  parts({ x, views, rows, barAt }) {
    const { left, width } = views[0].plot, bar = new Path2D();
    bar.rect(barAt, 0, left + width - barAt, BAR);
    const curves = CURVES.map(([name, row, k]) => {
      const path = new Path2D();
      rows[row][k].forEach((value, i) => path.lineTo(views[row].pixelX(x[i]), views[row].pixelY(value)));
      return { name, path, isLine: true };
    });
    return [{ name: "prior_plus", path: bar }, ...curves];
  },

  /** Bayes' rule at x. */
  terms({ classes, v, at }) {
    const densities = classes.map((each) => density(each, v.x)), signs = ["C−", "C+"];
    const joint = (k) => ({
      part: ["joint_minus", "joint_plus"][k], symbol: `P(${signs[k]}) p(x | ${signs[k]})`,
      value: format(classes[k].prior * densities[k]),
    });
    return [
      { part: "prior_plus", symbol: "P(C+)", value: format(v.prior) }, "×",
      { part: "density_plus", symbol: "p(x | C+)", value: format(densities[1]) }, "÷ (", joint(0), "+", joint(1), ") =",
      { part: "posterior_plus", symbol: `P(C+ | x = ${format(v.x)})`, value: format(at) },
    ];
  },

  figures({ data, own, best, costs }) {
    const figures = [["error", percent(own.error)], ["Bayes error", percent(best.error)]];
    if (data.rule === "costs") {
      figures.push(["rejected", percent(own.rejected)], [`mean loss (MAP: ${format(best.risk)})`, format(own.risk)],
        ["loss of a missed C+", format(costs.loss)], ["loss of a rejection", format(costs.reject, 2)]);
    } else figures.push(["excess error", percent(Math.max(0, own.error - best.error))]);
    return figures;
  },

  describe({ data, own, best, classes, v, intervals: { boundaries } }) {
    const where = boundaries.map((b) => format(b)).join(", ") || "nowhere";
    const each = classes.map(({ name }, k) => {
      const sign = ["minus", "plus"][k];
      return `${name}: mean ${format(v[`mean_${sign}`])}, standard deviation ${format(v[`sd_${sign}`])}`;
    });
    return `Two class densities. ${each.join("; ")}; prior of C+ ${format(v.prior, 2)}. Rule ${data.rule}: error ` +
      `${percent(own.error)}, Bayes error ${percent(best.error)}, boundaries at ${where}.`;
  },
};

/** The loss ratio as the posterior from which on C+ is predicted, and the loss of a rejection. */
function costGrips(v, low) {
  const { left, width } = low.plot, up = ([, py]) => low.place(0, py)[1];
  const threshold = 1 / (1 + v.loss), band = 1 - v.reject;
  const near = (level) => ([px, py]) => (px < left ? 99 : Math.abs(py - low.pixelY(level)) + 2);
  return [
    {
      name: "loss", sign: "1/(1 + λ)", label: "Loss of a missed C+ (false alarm: 1)", place: [left + 0.1 * width, low.pixelY(threshold)],
      step: 0.1, isUpright: true, text: format(v.loss), distance: near(threshold),
      read: (pixel) => 1 / Math.max(up(pixel), 0.01) - 1,
    },
    {
      name: "reject", sign: "1 − r", label: "Loss of a rejection", place: [left + 0.3 * width, low.pixelY(band)], step: 0.01,
      isUpright: true, text: format(v.reject, 2), distance: near(band), read: (pixel) => 1 - up(pixel),
    },
  ];
}

/** How far a pixel is from a curve, where the curve is high enough to be grabbed. */
function curveDistance([px, py], view, x, curve) {
  if (py < view.plot.top - 14 || py > view.plot.top + view.plot.height - 6) return Infinity;
  let least = Infinity;
  curve.forEach((height, i) => {
    least = Math.min(least, Math.hypot(view.pixelX(x[i]) - px, view.pixelY(height) - py));
  });
  return least;
}

function paintBar(context, { classes, look, font, barAt, views: [{ plot: { left, width } }] }) {
  const ends = [left, barAt, left + width];
  classes.forEach(({ name, prior, colour }, k) => {
    const room = ends[k + 1] - ends[k], words = `P(${name}) = ${format(prior, 2)}`;
    context.fillStyle = `rgb(${mix(colour, look.background, 0.3)})`;
    context.fillRect(ends[k], 0, room, BAR);
    setType(context, look.ink, `15px ${font}`, "center", "middle");
    if (context.measureText(words).width < room - 16) context.fillText(words, ends[k] + room / 2, BAR / 2 + 1);
  });
  paintGrip(context, look, barAt, BAR / 2);
}

/** The error of the rule in the colour of the predicted class, and on it the Bayes error, hatched. */
function paintErrors(context, { x, joint, views: [, view], intervals, classes, look }) {
  fillUnder(context, view, x, x.map((node, i) => {
    const label = labelAt(intervals, node);
    return label === REJECTED ? 0 : joint[1 - label][i];
  }), `rgb(${mix(classes[1].colour, look.background, 0.55)})`);
  const least = x.map((_, i) => Math.min(joint[0][i], joint[1][i]));
  fillUnder(context, view, x, least, look.background);
  fillUnder(context, view, x, least, hatch(look.ink));
}

function fillUnder(context, view, x, heights, fill) {
  context.beginPath();
  context.moveTo(view.pixelX(x[0]), view.pixelY(0));
  heights.forEach((height, i) => context.lineTo(view.pixelX(x[i]), view.pixelY(height)));
  context.lineTo(view.pixelX(x.at(-1)), view.pixelY(0));
  context.fillStyle = fill;
  context.fill();
}

function labelAt({ boundaries, labels }, x) {
  return labels[boundaries.filter((boundary) => boundary < x).length];
}

/** The posteriors' row, shaded by predicted class. */
function paintDecisions(context, { views: [, , view], intervals: { boundaries, labels }, classes, look, font }) {
  const clamp = (x) => Math.max(-REACH, Math.min(REACH, x)), { top, height } = view.plot;
  const ends = [-REACH, ...boundaries.map(clamp), REACH].map((x) => view.pixelX(x));
  labels.forEach((label, k) => {
    const room = ends[k + 1] - ends[k], name = label === REJECTED ? "rejected" : classes[label].name;
    const colour = label === REJECTED ? look.quiet : classes[label].colour;
    context.fillStyle = `rgb(${mix(colour, look.background, look.unsure)})`;
    context.fillRect(ends[k], top, room, height);
    setType(context, look.ink, `600 16px ${font}`, "center", "middle");
    if (context.measureText(name).width < room - 4) context.fillText(name, ends[k] + room / 2, top + height / 2);
  });
}

function paintRow(context, { look, font, classes, x }, view, curves, title) {
  const { left, width, height } = view.plot, count = height / 42;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  for (const value of title === TITLES[2] ? [] : ticks(view.box[2], view.box[3], count)) {
    paintLine(context, left, view.pixelY(value), left + width, view.pixelY(value));
  }
  paintAxisY(context, look, font, view, height > 75 ? title : "", count);
  curves.forEach((curve, k) => {
    context.beginPath();
    curve.forEach((value, i) => context.lineTo(view.pixelX(x[i]), view.pixelY(value)));
    Object.assign(context, { strokeStyle: classes[k].colour, lineWidth: 3, lineJoin: "round" });
    context.setLineDash(DASHES[k]);
    context.stroke();
  });
  context.setLineDash([]);
}

/** Boundaries, x, and a dot on everything that can be grabbed. */
function paintMarks(context, { v, data, views, intervals: { boundaries }, classes, look, font }) {
  const [top, , low] = views, end = low.plot.top + low.plot.height;
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2.5 });
  for (const at of boundaries) if (Math.abs(at) <= REACH) paintLine(context, top.pixelX(at), top.plot.top, top.pixelX(at), end);
  context.lineWidth = 2;
  context.setLineDash([2, 4]);
  paintLine(context, top.pixelX(v.x), top.plot.top, top.pixelX(v.x), end);
  context.setLineDash([]);
  paintGrip(context, look, top.pixelX(v.x), end);
  classes.forEach((each, k) => {
    const sign = ["minus", "plus"][k], mean = v[`mean_${sign}`], flank = mean + (k === 0 ? -1 : 1) * v[`sd_${sign}`];
    for (const at of [mean, flank]) paintGrip(context, look, top.pixelX(at), top.pixelY(density(each, at)), each.colour);
  });
  if (data.rule !== "costs") return;
  for (const { place: [px, py], sign } of costGrips(v, low)) {
    context.lineWidth = 1.5;
    setType(context, look.ink, `15px ${font}`, "left", "bottom");
    context.fillText(sign, px + 9, py - 1);
    paintLine(context, low.plot.left, py, low.plot.left + low.plot.width, py);
    paintGrip(context, look, px, py);
  }
}
