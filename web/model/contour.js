/**
 * The line where a field on a grid changes its sign, by marching squares.
 *
 * In each square of four neighbouring nodes the line enters and leaves through edges whose ends differ in
 * sign, at the place where the field, taken as linear along the edge, is zero.
 */

// The pairs of edges that the line joins, for each pattern of signs. Nodes count 1, 2, 4, 8 from the first
// column and row around the square; edges 0 to 3 start at those nodes.
/** @type {[number, number][][]} */
const JOINS = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], [],
];

/**
 * @param {ArrayLike<number>} field row by row
 * @param {number} columns
 * @param {number} rows
 * @returns {number[]} segments, four numbers each: column, row, column, row, with fractions
 */
export function zeroLine(field, columns, rows) {
  /** @type {number[]} */
  const segments = [];
  for (let r = 0; r + 1 < rows; r++) {
    const low = r * columns, high = low + columns;
    let left = sign(field[low]) | (sign(field[high]) << 3);
    for (let c = 0; c + 1 < columns; c++) {
      const right = sign(field[low + c + 1]) | (sign(field[high + c + 1]) << 3);
      const pattern = left | ((right & 1) << 1) | ((right & 8) >> 1);
      left = right;
      if (pattern !== 0 && pattern !== 15) join(segments, pattern, field, low + c, high + c, c, r);
    }
  }
  return segments;
}

/** @param {number} value */
function sign(value) {
  return value > 0 ? 1 : 0;
}

/**
 * @param {number[]} segments
 * @param {number} pattern
 * @param {ArrayLike<number>} field
 * @param {number} low
 * @param {number} high
 * @param {number} c
 * @param {number} r
 */
function join(segments, pattern, field, low, high, c, r) {
  const corners = [field[low], field[low + 1], field[high + 1], field[high]];
  for (const [from, to] of JOINS[pattern]) {
    segments.push(...crossing(corners, from, c, r), ...crossing(corners, to, c, r));
  }
}

/** @param {number[]} corners @param {number} edge @param {number} c @param {number} r */
function crossing(corners, edge, c, r) {
  const a = corners[edge], b = corners[(edge + 1) % 4], t = Number.isFinite(a - b) ? a / (a - b) : 0.5;
  if (edge === 0) return [c + t, r];
  if (edge === 1) return [c + 1, r + t];
  return edge === 2 ? [c + 1 - t, r + 1] : [c, r + 1 - t];
}
