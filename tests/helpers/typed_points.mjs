// The assumptions of lesson 2 for points that come as plain lists.
import { fitAssumption } from "../../lessons/covariance_assumptions/assumptions.js";
import { makePoints } from "../../ui/canvas/model/points.js";

export const fitTyped = ({ x, y, labels }, settings, isSearched) =>
  fitAssumption(makePoints(x, y, labels), settings, isSearched);
