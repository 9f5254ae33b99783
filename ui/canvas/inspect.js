/**
 * What one point is made of, on a card beside it: where it is, how it is judged, and by which sums.
 */

import { margin, takeApart } from "./model.js";
import { format } from "./view.js";
import { setText } from "./words.js";

const GAP = 18; // pixels between point and card

/** Show the card of the point that is hovered over, or none. */
export function paintInspection(panel) {
  const { board, find, isOld } = panel, card = find(".card"), { hover, points } = board;
  const isBusy = isOld || board.held !== null || board.selection.length > 0;
  card.hidden = isBusy || hover < 0 || hover >= points.labels.length;
  if (card.hidden) return;
  setText(card.querySelector("strong"), panel.nameOf(points.labels[hover]));
  writeRows(card.querySelector("dl"), describePoint(panel, hover));
  placeCard(card, panel, panel.view.pixelX(points.x[hover]), panel.view.pixelY(points.y[hover]));
}

/** @returns {[string, string][]} what and how much */
function describePoint(panel, i) {
  const { board: { points, data }, fit } = panel, x = points.x[i], y = points.y[i];
  const place = [[data.features[0], format(x)], [data.features[1], format(y)]];
  if (!panel.hasFit) return place;
  const side = fit.sides[panel.shown], parts = takeApart(side, x, y);
  const [minus, plus] = panel.parted.map((label) => panel.nameOf(label));
  const rows = [
    [panel.axis.replace("projection ", ""), side.projection[i]],
    ["margin", margin(fit, i, points.labels[i])],
    [`kernel sum, ${plus}`, parts.positive],
    [`kernel sum, ${minus}`, parts.negative],
    ["second order", parts.rest],
  ];
  const shown = rows.filter(([, value], k) => Number.isFinite(value) && (k < 2 || value !== 0));
  return [...place, ...shown.map(([name, value]) => [name, format(value)])];
}

function writeRows(list, rows) {
  list.replaceChildren(...rows.flatMap(([name, value]) => {
    const term = document.createElement("dt"), number = document.createElement("dd");
    term.textContent = name;
    number.textContent = value;
    return [term, number];
  }));
}

/** Beside the point, on the side with more room, and within the picture. */
function placeCard(card, { planeSize: [width, height] }, x, y) {
  const left = x > width / 2 ? x - GAP - card.offsetWidth : x + GAP;
  const top = Math.min(y - card.offsetHeight / 2, height - card.offsetHeight);
  card.style.left = `${Math.max(0, left)}px`;
  card.style.top = `${Math.max(0, top)}px`;
}
