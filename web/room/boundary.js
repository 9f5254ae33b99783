/** Points that participants place where they think that the boundary passes. */

export const MARK = 2; // the class whose marker such a point has: that of neither class

/** @typedef {[number, number]} Point */

/** The distance from a point to the nearest of several lines. @param {Point[][]} lines @param {Point} point */
export function distanceTo(lines, [x, y]) {
  const away = lines.flatMap((line) => line.slice(1).map((end, k) => toSegment(line[k], end, x, y)));
  return Math.min(...away);
}

/** @param {Point} start @param {Point} end @param {number} x @param {number} y */
function toSegment([x1, y1], [x2, y2], x, y) {
  const dx = x2 - x1, dy = y2 - y1, length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** The median distance of points to the boundary. @param {Point[][]} lines @param {Point[]} points */
export function medianDistance(lines, points) {
  const distances = points.map((point) => distanceTo(lines, point)).sort((a, b) => a - b), half = distances.length / 2;
  return (distances[Math.ceil(half) - 1] + distances[Math.floor(half)]) / 2;
}
