/**
 * The projections of a fit on a grid of nodes.
 *
 * Fast sums of up to a thousand points always use the finest grid, so that nothing jumps. Otherwise the cost of a node
 * is known from the last grid: during a drag, the grid is the finest one that fits into a frame. At rest, if the finest
 * grid of all takes longer than that, the coarser one is shown first, and the finest is computed in slices of a few
 * rows, between which a new drag can begin.
 *
 * @import { Description } from "./evaluate.js"
 * @import { Fit, Side } from "./model.js"
 * @import { Box } from "./points.js"
 *
 * @typedef {Object} Grid
 * @property {number} size nodes along each axis
 * @property {Box} box where the outermost nodes lie
 * @property {Float64Array[]} projections of each side of the fit, from the lower left corner, row by row
 * @property {import("./islands.js").Patch[]} [patches] finer parts, around narrow bumps
 */

import { projectGrid, workOnGrid } from "./evaluate.js";
import { HeldGrid } from "./held_grid.js";
import { makePatches } from "./islands.js";

const FINEST = 200, COARSER = [160, 125, 100, 80, 60, 45, 32];
const ALWAYS_FINEST = 1000; // points, or fewer, with fast sums
const FRAME = 14; // ms that all grids of a frame may take
const SLICE = 10; // rows
const MOST_IN_PATCHES = 300_000, IN_FRAME = 8e6; // nodes; terms at all nodes of patches of a coarser grid

export class GridMaker {
  /** @type {?Fit} */
  fit = null;
  /** @type {?Grid} */
  grid = null;
  /** @type {?Generator<void>} */
  slices = null;
  /** @type {HeldGrid[]} of each side */
  memories = [];
  pace = 3e-7; // ms for a multiplication

  /** Whether there is a finer grid to compute at rest. */
  get isCoarse() {
    return this.grid !== null && this.grid.size < FINEST;
  }

  /**
   * The grid of a fit.
   * @param {Fit} fit
   * @param {Box} box
   * @param {boolean} isHeld whether a hand drags
   * @param {number} share of the frame's time
   * @returns {Grid}
   */
  make(fit, box, isHeld, share) {
    if (this.fit === fit && this.grid?.box === box) return this.grid;
    const work = (/** @type {number} */ size) => fit.sides.reduce((total, side) => total + workOnGrid(descriptionOf(side), box, size), 0);
    const follows = fit.sides.every((side, k) => hasFastSums(side) && this.memoryOf(k).follows(descriptionOf(side), box, FINEST, FINEST));
    const size = follows || isQuick(fit) ? FINEST : this.affordableSize(work, share * FRAME), terms = countTerms(fit);
    const start = performance.now();
    const projections = fit.sides.map((side, k) => this.memoryOf(k).project(descriptionOf(side), box, size, size));
    if (!follows) this.pace = (this.pace + (performance.now() - start) / work(size)) / 2;
    const grid = { size, box, projections };
    const isFinest = size === FINEST && !isHeld;
    const patches = [...makePatches(fit.sides, grid, isFinest ? MOST_IN_PATCHES : IN_FRAME / terms, isFinest)];
    this.fit = fit;
    this.grid = { ...grid, patches };
    this.slices = null;
    return this.grid;
  }

  /**
   * The most nodes along an axis that can be computed in some milliseconds.
   * @param {(size: number) => number} work
   * @param {number} time
   */
  affordableSize(work, time) {
    return [FINEST, ...COARSER].find((size) => work(size) * this.pace <= time) ?? COARSER[COARSER.length - 1];
  }

  /** @param {number} k */
  memoryOf(k) {
    this.memories[k] ??= new HeldGrid();
    return this.memories[k];
  }

  /** Work on the finest grid for some milliseconds. @param {number} time */
  refine(time) {
    const end = performance.now() + time;
    this.slices ??= this.slice();
    while (!this.slices.next().done && performance.now() < end);
  }

  *slice() {
    const fit = /** @type {Fit} */ (this.fit), { box } = /** @type {Grid} */ (this.grid);
    const projections = [];
    for (const [k, side] of fit.sides.entries()) {
      const description = descriptionOf(side);
      // Parts of fast sums take as long as all of them.
      projections.push(hasFastSums(side) ? this.memoryOf(k).project(description, box, FINEST, FINEST) : yield* projectInSlices(description, box));
      yield;
    }
    /** @type {import("./islands.js").Patch[]} */
    const patches = [], grid = { size: FINEST, box, projections, patches };
    for (const patch of makePatches(fit.sides, grid, MOST_IN_PATCHES, true)) {
      patches.push(patch);
      yield;
    }
    this.grid = grid;
  }
}

/** The finest grid of a description. @param {Description} description @param {Box} box */
function* projectInSlices(description, box) {
  const projections = new Float64Array(FINEST * FINEST), step = (box[3] - box[2]) / (FINEST - 1);
  for (let row = 0; row < FINEST; row += SLICE) {
    const low = box[2] + step * row, high = low + step * (SLICE - 1);
    projections.set(projectGrid(description, [box[0], box[1], low, high], FINEST, SLICE), row * FINEST);
    yield;
  }
  return projections;
}

/** Whether the finest grid takes no longer than a frame. @param {Fit} fit */
function isQuick({ sides }) {
  const most = Math.max(...sides.map((side) => descriptionOf(side).expansions.reduce((count, { z1 }) => count + z1.length, 0)));
  return most <= ALWAYS_FINEST && sides.every(hasFastSums);
}

/** @param {Side} side */
function hasFastSums(side) {
  return descriptionOf(side).expansions.every(({ kernel }) => kernel.name === "rbf");
}

/** How many numbers a score is the sum of. @param {Fit} fit */
function countTerms({ sides }) {
  const lengths = sides.flatMap((side) => descriptionOf(side).expansions.map(({ z1 }) => z1.length));
  return lengths.reduce((sum, length) => sum + length, 10 * sides.length);
}

/** That of a fit which is no picture from Python. @param {Side} side */
function descriptionOf({ description }) {
  return /** @type {Description} */ (description);
}
