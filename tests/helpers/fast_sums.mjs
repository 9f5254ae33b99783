// A fit to many points with its grid, and its predictions, as far as a comparison needs them.
import { scoreGrid, scorePoints } from "../../web/model/evaluate.js";
import { refit } from "../../web/model/refit.js";
import { weighTiles } from "../../web/model/tiles.js";

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
