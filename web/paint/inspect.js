/**
 * The card of a point: its position, its score, and the kernel sums the score consists of.
 *
 * The card appears when the pointer, or the cross-hair, rests on a point, in the corner of the plane that is
 * farthest from it. A point that was just added or moved has no card until the pointer has left it.
 *
 * @import { Place, Points } from "../model/points.js"
 * @import { Panel } from "./panel.js"
 */

import { margin, takeApart } from "../model/model.js";
import { make } from "./elements.js";
import { format } from "./view.js";
import { finder, setText } from "./words.js";

const REST = 400; // ms

/** Decides which point has a card: the one that the hand rests on. */
export class Inspection {
  index = -1; // of the point with the card
  hover = -1;
  /** @type {?Place} */
  place = null;
  /** @type {?Points} */
  points = null;
  /** @type {?number} the point that has no card until the pointer has left it; null: whichever it is on */
  silentPoint = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {import("../hand/board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Look at the board, once in each frame. */
  follow() {
    const { hover, drag, points, pointer, crosshair } = this.board, place = crosshair ?? pointer;
    if (points !== this.points) this.silentPoint = null;
    this.points = points;
    if (drag !== null) return this.wait(-1, place);
    this.silentPoint ??= hover;
    if (hover !== this.silentPoint) this.silentPoint = -1;
    const candidate = hover === this.silentPoint ? -1 : hover;
    if (candidate !== this.hover || (place !== this.place && this.index < 0)) this.wait(candidate, place);
  }

  /** Show nothing until the hand has rested on this point, -1 for none. @param {number} hover @param {?Place} place */
  wait(hover, place) {
    clearTimeout(this.timer);
    this.hover = hover;
    this.place = place;
    this.index = -1;
    if (hover >= 0) this.timer = setTimeout(() => this.show(), REST);
  }

  show() {
    this.index = this.hover;
    this.board.onChange();
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** Show the card of a point, or none. @param {Panel} panel @param {number} index */
export function paintInspection(panel, index) {
  const { board, isOld } = panel, card = panel.find(".card"), { points } = board, find = finder(card);
  card.hidden = isOld || board.selection.length > 0 || index < 0 || index >= points.labels.length;
  if (card.hidden) return;
  setText(find("strong"), panel.nameOf(points.labels[index]));
  find("dl").replaceChildren(...describePoint(panel, index).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  dockCard(card, panel, panel.view.pixelX(points.x[index]), panel.view.pixelY(points.y[index]));
}

/** @param {Panel} panel @param {number} i @returns {[string, string][]} what and how much */
function describePoint(panel, i) {
  const { board: { points, data }, fit, side } = panel, x = points.x[i], y = points.y[i];
  /** @type {[string, string][]} */
  const place = [[data.features[0], format(x)], [data.features[1], format(y)]];
  if (!fit || !side) return place;
  const parts = takeApart(side, x, y), [minus, plus] = panel.sidePair.map((label) => panel.nameOf(label));
  /** @type {[string, number | undefined][]} */
  const rows = [
    [panel.axis.replace(" p(x)", ""), side.projection[i]],
    ["margin", margin(fit, i, points.labels[i])],
    [`kernel sum, ${plus}`, parts.positive],
    [`kernel sum, ${minus}`, parts.negative],
    ["second order", parts.rest],
  ];
  rows.forEach(([name, value], k) => {
    if (value !== undefined && Number.isFinite(value) && (k < 2 || value !== 0)) place.push([name, panel.formatScore(value)]);
  });
  return place;
}

/** In the corner of the plot that is opposite to a pixel. @param {HTMLElement} card @param {Panel} panel @param {number} x @param {number} y */
function dockCard(card, { view: { plot } }, x, y) {
  const isRight = x < plot.left + plot.width / 2, isLow = y < plot.top + plot.height / 2;
  card.style.left = `${plot.left + (isRight ? plot.width - card.offsetWidth : 0)}px`;
  card.style.top = `${plot.top + (isLow ? plot.height - card.offsetHeight : 0)}px`;
}
