/** Points of classes, in a plane and on a line, painted on a canvas. */

import { LOOKS, paintLine, paintMarkers, setType } from "../canvas/paint/look.js";

const SIZE = 14, ON_LINE = 10; // pixels
const FAINT = 0.35;
export const BEST = "#009E73"; // the colour of the best cut and of the boundary

/** The colours of the page's theme, or of the device's. */
export function currentLook(theme) {
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  return LOOKS[isDark ? "dark" : "light"];
}

/** The function from points of a box to pixels of a canvas. */
export function fitBox([left, right, low, high], { clientWidth, clientHeight }) {
  return ([x, y]) => [((x - left) / (right - left)) * clientWidth, ((high - y) / (high - low)) * clientHeight];
}

/** Paint lines of points. */
export function paintLines(context, lines, place, colour, lineWidth) {
  Object.assign(context, { strokeStyle: colour, lineWidth, lineJoin: "round" });
  for (const line of lines) {
    context.beginPath();
    for (const point of line) context.lineTo(...place(point));
    context.stroke();
  }
}

/** Make a canvas as sharp as the screen and empty; return its context and its size in CSS pixels. */
export function clearCanvas(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas, ratio = devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  return { context, width, height };
}

/** Paint points [x, y, class] with the markers of their classes. */
export function paintPoints(context, look, palette, points, place, { isFaint = false, size = SIZE } = {}) {
  context.globalAlpha = isFaint ? FAINT : 1;
  palette.forEach((style, label) => {
    paintMarkers(context, look, style, points.filter((point) => point[2] === label).map(place), size);
  });
  context.globalAlpha = 1;
}

/**
 * Paint the scores of points on a line, each class in its own row with its name, and cuts across it.
 * @param {{points: [number, number][], low: number, high: number}} settings scores with their classes
 * @param {{at: number, colour: string, width: number}[]} cuts
 */
export function paintStrip(canvas, look, { palette, names }, { points, low, high }, cuts) {
  const { context, width, height } = clearCanvas(canvas);
  const x = (score) => ((score - low) / (high - low)) * width;
  Object.assign(context, { strokeStyle: look.grid, lineWidth: 1 });
  paintLine(context, 0, height / 2, width, height / 2);
  const rows = points.map(([score, label]) => [score, 0, label]);
  [0, 1].forEach((label) => {
    setType(context, look.ink, `15px ${getComputedStyle(canvas).fontFamily}`, "left", "top");
    context.fillText(names[label], 2, (height * label) / 2 + 4);
  });
  paintPoints(context, look, palette.slice(0, 2), rows, ([score, , label]) => [x(score), (height * (label + 0.5)) / 2], { size: ON_LINE });
  for (const { at, colour, width: lineWidth } of cuts) {
    Object.assign(context, { strokeStyle: colour ?? look.ink, lineWidth });
    paintLine(context, x(at), 0, x(at), height);
  }
}
