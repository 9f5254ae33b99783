/** The axes and classes of a teacher's own table, in words; those of a data set of the app have no names. */

import { make } from "../paint/elements.js";
import { MARK } from "./boundary.js";
import { paintPoints } from "./marks.js";

/**
 * @param {{names?: string[], features?: string[]}} settings
 * @param {{start: {palette: import("../messages.js").Style[]}, look: () => import("../paint/look.js").Look}} [page] of a plane, whose classes have markers
 * @returns {HTMLElement[]} a line, or nothing
 */
export function legendOf({ names, features }, page) {
  if (!features || !names) return [];
  const axes = page ? `Across: ${features[0]}; up: ${features[1]}; both in standard deviations from the mean.` : `From ${features[0]} and ${features[1]}.`;
  const classes = page ? names.map((name, label) => make("span", { class: "class" }, marker(label, page), ` ${name}`)) : [];
  return [make("p", { class: "caption legend" }, axes, ...classes)];
}

/** @param {number} label @param {{start: {palette: import("../messages.js").Style[]}, look: () => import("../paint/look.js").Look}} page */
function marker(label, { start, look }) {
  const canvas = make("canvas", { width: 32, height: 32, class: "marker" }), context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(2, 2);
  paintPoints(context, look(), start.palette.slice(0, MARK), [[8, 8, label]], ([x, y]) => [x, y], { size: 12 });
  return canvas;
}
