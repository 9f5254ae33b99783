/**
 * The projections of a fit on a grid, from frame to frame: the sum over the points that do not move is held, as held.js
 * does for the fit. A frame adds one bump for each point that moves.
 *
 * @import { Description, Expansion, Grid } from "./evaluate.js"
 * @import { Box } from "./points.js"
 * @typedef {{expansions: Expansion[], key: string, changes: number[][], grid: Grid}} Base
 */

import { addSums, projectGrid, sumGrid } from "./evaluate.js";
import { findChanges } from "./held.js";

export class HeldGrid {
  /** @type {?{expansions: Expansion[], key: string}} */
  last = null;
  /** @type {?Base} */
  base = null;

  /**
   * The projections of a description.
   * @param {Description} description
   * @param {Box} box
   * @param {number} columns
   * @param {number} rows
   */
  project(description, box, columns, rows) {
    const { expansions } = description, key = keyOf(description, box, columns, rows), isHeld = this.isHeld(expansions, key);
    const changes = isHeld ? null : this.changesSince(description);
    this.last = { expansions, key: keyOf(description) };
    if (!isHeld) {
      this.base = null;
      if (changes) this.hold(description, box, columns, rows, true, changes, key);
    }
    return projectGrid(description, box, columns, rows, (mayInterpolate) => {
      const { base } = this;
      if (!base) return sumGrid(description, box, columns, rows, mayInterpolate);
      if (base.grid.isInterpolated && !mayInterpolate) this.hold(description, box, columns, rows, false, base.changes, key);
      return this.addChanges(description, box, columns, rows);
    });
  }

  /**
   * Whether only a few points of this description have moved since the last one, so that most of its grid can be held.
   * @param {Description} description
   * @param {Box} box
   * @param {number} columns
   * @param {number} rows
   */
  follows(description, box, columns, rows) {
    return this.isHeld(description.expansions, keyOf(description, box, columns, rows)) || this.changesSince(description) !== null;
  }

  /**
   * The points of each expansion that have moved since the last grid, be it of other nodes; null if they are none or too many.
   * @param {Description} description
   */
  changesSince(description) {
    const { last } = this, changes = last?.key === keyOf(description) ? findAllChanges(last.expansions, description.expansions) : null;
    return changes?.some(({ length }) => length) ? changes : null;
  }

  /**
   * Whether the held sum is over all points but some of those that have moved since.
   * @param {Expansion[]} expansions
   * @param {string} key
   */
  isHeld(expansions, key) {
    const { base } = this, changes = base?.key === key ? findAllChanges(base.expansions, expansions) : null;
    return changes?.every((each, k) => each.every((i) => base?.changes[k].includes(i))) ?? false;
  }

  /**
   * Compute the sum over the points that do not move.
   * @param {Description} description
   * @param {Box} box
   * @param {number} columns
   * @param {number} rows
   * @param {boolean} mayInterpolate
   * @param {number[][]} changes of each expansion
   * @param {string} key
   */
  hold(description, box, columns, rows, mayInterpolate, changes, key) {
    const rest = description.expansions.map((expansion, k) => pick(expansion, (i) => !changes[k].includes(i)));
    const grid = sumGrid({ ...description, expansions: rest }, box, columns, rows, mayInterpolate);
    this.base = { expansions: description.expansions, key, changes, grid };
  }

  /**
   * The held sum, and the bumps of the points that move.
   * @param {Description} description
   * @param {Box} box
   * @param {number} columns
   * @param {number} rows
   * @returns {Grid}
   */
  addChanges(description, box, columns, rows) {
    const { changes, grid: { projections: rest, isInterpolated } } = /** @type {Base} */ (this.base), projections = rest.slice();
    const expansions = description.expansions.map((expansion, k) => ({ ...pick(expansion, (i) => changes[k].includes(i)), square: 0 }));
    const bumps = { ...description, W: [[0, 0], [0, 0]], w: [0, 0], w0: 0, expansions };
    addSums(bumps, box, columns, rows, false, projections);
    return { projections, isInterpolated };
  }
}

/**
 * Everything that determines scores, on a grid if it is given, except the places of the points.
 * @param {Description} description
 * @param {...unknown} grid
 */
function keyOf({ shift, scale, W, w, w0, expansions }, ...grid) {
  const kinds = expansions.map(({ kernel, root, square, z1 }) => [kernel, root, square, z1.length]);
  return JSON.stringify([shift, scale, W, w, w0, kinds, grid]);
}

/**
 * The points of each expansion that differ; null if they are too many.
 * @param {Expansion[]} before
 * @param {Expansion[]} now
 */
function findAllChanges(before, now) {
  const changes = [];
  for (const [k, { z1, z2, coefficients }] of now.entries()) {
    const own = findChanges([before[k].z1, before[k].z2, before[k].coefficients], [z1, z2, coefficients]);
    if (own === null) return null;
    changes.push(own);
  }
  return changes;
}

/**
 * Some points of an expansion.
 * @param {Expansion} expansion
 * @param {(i: number) => boolean} test
 * @returns {Expansion}
 */
function pick(expansion, test) {
  const { z1, z2, coefficients } = expansion, indices = Int32Array.from({ length: z1.length }, (_, i) => i).filter(test);
  const [t, v, a] = [z1, z2, coefficients].map((values) => Float64Array.from(indices, (i) => values[i]));
  return { ...expansion, z1: t, z2: v, coefficients: a };
}
