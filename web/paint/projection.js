/**
 * The line: every point at its projection p(x), and the threshold that cuts it.
 *
 * Above, a band for each class, and on each side of the threshold a tint of the class predicted there. Below,
 * on the same axis, the criterion of every possible threshold: a step function with one step for each cut. The names of
 * two criteria are above everything, where the threshold does not cross them. A very low canvas shows the bands alone.
 * The threshold can be dragged, or moved from cut to cut by the arrow keys; Home takes it back to the best.
 *
 * @typedef {Object} LineScene
 * @property {import("../model/model.js").Side} side
 * @property {string[]} names of both classes, that below the threshold first
 * @property {Style[]} styles of the two
 * @property {string} axis what the line shows
 * @property {Look} look
 * @property {string} font
 * @property {number} hover a point, or -1
 * @property {boolean} isOld
 * @property {boolean} isMovable whether the threshold can be dragged
 *
 * @typedef {Object} Layout
 * @property {View} bands of the row of points
 * @property {View} cuts of the row of the criterion, which has no height on a very low canvas
 * @property {boolean} isNarrow
 * @property {Pixel[]} spots of the points
 *
 * @import { Search } from "../model/threshold.js"
 * @import { Look, Pixel, Style } from "./look.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { heightsInBand } from "./band.js";
import { LEVEL, paintGrip } from "./grip.js";
import {
  fillAndStroke, leftMargin, markerSize, mix, paintAllMarkers, paintAxisX, paintAxisY, paintLine, setType, shorten, stroke,
} from "./look.js";
import { paintHighlight } from "./paint.js";
import { range } from "../model/points.js";
import { format, isLow, marginBelow, ticks, View } from "./view.js";

const GAP = 22; // pixels between the rows, with room for the handle and the threshold's value
const BESIDE_GRIP = 16, BESIDE_LINE = 8; // pixels from the threshold to its value
const LAYERS = 12; // markers above each other
const TICKS = 4, TIGHTER = 6; // of the left axis, and pixels between its numbers and its title
const FINEST_STEP = 0.5; // pixels
const LINE = 19; // pixels: a line of text
const LOWEST = 150; // pixels: a lower canvas has no room for the row of the criterion
const CRITERIA = [{ name: "J, label consistency", dash: [] }, { name: "errors", dash: [2, 4] }], NAMES = [176, 80]; // and pixels
const HEADROOM = 1.08; // the height of the criteria's axis, in largest values
const NAME_LINE = 12; // pixels: the size and height of one of the two lines of a long name
const BANDS = /** @type {const} */ ([-0.6, 1.6]); // heights 0 and 1, and room around them

/**
 * The views of both rows, and where each point is.
 * @param {Context} context
 * @param {LineScene} scene
 * @param {number} width
 * @param {number} height
 * @returns {Layout}
 */
export function layOut(context, scene, width, height) {
  const { search, offset } = scene.side, [low, high] = reachOf(search), t = -offset;
  const start = Math.min(low, t), end = Math.max(high, t);
  const most = HEADROOM * Math.max(1, range(search.values)[1], range(search.errors)[1]);
  const hasCuts = height >= LOWEST, numbers = hasCuts ? leftMargin(context, scene.font, 0, most, TICKS) - TIGHTER : 0;
  const left = Math.max(nameMargin(context, scene, width), numbers), inner = width - left - 12;
  const isTwo = hasCuts && search.values !== search.errors, isNarrow = inner < NAMES[0] + NAMES[1];
  const top = 8 + (isTwo ? LINE : 0) + (isTwo && isNarrow ? LINE : 0);
  const below = marginBelow(height), both = height - top - GAP - below, upper = hasCuts ? 0.46 * both : both, lower = both - upper;
  const views = {
    bands: new View([start, end, ...BANDS], { left, top, width: inner, height: upper }),
    cuts: new View([start, end, 0, most], { left, top: top + GAP + upper, width: inner, height: lower }, isLow(height)),
  };
  return { ...views, isNarrow, spots: placePoints(scene.side, views.bands) };
}

/** The line with all scores and the chosen threshold on it. @param {Pick<Search, "scores" | "threshold">} search */
function reachOf({ scores, threshold }) {
  const low = Math.min(scores[0], threshold), high = Math.max(scores[scores.length - 1], threshold), rim = 0.05 * (high - low) || 1;
  return [low - rim, high + rim];
}

/** A threshold that makes a cut, on the line as it is shown. @param {Search} search @param {number} k */
export function thresholdOf(search, k) {
  const [low, high] = reachOf(search);
  return Math.max(low, Math.min(high, search.cuts[k]));
}

/** @param {Context} context @param {LineScene} scene @param {number} width */
function nameMargin(context, { names, font }, width) {
  context.font = `15px ${font}`;
  const longest = Math.max(...names.map((name) => context.measureText(name).width));
  return Math.ceil(Math.max(58, Math.min(longest, 0.24 * width) + 14));
}

/** The pixels of each point. @param {LineScene["side"]} side @param {View} view @returns {Pixel[]} */
function placePoints({ search }, view) {
  const counts = [0, 0], spots = new Array(search.order.length);
  const many = search.labels.reduce((sum, label) => sum + Number(label > 0), 0);
  const heights = [search.labels.length - many, many].map(heightsInBand);
  search.order.forEach((i, rank) => {
    const k = search.labels[rank] > 0 ? 1 : 0;
    spots[i] = [view.pixelX(search.scores[rank]), view.pixelY(k + heights[k](counts[k]++))];
  });
  return spots;
}

/**
 * The cut that a threshold makes: the number of points below.
 * @param {Pick<Search, "scores">} search
 * @param {number} threshold
 */
export function cutAt({ scores }, threshold) {
  let low = 0, high = scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle] <= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A score for display: 0 if it is indistinguishable from 0 among the scores.
 * @param {Search} search
 * @param {number} value
 */
export function formatScore({ scores }, value) {
  return format(value, 3, scores.length ? scores[scores.length - 1] - scores[0] : 0);
}

/** @param {Context} context @param {LineScene} scene @param {Layout} layout */
export function paintProjection(context, scene, layout) {
  context.globalAlpha = scene.isOld ? 0.35 : 1;
  paintTints(context, scene, layout);
  paintBands(context, scene, layout);
  if (layout.cuts.plot.height) paintCriterion(context, scene, layout);
  paintThreshold(context, scene, layout);
  context.globalAlpha = 1;
  const { bands, cuts } = layout, { look, font } = scene;
  paintNames(context, scene, bands);
  paintAxisX(context, look, font, cuts, scene.axis);
  if (!cuts.plot.height) return;
  const title = scene.side.search.criterion === "error" ? "errors" : "points";
  paintAxisY(context, look, font, cuts, title, cuts.plot.height / 45);
}

/** @param {Context} context @param {LineScene} scene @param {Layout} layout */
function paintTints(context, { side, styles, look }, { bands }) {
  const { left, top, width, height } = bands.plot, x = bands.pixelX(-side.offset);
  const [below, above] = styles.map(({ colour }) => `rgb(${mix(colour, look.background, look.unsure)})`);
  context.fillStyle = below;
  context.fillRect(left, top, x - left, height);
  context.fillStyle = above;
  context.fillRect(x, top, left + width - x, height);
}

/** @param {Context} context @param {LineScene} scene @param {Layout} layout */
function paintBands(context, { side, styles, look, hover }, { spots, bands }) {
  const { order, labels } = side.search, size = Math.min(markerSize(order.length), bands.plot.height / LAYERS);
  /** @type {{style: Style, pixels: Pixel[]}[]} */
  const groups = styles.map((style) => ({ style, pixels: [] }));
  order.forEach((i, rank) => groups[labels[rank] > 0 ? 1 : 0].pixels.push(spots[i]));
  paintAllMarkers(context, look, groups, size);
  if (spots[hover]) paintHighlight(context, look, spots[hover], size);
}

/** @param {Context} context @param {LineScene} scene @param {View} bands */
function paintNames(context, { names, font, look }, { plot, box }) {
  const unit = plot.height / (box[3] - box[2]), room = plot.left - 10;
  names.forEach((name, k) => {
    setType(context, look.ink, `15px ${font}`, "right", "middle");
    const isCut = context.measureText(name).width > room && unit > 2 * NAME_LINE;
    const lines = isCut ? name.split(/ (?=\S+$)/) : [name]; // before the last word
    if (lines.length > 1) context.font = `${NAME_LINE}px ${font}`;
    lines.forEach((line, i) => {
      const y = plot.top + (box[3] - k) * unit + (i - (lines.length - 1) / 2) * NAME_LINE;
      context.fillText(shorten(context, line, room), plot.left - 8, y);
    });
  });
}

/** @param {Context} context @param {LineScene} scene @param {Layout} layout */
function paintCriterion(context, { side, look, font }, { bands, cuts, isNarrow }) {
  const { search } = side, { left, top, width, height } = cuts.plot;
  context.lineWidth = 1;
  context.strokeStyle = look.grid;
  for (const value of ticks(cuts.box[2], cuts.box[3], height / 45)) {
    paintLine(context, left, cuts.pixelY(value), left + width, cuts.pixelY(value));
  }
  context.save();
  context.beginPath();
  context.rect(left, top - 8, width, height + 8);
  context.clip();
  const isTwo = search.values !== search.errors;
  if (isTwo) paintSteps(context, cuts, search, search.errors, look.quiet, [2, 4]);
  paintSteps(context, cuts, search, search.values, look.ink, []);
  context.restore();
  if (isTwo) paintCurveNames(context, bands, isNarrow, look, font);
}

/**
 * The legend of the criteria, side by side, or below each other if that is too wide.
 * @param {Context} context
 * @param {View} bands
 * @param {boolean} isNarrow
 * @param {Look} look
 * @param {string} font
 */
function paintCurveNames(context, { plot: { left } }, isNarrow, look, font) {
  setType(context, look.ink, `15px ${font}`, "left", "middle");
  CRITERIA.forEach(({ name, dash }, k) => {
    const start = left + (isNarrow ? 0 : k * NAMES[0]), y = 10 + (isNarrow ? k * LINE : 0);
    stroke(context, [start, y, start + 20, y], k ? look.quiet : look.ink, 2.5, dash);
    context.fillText(name, start + 26, y);
  });
}

/**
 * Between neighbouring scores the threshold makes the same cut, so the steps are at the scores. Of steps
 * that are closer than can be seen the last one counts.
 * @param {Context} context
 * @param {View} view
 * @param {Search} search
 * @param {Int32Array} heights
 * @param {string} colour
 * @param {number[]} dash
 */
function paintSteps(context, view, { scores, realisable }, heights, colour, dash) {
  const { left, width } = view.plot;
  let height = heights[0], last = -Infinity;
  const path = new Path2D();
  path.moveTo(left, view.pixelY(height));
  for (let k = 1; k < heights.length; k++) {
    if (!realisable[k]) continue;
    const x = view.pixelX(scores[k - 1]);
    if (x - last > FINEST_STEP) {
      path.lineTo(x, view.pixelY(height));
      last = x;
    }
    height = heights[k];
    path.lineTo(last, view.pixelY(height));
  }
  path.lineTo(left + width, view.pixelY(height));
  context.lineJoin = "miter";
  stroke(context, path, colour, 2.5, dash);
}

/** The middle of the threshold's handle, between the rows. @param {Layout} layout @param {number} threshold @returns {Pixel} */
export function gripAt({ bands, cuts }, threshold) {
  return [bands.pixelX(threshold), cuts.plot.top - GAP / 2];
}

/** @param {Context} context @param {LineScene} scene @param {Layout} layout */
function paintThreshold(context, scene, layout) {
  const { side, look, font, isMovable } = scene, { bands, cuts } = layout;
  const { search, offset } = side, t = -offset, [x, y] = gripAt(layout, t);
  context.strokeStyle = look.ink;
  context.lineWidth = 2.5;
  paintLine(context, x, bands.plot.top, x, cuts.plot.top + cuts.plot.height);
  if (cuts.plot.height) paintCuts(context, scene, layout);
  if (isMovable) paintGrip(context, look, x, y, look.background, LEVEL);
  const left = x - bands.plot.left, right = bands.plot.width - left, toRight = left < right;
  const aside = isMovable ? BESIDE_GRIP : BESIDE_LINE;
  setType(context, look.ink, `600 15px ${font}`, toRight ? "left" : "right", "middle");
  const value = formatScore(search, t), text = `threshold ${value}`;
  const fits = context.measureText(text).width < Math.max(left, right) - aside;
  context.fillText(fits ? text : value, x + (toRight ? aside : -aside), y + 1);
}

/**
 * The criterion at the best threshold and at the chosen one.
 * @param {Context} context
 * @param {LineScene} scene
 * @param {Layout} layout
 */
function paintCuts(context, { side: { search, offset }, look }, { cuts }) {
  const t = -offset, x = cuts.pixelX(t);
  paintDot(context, [cuts.pixelX(search.threshold), cuts.pixelY(search.values[search.index])], look.background, look.ink, 6);
  const k = cutAt(search, t);
  if (t !== search.threshold) paintDot(context, [x, cuts.pixelY(search.values[k])], look.ink, look.ink, 5);
  if (search.values !== search.errors) {
    const fewest = thresholdOf(search, search.fewest);
    paintDot(context, [cuts.pixelX(fewest), cuts.pixelY(search.errors[search.fewest])], look.background, look.quiet, 6);
    paintDot(context, [x, cuts.pixelY(search.errors[k])], look.quiet, look.quiet, 5);
  }
}

/** @param {Context} context @param {Pixel} pixel @param {string} fill @param {string} rim @param {number} radius */
function paintDot(context, [x, y], fill, rim, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  fillAndStroke(context, fill, rim, 3.5);
}
