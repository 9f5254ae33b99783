/** γ as it is chosen everywhere. */

import { DIGITS, GAMMA } from "./shared.js";

/** The nearest γ within its range that has few digits. @param {number} gamma */
export function roundGamma(gamma) {
  return Number(Math.max(GAMMA.low, Math.min(GAMMA.high, gamma)).toPrecision(DIGITS));
}
