// The places of lesson 2 for plain arguments; a letter is 8 pixels wide.
import { belowWords, inColumns, oneAboveTwo, wrap } from "../../lessons/covariance_assumptions/layout.js";

export function placePlanes(room, texts, choice) {
  const panels = texts.map((_, k) => ({ isChosen: k === choice }));
  const cells = choice === null ? inColumns(room, texts.length) : oneAboveTwo(room, panels);
  const words = texts.map((text, k) => wrap(text, cells[k].width, ({ length }) => 8 * length));
  return { cells, words, planes: belowWords(cells, words) };
}
