/** The board of a challenge: who predicted the hidden points best, beside what each had measured. */

import { percent } from "../canvas/paint/words.js";
import { make } from "./elements.js";

/**
 * @param {{name: string, entry: object, training?: number, held_out?: number, hidden?: number, problem?: string}[]} rows
 * @param {Record<string, {title: string}>} models
 */
export function showStandings(rows, models) {
  const heads = ["Name", "Entry", "Training", "Cross-validated", "Hidden points"];
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  return make("table", { class: "standings", "aria-label": "Board" }, make("thead", {}, head), make("tbody", {}, ...rows.map(
    ({ name, entry, problem, ...shares }) => make("tr", {},
      make("th", { scope: "row" }, name),
      make("td", {}, describe(entry, models)),
      ...(problem ? [make("td", { colSpan: 3 }, problem)] : accuracies(shares)),
    ),
  )));
}

function accuracies({ training, held_out: heldOut, hidden }) {
  return [training, heldOut, hidden].map((share) => make("td", {}, percent(share)));
}

function describe({ model, gamma }, models) {
  return gamma === undefined ? models[model].title : `${models[model].title}, γ = ${Number(gamma).toPrecision(3)}`;
}
