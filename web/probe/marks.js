/**
 * A picture made of marks without eyes: what is at each place of it.
 *
 * @import { Mark, Sound } from "../marks/types.js"
 * @import { Heard, Terrain } from "./probe.js"
 * @import { Place } from "../model/points.js"
 */

import { heightAt } from "../marks/basics.js";
import { nameRow } from "../marks/classes.js";
import { KINDS } from "../marks/kinds.js";
import { labelAt } from "../paint/regions.js";
import { format, View } from "../paint/view.js";
import { linesBetween } from "./lines.js";

const QUIETEST = 0.05; // what is softer is not named
const STEPS = 100; // places of the boundary along a line

/** What can be explored: all of the canvas, in pixels. @param {Mark[]} marks @param {[number, number]} size @returns {Terrain} */
export function terrainOfMarks(marks, [width, height]) {
  const view = new View([0, width, height, 0], { left: 0, top: 0, width, height });
  const read = (/** @type {Place} */ pixel) => readMarks(marks, pixel);
  return {
    view,
    read,
    points: marks.flatMap((mark) => placesOf(mark).map((place) => ({ place, heard: read(place) }))).sort((a, b) => a.place[0] - b.place[0]),
    get boundary() {
      return marks.flatMap(linesOf);
    },
  };
}

/** @param {Mark[]} marks @param {Place} pixel @returns {Heard} */
function readMarks(marks, [px, py]) {
  const here = marks.filter(({ view }) => view && isIn(view.plot, px, py)), [first] = here;
  if (!first?.view) return { words: "Nothing is here.", more: "", notes: [], region: "" };
  const at = first.view.place(px, py), { left } = first.view.plot;
  const axes = marks.filter(({ kind, view }) => kind === "axes" && view?.plot.left === left);
  const titleOf = (/** @type {"x" | "y"} */ axis) => axes.map((mark) => /** @type {any} */ (mark)[axis]).find(Boolean) ?? axis;
  const heard = here.flatMap((mark) => {
    const sound = KINDS[mark.kind].sounds(mark, mark.view?.place(px, py) ?? at);
    return sound ? [{ mark, sound }] : [];
  });
  const loud = heard.filter(({ sound }) => sound.loudness > QUIETEST), regions = loud.filter(({ mark }) => /^(?:band|regions)$/.test(mark.kind));
  const named = loud.map(({ mark }) => wordsOf(mark, mark.view?.place(px, py) ?? at)).filter(Boolean);
  return {
    words: `${titleOf("x")} ${format(at[0])}: ${[...new Set(named)].join(", ") || "nothing"}.`,
    more: here.map((mark) => KINDS[mark.kind].says(mark)).filter(Boolean).join(" "),
    notes: heard.map(({ sound }) => sound),
    region: regions.map(({ mark }) => wordsOf(mark, at)).join(" "),
  };
}

/** What a mark is called at a place. @param {Mark} mark @param {Place} at */
function wordsOf(mark, at) {
  const { kind, title, view, x, y, regions, names } = /** @type {any} */ (mark);
  if (kind === "regions") return names[labelAt(regions, at[0], at[1])];
  if (!title || !view) return "";
  if (kind === "classes") return `${title}: ${nameRow(/** @type {any} */ (mark), Math.floor(at[1]))}`;
  if (kind === "curve" || kind === "area") return `${title} ${format(heightAt(x, y, at[0]))}`;
  return kind === "points" ? `point of ${title}` : title;
}

/** The points of a mark, in pixels. @param {Mark} mark @returns {Place[]} */
function placesOf(mark) {
  const { kind, view, x, y, only, isRinged } = /** @type {any} */ (mark);
  if (kind !== "points" || isRinged) return [];
  const all = /** @type {number[]} */ ([...x.keys()]).filter((i) => !only || only(i));
  return all.map((i) => [view.pixelX(x[i]), view.pixelY(y[i])]);
}

/** The places of lines between classes, in pixels: a boundary's, or those along an upright line. @param {Mark} mark @returns {Place[]} */
function linesOf(mark) {
  const { kind, view, x, lines, regions, isSilent } = /** @type {any} */ (mark);
  if (isSilent) return [];
  if (kind === "rule" && view && x !== undefined) {
    const { top, height } = view.plot;
    return Array.from({ length: STEPS + 1 }, (_, k) => [view.pixelX(x), top + (k * height) / STEPS]);
  }
  const own = kind === "contour" ? lines : regions;
  return own ? linesBetween(own).flat().map(([u, v]) => [view.pixelX(u), view.pixelY(v)]) : [];
}

/** @param {import("../paint/view.js").Rectangle} plot @param {number} px @param {number} py */
function isIn({ left, top, width, height }, px, py) {
  return px >= left && px <= left + width && py >= top && py <= top + height;
}
