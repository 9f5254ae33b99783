// The places of lesson 2 for plain arguments; a letter is 8 pixels wide.
import { belowWords, inColumns, oneAboveTwo, wrap } from "../../lessons/covariance_assumptions/layout.js";

export function placePlanes(room, texts, chosen) {
  const panels = texts.map((_, k) => ({ isChosen: k === chosen }));
  const cells = chosen === null ? inColumns(room, texts.length) : oneAboveTwo(room, panels);
  const words = texts.map((text, k) => wrap(text, cells[k].width, ({ length }) => 8 * length));
  return { cells, words, planes: belowWords(cells, words) };
}
