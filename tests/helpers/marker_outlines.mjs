// The corners of a marker of radius 1, as the canvas traces it.
import { traceSymbol } from "../../web/paint/look.js";

export const trace = (symbol) => {
  const corners = [], add = (x, y) => corners.push([x, y]);
  traceSymbol({ moveTo: add, lineTo: add, closePath() {} }, symbol, 0, 0, 1);
  return corners;
};
