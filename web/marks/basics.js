/**
 * What kinds of marks share: colours, strokes, sentences, samples for the legend, and sounds.
 *
 * @import { Dress, Mark, Sound, Stroke } from "./types.js"
 * @import { Entry } from "../paint/legend.js"
 * @import { Rectangle, View } from "../paint/view.js"
 * @typedef {CanvasRenderingContext2D} Context
 * @typedef {[number, number]} Place
 */

import { colourOf } from "../paint/look.js";

const EDGE = 2; // pixels that a line may reach beyond its plot
const LOWEST = 200, OCTAVES = 3; // Hz; of the height of a plot
const WIDTH = 2.5; // pixels of a line

/** A kind's function that gives nothing. */
export const none = () => null;

/** The pixel of a place; places without a view are pixels. @param {?View} view @param {Place} place @returns {Place} */
export function pixelAt(view, [x, y]) {
  return view ? [view.pixelX(x), view.pixelY(y)] : [x, y];
}

/**
 * Paint only inside a plot, and an edge around it, until the context is restored.
 * @param {Context} context
 * @param {Rectangle} plot
 * @param {number} [edge]
 */
export function keepInside(context, { left, top, width, height }, edge = EDGE) {
  context.save();
  context.beginPath();
  context.rect(left - edge, top - edge, width + 2 * edge, height + 2 * edge);
  context.clip();
}

/**
 * Stroke the current path as the line of a mark, with its rim first; the context is to be restored.
 * @param {Context} context
 * @param {Mark & Stroke} mark
 * @param {Dress} look
 */
export function strokeMark(context, mark, look) {
  const { width = WIDTH, dash = [], alpha = 1, rim = 0, cap = "butt" } = mark;
  Object.assign(context, { globalAlpha: alpha, lineJoin: "round", lineCap: cap });
  context.setLineDash(dash);
  if (rim > 0) {
    Object.assign(context, { strokeStyle: look.background, lineWidth: width + 2 * rim });
    context.stroke();
  }
  Object.assign(context, { strokeStyle: colourOf(look, mark), lineWidth: width });
  context.stroke();
  context.setLineDash([]);
}

/**
 * Stroke a mark inside its plot, by the function that traces it.
 * @template {Mark & Stroke & {view: View}} M
 * @param {(path: CanvasRenderingContext2D, mark: M) => void} trace
 * @param {number} [edge] pixels that it may reach beyond the plot
 * @returns {(context: Context, mark: M, look: Dress) => void}
 */
export function strokeBy(trace, edge) {
  return (context, mark, look) => {
    keepInside(context, mark.view.plot, edge);
    context.beginPath();
    trace(context, mark);
    strokeMark(context, mark, look);
    context.restore();
  };
}

/**
 * The path of a mark by the function that traces it.
 * @template M
 * @param {(path: Path2D, mark: M) => void} trace
 * @returns {(mark: M) => Path2D}
 */
export function outlineBy(trace) {
  return (mark) => {
    const path = new Path2D();
    trace(path, mark);
    return path;
  };
}

/** A mark's entry of the legend; none without a title. @param {Mark} mark @param {Omit<Entry, "text">} sample @returns {?Entry} */
export function entryOf({ title, isListed = true }, sample) {
  return title && isListed ? { text: title, ...sample } : null;
}

/** The entry of a line. @param {Mark & Stroke} mark */
export function lineEntry(mark) {
  const { colour, style, width = WIDTH, dash, alpha } = mark;
  return entryOf(mark, { line: { colour: colour ?? style?.colour ?? "ink", width, dash, alpha } });
}

/** The entry of an area. @param {Mark & {isHatched?: boolean}} mark */
export function areaEntry(mark) {
  const { colour, style, shade, isHatched } = mark;
  return entryOf(mark, { area: { colour: colour ?? style?.colour ?? "ink", shade, isHatched } });
}

/** A mark in words: its title, and what it says or these numbers; nothing without a title. @param {Mark} mark @param {string} [numbers] */
export function sentence({ title, says }, numbers = "") {
  if (!title || says === "") return "";
  const words = says ?? numbers, text = words ? `${title}: ${words}` : title;
  const first = /^\p{Ll}[\p{Ll} ]/u.test(text) ? text[0].toUpperCase() : text[0];
  return `${first}${text.slice(1)}.`;
}

/**
 * What is heard of a mark at a place of its view: the side tells x, the pitch y, an octave for a third of the plot.
 * @param {Mark} mark
 * @param {Place} place
 * @param {number} [loudness]
 * @returns {?Sound}
 */
export function soundAt({ view, voice = 0, isSilent }, [x, y], loudness = 1) {
  if (isSilent || !view || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  const [a, b, c, d] = view.box, right = within((x - a) / (b - a)), up = within((y - c) / (d - c));
  return { side: 2 * right - 1, pitch: LOWEST * 2 ** (OCTAVES * up), voice, loudness: within(loudness) };
}

/** @param {number} share */
function within(share) {
  return Math.max(0, Math.min(1, share));
}

/**
 * The height of a function at x, between its nodes; NaN beyond them.
 * @param {ArrayLike<number>} nodes
 * @param {ArrayLike<number>} heights
 * @param {number} x
 */
export function heightAt(nodes, heights, x) {
  let low = 0, high = nodes.length - 1;
  if (!(x >= nodes[low] && x <= nodes[high])) return Number.NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (nodes[middle] <= x) low = middle;
    else high = middle;
  }
  const share = high > low ? (x - nodes[low]) / (nodes[high] - nodes[low]) : 0;
  return heights[low] + share * (heights[high] - heights[low]);
}
