/**
 * The projections of a fit on a grid of nodes: as many nodes as the hand lets there be time for.
 *
 * What a node costs is known from the last grid. While a hand drags, the grid is the finest one that fits into
 * a frame. When it rests and the finest grid of all takes longer than that, the coarser one is shown first,
 * and the finest is made in slices of a few rows, between which the hand can come back.
 *
 * @typedef {Object} Grid
 * @property {number} size nodes along each axis
 * @property {import("../wire/codec.js").Box} box where the outermost nodes lie
 * @property {Float64Array[]} projections of each side of the fit, from the lower left corner, row by row
 */

import { scoreGrid } from "./evaluate.js";

const FINEST = 200, COARSER = [100, 80, 60, 45, 32];
const FRAME = 14; // ms that all grids of a frame may take
const SLICE = 10; // rows

export class GridMaker {
  constructor() {
    Object.assign(this, { fit: null, grid: null, slices: null });
    this.pace = 2e-6; // ms for one term of a score at one node
  }

  /** Whether there is a finer grid to be made while the hand rests. */
  get isCoarse() {
    return this.grid !== null && this.grid.size < FINEST;
  }

  /**
   * The grid of a fit.
   * @param {import("./model.js").Fit} fit
   * @param {import("../wire/codec.js").Box} box
   * @param {boolean} isHeld whether a hand drags
   * @param {number} share of the frame's time
   * @returns {Grid}
   */
  make(fit, box, isHeld, share) {
    if (this.fit === fit && this.grid.box === box) return this.grid;
    const terms = countTerms(fit), affordable = (share * FRAME) / (this.pace * terms);
    const sizes = isHeld ? COARSER : [FINEST, ...COARSER];
    const size = sizes.find((size) => size * size <= affordable) ?? COARSER.at(-1);
    const start = performance.now();
    const projections = fit.sides.map(({ description }) => project(description, box, size, size));
    const found = (performance.now() - start) / (terms * size * size);
    Object.assign(this, { fit, grid: { size, box, projections }, slices: null });
    this.pace = (this.pace + found) / 2;
    return this.grid;
  }

  /** Work on the finest grid for some milliseconds. */
  refine(time) {
    const end = performance.now() + time;
    this.slices ??= this.slice();
    while (!this.slices.next().done && performance.now() < end);
  }

  *slice() {
    const { fit, grid: { box } } = this, step = (box[3] - box[2]) / (FINEST - 1);
    const projections = fit.sides.map(() => new Float64Array(FINEST * FINEST));
    for (const [k, { description }] of fit.sides.entries()) {
      for (let row = 0; row < FINEST; row += SLICE) {
        const low = box[2] + step * row, high = low + step * (SLICE - 1);
        const part = project(description, [box[0], box[1], low, high], FINEST, SLICE);
        projections[k].set(part, row * FINEST);
        yield;
      }
    }
    this.grid = { size: FINEST, box, projections };
  }
}

function project(description, box, columns, rows) {
  return scoreGrid({ ...description, offset: 0 }, box, columns, rows);
}

/** How many numbers a score is the sum of. */
function countTerms({ sides }) {
  const lengths = sides.flatMap(({ description }) => description.expansions.map(({ z1 }) => z1.length));
  return lengths.reduce((sum, length) => sum + length, 10 * sides.length);
}
