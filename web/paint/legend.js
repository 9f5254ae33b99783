/**
 * The legend of the points, lines and areas of a picture, in rows.
 *
 * @typedef {Object} Entry
 * @property {string} text
 * @property {import("./look.js").Style & {name?: string}} [marker] its colour, as those of the others, may be a name of the look
 * @property {{colour: string, width: number, dash?: number[], alpha?: number}} [line]
 * @property {string | CanvasPattern | {colour: string, shade?: number | "unsure" | "sure", isHatched?: boolean}} [area] what fills it
 *
 * @typedef {Object} Layout
 * @property {{left: number, top: number, entry: Entry}[]} entries
 * @property {number} height
 *
 * @typedef {CanvasRenderingContext2D} Context
 */

import { clipTo, colourOf, inkOf, paintHatching, paintMarkers, setType, stroke } from "./look.js";

const TYPE = 15, ROW = 22, SAMPLE = 26, GAP = 18, MARKER = 12; // pixels
const FAINTEST = 0.6; // of a line, where no others lie beside it

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
    if (marker) paintMarkers(context, look, { ...marker, colour: inkOf(look, marker.colour) }, [[left + MARKER / 2, middle]], MARKER);
    if (area) paintArea(context, look, area, { left, top: middle - 7, width: SAMPLE, height: 14 });
    if (line) {
      context.globalAlpha = Math.max(FAINTEST, line.alpha ?? 1);
      stroke(context, [left, middle, left + SAMPLE, middle], inkOf(look, line.colour), line.width, line.dash);
      context.globalAlpha = 1;
    }
    setType(context, look.ink, `${TYPE}px ${font}`, "left", "middle");
    context.fillText(text, left + wide + 7, middle + 1);
  }
}

/**
 * @param {Context} context
 * @param {import("../paint/look.js").Look} look
 * @param {NonNullable<Entry["area"]>} area
 * @param {import("./view.js").Rectangle} sample
 */
function paintArea(context, look, area, sample) {
  const { left, top, width, height } = sample, isMark = typeof area === "object" && "colour" in area;
  if (isMark && area.isHatched) {
    clipTo(context, sample);
    paintHatching(context, colourOf(look, area), sample);
    context.restore();
  } else {
    context.fillStyle = isMark ? colourOf(look, area) : area;
    context.fillRect(left, top, width, height);
  }
  Object.assign(context, { strokeStyle: look.quiet, lineWidth: 1 });
  context.strokeRect(left, top, width, height);
}
