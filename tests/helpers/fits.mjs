// Fits, grids, tables and drags of the browser for arguments that come as JSON, to be compared with Python's.
import { sweepOwn } from "../../lessons/kernel_width/own_accuracies.js";
import { evaluate as evaluateInSteps } from "../../web/model/cross_validation.js";
import { scoreAt, scoreGrid, scorePoints } from "../../web/model/evaluate.js";
import { GridMaker } from "../../web/model/grid.js";
import { Memory } from "../../web/model/held.js";
import { bumpWidth } from "../../web/model/islands.js";
import { findWrong, fitModel, predict } from "../../web/model/model.js";
import { boundingBox, makePoints, unpackPoints } from "../../web/model/points.js";
import { oneVsRest, refit } from "../../web/model/refit.js";
import { fitSvc } from "../../web/model/svc.js";
import { weighTiles } from "../../web/model/tiles.js";
import { cellsOf } from "../../web/paint/accuracies.js";
import { islandSizes } from "../../web/paint/look.js";
import { Panel } from "../../web/paint/panel.js";
import { classifyGrid, showsAround, showsNear } from "../../web/paint/regions.js";

// Refit, and evaluate what came out on a grid.

const withGrid = (fit, grid) =>
  fit.problem ? fit : { ...fit, grid: scoreGrid(fit.description, ...grid) };

export const drawOne = (points, labels, config, ...grid) =>
  withGrid(refit(points, labels, config), grid);

export const drawEach = (points, labels, classes, config, ...grid) => {
  const fits = oneVsRest(points, labels, classes, config);
  return fits.problem ? fits : fits.map((fit) => withGrid(fit, grid));
};

// Fit a model as the component is told it: its scores and classes at some places, its row of the table of accuracies.

const styles = (names) => names.map((name) => ({ name }));

export const fit = (model, gamma, { x1, x2 }, labels, names, places) => {
  const points = makePoints(x1, x2, labels), fit = fitModel(model, gamma, points, styles(names));
  if (fit.problem !== undefined) return fit;
  const { sides } = fit;
  return {
    scores: places.map(([x, y]) => sides.map(({ description }) => scoreAt(description, x, y))),
    labels: predict(fit, makePoints(places.map(([x]) => x), places.map(([, y]) => y), [])),
    errors: findWrong(fit, points.labels).filter(Boolean).length,
  };
};

export const evaluate = (model, gamma, { x1, x2 }, labels, names, evaluation) => {
  const steps = evaluateInSteps(model, gamma, makePoints(x1, x2, labels), styles(names), evaluation);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The cells of a table that the component was told. */
export const readTable = ({ rows, ...evaluation }, gamma, points, labels, names) =>
  rows.map(({ title, isInPicture, model, row }) => {
    const result = model === null ? row : evaluate(model, gamma, points, labels, names, evaluation);
    return [isInPicture ? `${title} (shown)` : title, ...cellsOf(result)];
  });

// A support vector classifier's description, or the sentence with which it is refused.

export const fitSvcOrProblem = (points, isPositive, settings) => {
  try {
    return fitSvc(points, isPositive, settings);
  } catch (error) {
    return { problem: error.message };
  }
};

// The accuracies over γ of lesson 8 for points as Python packs them.

export const sweepPacked = (model, points, names, gammas) =>
  sweepOwn(model, unpackPoints(points), names.map((name) => ({ name })), gammas);

// A fit to many points with its grid, and its predictions, as far as a comparison needs them.

export const fitMany = (points, labels, config, box, size) => {
  const { description, projection, looProjection, looErrors, trainingErrors, search } = refit(points, labels, config);
  const { offset, index, threshold } = search, { x1, x2 } = points;
  return {
    projection, looProjection, looErrors, trainingErrors, index, threshold,
    grid: scoreGrid({ ...description, offset: 0 }, box, size, size),
    scores: scorePoints(description, x1, x2),
    offset,
  };
};

/** The finest grid of a fit, of a copy of its points, and of the points with one weight changed, in both. */
export const gridsOfCopies = (points, labels, config, box) => {
  const { description } = refit(points, labels, config), copy = structuredClone(description);
  const grid = (each) => scoreGrid(each, box, 200, 200), grids = [grid(description), grid(copy)];
  for (const { expansions } of [description, copy]) expansions[0].coefficients[0] *= 2;
  return [...grids, grid(description), grid(copy)];
};

/** Into how many parts the axes are cut for sums over two classes that are equally large. */
export const cuts = (gamma, { x1, x2 }) => {
  const n = x1.length, ranges = [{ from: 0, to: n >> 1 }, { from: n >> 1, to: n }];
  return weighTiles(gamma, Float64Array.from(x1), Float64Array.from(x2), ranges).cuts;
};

// A point is dragged over some frames: how far what is held differs from a fit, and a grid, made anew.

const FRAMES = 6;

const farthest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

const move = (points, indices) => {
  const [x, y] = [points.x.slice(), points.y.slice()];
  for (const i of indices) {
    x[i] += 0.07;
    y[i] -= 0.03;
  }
  return { ...points, x, y };
};

/** The nodes along each axis, frame by frame, where there is time for a coarse grid only. */
export const sizes = (model, gamma, { x1, x2 }, labels, indices) => {
  const styles = [...new Set(labels)].map((label) => ({ name: `class ${label}` })), maker = new GridMaker();
  let points = makePoints(x1, x2, labels);
  const box = boundingBox(points);
  return Array.from({ length: FRAMES }, () => {
    points = move(points, indices);
    return maker.make(fitModel(model, gamma, points, styles), box, true, 0).size;
  });
};

/** The largest differences in projections, in those by the others relative to themselves, and on the grid; and cuts. */
export const dragPoints = (model, gamma, { x1, x2 }, labels, indices) => {
  const styles = [...new Set(labels)].map((label) => ({ name: `class ${label}` })), memory = new Memory(), maker = new GridMaker();
  let points = makePoints(x1, x2, labels), most = { projection: 0, loo: 0, grid: 0, cuts: [], held: 0 };
  const box = boundingBox(points);
  for (let k = 0; k < FRAMES; k++) {
    points = move(points, indices);
    const fit = fitModel(model, gamma, points, styles, undefined, memory), fresh = fitModel(model, gamma, points, styles);
    const grid = maker.make(fit, box, true, 1e9), other = new GridMaker().make(fresh, box, false, 1e9);
    fit.sides.forEach((side, s) => {
      const right = fresh.sides[s];
      most.projection = Math.max(most.projection, farthest(side.projection, right.projection));
      most.loo = Math.max(most.loo, farthest(side.loo.map((p, i) => p / right.loo[i]), right.loo.map(() => 1)));
      most.grid = Math.max(most.grid, farthest(grid.projections[s], other.projections[s]));
      most.cuts.push([side.search.index, right.search.index]);
    });
    most.held += memory.of(0).sums.filter(({ base }) => base !== null).length;
  }
  return most;
};

// A hand changes gamma or the points of a support vector classifier, and lets go: what the panel shows at each frame and then.

/** The descriptions of the frames, and the one after them. */
export const dragSvc = (model, frames) => {
  const classes = ["class 0", "class 1"].map((name) => ({ name }));
  const board = { classes, label: 0, howToStart: "", isAhead: false, drawing: {}, drag: "gamma", takeMoved: () => undefined, takeWishes: () => ({ cutRequest: null }) };
  const panel = new Panel(board, { querySelector: () => ({}) }, null, 0);
  const show = () => {
    panel.refit({ model });
    return panel.fit.sides[0].description;
  };
  const drags = frames.map(([gamma, x1, x2, labels]) => {
    Object.assign(board, { gamma, points: makePoints(x1, x2, labels) });
    return show();
  });
  board.drag = null;
  return { held: drags, resting: show() };
};

// What a picture shows at its points, and what Python's rules on narrow bumps are compared with.

export { bumpWidth };

/** The discs of points of which no node shows the class. */
export const discs = (pixels, predicted, bump) => islandSizes(pixels, predicted, bump, () => true);

const SIDE = 500; // pixels

function drawRegions(model, gamma, { x, y, labels }, box) {
  const points = makePoints(x, y, labels), grids = new GridMaker();
  const styles = [0, 1, 2, 3].map((k) => ({ name: `class ${k}` }));
  const fit = fitModel(model, gamma, points, styles);
  if (fit.problem) throw new Error(fit.problem);
  grids.make(fit, box, false, 1);
  while (grids.isCoarse) grids.refine(Infinity);
  return { points, regions: classifyGrid(fit, grids.grid) };
}

/**
 * Whether the picture shows the predicted class of each point where it lies: on a narrow bump on a disc, or within a
 * pixel all around it; on a wide bump, where boundaries are exact to the distance of two nodes, as near as that.
 */
export function showPoints(model, gamma, columns, box) {
  const { points, regions } = drawRegions(model, gamma, columns, box), { predicted, bump } = regions;
  const span = [(box[1] - box[0]) / SIDE, (box[3] - box[2]) / SIDE];
  const pixels = Array.from(points.x, (x, i) => [(x - box[0]) / span[0], (points.y[i] - box[2]) / span[1]]);
  const place = (i) => [points.x[i], points.y[i]], isNear = predicted.map((label, i) => showsNear(regions, label, place(i)));
  const discs = islandSizes(pixels, predicted, SIDE * bump, (i) => !isNear[i]);
  const isShown = predicted.map((label, i) => (
    discs[i] > 0 || (regions.patches.length ? showsAround(regions, label, place(i), span) : isNear[i])
  ));
  return { predicted, isShown, patches: regions.patches.length };
}

export function farOf(model, gamma, columns, box) {
  const { far, deep, boundary, size } = drawRegions(model, gamma, columns, box).regions;
  return { far: Array.from(far), deep: Array.from(deep), boundary, size };
}
