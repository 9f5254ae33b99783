/**
 * Lesson 4: an image to paint, the posteriors of the classes while it is painted, and the weights behind them; or the
 * place of the image on the plane of Fisher's first two directions.
 *
 * Marks on the image compare two classes: the one that is pointed at, or else the most probable one, with its strongest
 * rival. Of the two most probable ones the later has the second colour, so that a stroke that makes the other one more
 * probable does not swap the colours.
 *
 * @typedef {Object} Data what Python tells of the images and of the classes that have a row
 * @property {import("../../web/picture/pixels.js").Grid} grid
 * @property {number} scale levels of the image to one that is painted
 * @property {boolean} isPaintable
 * @property {number[]} image
 * @property {import("../../web/picture/painted.js").Ink[] | null} shares of an image that cannot be painted
 * @property {string} truth
 * @property {string[]} names
 * @property {number[][]} W
 * @property {number[]} b
 * @property {number[] | null} logs log posteriors of an image that cannot be painted
 * @property {number[][]} effects weights less their mean, times the deviations of the pixels
 * @property {boolean} isSigned whether the thumbs are weights
 * @property {boolean} isLog whether the axis has log posteriors
 * @property {import("../../web/picture/painted.js").Ink[][] | null} thumbs
 * @property {MapData} [map]
 * @property {Style[]} palette
 *
 * @typedef {Object} MapData
 * @property {number[]} center
 * @property {number[][]} directions
 * @property {[number, number, number][]} points places of test images, and their classes
 * @property {[number, number][]} means
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{pixels: string}, Data>} PictureInput
 * @typedef {{view: View, at: number[], names: number[][], parts: {name: string, path: Path2D}[]}} PlacedMap
 * @typedef {ReturnType<typeof arrange>} Scene
 * @import { Style } from "../../web/messages.js"
 * @import { Look } from "../../web/paint/look.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { fillAndStroke, paintAxisX, paintAxisY, setType, traceSymbol } from "../../web/paint/look.js";
import { format, View, wideBox } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import {
  classOf, classParts, paintClasses, paintEffects, paintImage, paintMark, layOut, rivalOf,
} from "../../web/picture/painted.js";
import { writeOver } from "../../web/picture/marks.js";
import { readPixels } from "../../web/picture/pixels.js";
import { logPosteriors, project, scores } from "./discriminants.js";

const FADED = 0.6, FAINT = 0.45; // of an image below marks, and of an image among others on the map
const MARGIN = { left: 62, top: 8, right: 8, bottom: 48 }; // pixels, of the map
const PHONE = 560; // pixels: below, everything else is under the image
const STAR = 11;
const APART = 22, ROUNDS = 10; // pixels between the names of two means, so that both can be read

export default {
  heights: ["", "34rem"], arrange, paint, sheet, grips: () => [], parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size, look, font, focus }) {
  const { grid } = data, pixels = data.isPaintable ? readPixels(v.pixels, grid) : null, isNarrow = size[0] < PHONE;
  const x = pixels ? pixels.map((level) => level * data.scale) : data.image;
  const values = scores(data.W, data.b, x), logs = data.logs ?? logPosteriors(values), best = logs.indexOf(Math.max(...logs));
  const share = data.map && !isNarrow ? 0.36 : 0.46; // room for the map beside the image
  const place = layOut(size, grid, logs, data.names, { share, isStacked: isNarrow });
  const levels = pixels ?? (data.isPaintable ? x.map((value) => Math.round(value / data.scale)) : []);
  const shares = data.isPaintable ? x.map((value) => value / (grid.most * data.scale)) : data.shares ?? [];
  const pointedClass = classOf(focus), k = pointedClass ?? best, rival = rivalOf(k, logs);
  const sides = pointedClass === null ? [Math.min(k, rival), Math.max(k, rival)] : [rival, k];
  const [minus, plus] = sides.map((each) => data.effects[each]);
  const marks = pointedClass !== null || data.isSigned ? plus.map((own, i) => own - minus[i]) : null;
  const map = data.map ? placeMap(data.map, place.box, size, x) : null;
  return { data, look, font, isNarrow, levels, shares, scores: values, logs, place, best, k, rival, sides, marks, map, isPainted: pixels !== null };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  const { data, look, font, shares, place, logs, marks } = scene, { palette, grid } = data, [minus, plus] = palette;
  const ink = marks ? shares.map((share) => (typeof share === "number" ? FADED * share : share)) : shares;
  paintImage(context, place.box, grid, ink, look);
  if (marks) paintMarks(context, scene, marks);
  if (scene.map && data.map) return paintMap(context, scene, scene.map, data.map);
  for (const { k: each, thumb } of place.classes) {
    if (data.thumbs) paintImage(context, thumb, grid, data.thumbs[each], look, data.isSigned ? [minus, plus] : null);
  }
  paintClasses(context, place, logs, data.names, look, font, plus, data.isLog);
}

/**
 * The marks, with sides as long as the weights differ, and the meaning of ink on them, below the image or beside it.
 * @param {Context} context
 * @param {Scene} scene
 * @param {number[]} marks
 */
function paintMarks(context, { data, look, font, place: { box }, isNarrow, sides, map }, marks) {
  paintEffects(context, box, data.grid, marks.map((mark) => mark * Math.abs(mark)), data.palette);
  if (map && isNarrow) return;
  const left = isNarrow ? box.left + box.width + 14 : box.left, top = isNarrow ? box.top + 26 : box.top + box.height + 10;
  setType(context, look.ink, `15px ${font}`, "left", "middle");
  if (isNarrow) context.fillText("ink here: evidence", left, box.top + 10);
  [1, 0].forEach((sign, line) => {
    const name = data.names[sides[sign]];
    paintMark(context, data.palette[sign], left + 7, top + 22 * line + 7, 14);
    context.fillStyle = look.ink;
    context.fillText(isNarrow ? `for ${name}` : `ink here is evidence for ${name}`, left + 21, top + 22 * line + 8);
  });
}

/** @param {Scene} scene */
function sheet({ data: { isPaintable, grid }, levels, place }) {
  if (!isPaintable) return null;
  return { name: "pixels", label: `Image to paint, ${grid.columns} × ${grid.rows} pixels`, box: place.box, grid, levels };
}

/** @param {Scene} scene */
function parts({ place, map }) {
  return map ? map.parts : classParts(place);
}

/** The class that was pointed at, or the most probable one, against its strongest rival. @param {Scene} scene */
function terms({ data: { names }, scores: values, k, rival }) {
  const [own, other] = [k, rival].map((y) => ({ part: `class ${y}`, symbol: `s(x) of ${names[y]}`, value: format(values[y]) }));
  const symbol = `ln P(${names[k]} | x) / P(${names[rival]} | x)`;
  return [own, "−", other, "=", { part: own.part, symbol, value: format(values[k] - values[rival]) }];
}

/** @param {Scene} scene */
function figures({ data, logs, best, isPainted }) {
  const rows = [["predicted", data.names[best]], ["posterior", percent(Math.exp(logs[best]))]];
  return isPainted ? rows : [...rows, ["true class", data.truth]];
}

/** @param {Scene} scene */
function describe({ data, logs, best, isPainted, map, levels, k, rival, marks }) {
  const image = isPainted ? `A painted image with ink in ${levels.filter((level) => level > data.grid.most / 2).length} of ` +
    `${levels.length} pixels` : `A test image of class ${data.truth}`;
  const comparison = marks ? ` The marks on it compare the weights of ${data.names[k]} with those of ${data.names[rival]}.` : "";
  const at = map ? ` On the map of Fisher's directions it is at ${map.at.map((value) => format(value)).join(", ")}.` : "";
  return `${image}, classified as ${data.names[best]}, posterior ${percent(Math.exp(logs[best]))}.${comparison}${at}`;
}

/**
 * The plane of Fisher's first two directions beside the image, or under it; both axes have the same scale.
 * @param {MapData} map
 * @param {import("../../web/paint/view.js").Rectangle} image
 * @param {[number, number]} size
 * @param {number[]} x
 * @returns {PlacedMap}
 */
function placeMap({ center, directions, points, means }, image, [width, height], x) {
  const at = project(center, directions, x);
  const left = MARGIN.left + (width < PHONE ? 0 : image.left + image.width + 12);
  const top = MARGIN.top + (width < PHONE ? image.top + image.height : 0);
  const plot = { left, top, width: width - left - MARGIN.right, height: height - top - MARGIN.bottom };
  const [a, b, c, d] = [0, 1].flatMap((axis) => {
    const values = [...points, ...means, at].map((point) => point[axis]), low = Math.min(...values), high = Math.max(...values);
    return [low - 0.04 * (high - low), high + 0.04 * (high - low)];
  });
  const view = new View(wideBox([a, b, c, d], plot.width, plot.height), plot);
  const names = moveApart(means.map((mean) => [view.pixelX(mean[0]), view.pixelY(mean[1])]));
  const parts = names.map(([px, py], k) => {
    const path = new Path2D();
    path.arc(px, py, 15, 0, 2 * Math.PI);
    return { name: `class ${k}`, path };
  });
  return { view, at, names, parts };
}

/** Where the names of pixels are: at them, but near ones are moved apart. @param {number[][]} pixels */
function moveApart(pixels) {
  const names = pixels.map((pixel) => [...pixel]);
  for (let round = 0; round < ROUNDS; round++) {
    names.forEach((one, k) => names.slice(0, k).forEach((other) => {
      const [dx, dy] = [one[0] - other[0], one[1] - other[1]], away = Math.hypot(dx, dy);
      const share = away > 0 ? Math.max(0, (APART / away - 1) / 2) : 0;
      [dx, dy].forEach((part, axis) => {
        one[axis] += share * part;
        other[axis] -= share * part;
      });
    }));
  }
  return names;
}

/** @param {Context} context @param {Scene} scene @param {PlacedMap} placed @param {MapData} map */
function paintMap(context, { data, look, font, best }, { view, at, names }, { points }) {
  paintAxisX(context, look, font, view, "first direction");
  paintAxisY(context, look, font, view, "second direction");
  context.globalAlpha = FAINT;
  setType(context, look.ink, `12px ${font}`, "center", "middle");
  for (const [a, b, k] of points) context.fillText(data.names[k], view.pixelX(a), view.pixelY(b));
  context.globalAlpha = 1;
  setType(context, look.ink, `700 21px ${font}`, "center", "middle");
  names.forEach(([px, py], k) => writeOver(context, look, data.names[k], px, py));
  paintStar(context, data.palette[1].colour, look, view.pixelX(at[0]), view.pixelY(at[1]));
  const { left, top } = view.plot;
  paintStar(context, data.palette[1].colour, look, left + STAR, top + STAR + 2);
  setType(context, look.ink, `600 15px ${font}`, "left", "middle");
  writeOver(context, look, `this image, classified as ${data.names[best]}`, left + 2.2 * STAR, top + STAR + 3);
}

/** @param {Context} context @param {string} colour @param {Look} look @param {number} x @param {number} y */
function paintStar(context, colour, look, x, y) {
  context.beginPath();
  traceSymbol(context, "star", x, y, STAR);
  fillAndStroke(context, colour, look.background, 2);
}
