/**
 * Looks: the colours that mean no class, markers, axes; the same as in `bayeslab.figures`.
 *
 * @typedef {typeof LOOKS.light} Look colours that mean no class
 * @typedef {[number, number]} Pixel
 * @typedef {{colour: string, symbol: string}} Style of the markers of a class
 * @import { Rectangle, View } from "./view.js"
 */

import { ERROR_RING, ISLAND_RIM, LOOKS, OUTLINES, SMALLEST_MARKER, STANDARDISED } from "../model/shared.js";
import { paintStamps } from "./stamps.js";
import { format, ticks } from "./view.js";

const HATCH = 8; // pixels from one oblique line to the next

/** That of a theme; of an unknown one the light one. @param {string} theme @returns {Look} */
export function lookOf(theme) {
  return theme === "dark" ? LOOKS.dark : LOOKS.light;
}

/**
 * Make a path a marker's outline; an unknown symbol is a circle.
 * @param {CanvasRenderingContext2D | Path2D} path
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
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

/**
 * A diameter in pixels that shrinks as points crowd: 14 for 8 points, 5 for 2000; and around bumps that are narrow,
 * `bump` pixels wide, so that their islands can be seen.
 * @param {number} n
 * @param {number} [bump]
 */
export function markerSize(n, bump = Infinity) {
  const size = Math.max(5, Math.min(14, 24 * Math.max(n, 1) ** -0.2));
  return Math.min(size, Math.max(SMALLEST_MARKER, 2 * bump));
}

/**
 * The diameters that the islands of points at pixels have at least: where markers shrink, and of points that are hidden
 * because no node shows their class, a rim around the marker, but no more than halfway to the next point of another
 * predicted class; elsewhere 0.
 * @param {Pixel[]} pixels
 * @param {number[]} predicted
 * @param {number} bump
 * @param {(i: number) => boolean} isHidden
 */
export function islandSizes(pixels, predicted, bump, isHidden) {
  const size = markerSize(pixels.length, bump), isNarrow = size < markerSize(pixels.length);
  return pixels.map(([x, y], i) => {
    if (!isNarrow && !isHidden(i)) return 0;
    let least = (size + 2 * ISLAND_RIM) ** 2;
    for (let j = 0; j < pixels.length; j++) {
      if (predicted[j] === predicted[i]) continue;
      const dx = pixels[j][0] - x, dy = pixels[j][1] - y;
      least = Math.min(least, dx * dx + dy * dy);
    }
    return Math.sqrt(least);
  });
}

/**
 * Draw markers of one style at pixels, each on top of the ones before.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {Style} style
 * @param {Pixel[]} pixels
 * @param {number} size
 */
export function paintMarkers(context, look, style, pixels, size) {
  paintAllMarkers(context, look, [{ style, pixels }], size);
}

/**
 * Draw markers of several styles, those of each on top of the ones before.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {{style: Style, pixels: Pixel[]}[]} groups
 * @param {number} size
 */
export function paintAllMarkers(context, look, groups, size) {
  paintStamps(context, groups.map(({ style, pixels }) => (
    { pixels, radius: size, key: keyOf(style, look, size), draw: (pen, x, y) => drawMarker(pen, look, style, x, y, size) }
  )));
}

/**
 * Draw misclassified points, each with a ring. On both sides of a ring is the background, so that it is not taken for a
 * boundary around the point; it is as near to its marker as the marker is small, so that many can be told apart.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {{style: Style, pixels: Pixel[]}[]} groups
 * @param {number} size
 */
export function paintErrors(context, look, groups, size) {
  const width = Math.max(1, size / 8), ring = (ERROR_RING * size) / 2, rim = ring + 1.5 * width;
  paintStamps(context, groups.map(({ style, pixels }) => ({
    pixels, radius: rim + 1, key: `error,${keyOf(style, look, size)}`,
    draw: (pen, x, y) => {
      for (const [colour, lineWidth] of /** @type {const} */ ([[look.background, 3 * width], [look.ink, width]])) {
        Object.assign(pen, { strokeStyle: colour, lineWidth }).beginPath();
        traceSymbol(pen, "circle", x, y, ring);
        pen.stroke();
      }
      drawMarker(pen, look, style, x, y, size);
    },
  })));
}

/** @param {Style} style @param {Look} look @param {number} size */
function keyOf({ colour, symbol }, look, size) {
  return [colour, symbol, look.ink, look.background, size].join();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Look} look
 * @param {Style} style
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawMarker(pen, look, { colour, symbol }, x, y, size) {
  Object.assign(pen, { fillStyle: colour, strokeStyle: look.ink, lineWidth: size / 8, lineJoin: "miter" }).beginPath();
  traceSymbol(pen, symbol, x, y, size / 2);
  pen.fill();
  pen.stroke();
}

/**
 * Draw rings around markers at pixels.
 * @param {CanvasRenderingContext2D} context
 * @param {{ink: string}} look
 * @param {Pixel[]} pixels
 * @param {number} size
 * @param {number} width
 */
export function paintRings(context, look, pixels, size, width) {
  const style = { strokeStyle: look.ink, lineWidth: width }, radius = (size + 7) / 2;
  const draw = (/** @type {CanvasRenderingContext2D} */ pen, /** @type {number} */ x, /** @type {number} */ y) => {
    Object.assign(pen, style).beginPath();
    traceSymbol(pen, "circle", x, y, radius);
    pen.stroke();
  };
  paintStamps(context, [{ pixels, radius: radius + width, key: Object.values(style).join(), draw }]);
}

/** "#rrggbb" as three numbers. @param {string} colour */
function channels(colour) {
  return [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
}

/**
 * A share of a colour on a background, as three numbers.
 * @param {string} colour
 * @param {string} background
 * @param {number} share
 */
export function mix(colour, background, share) {
  return mixer(colour, background)(share);
}

/**
 * A function from such shares to three numbers.
 * @param {string} colour
 * @param {string} background
 * @returns {(share: number) => number[]}
 */
export function mixer(colour, background) {
  const over = channels(colour), under = channels(background);
  return (share) => over.map((value, k) => Math.round(share * value + (1 - share) * under[k]));
}

/** A colour of the look by its name, such as "ink", or as it is. @param {Look} look @param {string} ink */
export function inkOf(look, ink) {
  return ink.startsWith("#") ? ink : String(look[/** @type {keyof Look} */ (ink)]);
}

/**
 * The colour of a mark; its share `shade` on the background, if it has one.
 * @param {Look} look
 * @param {{colour?: string, style?: {colour: string}, shade?: number | "unsure" | "sure"}} mark
 */
export function colourOf(look, { colour, style, shade }) {
  const ink = inkOf(look, colour ?? style?.colour ?? "ink");
  if (shade === undefined) return ink;
  return `rgb(${mix(ink, look.background, typeof shade === "number" ? shade : look[shade])})`;
}

/**
 * Draw oblique lines over a rectangle.
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {Rectangle} rectangle
 */
export function paintHatching(context, colour, { left, top, width, height }) {
  const right = left + width, bottom = top + height;
  Object.assign(context, { strokeStyle: colour, lineWidth: 1 });
  context.beginPath();
  for (let sum = HATCH * Math.ceil((left + top) / HATCH); sum < right + bottom; sum += HATCH) {
    const x1 = Math.max(left, sum - bottom), x2 = Math.min(right, sum - top);
    context.moveTo(x1, sum - x1);
    context.lineTo(x2, sum - x2);
  }
  context.stroke();
}

/**
 * Draw the lower axis: ticks, their numbers, a title below them, closer on a low canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {string} font
 * @param {View} view
 * @param {string} title
 */
export function paintAxisX(context, look, font, view, title) {
  const { left, top, width, height } = view.plot, bottom = top + height, [size, below] = view.isLow ? [15, 23] : [17, 29];
  setType(context, look.ink, `${size}px ${font}`, "center", "top");
  context.fillText(shorten(context, title, view.room.width), left + width / 2, bottom + below);
  setType(context, look.ink, `15px ${font}`, "center", "top");
  context.strokeStyle = look.quiet;
  context.lineWidth = 1;
  for (const value of ticks(view.box[0], view.box[1], width / 55)) {
    const x = Math.round(view.pixelX(value)) + 0.5;
    paintLine(context, x, bottom, x, bottom + 5);
    context.fillText(format(value, 6), x, bottom + (view.isLow ? 6 : 8));
  }
}

/**
 * Draw the left axis: ticks, their numbers, a title along it.
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {string} font
 * @param {View} view
 * @param {string} title
 * @param {number} [count] of ticks, about
 */
export function paintAxisY(context, look, font, view, title, count = view.plot.height / 48) {
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
  context.fillText(shorten(context, title, view.room.height + 12), 0, 0);
  context.restore();
}

/**
 * The room that the numbers of the left axis and its title need.
 * @param {CanvasRenderingContext2D} context
 * @param {string} font
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
export function leftMargin(context, font, low, high, count) {
  context.font = `15px ${font}`;
  const widths = ticks(low, high, count).map((value) => context.measureText(format(value, 6)).width);
  return Math.ceil(Math.max(20, ...widths) + 38);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
export function paintLine(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/**
 * Stroke a path, or the line from (x1, y1) to (x2, y2), given as four numbers; the dashes do not stay.
 * @param {CanvasRenderingContext2D} context
 * @param {Path2D | [number, number, number, number]} path
 * @param {string} colour
 * @param {number} width
 * @param {number[]} [dash]
 */
export function stroke(context, path, colour, width, dash = []) {
  Object.assign(context, { strokeStyle: colour, lineWidth: width });
  context.setLineDash(dash);
  if (Array.isArray(path)) paintLine(context, ...path);
  else context.stroke(path);
  context.setLineDash([]);
}

/**
 * Fill the current path, and stroke it.
 * @param {CanvasRenderingContext2D} context
 * @param {string} fill
 * @param {string} rim
 * @param {number} width
 */
export function fillAndStroke(context, fill, rim, width) {
  Object.assign(context, { fillStyle: fill, strokeStyle: rim, lineWidth: width });
  context.fill();
  context.stroke();
}

/** Paint only inside a plot, until the context is restored. @param {CanvasRenderingContext2D} context @param {Rectangle} plot */
export function clipTo(context, { left, top, width, height }) {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {string} font
 * @param {CanvasTextAlign} align
 * @param {CanvasTextBaseline} baseline
 */
export function setType(context, colour, font, align, baseline) {
  Object.assign(context, { fillStyle: colour, font, textAlign: align, textBaseline: baseline });
}

/**
 * Text that fits into a width, cut with an ellipsis if need be; what follows a name, "standardised", is kept.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} width
 */
export function shorten(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  const tail = text.endsWith(STANDARDISED) && context.measureText(STANDARDISED).width < width / 2 ? STANDARDISED : "";
  let head = text.slice(0, text.length - tail.length);
  const cut = () => `${head.replace(/…$/, "")}…${tail}`;
  while (head.length > 1 && context.measureText(cut()).width > width) head = head.slice(0, -1);
  return cut();
}

/** Circles around some pixels. @param {Pixel[]} pixels @param {number} radius */
export function ringsAround(pixels, radius) {
  const path = new Path2D();
  for (const [x, y] of pixels) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return path;
}
