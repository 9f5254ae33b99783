/**
 * Parts of a picture that stay the same from frame to frame: they are painted once, on a separate canvas, and copied.
 *
 * A part gets its own canvas only when a second frame needs the same part, because a copy costs time as well.
 *
 * @typedef {{key: unknown[], canvas: ?HTMLCanvasElement}} Layer
 * @import { Points } from "../model/points.js"
 */

import { findChanges } from "../model/held.js";
import { NO_POINTS } from "../model/points.js";
import { newPen } from "./view.js";

export class Layers {
  /** @type {Map<string, Layer>} */
  parts = new Map();
  /** @type {{points: Points, changes: number[]}} */
  still = { points: NO_POINTS, changes: [] };

  /**
   * Points, and those of them that a hand moves; the same object as long as no others move. At rest there are none:
   * then all are painted in their order, none on top.
   * @param {Points} points
   * @param {boolean} isDragged
   */
  follow(points, isDragged) {
    const { still } = this, changes = isDragged ? findChanges(columnsOf(still.points), columnsOf(points)) : null;
    const isSame = isDragged ? changes?.every((i) => still.changes.includes(i)) : still.points === points && !still.changes.length;
    if (!isSame) this.still = { points, changes: changes ?? [] };
    return this.still;
  }

  /**
   * Paint a part.
   * @param {CanvasRenderingContext2D} context
   * @param {string} name of the part
   * @param {unknown[]} key all that it depends on
   * @param {(context: CanvasRenderingContext2D) => void} draw
   */
  paint(context, name, key, draw) {
    const { canvas: { width, height } } = context, { a, e, f } = context.getTransform(), own = [...key, width, height, a, e, f];
    const last = this.parts.get(name), isSame = last?.key.length === own.length && own.every((part, k) => part === last.key[k]);
    const canvas = isSame ? last.canvas ?? paintBeside(context, draw) : null;
    this.parts.set(name, { key: own, canvas });
    if (canvas) copy(context, canvas);
    else draw(context);
  }
}

/** @param {CanvasRenderingContext2D} context @param {(context: CanvasRenderingContext2D) => void} draw */
function paintBeside(context, draw) {
  const { width, height } = context.canvas, pen = newPen(width, height);
  pen.setTransform(context.getTransform());
  draw(pen);
  return pen.canvas;
}

/** @param {CanvasRenderingContext2D} context @param {HTMLCanvasElement} canvas */
function copy(context, canvas) {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(canvas, 0, 0);
  context.restore();
}

/** @param {Points} points */
function columnsOf({ x, y, labels }) {
  return [x, y, labels];
}
