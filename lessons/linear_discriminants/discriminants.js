/**
 * Linear scores of an image.
 * JavaScript port of `lessons.linear_discriminants.numbers` and `bayeslab.estimators.fisher`,
 * held equal by `tests/lessons/test_lesson_linear_discriminants.py`.
 *
 * Python fits.
 */

/** s_y(x) = w_y'x + b_y for each class. @param {number[][]} W @param {number[]} b @param {number[]} x */
export function scores(W, b, x) {
  return W.map((weights, y) => weights.reduce((score, weight, i) => score + weight * x[i], b[y]));
}

/** ln P(y | x) from the scores. @param {number[]} values */
export function logPosteriors(values) {
  const largest = Math.max(...values);
  const log = largest + Math.log(values.reduce((total, value) => total + Math.exp(value - largest), 0));
  return values.map((value) => value - log);
}

/**
 * The coordinates of a point along directions, given as rows.
 * @param {number[]} center
 * @param {number[][]} directions
 * @param {number[]} x
 */
export function project(center, directions, x) {
  return directions.map((direction) => direction.reduce((sum, v, i) => sum + v * (x[i] - center[i]), 0));
}
