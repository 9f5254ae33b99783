/**
 * Painted pixels: levels of ink, row by row, as a text with one digit to base 36 for each pixel.
 *
 * @typedef {Object} Grid
 * @property {number} rows
 * @property {number} columns
 * @property {number} most the level of full ink
 * @property {number} radius of the brush, in pixels of the image: full ink up to it, and none from one pixel farther on
 */

/** The levels in a text, or null if it does not hold these pixels. @param {string} text @param {Grid} grid */
export function readPixels(text, { rows, columns, most }) {
  const levels = Array.from(text, (digit) => parseInt(digit, 36));
  return levels.length === rows * columns && levels.every((level) => level <= most) ? levels : null;
}

/** @param {number[]} levels */
export function writePixels(levels) {
  return levels.map((level) => level.toString(36)).join("");
}

/**
 * The levels after a stroke of the brush from one place to another, [column, row] with fractions; or of an eraser.
 * @param {number[]} levels
 * @param {Grid} grid
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {boolean} isErasing
 */
export function paintStroke(levels, { rows, columns, most, radius }, from, to, isErasing) {
  const result = [...levels];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const away = distanceToSegment([column + 0.5, row + 0.5], from, to) - radius;
      const ink = Math.round(most * Math.max(0, Math.min(1, 1 - away)));
      const k = row * columns + column;
      result[k] = isErasing ? Math.min(result[k], most - ink) : Math.max(result[k], ink);
    }
  }
  return result;
}

/** @param {[number, number]} place @param {[number, number]} from @param {[number, number]} to */
export function distanceToSegment([x, y], [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
