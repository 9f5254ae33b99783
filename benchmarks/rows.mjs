// The milliseconds of processor time that the browser's code needs for each row of the table of accuracies, in node:
// `node benchmarks/rows.mjs` reads [{models, points, evaluation, gammas}, ...], and prints for each job the
// median of each model over the gammas.
import { readFileSync } from "node:fs";
import { evaluate } from "../web/model/cross_validation.js";
import { makePoints } from "../web/model/points.js";

const KNOWN = [{ name: "0" }, { name: "1" }];

function timeRow(model, gamma, points, evaluation) {
  const start = process.cpuUsage(), steps = evaluate(model, gamma, points, KNOWN, evaluation);
  while (!steps.next().done);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

const jobs = JSON.parse(readFileSync(0, "utf8")).map(({ points: { x, y, labels }, ...job }) => (
  { ...job, points: makePoints(x, y, labels) }
));
const medians = jobs.map(({ models, points, evaluation, gammas }) =>
  models.map((model) => median(gammas.map((gamma) => timeRow(model, gamma, points, evaluation)))));
console.log(JSON.stringify(medians));
