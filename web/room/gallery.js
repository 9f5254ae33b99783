/** Solutions of an exercise as pictures: small ones in a gallery, one of them large. */

import { toBytes, toNumbers } from "../model/bytes.js";
import { withThreshold } from "../model/model.js";
import { decodeDrawing } from "../wire/codec.js";
import { sheetWith } from "./desk.js";
import { make } from "./elements.js";
import { Tuner } from "./tuner.js";

/**
 * @import { DeskPicture, DeskSheet, Model, RoomPoint, RoomStart } from "../messages.js"
 * @import { Fit } from "../model/model.js"
 */

/** A plane with a classifier whose threshold may have been moved. */
class SolutionPlane extends Tuner {
  /** @type {number | null | undefined} */
  cut;

  /** @param {Model} model @param {number} gamma */
  fitTo(model, gamma) {
    const fit = super.fitTo(model, gamma), { cut } = this;
    if (fit.problem !== undefined || cut === null || cut === undefined) return fit;
    const { search } = /** @type {Fit} */ (fit).sides[0];
    const { scores, cuts } = search, ends = [scores[0] - 1, scores[scores.length - 1] + 1]; // beyond all points, cuts are infinite
    const threshold = Math.max(ends[0], Math.min(ends[1], cuts[cut]));
    return cut === search.index ? fit : withThreshold(/** @type {Fit} */ (fit), { side: 0, offset: -threshold });
  }
}

/** The planes of a sheet: one for each classifier that it shows. */
export class SheetPicture {
  root = make("div", { class: "planes" });
  /** @type {SolutionPlane[]} */
  planes;

  /**
   * @param {DeskSheet} sheet
   * @param {RoomStart} start
   * @param {import("../paint/look.js").Look} look
   * @param {string} words what the picture shows
   * @param {number} [most] planes
   */
  constructor(sheet, start, look, words, most = sheet.panels.length) {
    const { box, points } = readSheet(sheet, start), styles = sheet.classes.map((name, k) => ({ ...start.palette[k], name }));
    const isReady = new Set(points.map(([, , label]) => label)).size > 1; // with one class there is nothing to classify
    this.planes = sheet.panels.slice(0, most).map(({ title, model }) => {
      const canvas = make("canvas", { class: "pad", role: "img", "aria-label": `${words} ${title}.` });
      this.root.append(make("figure", {}, canvas, ...(most > 1 && sheet.panels.length > 1 ? [make("figcaption", {}, title)] : [])));
      const plane = new SolutionPlane(canvas, { points, box, styles });
      plane.cut = sheet.lesson?.line ? sheet.lesson.cut : null;
      plane.show(isReady ? model : undefined, sheet.gamma ?? 1, look, false);
      return plane;
    });
  }

  close() {
    for (const plane of this.planes) plane.close();
    this.root.remove();
  }
}

/**
 * @param {DeskSheet} sheet
 * @param {RoomStart} start
 * @returns {{box: [number, number, number, number], points: RoomPoint[]}}
 */
function readSheet({ points, box }, { limits }) {
  const read = typeof points === "string" ? decodeDrawing(points, limits)
    : { box, points: { x: toNumbers(points.x), y: toNumbers(points.y), labels: toBytes(points.labels) } };
  const { x, y, labels } = read.points;
  return { box: read.box, points: Array.from(labels, (label, i) => /** @type {RoomPoint} */ ([x[i], y[i], label])) };
}

/**
 * The picture of a state that was handed in.
 * @param {DeskPicture} picture of the desk
 * @param {Record<string, any>} state
 */
export function sheetOf(picture, state) {
  return picture.kind === "drawn" ? sheetWith(picture, state) : null;
}
