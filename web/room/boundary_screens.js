/**
 * The screens of a boundary: a cut on a line, or a point where the boundary is thought to pass.
 *
 * @import { CutActivity, PointActivity, RoomPoint, You } from "../messages.js"
 * @import { PhonePage } from "./screens.js"
 */

import { setText } from "../paint/words.js";
import { distanceTo, MARK } from "./boundary.js";
import { SENDING, SENT } from "./connection.js";
import { CutLine } from "./cut_line.js";
import { make } from "../paint/elements.js";
import { legendOf } from "./legend.js";
import { Pad } from "./pad.js";

export class CutScreen {
  message = make("p", { class: "told", "aria-live": "polite" });

  /** @param {HTMLElement} root @param {PhonePage} page @param {CutActivity} activity */
  constructor(root, page, { settings }) {
    this.page = page;
    this.settings = settings;
    this.line = new CutLine(settings, page.start, (cut) => {
      setText(this.message, SENDING);
      page.putNewest({ cut });
    });
    root.append(this.line.canvas, ...legendOf(settings), this.message);
  }

  /** @param {CutActivity} activity @param {You} you @param {boolean} isSettled */
  update({ open, shown }, { value }, isSettled) {
    const { low, high } = this.settings, cut = isSettled ? value?.cut : this.line.state?.at ?? value?.cut;
    this.line.update({ at: cut ?? this.line.state?.at ?? (low + high) / 2, best: shown.best, isOpen: open, isPlaced: cut !== undefined, look: this.page.look() });
    if (isSettled || !open) setText(this.message, this.describe(value?.cut, open, shown.errors));
  }

  /** @param {number | undefined} cut @param {boolean} isOpen @param {number} [best] errors */
  describe(cut, isOpen, best) {
    const { points } = this.settings;
    const comparison = best === undefined ? "" : ` The best cut (thick, green) has ${best} of ${points.length}.`;
    if (cut === undefined) return isOpen ? "Drag the line, or tap. It counts once you have moved it." : `You have not placed a cut.${comparison}`;
    return `Your cut has ${countErrors(points, cut)} of ${points.length} points on the wrong side.${isOpen ? ` ${SENT}` : comparison}`;
  }

  close() {
    this.line.close();
  }
}

/**
 * The points on the wrong side of a cut: C+ is on the right.
 * @param {import("../messages.js").Score[]} points
 * @param {number} cut
 */
export function countErrors(points, cut) {
  return points.filter(([score, label]) => score > cut !== (label === 1)).length;
}

export class PointScreen {
  message = make("p", { class: "told", "aria-live": "polite" });

  /** @param {HTMLElement} root @param {PhonePage} page @param {PointActivity} activity */
  constructor(root, page, { settings }) {
    const canvas = make("canvas", { class: "pad", tabIndex: 0, role: "application", "aria-label": "Drawing area" });
    this.page = page;
    this.pad = new Pad(canvas, ({ 0: point }) => point && page.put({ point: point.slice(0, 2) }), page.tell);
    this.pad.label = MARK;
    root.append(canvas, ...legendOf(settings, page), this.message);
  }

  /** @param {PointActivity} activity @param {You} you @param {boolean} isSettled */
  update({ settings, shown, open }, { value }, isSettled) {
    const { start, look } = this.page, { boundary = [] } = shown;
    /** @type {Record<string, RoomPoint>} */
    const points = value ? { 0: [value.point[0], value.point[1], MARK] } : {};
    this.pad.update({
      points, isSettled, settings: { box: settings.box, budget: 1 }, isOpen: open, look: look(), palette: start.palette.slice(0, MARK + 1),
      others: settings.points, isFaint: false, lines: boundary,
    });
    setText(this.message, describeMark(value?.point, boundary, open));
  }

  close() {
    this.pad.close();
  }
}

/** @param {[number, number] | null | undefined} point @param {[number, number][][]} boundary @param {boolean} isOpen */
export function describeMark(point, boundary, isOpen) {
  if (!point) return isOpen ? "" : `You have not placed a point.${boundary.length > 0 ? " The boundary is green." : ""}`;
  if (boundary.length === 0) return isOpen ? SENT : "";
  return `Your point is ${distanceTo(boundary, point).toFixed(2)} from the boundary (green).`;
}
