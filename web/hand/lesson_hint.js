/**
 * "drag me" in the picture of a lesson with points to move: beside the threshold on the line, or a point of the plane.
 */

import { Hint } from "../paint/hint.js";
import { gripAt } from "../paint/projection.js";

const ROW = 30; // pixels from the threshold's handle to the points above it and the curves below it

/** @import { Panel } from "../paint/panel.js" */

export class LessonHint {
  /** @type {Hint | null} */
  hint = null;

  /**
   * @param {Panel[]} panels those in use
   * @param {{line: boolean}} lesson
   * @param {import("../model/points.js").Points} points
   * @param {boolean} isHeld whether something is being dragged
   */
  write(panels, { line }, points, isHeld) {
    const panel = panels[panels.length - 1];
    this.hint ??= new Hint(panel.find(line ? ".line" : ".plane"));
    if (isHeld) this.hint.forget();
    else if (line) this.hint.write(atThreshold(panel), panel.lineSize ?? [0, 0]);
    else this.hint.write(atPoint(panel, points), panel.planeSize ?? [0, 0]);
  }
}

/**
 * The handle between both rows, and what the words may not cover.
 * @param {Panel} panel
 * @returns {{place: [number, number]}[]}
 */
function atThreshold({ layout, fit }) {
  if (!layout || !fit) return [];
  const [x, y] = gripAt(layout, -fit.sides[0].offset);
  return [y, y - ROW, y + ROW].map((each) => ({ place: [x, each] }));
}

/**
 * The point that is farthest to the right, where few others are.
 * @param {Panel} panel
 * @param {import("../model/points.js").Points} points
 * @returns {{place: [number, number]}[]}
 */
function atPoint({ view }, { x, y }) {
  const last = x.indexOf(Math.max(...x));
  return last < 0 ? [] : [{ place: [view.pixelX(x[last]), view.pixelY(y[last])] }];
}
