/**
 * A mark that is painted at many places is drawn once and copied, which takes a fraction of the time.
 *
 * The copies are as fine as the screen. They lie within an eighth of one of its pixels of their places. Some hundreds are
 * copied by the browser, one by one; more are put together here, pixel by pixel, into one image, the uppermost first:
 * what is hidden below them is not mixed.
 *
 * @typedef {(context: CanvasRenderingContext2D, x: number, y: number) => void} Draw
 *
 * @typedef {Object} Marks
 * @property {[number, number][]} pixels where they are
 * @property {number} radius from the middle of a mark to its farthest edge, or more
 * @property {string} key tells how the mark looks
 * @property {Draw} draw
 *
 * @typedef {{canvas: HTMLCanvasElement, side: number, dots: ?Dots[]}} Sheet a mark in each of its phases, and its pixels
 * @typedef {{x: Int32Array, y: Int32Array, colours: Uint32Array}} Dots the pixels that are not transparent, from the upper left
 */

import { newPen, penOf } from "./view.js";

const PHASES = 4; // places within a pixel of the screen, along each axis
const FEW = 4, MANY = 250; // marks: below they are drawn, or copied; more are put together
const MOST = 50; // sheets that are kept

/** @type {Map<string, Sheet>} */
const sheets = new Map();
/** @type {{image: ImageData, pen: CanvasRenderingContext2D} | undefined} all marks, in the next frame those of another one */
let whole;

/**
 * Paint marks, those of each kind on top of the ones before.
 * @param {CanvasRenderingContext2D} context
 * @param {Marks[]} kinds
 */
export function paintStamps(context, kinds) {
  const count = kinds.reduce((sum, { pixels }) => sum + pixels.length, 0);
  if (count >= MANY && hasPixels(context)) paintTogether(context, kinds);
  else for (const kind of kinds) paintKind(context, kind);
}

/** Whether it is a canvas: what writes SVG has no pixels. @param {CanvasRenderingContext2D} context */
function hasPixels(context) {
  return typeof context.getTransform === "function";
}

/** @param {CanvasRenderingContext2D} context @param {Marks} marks */
function paintKind(context, { pixels, radius, key, draw }) {
  if (pixels.length < FEW || !hasPixels(context)) {
    for (const [x, y] of pixels) draw(context, x, y);
    return;
  }
  const { a: scale, e, f } = context.getTransform(), { canvas, side } = sheetOf(key, radius, scale, draw);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const [x, y] of pixels) {
    const [column, left] = divide(scale * x + e), [row, top] = divide(scale * y + f);
    context.drawImage(canvas, column * side, row * side, side, side, left - side / 2, top - side / 2, side, side);
  }
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Marks[]} kinds */
function paintTogether(context, kinds) {
  const { a: scale, e, f } = context.getTransform(), { width, height } = context.canvas;
  if (whole?.image.width !== width || whole.image.height !== height) {
    whole = { image: new ImageData(width, height), pen: newPen(width, height) };
  }
  const { image, pen } = whole, pixels = new Uint32Array(image.data.buffer).fill(0);
  for (const { pixels: places, radius, key, draw } of kinds.toReversed()) {
    const sheet = sheetOf(key, radius, scale, draw), dots = dotsOf(sheet), half = sheet.side / 2;
    for (let k = places.length - 1; k >= 0; k--) {
      const [column, left] = divide(scale * places[k][0] + e), [row, top] = divide(scale * places[k][1] + f);
      putDots(dots[row * PHASES + column], left - half, top - half, pixels, width, height);
    }
  }
  pen.putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(pen.canvas, 0, 0);
  context.restore();
}

/**
 * Lay a mark under what is there.
 * @param {Dots} dots
 * @param {number} left
 * @param {number} top
 * @param {Uint32Array} pixels
 * @param {number} width
 * @param {number} height
 */
function putDots({ x, y, colours }, left, top, pixels, width, height) {
  for (let k = 0; k < colours.length; k++) {
    const column = left + x[k], row = top + y[k];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column, above = pixels[at];
    if (above >>> 24 < 255) pixels[at] = above === 0 ? colours[k] : over(above, colours[k]);
  }
}

/**
 * A colour over another one; each is alpha, blue, green and red, as the bytes of a pixel lie in memory.
 * @param {number} colour
 * @param {number} under
 */
function over(colour, under) {
  const own = colour >>> 24, alpha = own + ((under >>> 24) * (255 - own)) / 255, share = own / alpha, rest = 1 - share;
  const red = share * (colour & 255) + rest * (under & 255);
  const green = share * ((colour >>> 8) & 255) + rest * ((under >>> 8) & 255);
  const blue = share * ((colour >>> 16) & 255) + rest * ((under >>> 16) & 255);
  return (((alpha + 0.5) << 24) | ((blue + 0.5) << 16) | ((green + 0.5) << 8) | (red + 0.5)) >>> 0;
}

/** The phase and the pixel of a place. @param {number} place */
function divide(place) {
  const steps = Math.round(PHASES * place), pixel = Math.floor(steps / PHASES);
  return [steps - PHASES * pixel, pixel];
}

/**
 * The mark in each of its phases.
 * @param {string} key
 * @param {number} radius
 * @param {number} scale
 * @param {Draw} draw
 */
function sheetOf(key, radius, scale, draw) {
  const name = `${key} ${radius} ${scale}`, side = 2 * (Math.ceil(radius * scale) + 1);
  if (sheets.size > MOST) sheets.clear();
  const sheet = sheets.get(name) ?? { canvas: paintSheet(side, scale, draw), side, dots: null };
  sheets.set(name, sheet);
  return sheet;
}

/** @param {number} side @param {number} scale @param {Draw} draw */
function paintSheet(side, scale, draw) {
  const pen = newPen(PHASES * side, PHASES * side);
  pen.scale(scale, scale);
  for (let phase = 0; phase < PHASES ** 2; phase++) {
    const [x, y] = [phase % PHASES, Math.floor(phase / PHASES)].map((k) => (k * side + side / 2 + k / PHASES) / scale);
    draw(pen, x, y);
  }
  return pen.canvas;
}

/** The pixels of a mark that are not transparent, for each of its phases. @param {Sheet} sheet */
function dotsOf(sheet) {
  if (sheet.dots) return sheet.dots;
  const { canvas, side } = sheet, { width } = canvas;
  const pixels = new Uint32Array(penOf(canvas).getImageData(0, 0, width, width).data.buffer);
  sheet.dots = Array.from({ length: PHASES ** 2 }, (_, phase) => {
    /** @type {{x: number[], y: number[], colours: number[]}} */
    const dots = { x: [], y: [], colours: [] }, left = (phase % PHASES) * side, top = Math.floor(phase / PHASES) * side;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const colour = pixels[(top + y) * width + left + x];
        if (colour >>> 24 === 0) continue;
        dots.x.push(x);
        dots.y.push(y);
        dots.colours.push(colour);
      }
    }
    return { x: Int32Array.from(dots.x), y: Int32Array.from(dots.y), colours: Uint32Array.from(dots.colours) };
  });
  return sheet.dots;
}
