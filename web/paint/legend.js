/**
 * The legend of the points, lines and areas of a picture, in rows.
 *
 * @typedef {Object} Entry
 * @property {string} text
 * @property {import("../messages.js").Style} [marker]
 * @property {{colour: string, width: number, dash?: number[], alpha?: number}} [line]
 * @property {string | CanvasPattern} [area] what fills it
 *
 * @typedef {Object} Layout
 * @property {{left: number, top: number, entry: Entry}[]} entries
 * @property {number} height
 *
 * @typedef {CanvasRenderingContext2D} Context
 */

import { paintMarkers, setType, stroke } from "./look.js";

const TYPE = 15, ROW = 22, SAMPLE = 26, GAP = 18, MARKER = 12; // pixels

/**
 * Place entries beside each other, in as many rows as they need.
 * @param {Context} context
 * @param {string} font
 * @param {Entry[]} entries
 * @param {{left: number, width: number}} room
 * @returns {Layout}
 */
export function placeLegend(context, font, entries, { left, width }) {
  context.font = `${TYPE}px ${font}`;
  let across = 0, row = 0;
  const samples = entries.map((entry) => {
    const wide = (entry.marker ? MARKER : SAMPLE) + 7 + context.measureText(entry.text).width;
    if (across > 0 && across + wide > width) [across, row] = [0, row + 1];
    const place = { left: left + across, top: row * ROW, entry };
    across += wide + GAP;
    return place;
  });
  return { entries: samples, height: (row + 1) * ROW };
}

/**
 * @param {Context} context
 * @param {import("../paint/look.js").Look} look
 * @param {string} font
 * @param {Layout} layout
 */
export function paintLegend(context, look, font, { entries }) {
  for (const { left, top, entry: { text, marker, line, area } } of entries) {
    const middle = top + ROW / 2, wide = marker ? MARKER : SAMPLE;
    if (marker) paintMarkers(context, look, marker, [[left + MARKER / 2, middle]], MARKER);
    if (area) {
      context.fillStyle = area;
      context.fillRect(left, middle - 7, SAMPLE, 14);
      Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1 });
      context.strokeRect(left, middle - 7, SAMPLE, 14);
    }
    if (line) {
      context.globalAlpha = line.alpha ?? 1;
      stroke(context, [left, middle, left + SAMPLE, middle], line.colour, line.width, line.dash);
      context.globalAlpha = 1;
    }
    setType(context, look.ink, `${TYPE}px ${font}`, "left", "middle");
    context.fillText(text, left + wide + 7, middle + 1);
  }
}
