// What a picture shows at its points, and what Python's rules on narrow bumps are compared with.
import { GridMaker } from "../../web/model/grid.js";
import { bumpWidth } from "../../web/model/islands.js";
import { fitModel } from "../../web/model/model.js";
import { islandSizes } from "../../web/paint/look.js";
import { classifyGrid, showsAround, showsNear } from "../../web/paint/regions.js";
import { makePoints } from "../../web/model/points.js";

export { bumpWidth };

/** The discs of points of which no node shows the class. */
export const discs = (pixels, predicted, bump) => islandSizes(pixels, predicted, bump, () => true);

const SIDE = 500; // pixels

function draw(model, gamma, { x, y, labels }, box) {
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
  const { points, regions } = draw(model, gamma, columns, box), { predicted, bump } = regions;
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
  const { far, deep, boundary, size } = draw(model, gamma, columns, box).regions;
  return { far: Array.from(far), deep: Array.from(deep), boundary, size };
}
