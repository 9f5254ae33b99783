// The accuracies over γ of lesson 8 for points as Python packs them.
import { sweepOwn } from "../../lessons/kernel_width/own_accuracies.js";
import { unpackPoints } from "../../web/model/points.js";

export const sweepPacked = (model, points, names, gammas) =>
  sweepOwn(model, unpackPoints(points), names.map((name) => ({ name })), gammas);
