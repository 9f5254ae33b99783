// The accuracies over γ of lesson 8 for points as Python packs them.
import { sweepOwn } from "../../lessons/kernel_width/own_accuracies.js";
import { toBytes, toNumbers } from "../../web/model/bytes.js";

export const sweepPacked = (model, { x, y, labels }, names, gammas) =>
  sweepOwn(model, { x: toNumbers(x), y: toNumbers(y), labels: toBytes(labels) }, names.map((name) => ({ name })), gammas);
