/**
 * How things look: the colours that mean no class, markers, axes. The same look as `bayeslab.figures`.
 */

import { paintStamps } from "./stamps.js";
import { format, ticks } from "./view.js";

// `unsure` and `sure`: the share of its class's colour that a region takes on.
export const LOOKS = {
  light: {
    background: "#ffffff", ink: "#22212b", quiet: "#5c5a68", grid: "#e4e2ea", unsure: 0.16, sure: 0.55,
  },
  dark: {
    background: "#17161c", ink: "#eceaf2", quiet: "#b0adbb", grid: "#35333d", unsure: 0.22, sure: 0.55,
  },
};

// Outlines around the middle, in units of the radius, for markers of equal weight to the eye.
const ARM = 0.42;
const PLUS = [
  [-ARM, -1.2], [ARM, -1.2], [ARM, -ARM], [1.2, -ARM], [1.2, ARM], [ARM, ARM],
  [ARM, 1.2], [-ARM, 1.2], [-ARM, ARM], [-1.2, ARM], [-1.2, -ARM], [-ARM, -ARM],
];
const OUTLINES = {
  square: [[-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]],
  "triangle-up": [[0, -1.2], [1.08, 0.72], [-1.08, 0.72]],
  "triangle-down": [[0, 1.2], [1.08, -0.72], [-1.08, -0.72]],
  diamond: [[0, -1.22], [1.22, 0], [0, 1.22], [-1.22, 0]],
  cross: PLUS,
  x: PLUS.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]),
  star: corners(10, (k) => (k % 2 ? 0.58 : 1.4)),
  pentagon: corners(5, () => 1.1),
  hexagon: corners(6, () => 1),
  bowtie: [[-1.15, -0.95], [0, -0.2], [1.15, -0.95], [1.15, 0.95], [0, 0.2], [-1.15, 0.95]],
};

/** So many corners at equal angles, the first on top. */
function corners(count, radius) {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [radius(k) * Math.sin(angle), -radius(k) * Math.cos(angle)];
  });
}

/** Make a path a marker's outline; an unknown symbol is a circle. */
export function traceSymbol(path, symbol, x, y, radius) {
  const outline = OUTLINES[symbol];
  if (!outline) {
    path.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  outline.forEach(([dx, dy], k) => {
    if (k === 0) path.moveTo(x + radius * dx, y + radius * dy);
    else path.lineTo(x + radius * dx, y + radius * dy);
  });
  path.closePath();
}

/** A diameter in pixels that shrinks as points crowd: 14 for 8 points, 5 for 2000. */
export function markerSize(n) {
  return Math.max(5, Math.min(14, 24 * Math.max(n, 1) ** -0.2));
}

/** Draw markers of one style at pixels, each on top of the ones before. */
export function paintMarkers(context, look, { colour, symbol }, pixels, size) {
  const style = { fillStyle: colour, strokeStyle: look.ink, lineWidth: size / 8, lineJoin: "miter" };
  paintStamps(context, pixels, size, Object.values(style).concat(symbol).join(), (pen, x, y) => {
    Object.assign(pen, style).beginPath();
    traceSymbol(pen, symbol, x, y, size / 2);
    pen.fill();
    pen.stroke();
  });
}

/** Draw rings around markers at pixels. */
export function paintRings(context, look, pixels, size, width = 1.5) {
  const style = { strokeStyle: look.ink, lineWidth: width }, radius = (size + 7) / 2;
  paintStamps(context, pixels, radius + width, Object.values(style).join(), (pen, x, y) => {
    Object.assign(pen, style).beginPath();
    traceSymbol(pen, "circle", x, y, radius);
    pen.stroke();
  });
}

/** "#rrggbb" as three numbers. */
function channels(colour) {
  return [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
}

/** A share of a colour on a background, as three numbers. */
export function mix(colour, background, share) {
  return mixer(colour, background)(share);
}

/** A function from such shares to three numbers. */
export function mixer(colour, background) {
  const over = channels(colour), under = channels(background);
  return (share) => over.map((value, k) => Math.round(share * value + (1 - share) * under[k]));
}

/** Draw the lower axis: ticks, their numbers, a title below them or, on a low canvas, beside them. */
export function paintAxisX(context, look, font, view, title) {
  const { left, top, width, height } = view.plot, bottom = top + height, right = left + width;
  setType(context, look.ink, `17px ${font}`, view.isLow ? "right" : "center", "top");
  const words = shorten(context, title, view.isLow ? width / 2 : width);
  const end = view.isLow ? right - context.measureText(words).width - 8 : Infinity;
  context.fillText(words, view.isLow ? right : left + width / 2, bottom + (view.isLow ? 7 : 29));
  setType(context, look.ink, `15px ${font}`, "center", "top");
  context.strokeStyle = look.quiet;
  context.lineWidth = 1;
  for (const value of ticks(view.box[0], view.box[1], width / 62)) {
    const x = Math.round(view.pixelX(value)) + 0.5, text = format(value, 6);
    paintLine(context, x, bottom, x, bottom + 5);
    if (x + context.measureText(text).width / 2 < end) context.fillText(text, x, bottom + 8);
  }
}

/** Draw the left axis: ticks, their numbers, a title along it. */
export function paintAxisY(context, look, font, view, title, count = view.plot.height / 60) {
  const { left, top, height } = view.plot;
  setType(context, look.ink, `15px ${font}`, "right", "middle");
  context.strokeStyle = look.quiet;
  context.lineWidth = 1;
  let widest = 0;
  for (const value of ticks(view.box[2], view.box[3], count)) {
    const y = Math.round(view.pixelY(value)) + 0.5, text = format(value, 6);
    paintLine(context, left - 5, y, left, y);
    context.fillText(text, left - 8, y + 1);
    widest = Math.max(widest, context.measureText(text).width);
  }
  context.save();
  context.translate(left - widest - 23, top + height / 2);
  context.rotate(-Math.PI / 2);
  setType(context, look.ink, `${view.isLow ? 15 : 17}px ${font}`, "center", "middle");
  context.fillText(shorten(context, title, height + 12), 0, 0);
  context.restore();
}

/** The room that the numbers of the left axis and its title need. */
export function leftMargin(context, font, low, high, count) {
  context.font = `15px ${font}`;
  const widths = ticks(low, high, count).map((value) => context.measureText(format(value, 6)).width);
  return Math.ceil(Math.max(20, ...widths) + 38);
}

export function paintLine(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

export function setType(context, colour, font, align, baseline) {
  Object.assign(context, { fillStyle: colour, font, textAlign: align, textBaseline: baseline });
}

/** Text that fits into a width, cut with an ellipsis if need be. */
export function shorten(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}
