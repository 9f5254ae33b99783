// A point is dragged over some frames: how far what is held differs from a fit, and a grid, made anew.
import { GridMaker } from "../../web/model/grid.js";
import { Memory } from "../../web/model/held.js";
import { fitModel } from "../../web/model/model.js";
import { boundingBox, makePoints } from "../../web/model/points.js";

const FRAMES = 6;

const farthest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

const move = (points, moved) => {
  const [x, y] = [points.x.slice(), points.y.slice()];
  for (const i of moved) {
    x[i] += 0.07;
    y[i] -= 0.03;
  }
  return { ...points, x, y };
};

/** The nodes along each axis, frame by frame, where there is time for a coarse grid only. */
export const sizes = (model, gamma, { x1, x2 }, labels, moved) => {
  const known = [...new Set(labels)].map((label) => ({ name: `class ${label}` })), maker = new GridMaker();
  let points = makePoints(x1, x2, labels);
  const box = boundingBox(points);
  return Array.from({ length: FRAMES }, () => {
    points = move(points, moved);
    return maker.make(fitModel(model, gamma, points, known), box, true, 0).size;
  });
};

/** The largest differences in projections, in those by the others relative to themselves, and on the grid; and cuts. */
export const drag = (model, gamma, { x1, x2 }, labels, moved) => {
  const known = [...new Set(labels)].map((label) => ({ name: `class ${label}` })), memory = new Memory(), maker = new GridMaker();
  let points = makePoints(x1, x2, labels), found = { projection: 0, loo: 0, grid: 0, cuts: [], held: 0 };
  const box = boundingBox(points);
  for (let k = 0; k < FRAMES; k++) {
    points = move(points, moved);
    const fit = fitModel(model, gamma, points, known, undefined, memory), fresh = fitModel(model, gamma, points, known);
    const grid = maker.make(fit, box, true, 1e9), other = new GridMaker().make(fresh, box, false, 1e9);
    fit.sides.forEach((side, s) => {
      const right = fresh.sides[s];
      found.projection = Math.max(found.projection, farthest(side.projection, right.projection));
      found.loo = Math.max(found.loo, farthest(side.loo.map((p, i) => p / right.loo[i]), right.loo.map(() => 1)));
      found.grid = Math.max(found.grid, farthest(grid.projections[s], other.projections[s]));
      found.cuts.push([side.search.index, right.search.index]);
    });
    found.held += memory.of(0).sums.filter(({ held }) => held !== null).length;
  }
  return found;
};
