/**
 * A picture made of marks without eyes: what is at each place of it.
 *
 * @import { Mark } from "../marks/types.js"
 * @import { Heard, Terrain } from "./probe.js"
 * @import { Place } from "../model/points.js"
 */

import { heightAt, soundAt } from "../marks/basics.js";
import { nameRow } from "../marks/classes.js";
import { KINDS } from "../marks/kinds.js";
import { nearest } from "../model/points.js";
import { labelAt } from "../paint/regions.js";
import { format, View } from "../paint/view.js";
import { linesBetween } from "./lines.js";

const QUIETEST = 0.05; // what is softer is not named, but for the predicted class
const REGIONS = ["band", "regions"];
const STEPS = 100; // places of the boundary along a line

/** What can be explored: all of the canvas, in pixels. @param {Mark[]} marks @param {[number, number]} size @returns {Terrain} */
export function terrainOfMarks(marks, [width, height]) {
  return {
    view: new View([0, width, height, 0], { left: 0, top: 0, width, height }),
    read: (pixel) => readMarks(marks, pixel),
    more: (pixel) => marksAt(marks, pixel).map((mark) => KINDS[mark.kind].says(mark)).filter(Boolean).join(" "),
    get points() {
      return marks.flatMap(spotsOf).sort((a, b) => a.place[0] - b.place[0]);
    },
    get boundary() {
      return marks.flatMap(linesOf);
    },
  };
}

/** Those whose plots a pixel lies in. @param {Mark[]} marks @param {Place} pixel */
function marksAt(marks, [px, py]) {
  return marks.filter(({ view }) => view && isIn(view.plot, px, py));
}

/** @param {Mark[]} marks @param {Place} pixel @returns {Heard} */
function readMarks(marks, [px, py]) {
  const here = marksAt(marks, [px, py]), [first] = here;
  if (!first?.view) return { words: `Nothing is here. ${sayNearest(marks, [px, py])}`, notes: [], region: "" };
  const isPlane = here.some(({ kind }) => kind === "regions"), at = first.view.place(px, py), { left } = first.view.plot;
  const axes = marks.filter(({ kind, view }) => kind === "axes" && view?.plot.left === left);
  const titleOf = (/** @type {"x" | "y"} */ axis) =>
    axes.map((mark) => /** @type {any} */ (mark)[axis]).find(Boolean) ?? (isPlane ? { x: "x₁", y: "x₂" }[axis] : axis);
  const heard = here.flatMap((mark) => {
    const place = mark.view?.place(px, py) ?? at, sound = KINDS[mark.kind].sounds(mark, place);
    return sound ? [{ mark, sound, words: wordsOf(mark, place) }] : [];
  });
  const isRegion = (/** @type {Mark} */ { kind }) => REGIONS.includes(kind);
  const named = heard.filter(({ mark, sound, words }) => words && (isRegion(mark) || sound.loudness > QUIETEST)).map(({ words }) => words);
  const where = `${titleOf("x")} ${format(at[0])}${isPlane ? `, ${titleOf("y")} ${format(at[1])}` : ""}`;
  return {
    words: `${where}: ${named.length ? `${[...new Set(named)].join(", ")}.` : `nothing. ${sayNearest(marks, [px, py])}`}`,
    notes: heard.map(({ sound }) => sound),
    region: heard.filter(({ mark }) => isRegion(mark)).map(({ words }) => words).join(" "),
  };
}

/** The nearest of what is heard and spoken of; of bars the nearest one counts. @param {Mark[]} marks @param {Place} pixel */
function sayNearest(marks, [px, py]) {
  const spoken = marks.filter((mark) => mark.view && !mark.isSilent && KINDS[mark.kind].says(mark)), k = nearest(spoken.length, (i) => {
    const { view, bars } = /** @type {any} */ (spoken[i]), { left, top, width, height } = view.plot;
    const boxes = bars?.map((/** @type {number[]} */ [x1, x2, y1, y2]) => [view.pixelX(x1), view.pixelX(x2), view.pixelY(y1), view.pixelY(y2)]);
    return Math.min(...(boxes ?? [[left, left + width, top, top + height]]).map((/** @type {number[]} */ [x1, x2, y1, y2]) => (
      Math.hypot(away(px, x1, x2), away(py, y1, y2)))));
  });
  return k < 0 ? "" : `Nearest: ${KINDS[spoken[k].kind].says(spoken[k])}`;
}

/** How far a number is from those between two others. @param {number} value @param {number} from @param {number} to */
function away(value, from, to) {
  return Math.max(0, Math.min(from, to) - value, value - Math.max(from, to));
}

/** What a mark is called at a place. @param {Mark} mark @param {Place} at */
function wordsOf(mark, at) {
  const { kind, title, view, x, y, regions, names } = /** @type {any} */ (mark);
  if (kind === "regions") return names[labelAt(regions, at[0], at[1])];
  if (!title || !view) return "";
  if (kind === "classes") return `${title}: ${nameRow(/** @type {any} */ (mark), Math.floor(at[1]))}`;
  if (kind === "curve") return `${title} ${format(heightAt(x, y, at[0]))}`;
  return kind === "points" && !(/** @type {any} */ (mark).isRinged) ? `point of ${title}` : title;
}

/** The points of a mark. @param {Mark} mark @returns {import("./probe.js").Spot[]} */
function spotsOf(mark) {
  const { kind, title, view, x, y, only, isRinged, isSilent } = /** @type {any} */ (mark);
  if (kind !== "points" || !title || isRinged || isSilent) return [];
  return [...x.keys()].filter((i) => !only || only(i)).map((i) => ({
    place: [view.pixelX(x[i]), view.pixelY(y[i])], words: `Point of ${title} at ${format(x[i])}, ${format(y[i])}`,
    notes: [soundAt(mark, [x[i], y[i]])].filter((note) => note !== null),
  }));
}

/** The places of lines between classes, in pixels. @param {Mark} mark @returns {Place[]} */
function linesOf(mark) {
  const { kind, view, last, x, lines, regions, isSilent, isBoundary } = /** @type {any} */ (mark);
  if (isSilent) return [];
  if (isBoundary) {
    const { top } = view.plot, height = last.plot.top + last.plot.height - top;
    return Array.from({ length: STEPS + 1 }, (_, k) => [view.pixelX(x), top + (k * height) / STEPS]);
  }
  const own = kind === "contour" ? lines : regions;
  return own ? linesBetween(own).flat().map(([u, v]) => [view.pixelX(u), view.pixelY(v)]) : [];
}

/** @param {import("../paint/view.js").Rectangle} plot @param {number} px @param {number} py */
function isIn({ left, top, width, height }, px, py) {
  return px >= left && px <= left + width && py >= top && py <= top + height;
}
