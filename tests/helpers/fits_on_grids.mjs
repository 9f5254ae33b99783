// Refit, and evaluate what came out on a grid.
import { scoreGrid } from "../../ui/canvas/model/evaluate.js";
import { oneVsRest, refit } from "../../ui/canvas/model/refit.js";

const draw = (fit, grid) =>
  fit.problem ? fit : { ...fit, grid: scoreGrid(fit.description, ...grid) };

export const drawOne = (points, labels, config, ...grid) =>
  draw(refit(points, labels, config), grid);

export const drawEach = (points, labels, classes, config, ...grid) =>
  oneVsRest(points, labels, classes, config).map((fit) => draw(fit, grid));
