/** The places of points of a class in their band above a line, so that neighbours stay apart. */

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const WIDE = 50; // points from which on a band is filled

/**
 * Heights of the first, second, ... of `count` points, between -0.4 and 0.4: multiples of the golden ratio.
 * @param {number} count
 * @returns {(place: number) => number}
 */
export function heightsInBand(count) {
  const spread = 0.8 * Math.min(1, count / WIDE);
  return (place) => spread * (((place * GOLDEN_RATIO) % 1) - 0.5);
}
