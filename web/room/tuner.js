/**
 * The plane of a challenge: the training points, and a classifier that is fitted here; or the hidden points with it.
 *
 * @import { Model, RoomPoint, Style } from "../messages.js"
 * @import { Fit } from "../model/model.js"
 * @import { Box, Points } from "../model/points.js"
 * @typedef {{rows: RoomPoint[], points: Points, box: Box, styles: Style[]}} Sheet `styles`: of the classes, with names
 */

import { GridMaker } from "../model/grid.js";
import { findWrong, fitModel, predict } from "../model/model.js";
import { pointsOfRows } from "../model/points.js";
import { paintPlane, planeView } from "../paint/paint.js";
import { classifyGrid, paintRegions } from "../paint/regions.js";
import { prepare } from "../paint/view.js";
import { percentRight } from "../paint/words.js";

const SHOW = { points: true, boundary: true, far: true, errors: true, shading: true, axes: false, equal: false };

export class Tuner {
  /** The points that are painted, and the box around them. */
  shownPoints;
  box;
  grids = new GridMaker();
  request = "";
  isHeld = false;
  /** @type {Fit | {problem: string} | null} */
  fit = null;
  /** @type {import("../paint/look.js").Look | null} */
  look = null;
  observer = new ResizeObserver(() => this.paint());

  /** @param {HTMLCanvasElement} canvas @param {Sheet} sheet */
  constructor(canvas, sheet) {
    this.canvas = canvas;
    this.sheet = sheet;
    this.points = this.shownPoints = sheet.points;
    this.box = sheet.box;
    this.observer.observe(canvas);
  }

  /**
   * Fit a classifier to the training points and paint it, coarsely during a drag of gamma; return a sentence on its
   * accuracy and the number of errors on the picture. Without a model only the points are painted.
   * @param {Model | undefined} model
   * @param {number} gamma
   * @param {import("../paint/look.js").Look} look
   * @param {boolean} isHeld
   * @param {RoomPoint[]} [hidden] instead of the training points
   */
  show(model, gamma, look, isHeld, hidden) {
    const request = JSON.stringify([model, gamma, look, isHeld, hidden]);
    if (request !== this.request) {
      this.fit = model ? this.fitTo(model, gamma) : { problem: "" };
      this.request = request;
      this.look = look;
      this.isHeld = isHeld;
      this.shownPoints = hidden ? pointsOfRows(hidden) : this.points;
      this.box = hidden ? boxAround([...this.sheet.rows, ...hidden]) : this.sheet.box; // what is hidden does not show where it ends
      this.paint();
    }
    return { text: this.describe(), wrong: this.findWrong()?.filter(Boolean).length ?? 0 };
  }

  /** @param {Model} model @param {number} gamma @returns {Fit | {problem: string}} */
  fitTo(model, gamma) {
    return fitModel(model, gamma, this.points, this.sheet.styles);
  }

  describe() {
    const { fit, points: { labels } } = this;
    if (!fit || fit.problem !== undefined) return fit?.problem ?? "";
    const alone = findWrong(fit, labels, "loo");
    const leaveOneOut = alone ? `, leave-one-out ${percentRight(alone)}` : "";
    return `Accuracy: training ${percentRight(findWrong(fit, labels) ?? [])}${leaveOneOut}.`;
  }

  /** Which points on the picture are misclassified; null without a classifier. */
  findWrong() {
    const { fit, shownPoints, points } = this;
    if (!fit || fit.problem !== undefined) return null;
    return shownPoints === points ? findWrong(fit, shownPoints.labels) : predict(fit, shownPoints).map((label, i) => label !== shownPoints.labels[i]);
  }

  paint() {
    const { canvas, fit, look, shownPoints, points, box, sheet: { styles } } = this, { clientWidth: width, clientHeight: height } = canvas;
    if (!fit || !look) return;
    const context = prepare(canvas, [width, height]);
    // Islands mark training points only.
    const all = this.regions(), regions = all && shownPoints !== points ? { ...all, predicted: [] } : all;
    paintPlane(context, {
      view: planeView(context, "", box, width, height, SHOW), show: SHOW, look, points: shownPoints, styles, regions,
      font: "", features: [],
      raster: regions && paintRegions(regions, styles, look, true),
      wrong: this.findWrong(),
    });
  }

  regions() {
    const { fit, grids, box, isHeld } = this;
    if (!fit || fit.problem !== undefined) return null;
    grids.make(fit, box, isHeld, 1);
    if (!isHeld) while (grids.isCoarse) grids.refine(Infinity);
    const sides = /** @type {import("../paint/regions.js").Side[]} */ (fit.sides); // fitted here: with their descriptions
    return grids.grid && classifyGrid({ ...fit, sides }, grids.grid);
  }

  close() {
    this.observer.disconnect();
  }
}

/**
 * The sheet of a challenge.
 * @param {{points: RoomPoint[], classes: string[]}} settings
 * @param {Style[]} palette
 * @returns {Sheet}
 */
export function challengeSheet({ points, classes }, palette) {
  return { rows: points, points: pointsOfRows(points), box: boxAround(points), styles: classes.map((name, k) => ({ ...palette[k], name })) };
}

/** A box around points [x, y, class], with a margin. @param {RoomPoint[]} points @returns {Box} */
export function boxAround(points) {
  const [[left, right], [low, high]] = [0, 1].map((place) => {
    const values = points.map((point) => point[place]), least = Math.min(...values), most = Math.max(...values);
    const margin = 0.08 * (most - least) || 1;
    return [least - margin, most + margin];
  });
  return [left, right, low, high];
}
