/**
 * A kernel that a test adds to those of the drawing area, and a picture made with it.
 */

import { scoreGrid } from "../../ui/canvas/model/evaluate.js";
import { KERNELS } from "../../ui/canvas/model/kernels.js";
import { refit } from "../../ui/canvas/model/refit.js";
import { classifyGrid } from "../../ui/canvas/paint/regions.js";

KERNELS.cauchy = {
  values({ gamma }, p1, p2, z1, z2, count, out) {
    for (let j = 0; j < count; j++) {
      const d1 = z1[j] - p1, d2 = z2[j] - p2;
      out[j] = 1 / (1 + gamma * (d1 * d1 + d2 * d2));
    }
  },
  square: () => 1,
};

export function draw(points, labels, config, box, size) {
  const { description, search: { offset } } = refit(points, labels, config);
  const scores = scoreGrid(description, box, size, size);
  const grid = { size, box, projections: [scores.map((score) => score - offset)] };
  return { scores, far: classifyGrid({ classes: [0, 1], sides: [{ description, offset }] }, grid).far };
}
