// The processor time of each part of a frame of the drawing component, for the classifiers in a JSON file.
import { readFileSync, writeFileSync } from "node:fs";
import { GridMaker } from "../web/model/grid.js";
import { Memory } from "../web/model/held.js";
import { findWrong, fitModel } from "../web/model/model.js";
import { boundingBox, makePoints } from "../web/model/points.js";
import { classifyGrid, paintRegions } from "../web/paint/regions.js";

const LOOK = { background: "#ffffff", unsure: 0.16, sure: 0.55 };

// Painting the regions needs no more of a page than pixels to write.
globalThis.ImageData = class {
  constructor(width, height) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
};
const pen = { putImageData() {}, drawImage() {} };
globalThis.document = { createElement: () => ({ getContext: () => pen }) };

const { cases, repeats } = JSON.parse(readFileSync(process.argv[2], "utf8"));
writeFileSync(1, JSON.stringify(cases.map(time)));

/** The median milliseconds of each part. */
function time({ model, gamma, x1, x2, labels, count }) {
  const points = makePoints(x1, x2, labels), box = boundingBox(points);
  const classes = Array.from({ length: count }, (_, k) => ({ name: `class ${k}`, colour: "#804020" }));
  const all = [], memory = new Memory();
  for (let k = 0; k < repeats; k++) {
    const times = {}, watch = (part, action) => {
      const start = process.cpuUsage(), result = action(), { user, system } = process.cpuUsage(start);
      times[part] = (user + system) / 1000;
      return result;
    };
    const width = gamma * (1 + 0.01 * (k % 2)); // a step of the hand
    const fit = watch("fit", () => fitModel(model, width, points, classes, undefined, memory));
    if (fit.problem) throw new Error(fit.problem);
    watch("errors", () => [findWrong(fit, points.labels), findWrong(fit, points.labels, "loo")]);
    const grid = watch("grid", () => new GridMaker().make(fit, box, false, 1e9));
    const regions = watch("regions", () => classifyGrid(fit, grid));
    watch("colours", () => paintRegions(regions, classes, LOOK, true));
    all.push(times);
  }
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  return Object.fromEntries(Object.keys(all[0]).map((part) => [part, middle(all.map((times) => times[part]))]));
}
