// The assumptions of lesson 2 for points that come as plain lists.
import { fitAssumption } from "../../lessons/covariance_assumptions/assumptions.js";
import { drawSample, fitRedraws } from "../../lessons/covariance_assumptions/redraws.js";
import { makePoints } from "../../web/model/points.js";

export const fitTyped = ({ x, y, labels }, settings, isSearched) =>
  fitAssumption(makePoints(x, y, labels), settings, isSearched);

export function drawSamples(population) {
  return Array.from({ length: population.redraws }, (_, k) => {
    const { x, y, labels } = drawSample(population, k + 1);
    return { X: Array.from(x, (x1, i) => [x1, y[i]]), y: [...labels] };
  });
}

export const accuraciesOf = (population, settings, isSearched) => fitRedraws(population, settings, isSearched).accuracies;
