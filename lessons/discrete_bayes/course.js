/**
 * The parts of lesson 5 that the static course computes in place of Python: the digits that the classifier would draw.
 */

import { Random } from "../../web/hosts/pocket/random.js";
import { smooth } from "./evidence.js";

/**
 * A pixel of a drawn digit is ink where a random number is below the smoothed share; `draw_digits` in binary_digits.py
 * draws the same.
 * @param {{ones: number[][], sizes: number[]}} data of the picture
 * @param {{alpha?: number}} values
 * @param {Record<string, any>} state of the lesson
 * @returns {{drawings?: number[][] | null}}
 */
export function complete({ ones, sizes }, { alpha = 1 }, { data, shown, drawing }) {
  if (data !== "digits") return {};
  if (shown !== "drawn") return { drawings: null };
  const random = new Random(drawing);
  return {
    drawings: ones.map((row, k) => row.map((count) => Number(random.uniform() < smooth([sizes[k] - count, count], 1, alpha)))),
  };
}
