/**
 * The drawing component as a picture of a room's points with a classifier: nobody draws on it.
 *
 * It takes the data that `drawing.js` documents, and reports only a new gamma.
 */

import { packPoints, pointsOfRows } from "../model/points.js";
import { Drawing } from "../exercise/drawing.js";

/**
 * @import { RoomPoint, RoomStart } from "../messages.js"
 * @typedef {{points: RoomPoint[], box: import("../model/points.js").Box, classes: number, model: string, gamma: number, theme: string, isSteered: boolean}} Sheet `isSteered`: its γ can be changed here
 */

export class RoomPicture {
  revision = 0;
  lastText = ""; // points, as a text
  /** @type {number | null} */
  gamma = null;

  /**
   * @param {HTMLElement} parent
   * @param {RoomStart} start what Python says of palette, classifiers, limits and style sheets
   * @param {(gamma: number) => void} onGamma
   */
  constructor(parent, start, onGamma) {
    this.start = start;
    this.drawing = new Drawing(parent, start.styles, ({ gamma }) => {
      if (typeof gamma === "number" && gamma !== this.gamma) onGamma(gamma);
    });
  }

  /** @param {Sheet} sheet */
  show({ points, box, classes, model, gamma, theme, isSteered }) {
    const text = JSON.stringify(points);
    if (text !== this.lastText) this.revision += 1;
    this.lastText = text;
    const { palette, models, offered, names } = this.start, { title, message } = models[model];
    this.gamma = gamma;
    this.drawing.show({
      theme, box, offered, palette, view: "page",
      gamma, showsGamma: message.kind === "kernel",
      revision: this.revision,
      switches: [],
      locked: isSteered ? [] : ["gamma"],
      points: packPoints(pointsOfRows(points)),
      exact: true,
      classes: names.slice(0, classes),
      features: ["x₁", "x₂"],
      panels: [{ name: model, title, model: message, accuracy: message.kind === "kernel" ? null : "" }],
    });
  }

  close() {
    this.drawing.close();
  }
}
