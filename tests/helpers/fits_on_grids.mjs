// Refit, and evaluate what came out on a grid.
import { scoreGrid } from "../../web/model/evaluate.js";
import { oneVsRest, refit } from "../../web/model/refit.js";

const draw = (fit, grid) =>
  fit.problem ? fit : { ...fit, grid: scoreGrid(fit.description, ...grid) };

export const drawOne = (points, labels, config, ...grid) =>
  draw(refit(points, labels, config), grid);

export const drawEach = (points, labels, classes, config, ...grid) => {
  const fits = oneVsRest(points, labels, classes, config);
  return fits.problem ? fits : fits.map((fit) => draw(fit, grid));
};
