/** Solutions of an exercise as pictures: small ones in a gallery, one of them large. */

import { withThreshold } from "../model/model.js";
import { lookOf } from "../paint/look.js";
import { readSheet } from "../wire/codec.js";
import { sheetWith, showStill } from "../exercise/desk.js";
import { make } from "../paint/elements.js";
import { Tuner } from "./tuner.js";

/**
 * @import { Desk, DeskPicture, DeskSheet, Model, RoomStart } from "../messages.js"
 * @import { Surroundings } from "../exercise/desk.js"
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
    const { box, points } = readSheet(sheet), styles = sheet.classes.map((name, k) => ({ ...start.palette[k], name }));
    const isReady = new Set(points.labels).size > 1; // with one class there is nothing to classify
    this.planes = sheet.panels.slice(0, most).map(({ title, model }) => {
      const canvas = make("canvas", { class: "pad", role: "img", "aria-label": `${words} ${title}.` });
      this.root.append(make("figure", {}, canvas, ...(most > 1 && sheet.panels.length > 1 ? [make("figcaption", {}, title)] : [])));
      const plane = new SolutionPlane(canvas, { rows: [], points, box, styles });
      plane.cut = sheet.lesson?.line ? sheet.lesson.cut : null;
      plane.show(isReady ? model : undefined, sheet.gamma, look, false);
      return plane;
    });
  }

  close() {
    for (const plane of this.planes) plane.close();
    this.root.remove();
  }
}

/**
 * Show a picture of an exercise in which nothing can be changed: the planes of a state, or without one what is asked for.
 * @param {HTMLElement} root
 * @param {Surroundings} page
 * @param {Desk} desk
 * @param {DeskPicture} picture that of the desk, or of its ending
 * @param {Record<string, any> | undefined} state
 * @param {string} words what the picture shows
 * @param {Record<string, number>[]} [places] that were handed in
 * @returns {{close: () => void}}
 */
export function showPicture(root, page, desk, picture, state, words, places) {
  const sheet = state && sheetOf(picture, state);
  if (!sheet) return showStill(root, page, desk, picture, places);
  const planes = new SheetPicture(sheet, page.start, lookOf(page.theme()), words);
  root.append(planes.root);
  return planes;
}

/**
 * The picture of a state that was handed in.
 * @param {DeskPicture} picture of the desk
 * @param {Record<string, any>} state
 */
export function sheetOf(picture, state) {
  return picture.kind === "drawn" ? sheetWith(picture, state) : null;
}
