/**
 * The card of a point: its position, its score, and the kernel sums the score consists of.
 *
 * The card appears when the pointer, or the cross-hair, rests on a point, in the corner of the plane that is
 * farthest from it. A point that was just added or moved has no card until the pointer has left it.
 */

import { margin, takeApart } from "../model/model.js";
import { format } from "./view.js";
import { setText } from "./words.js";

const REST = 400; // ms

/** Decides which point has a card: the one that the hand rests on. */
export class Inspection {
  /** @param {import("../hand/board.js").Board} board */
  constructor(board) {
    Object.assign(this, { board, index: -1, hover: -1, place: null, points: null, ignored: -1, timer: null });
  }

  /** Look at the board, once in each frame. */
  follow() {
    const { hover, held, points, pointer, crosshair } = this.board, place = crosshair ?? pointer;
    if (points !== this.points) Object.assign(this, { points, ignored: null });
    if (held !== null) return this.wait(-1, place);
    this.ignored ??= hover;
    if (hover !== this.ignored) this.ignored = -1;
    const candidate = hover === this.ignored ? -1 : hover;
    if (candidate !== this.hover || (place !== this.place && this.index < 0)) this.wait(candidate, place);
  }

  /** Show nothing until the hand has rested on this point, -1 for none. */
  wait(hover, place) {
    clearTimeout(this.timer);
    Object.assign(this, { hover, place, index: -1 });
    if (hover >= 0) this.timer = setTimeout(() => this.show(), REST);
  }

  show() {
    this.index = this.hover;
    this.board.changed();
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** Show the card of a point, or none. */
export function paintInspection(panel, index) {
  const { board, find, isOld } = panel, card = find(".card"), { points } = board;
  card.hidden = isOld || board.selection.length > 0 || index < 0 || index >= points.labels.length;
  if (card.hidden) return;
  setText(card.querySelector("strong"), panel.nameOf(points.labels[index]));
  writeRows(card.querySelector("dl"), describePoint(panel, index));
  dockCard(card, panel, panel.view.pixelX(points.x[index]), panel.view.pixelY(points.y[index]));
}

/** @returns {[string, string][]} what and how much */
function describePoint(panel, i) {
  const { board: { points, data }, fit } = panel, x = points.x[i], y = points.y[i];
  const place = [[data.features[0], format(x)], [data.features[1], format(y)]];
  if (!panel.hasFit) return place;
  const side = fit.sides[panel.shown], parts = takeApart(side, x, y);
  const [minus, plus] = panel.parted.map((label) => panel.nameOf(label));
  const rows = [
    [panel.axis.replace(" p(x)", ""), side.projection[i]],
    ["margin", margin(fit, i, points.labels[i])],
    [`kernel sum, ${plus}`, parts.positive],
    [`kernel sum, ${minus}`, parts.negative],
    ["second order", parts.rest],
  ];
  const shown = rows.filter(([, value], k) => Number.isFinite(value) && (k < 2 || value !== 0));
  return [...place, ...shown.map(([name, value]) => [name, panel.formatScore(value)])];
}

function writeRows(list, rows) {
  list.replaceChildren(...rows.flatMap(([name, value]) => {
    const term = document.createElement("dt"), number = document.createElement("dd");
    term.textContent = name;
    number.textContent = value;
    return [term, number];
  }));
}

/** In the corner of the plot that is opposite to a pixel. */
function dockCard(card, { view: { plot } }, x, y) {
  const isRight = x < plot.left + plot.width / 2, isLow = y < plot.top + plot.height / 2;
  card.style.left = `${plot.left + (isRight ? plot.width - card.offsetWidth : 0)}px`;
  card.style.top = `${plot.top + (isLow ? plot.height - card.offsetHeight : 0)}px`;
}
