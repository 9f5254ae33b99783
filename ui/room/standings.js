/** The board of a challenge: who predicted the hidden points best, beside what each had measured. */

import { percent } from "../canvas/paint/words.js";
import { make } from "./elements.js";

/**
 * @param {{name: string, entry: object, training?: number, held_out?: number, hidden?: number, problem?: string}[]} rows
 * @param {{models: Record<string, {title: string}>, thresholds: Record<string, string>}} start
 * @param {string} [own] the name of the participant who looks
 */
export function showStandings(rows, start, own) {
  const heads = ["Name", "Entry", "Training", "Cross-validated", "Hidden points"];
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  return make("table", { class: "standings", "aria-label": "Board" }, make("thead", {}, head), make("tbody", {}, ...rows.map(
    ({ name, entry, problem, ...shares }) => make("tr", name === own ? { class: "own" } : {},
      make("th", { scope: "row" }, name === own ? `${name} (you)` : name),
      make("td", {}, describeEntry(entry, start)),
      ...(problem ? [make("td", { colSpan: 3 }, problem)] : accuracies(shares)),
    ),
  )));
}

function accuracies({ training, held_out: heldOut, hidden }) {
  return [training, heldOut, hidden].map((share) => make("td", {}, percent(share)));
}

/** What somebody has submitted, in words; the usual threshold is not named. */
export function describeEntry({ model, gamma, threshold = "error" }, { models, thresholds }) {
  const width = gamma === undefined ? "" : `, γ = ${Number(gamma).toPrecision(3)}`;
  return `${models[model].title}${width}${threshold === "error" ? "" : `, threshold: ${thresholds[threshold]}`}`;
}
