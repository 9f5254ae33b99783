/**
 * A mark that is painted at many places is drawn once and copied, which takes a fraction of the time.
 *
 * The copies are as fine as the screen. They lie within an eighth of one of its pixels of their places.
 */

const PHASES = 4; // places within a pixel of the screen, along each axis
const FEW = 4; // marks: below, they are drawn
const MOST = 50; // sheets that are kept

const sheets = new Map();

/**
 * Paint a mark at some pixels.
 * @param {[number, number][]} pixels
 * @param {number} radius from the middle of a mark to its farthest edge, or more
 * @param {string} key tells how the mark looks
 * @param {(context: CanvasRenderingContext2D, x: number, y: number) => void} draw
 */
export function paintStamps(context, pixels, radius, key, draw) {
  if (pixels.length < FEW || !context.getTransform) { // what writes SVG has no pixels
    for (const [x, y] of pixels) draw(context, x, y);
    return;
  }
  const { a: scale, e, f } = context.getTransform(), reach = Math.ceil(radius * scale) + 1, side = 2 * reach;
  const sheet = sheetOf(`${key} ${radius} ${scale}`, side, scale, draw);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const [x, y] of pixels) {
    const [column, left] = divide(Math.round(PHASES * (scale * x + e))), [row, top] = divide(Math.round(PHASES * (scale * y + f)));
    context.drawImage(sheet, column * side, row * side, side, side, left - reach, top - reach, side, side);
  }
  context.restore();
}

/** The phase and the pixel. */
function divide(steps) {
  const pixel = Math.floor(steps / PHASES);
  return [steps - PHASES * pixel, pixel];
}

/** The mark in each of its phases. */
function sheetOf(key, side, scale, draw) {
  if (sheets.size > MOST) sheets.clear();
  if (!sheets.has(key)) sheets.set(key, paintSheet(side, scale, draw));
  return sheets.get(key);
}

function paintSheet(side, scale, draw) {
  const sheet = Object.assign(document.createElement("canvas"), { width: PHASES * side, height: PHASES * side });
  const pen = sheet.getContext("2d");
  pen.scale(scale, scale);
  for (let phase = 0; phase < PHASES ** 2; phase++) {
    const place = [phase % PHASES, Math.floor(phase / PHASES)].map((k) => (k * side + side / 2 + k / PHASES) / scale);
    draw(pen, ...place);
  }
  return sheet;
}
