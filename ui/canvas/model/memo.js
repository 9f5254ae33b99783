/**
 * A function that remembers its last answer.
 *
 * Drawings, fits and grids are values, so "nothing has changed" is "the same arguments", by identity. The
 * pictures are a chain of such functions, and a frame costs only what has changed since the last one.
 *
 * @template {unknown[]} A
 * @template R
 * @param {(...args: A) => R} compute
 * @returns {(...args: A) => R}
 */
export function memo(compute) {
  let last = null, answer;
  return (...args) => {
    if (last === null || args.some((arg, k) => arg !== last[k])) {
      answer = compute(...args);
      last = args;
    }
    return answer;
  };
}
