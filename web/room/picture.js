/**
 * The drawing component as a picture of a room's points with a classifier: nobody draws on it.
 *
 * It takes what `drawing.js` documents, and tells only a new gamma.
 */

import { Drawing } from "./drawing.js";

/**
 * @typedef {import("../messages.js").RoomPoint} RoomPoint
 * @typedef {{points: RoomPoint[], box: import("../model/points.js").Box, classes: number, model: string, gamma: number, theme: string}} Sheet
 */

export class Picture {
  start;
  drawing;
  revision = 0;
  shown = ""; // points, as a text
  /** @type {number | null} */
  gamma = null;

  /**
   * @param {HTMLElement} parent
   * @param {import("../messages.js").RoomStart} start what Python says of palette, classifiers, limits and style sheets
   * @param {(gamma: number) => void} moved
   */
  constructor(parent, start, moved) {
    this.start = start;
    this.drawing = new Drawing(parent, start.styles, ({ gamma }) => {
      if (gamma !== null && gamma !== this.gamma) moved(gamma);
    });
  }

  /** @param {Sheet} sheet */
  show({ points, box, classes, model, gamma, theme }) {
    const text = JSON.stringify(points);
    if (text !== this.shown) this.revision += 1;
    this.shown = text;
    const { palette, models, limits, offered, names } = this.start, { title, message } = models[model];
    this.gamma = message.kind === "kernel" ? gamma : null;
    this.drawing.show({
      theme, box, limits, offered, palette,
      gamma: this.gamma,
      revision: this.revision,
      switches: [],
      points: encodePoints(points),
      exact: true,
      classes: names.slice(0, classes),
      features: ["x₁", "x₂"],
      panels: [{ title, model: message, accuracy: message.kind === "kernel" ? null : "" }],
    });
  }

  close() {
    this.drawing.close();
  }
}

/**
 * Points [x, y, class] in the bytes that the component reads.
 * @param {RoomPoint[]} points
 */
function encodePoints(points) {
  const column = (/** @type {0 | 1} */ place) => toText(new Float64Array(points.map((point) => point[place])));
  return { x: column(0), y: column(1), labels: toText(new Uint8Array(points.map((point) => point[2]))) };
}

/** @param {Float64Array | Uint8Array} numbers */
function toText(numbers) {
  return btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
}
