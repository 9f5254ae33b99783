/** The plane of a challenge: the training points, and a classifier that is fitted here. */

import { GridMaker } from "../canvas/model/grid.js";
import { findWrong, fitModel } from "../canvas/model/model.js";
import { makePoints } from "../canvas/model/points.js";
import { paintPlane, planeView } from "../canvas/paint/paint.js";
import { classifyGrid, paintRegions } from "../canvas/paint/regions.js";
import { prepare } from "../canvas/paint/view.js";
import { percentRight } from "../canvas/paint/words.js";

const SHOW = { points: true, boundary: true, far: true, errors: true, shading: true, axes: false, equal: false };
const ALONE = { problem: "" };

export class Tuner {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{points: [number, number, number][], box: number[], styles: object[]}} sheet `styles`: of the classes, with names
   */
  constructor(canvas, { points, box, styles }) {
    const column = (place) => points.map((point) => point[place]);
    Object.assign(this, { canvas, box, styles, points: makePoints(column(0), column(1), column(2)), grids: new GridMaker() });
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(canvas);
  }

  /**
   * Fit a classifier, paint it, and return a sentence on its accuracy; while a hand moves gamma, coarsely.
   * Without a model the points are painted alone.
   */
  show(model, gamma, look, isHeld) {
    const asked = JSON.stringify([model, gamma, look, isHeld]);
    if (asked !== this.asked) {
      const fit = model ? fitModel(model, gamma, this.points, this.styles) : ALONE;
      Object.assign(this, { asked, fit, look, isHeld });
      this.paint();
    }
    return this.fit.problem ?? this.describe();
  }

  describe() {
    const { fit, points: { labels } } = this, alone = findWrong(fit, labels, "loo");
    const leaveOneOut = alone ? `, leave-one-out ${percentRight(alone)}` : "";
    return `Accuracy: training ${percentRight(findWrong(fit, labels))}${leaveOneOut}.`;
  }

  paint() {
    const { canvas, fit, look, points, box, styles } = this, size = [canvas.clientWidth, canvas.clientHeight];
    if (!fit) return;
    const context = prepare(canvas, size), regions = this.regions();
    paintPlane(context, {
      view: planeView(context, "", box, ...size, SHOW), show: SHOW, look, points, styles, regions, selection: [], hover: -1,
      raster: regions && paintRegions(regions, styles, look, true),
      wrong: fit.problem === undefined ? findWrong(fit, points.labels) : null,
    });
  }

  regions() {
    const { fit, grids, box, isHeld } = this;
    if (fit.problem !== undefined) return null;
    grids.make(fit, box, isHeld, 1);
    if (!isHeld) while (grids.isCoarse) grids.refine(Infinity);
    return classifyGrid(fit, grids.grid);
  }

  close() {
    this.observer.disconnect();
  }
}
