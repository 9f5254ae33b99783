/**
 * "drag me" in the picture of a lesson with points to move: at the threshold on the line, or below a point of the plane.
 */

import { Hint } from "../paint/hint.js";

const ABOVE_AXIS = 30; // pixels: where the threshold's line is free

/** @typedef {import("../paint/panel.js").Panel} Panel */

export class LessonHint {
  /** @type {Hint | null} */
  hint = null;

  /**
   * @param {Panel[]} panels those in use
   * @param {{line: boolean}} lesson
   * @param {import("../model/points.js").Points} points
   * @param {boolean} isHeld whether a hand has taken up something
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
 * @param {Panel} panel
 * @returns {{place: [number, number], isHintAbove: boolean}[]}
 */
function atThreshold({ layout, fit }) {
  if (!layout || !fit) return [];
  const { top, height } = layout.cuts.plot;
  return [{ place: [layout.bands.pixelX(-fit.sides[0].offset), top + height - ABOVE_AXIS], isHintAbove: true }];
}

/**
 * Below the point that is farthest to the right, where few others are.
 * @param {Panel} panel
 * @param {import("../model/points.js").Points} points
 * @returns {{place: [number, number]}[]}
 */
function atPoint({ view }, { x, y }) {
  const last = x.indexOf(Math.max(...x));
  return last < 0 ? [] : [{ place: [view.pixelX(x[last]), view.pixelY(y[last])] }];
}
