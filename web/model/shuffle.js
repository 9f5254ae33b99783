/**
 * Random order, as numpy makes it from random bits.
 */

/**
 * Bring values into random order, as numpy does: `word` gives 32 random bits.
 * @template T
 * @param {T[]} values
 * @param {() => number} word
 */
export function shuffle(values, word) {
  for (let i = values.length - 1; i > 0; i--) {
    const j = upTo(i, word);
    [values[i], values[j]] = [values[j], values[i]];
  }
}

/**
 * A whole number from 0 to `most`: bits are drawn until they are one.
 * @param {number} most
 * @param {() => number} word
 */
function upTo(most, word) {
  const mask = 2 ** (32 - Math.clz32(most)) - 1;
  let value;
  do value = (word() & mask) >>> 0;
  while (value > most);
  return value;
}
