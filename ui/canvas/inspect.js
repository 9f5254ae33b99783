/**
 * What one point is made of, on a card beside it: where it is, how it is judged, and by which sums.
 */

import { margin, takeApart } from "./model.js";
import { setText } from "./stage.js";
import { format } from "./view.js";

const GAP = 18; // pixels between point and card

/** Show the card of the point that is hovered over, or none. */
export function paintInspection(stage) {
  const { board, find } = stage, card = find(".card"), { hover, points, isOld } = board;
  const isBusy = isOld || board.held !== null || board.selection.length > 0;
  card.hidden = isBusy || hover < 0 || hover >= points.labels.length;
  if (card.hidden) return;
  setText(card.querySelector("strong"), board.names[points.labels[hover]]);
  writeRows(card.querySelector("dl"), describePoint(stage, hover));
  placeCard(card, stage, board.view.pixelX(points.x[hover]), board.view.pixelY(points.y[hover]));
}

/** @returns {[string, string][]} what and how much */
function describePoint({ board, fit, versus }, i) {
  const { points, names, data } = board, x = points.x[i], y = points.y[i];
  const place = [[data.features[0], format(x)], [data.features[1], format(y)]];
  if (fit.problem !== undefined) return place;
  const all = fit.sides.map((side) => takeApart(side, x, y)), parts = all[versus];
  const scores = all.map(({ p, offset }) => p + offset);
  const isBinary = fit.sides.length === 1;
  const plus = names[fit.classes[isBinary ? 1 : versus]], minus = isBinary ? names[fit.classes[0]] : "the rest";
  const rows = [
    ["p(x)", parts.p],
    ["margin", margin(fit, scores, points.labels[i])],
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
function placeCard(card, { plane }, x, y) {
  const left = x > plane.clientWidth / 2 ? x - GAP - card.offsetWidth : x + GAP;
  const top = Math.min(y - card.offsetHeight / 2, plane.clientHeight - card.offsetHeight);
  card.style.left = `${Math.max(0, left)}px`;
  card.style.top = `${Math.max(0, top)}px`;
}
