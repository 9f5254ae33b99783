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
 * @property {import("../../web/marks/image.js").Ink[] | null} shares of an image that cannot be painted
 * @property {string} truth
 * @property {string[]} names
 * @property {number[][]} W
 * @property {number[]} b
 * @property {number[] | null} logs log posteriors of an image that cannot be painted
 * @property {number[][]} effects weights less their mean, times the deviations of the pixels
 * @property {boolean} isSigned whether the thumbs are weights
 * @property {boolean} isLog whether the axis has log posteriors
 * @property {import("../../web/marks/image.js").Ink[][] | null} thumbs
 * @property {MapData} [map]
 * @property {Style[]} palette
 *
 * @typedef {Object} MapData
 * @property {number[]} center
 * @property {number[][]} directions
 * @property {[number, number, number][]} points places of test images, and their classes
 * @property {[number, number][]} means
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{pixels: string}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Style } from "../../web/messages.js"
 * @typedef {{view: View, at: number[], names: number[][]}} PlacedMap
 * @typedef {[number, number]} Pixel
 */

import { axes, bars, classes, image, points, text } from "../../web/marks/marks.js";
import { format, View, wideBox } from "../../web/paint/view.js";
import { percent } from "../../web/paint/words.js";
import { classOf, layOut, rivalOf, tableOf } from "../../web/marks/classes.js";
import { readPixels } from "../../web/picture/pixels.js";
import { logPosteriors, project, scores } from "./discriminants.js";

const FADED = 0.6, FAINT = 0.45; // of an image below marks, and of an image among others on the map
const MARGIN = { left: 62, top: 8, right: 8, bottom: 48 }; // pixels, of the map
const PHONE = 560; // pixels: below, everything else is under the image
const STAR = 11, RING = 24, SAMPLE = 14;
const APART = 22, ROUNDS = 10; // pixels between the names of two means, so that both can be read

export default { heights: ["", "34rem"], compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { width, height }, focus }) {
  const { grid } = data, pixels = data.isPaintable ? readPixels(v.pixels, grid) : null, isNarrow = width < PHONE;
  const x = pixels ? pixels.map((level) => level * data.scale) : data.image;
  const values = scores(data.W, data.b, x), logs = data.logs ?? logPosteriors(values), best = logs.indexOf(Math.max(...logs));
  const share = data.map && !isNarrow ? 0.36 : 0.46; // room for the map beside the image
  const place = layOut([width, height], grid, logs, data.names, { share, isStacked: isNarrow });
  const levels = pixels ?? (data.isPaintable ? x.map((value) => Math.round(value / data.scale)) : []);
  const shares = data.isPaintable ? x.map((value) => value / (grid.most * data.scale)) : data.shares ?? [];
  const pointedClass = classOf(focus), k = pointedClass ?? best, rival = rivalOf(k, logs);
  const sides = pointedClass === null ? [Math.min(k, rival), Math.max(k, rival)] : [rival, k];
  const [minus, plus] = sides.map((each) => data.effects[each]);
  const effects = pointedClass !== null || data.isSigned ? plus.map((own, i) => own - minus[i]) : null;
  const map = data.map ? placeMap(data.map, place.box, [width, height], x) : null;
  return { isNarrow, levels, shares, scores: values, logs, place, best, k, rival, sides, effects, map, isPainted: pixels !== null };
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { data, place, map } = state;
  return [imageMark(state), ...sideMarks(state), ...(map && data.map ? mapMarks(state, map, data.map) : classMarks(state, place))];
}

/** The image, with marks whose sides are as long as the weights differ. @param {State} state */
function imageMark({ data, shares, effects, place: { box }, levels, isPainted, best, logs, k, rival }) {
  const { grid, isPaintable, names, palette } = data, predicted = `classified as ${names[best]}, posterior ${percent(Math.exp(logs[best]))}`;
  const kind = isPainted ? `ink in ${levels.filter((level) => level > grid.most / 2).length} of ${levels.length} pixels` : `class ${data.truth}`;
  const marked = effects ? `; the marks on it compare the weights of ${names[k]} with those of ${names[rival]}` : "";
  return image(box, {
    grid, shares: effects ? shares.map((share) => (typeof share === "number" ? FADED * share : share)) : shares,
    effects: effects?.map((effect) => effect * Math.abs(effect)), sides: palette,
    title: isPainted ? "painted image" : "test image", says: `${kind}, ${predicted}${marked}`,
    sheet: isPaintable ? { name: "pixels", label: `Image to paint, ${grid.columns} × ${grid.rows} pixels`, grid, levels } : null,
  });
}

/** The meaning of ink on the marks, below the image or beside it. @param {State} state @returns {Mark[]} */
function sideMarks({ data: { names, palette }, place: { box }, isNarrow, sides, map, effects }) {
  if (!effects || (map && isNarrow)) return [];
  const left = isNarrow ? box.left + box.width + SAMPLE : box.left, top = isNarrow ? box.top + 26 : box.top + box.height + 10;
  return [
    ...(isNarrow ? [text(null, { text: "ink here: evidence", at: [left, box.top + 10] })] : []),
    ...[1, 0].flatMap((sign, line) => {
      const name = names[sides[sign]], sample = { left, top: top + 22 * line, width: SAMPLE, height: SAMPLE };
      return [
        image(sample, { grid: { rows: 1, columns: 1 }, shares: [0], effects: [2 * sign - 1], sides: palette, inset: 0, isSilent: true }),
        text(null, { text: isNarrow ? `for ${name}` : `ink here is evidence for ${name}`, at: [left + 21, top + 22 * line + 8] }),
      ];
    }),
  ];
}

/** Below each other, the images of the classes and their posteriors. @param {State} state @param {State["place"]} place @returns {Mark[]} */
function classMarks({ data: { thumbs, grid, isSigned, isLog, names, palette }, logs }, place) {
  const [minus, plus] = palette, { left, width } = tableOf(place);
  return [
    ...place.classes.flatMap(({ k, thumb }) => (thumbs ? [image(thumb, { grid, shares: thumbs[k], signs: isSigned ? [minus, plus] : null })] : [])),
    classes({ place, logs, names, style: plus, isLog, title: isLog ? "log posteriors" : "posteriors" }),
    ...place.classes.map(({ k, top, height }) => bars(new View([0, 1, 0, 1], { left: left - 2, top, width, height }), {
      bars: [[0, 1, 0, 1]], alpha: 0, isSilent: true, name: `class ${k}`,
    })),
  ];
}

/** The plane of Fisher's first two directions. @param {State} state @param {PlacedMap} placed @param {MapData} map @returns {Mark[]} */
function mapMarks({ data, best }, { view, at, names }, { points: all, means }) {
  const star = { ...data.palette[1], symbol: "star" }, { left, top } = view.plot, word = `this image, classified as ${data.names[best]}`;
  return [
    axes(view, { x: "first direction", y: "second direction", title: "Fisher's directions" }),
    ...all.map(([x, y, k]) => text(view, { text: data.names[k], at: [x, y], size: 12, align: "center", alpha: FAINT })),
    ...names.flatMap((pixel, k) => [
      points(view, { x: [means[k][0]], y: [means[k][1]], size: RING, style: data.palette[0], alpha: 0, name: `class ${k}`,
        title: `mean of ${data.names[k]}`, says: means[k].map((value) => format(value)).join(", ") }),
      text(null, { text: data.names[k], at: /** @type {Pixel} */ (pixel), size: 21, weight: 700, align: "center", ground: "halo" }),
    ]),
    points(view, { x: [at[0]], y: [at[1]], size: 2 * STAR, style: star, isHaloed: true, isWhole: true, title: "this image on the map",
      says: at.map((value) => format(value)).join(", ") }),
    points(new View([0, 1, 0, 1], { left, top, width: 2 * STAR, height: 2 * STAR + 4 }), {
      x: [0.5], y: [0.5], size: 2 * STAR, style: star, isHaloed: true, isWhole: true, isSilent: true }),
    text(null, { text: word, at: [left + 2.2 * STAR, top + STAR + 3], weight: 600, ground: "halo" }),
  ];
}

/** The class that was pointed at, or the most probable one, against its strongest rival. @param {State} state */
function terms({ data: { names }, scores: values, k, rival }) {
  const [own, other] = [k, rival].map((y) => ({ part: `class ${y}`, symbol: `s(x) of ${names[y]}`, value: format(values[y]) }));
  const symbol = `ln P(${names[k]} | x) / P(${names[rival]} | x)`;
  return [own, "−", other, "=", { part: own.part, symbol, value: format(values[k] - values[rival]) }];
}

/** @param {State} state */
function figures({ data, logs, best, isPainted }) {
  const rows = [["predicted", data.names[best]], ["posterior", percent(Math.exp(logs[best]))]];
  return isPainted ? rows : [...rows, ["true class", data.truth]];
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
  return { view, at, names };
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
