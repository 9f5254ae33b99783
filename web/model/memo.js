/**
 * A function that caches its last result.
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
  /** @type {A | null} */
  let last = null;
  /** @type {R} */
  let answer;
  return (...args) => {
    const before = last;
    if (before === null || args.some((arg, k) => arg !== before[k])) {
      answer = compute(...args);
      last = args;
    }
    return answer;
  };
}
