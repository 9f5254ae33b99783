/**
 * What follows from a list of marks: the painted picture, its parts, handles, legend, words and sounds.
 *
 * @import { Dress, Mark, MarksInput, MarksPicture } from "./types.js"
 * @import { Entry, Layout } from "../paint/legend.js"
 * @import { Part } from "../paint/types.js"
 * @import { Grip, Picture, PictureInput } from "../picture/types.js"
 * @import { Sheet } from "../picture/brush.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { memo } from "../model/memo.js";
import { paintLegend, placeLegend } from "../paint/legend.js";
import { newPen } from "../paint/view.js";
import { KINDS } from "./kinds.js";

const MARGIN = 8; // pixels left and right of a legend

/** All marks, from the back to the front. @param {Context} context @param {Mark[]} marks @param {Dress} look */
export function paintMarks(context, marks, look) {
  for (const mark of marks) KINDS[mark.kind].paint(context, mark, look);
}

/** What terms of the formula stand for, and a pointer hits: the marks with a name. @param {Mark[]} marks @returns {Part[]} */
export function partsOf(marks) {
  return marks.flatMap((mark) => {
    const path = mark.name === undefined ? null : KINDS[mark.kind].outline(mark);
    return mark.name !== undefined && path ? [{ name: mark.name, path, isLine: mark.isLine, isMany: mark.kind === "points" }] : [];
  });
}

/** What can be grabbed. @param {Mark[]} marks @returns {Grip[]} */
export function gripsOf(marks) {
  return marks.flatMap((mark) => KINDS[mark.kind].moves(mark) ?? []);
}

/** The pixels to paint, if there are any. @param {Mark[]} marks @returns {?Sheet} */
export function sheetOf(marks) {
  for (const mark of marks) {
    const { sheet } = /** @type {import("./image.js").Image} */ (mark);
    if (mark.kind === "image" && mark.view && sheet) return { ...sheet, box: mark.view.plot };
  }
  return null;
}

/** The entries of the legend, those of points first; marks of the same title share one. @param {Mark[]} marks @returns {Entry[]} */
export function legendOf(marks) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for (const mark of marks) {
    const entry = KINDS[mark.kind].legend(mark);
    if (entry && !entries.has(entry.text)) entries.set(entry.text, entry);
  }
  return [...entries.values()].sort((a, b) => Number(!a.marker) - Number(!b.marker));
}

/** The sentences of all marks, in their order; what was said is not said again. @param {Mark[]} marks @returns {string[]} */
export function sentencesOf(marks) {
  return [...new Set(marks.map((mark) => KINDS[mark.kind].says(mark)).filter(Boolean))];
}

// A picture made of marks, as live.js shows it

const dress = memo((/** @type {import("../paint/look.js").Look} */ look, /** @type {string} */ font) => ({ ...look, font }));
const ruler = memo(newPen);

/**
 * A scene: the marks of a picture beside its legend, and the state that they were made from.
 * @param {MarksPicture} picture
 * @param {PictureInput<any, any>} input
 * @param {number} guess the height of the legend, as in the last frame: if it is another one, the marks are made again
 */
function arrangeMarks(picture, { values, data, size: [width, height], look, font, focus }, guess) {
  const make = (/** @type {number} */ high) => {
    const room = { left: 0, top: picture.legend === "above" ? high : 0, width, height: height - high };
    /** @type {MarksInput<any, any>} */
    const input = { values, data, room, look: dress(look, font), focus };
    const state = { ...input, ...picture.compute?.(input) }, marks = picture.marks(state);
    const legend = picture.legend ? placeLegend(ruler(), font, legendOf(marks), { left: MARGIN, width: width - 2 * MARGIN }) : null;
    return { state, marks, legend, legendTop: picture.legend === "below" ? state.bottom ?? height - high : 0 };
  };
  const first = make(guess), needed = first.legend?.height ?? 0;
  return needed === guess ? first : make(needed);
}

/**
 * The functions that live.js calls.
 * @param {MarksPicture} picture
 * @returns {Picture<any>}
 */
export function followMarks(picture) {
  let height = 0;
  return {
    ...picture,
    arrange: (input) => {
      const scene = arrangeMarks(picture, input, height);
      height = scene.legend?.height ?? 0;
      return scene;
    },
    paint: (context, { state, marks, legend, legendTop }) => {
      paintMarks(context, marks, state.look);
      if (!legend) return;
      context.save();
      context.translate(0, legendTop);
      paintLegend(context, state.look, state.look.font, legend);
      context.restore();
    },
    grips: ({ marks }) => gripsOf(marks),
    parts: ({ marks }) => partsOf(marks),
    sheet: ({ marks }) => sheetOf(marks),
    terms: ({ state }) => picture.terms?.(state) ?? [],
    figures: ({ state }) => picture.figures?.(state) ?? [],
    press: ({ state }, pixel) => picture.press?.(state, pixel) ?? null,
    describe: ({ marks }) => sentencesOf(marks),
  };
}
