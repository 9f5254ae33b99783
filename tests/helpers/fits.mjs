// What the browser makes of points in several steps: grids that know their fits, frames of a drag, regions, measures.
import { scoreGrid, scorePoints } from "../../web/model/evaluate.js";
import { GridMaker } from "../../web/model/grid.js";
import { Memory } from "../../web/model/held.js";
import { Case, checkGoal, measureOf, MEASURES, readExercise } from "../../web/model/measures.js";
import { fitModel, withThreshold } from "../../web/model/model.js";
import { boundingBox, shift, unpackPoints } from "../../web/model/points.js";
import { refit } from "../../web/model/refit.js";
import { describeFindings } from "../../web/paint/goal.js";
import { islandSizes } from "../../web/paint/look.js";
import { Panel } from "../../web/paint/panel.js";
import { classifyGrid, showsAround, showsNear } from "../../web/paint/regions.js";

// A fit to many points with its grid, and its predictions, as far as a comparison needs them.

export const fitMany = (points, labels, config, box, size) => {
  const { description, projection, looProjection, looErrors, trainingErrors, search } = refit(points, labels, config);
  const { offset, index, threshold } = search;
  return {
    projection, looProjection, looErrors, trainingErrors, index, threshold,
    grid: scoreGrid({ ...description, offset: 0 }, box, size, size),
    scores: scorePoints(description, points.x, points.y),
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

// A point is dragged over some frames: how far what is held differs from a fit, and a grid, made anew.

const FRAMES = 6, STYLES = [0, 1, 2, 3].map((k) => ({ name: `class ${k}` }));

const farthest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

const ANYWHERE = [-Infinity, Infinity, -Infinity, Infinity];

const move = (points, indices) => shift(points, indices, [0.07, -0.03], ANYWHERE);

/** The nodes along each axis, frame by frame, where there is time for a coarse grid only. */
export const sizes = (model, gamma, points, indices) => {
  const maker = new GridMaker();
  const box = boundingBox(points);
  return Array.from({ length: FRAMES }, () => {
    points = move(points, indices);
    return maker.make(fitModel(model, gamma, points, STYLES), box, true, 0).size;
  });
};

/** The largest differences in projections, in those by the others relative to themselves, and on the grid; and cuts. */
export const dragPoints = (model, gamma, points, indices) => {
  const memory = new Memory(), maker = new GridMaker(), most = { projection: 0, loo: 0, grid: 0, cuts: [], held: 0 };
  const box = boundingBox(points);
  for (let k = 0; k < FRAMES; k++) {
    points = move(points, indices);
    const fit = fitModel(model, gamma, points, STYLES, undefined, memory), fresh = fitModel(model, gamma, points, STYLES);
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
export const drag = (model, frames) => {
  const classes = ["class 0", "class 1"].map((name) => ({ name }));
  const board = { classes, label: 0, howToStart: "", isAhead: false, drawing: {}, drag: "gamma", takeMoved: () => undefined, takeWishes: () => ({ cutRequest: null }) };
  const panel = new Panel(board, { querySelector: () => ({}) }, null, 0);
  const show = () => {
    panel.refit({ model });
    return panel.fit.sides[0].description;
  };
  const held = frames.map(([gamma, points]) => {
    Object.assign(board, { gamma, points });
    return show();
  });
  board.drag = null;
  return { held, resting: show() };
};

// What a picture shows at its points.

/** The discs of points of which no node shows the class. */
export const discs = (pixels, predicted, bump) => islandSizes(pixels, predicted, bump, () => true);

const SIDE = 500; // pixels

function drawRegions(model, gamma, points, box) {
  const grids = new GridMaker(), fit = fitModel(model, gamma, points, STYLES);
  if (fit.problem) throw new Error(fit.problem);
  grids.make(fit, box, false, 1);
  while (grids.isCoarse) grids.refine(Infinity);
  return classifyGrid(fit, grids.grid);
}

/**
 * Whether the picture shows the predicted class of each point where it lies: on a narrow bump on a disc, or within a
 * pixel all around it; on a wide bump, where boundaries are exact to the distance of two nodes, as near as that.
 */
export function showPoints(model, gamma, points, box) {
  const regions = drawRegions(model, gamma, points, box), { predicted, bump } = regions;
  const span = [(box[1] - box[0]) / SIDE, (box[3] - box[2]) / SIDE];
  const pixels = Array.from(points.x, (x, i) => [(x - box[0]) / span[0], (points.y[i] - box[2]) / span[1]]);
  const place = (i) => [points.x[i], points.y[i]], isNear = predicted.map((label, i) => showsNear(regions, label, place(i)));
  const discs = islandSizes(pixels, predicted, SIDE * bump, (i) => !isNear[i]);
  const isShown = predicted.map((label, i) => (
    discs[i] > 0 || (regions.patches.length ? showsAround(regions, label, place(i), span) : isNear[i])
  ));
  return { predicted, isShown, patches: regions.patches.length };
}

export function farOf(...model) {
  const { far, deep, boundary } = drawRegions(...model);
  return { far, deep, boundary };
}

// Products of matrices; with `isPlain` those of a browser that has no WebAssembly.
export const products = async (isPlain, jobs) => {
  if (isPlain) delete globalThis.WebAssembly;
  const { timesTransposed } = await import(`../../web/model/product.js?${isPlain}`);
  return jobs.map((job) => timesTransposed(...job));
};

// The measures of exercises, of cases as Python tells them.

function caseOf({ points, names, gamma, box, model, cut, ...exercise }) {
  const styles = names.map((name) => ({ name })), places = unpackPoints(points);
  const data = { ...readExercise(exercise), points: places, styles, gamma, box, model };
  if (cut === null) return new Case(data);
  const fit = fitModel(model, gamma, places, styles);
  return new Case({ ...data, fit: withThreshold(fit, { side: 0, offset: -fit.sides[0].search.cuts[cut] }) });
}

export const measures = Object.keys(MEASURES);

/** The values of quantities [measure, classifier]; null where there is none. */
export const measure = (data, quantities) => {
  const about = caseOf(data);
  return quantities.map(([name, key]) => measureOf(name, key, about));
};

/** The sentence about a goal. */
export const judge = (data, goal) => describeFindings(goal, checkGoal(goal, caseOf(data)));
