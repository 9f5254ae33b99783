/** The normal distribution. */

/**
 * The standard normal distribution function by its Taylor series (Marsaglia 2004); absolute error below 1e-14.
 * @param {number} z
 */
export function normalCdf(z) {
  if (Math.abs(z) > 8) return z > 0 ? 1 : 0;
  let sum = z, term = z, last = 0;
  for (let k = 3; sum !== last; k += 2) {
    last = sum;
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
