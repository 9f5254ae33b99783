// A point is dragged over some frames: how far what is held differs from a fit, and a grid, made anew.
import { GridMaker } from "../../web/model/grid.js";
import { Memory } from "../../web/model/held.js";
import { fitModel } from "../../web/model/model.js";
import { boundingBox, makePoints } from "../../web/model/points.js";

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
export const drag = (model, gamma, { x1, x2 }, labels, indices) => {
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
