/**
 * Lesson 4: an image to paint, the linear scores of the classes while it is painted, and the weights behind them; or the
 * place of the image on the plane of Fisher's first two directions.
 */

import { paintAxisX, paintAxisY, setType, traceSymbol } from "../../ui/canvas/paint/look.js";
import { format, View } from "../../ui/canvas/paint/view.js";
import { percent } from "../../ui/canvas/paint/words.js";
import {
  chosenClass, classParts, paintClasses, paintEffects, paintImage, placePainted,
} from "../../ui/live_picture/painted.js";
import { wideBox, writeOver } from "../../ui/live_picture/marks.js";
import { readPixels } from "../../ui/live_picture/pixels.js";
import { logPosteriors, project, scores } from "./discriminants.js";

const UNSIGNED = [null, null];
const FADED = 0.6, FAINT = 0.45; // of an image below the weights of a class, and of an image among others on the map
const MARGIN = { left: 62, top: 8, right: 8, bottom: 48 }; // pixels, of the map
const PHONE = 560; // pixels: below, the map is under the image
const STAR = 11;

export default {
  heights: ["", "27rem"],

  arrange({ values: v, data, size, look, font, chosen }) {
    const { grid } = data, painted = data.isPaintable ? readPixels(v.pixels, grid) : null;
    const x = painted ? painted.map((level) => level * data.scale) : data.image;
    const found = scores(data.W, data.b, x), logs = data.logs ?? logPosteriors(found);
    const share = data.map && size[0] >= PHONE ? 0.36 : 0.46; // room for the map beside the image
    const place = placePainted(size, grid, 0, logs, data.names, share), best = logs.indexOf(Math.max(...logs));
    const levels = painted ?? (data.isPaintable ? x.map((value) => Math.round(value / data.scale)) : []);
    const shares = data.isPaintable ? x.map((value) => value / (grid.most * data.scale)) : data.shares;
    const scene = { data, look, font, grid, levels, shares, scores: found, logs, place, best, k: chosenClass(chosen) };
    return Object.assign(scene, { isPainted: painted !== null, map: data.map ? placeMap(scene, size, x) : null });
  },

  paint(context, scene) {
    const { data, look, font, grid, shares, place, logs, k } = scene, { palette } = data, isMarked = k !== null;
    const ink = isMarked ? shares.map((share) => (Array.isArray(share) ? share : FADED * share)) : shares;
    paintImage(context, place.box, grid, ink, look, UNSIGNED);
    if (isMarked) paintEffects(context, place.box, grid, data.effects[k], look, palette);
    if (scene.map) return paintMap(context, scene);
    for (const { k: each, thumb } of place.classes) {
      if (data.thumbs) paintImage(context, thumb, grid, data.thumbs[each], look, data.isSigned ? palette : UNSIGNED);
    }
    paintClasses(context, place, logs, data.names, look, font, palette[1]);
  },

  sheet({ data, grid, levels, place }) {
    if (!data.isPaintable) return null;
    return { name: "pixels", label: `Image to paint, ${grid.columns} × ${grid.rows} pixels`, box: place.box, grid, levels };
  },

  grips: () => [],

  parts({ place, map }) {
    return map ? map.parts : classParts(place);
  },

  /** The most probable class against the one that was pointed at, or the second. */
  terms({ data: { names }, scores: found, best, logs, k }) {
    const order = logs.map((_, y) => y).sort((a, b) => logs[b] - logs[a]), other = k === null || k === best ? order[1] : k;
    const [own, rival] = [best, other].map((y) => ({ part: `class ${y}`, symbol: `s(x) of ${names[y]}`, value: format(found[y]) }));
    const symbol = `ln P(${names[best]} | x) / P(${names[other]} | x)`;
    return [own, "−", rival, "=", { part: own.part, symbol, value: format(found[best] - found[other]) }];
  },

  figures({ data, logs, best, isPainted, k }) {
    const figures = [["predicted", data.names[best]], ["posterior", percent(Math.exp(logs[best]))]];
    if (!isPainted) figures.push(["true class", data.truth]);
    if (k !== null) figures.push(["weights on the image", `of ${data.names[k]}`]);
    return figures;
  },

  describe({ data, logs, best, isPainted, map, levels, grid, k }) {
    const image = isPainted ? `A painted image with ink in ${levels.filter((level) => level > grid.most / 2).length} of ` +
      `${levels.length} pixels` : `A test image of class ${data.truth}`;
    const weights = k === null ? "" : ` The marks on it are the weights of ${data.names[k]}.`;
    const at = map ? ` On the map of Fisher's directions it is at ${map.at.map((value) => format(value)).join(", ")}.` : "";
    return `${image}, classified as ${data.names[best]}, posterior ${percent(Math.exp(logs[best]))}.${weights}${at}`;
  },
};

/** The plane of Fisher's first two directions beside the image, or under it; both axes have the same scale. */
function placeMap({ data, place: { box: image } }, [width, height], x) {
  const { center, directions, points, means } = data.map, at = project(center, directions, x);
  const left = MARGIN.left + (width < PHONE ? 0 : image.left + image.width + 12);
  const top = MARGIN.top + (width < PHONE ? image.top + image.height : 0);
  const plot = { left, top, width: width - left - MARGIN.right, height: height - top - MARGIN.bottom };
  const all = [...points, ...means, at], box = [0, 1].flatMap((axis) => {
    const values = all.map((point) => point[axis]), low = Math.min(...values), high = Math.max(...values);
    return [low - 0.04 * (high - low), high + 0.04 * (high - low)];
  });
  const view = new View(wideBox(box, plot.width, plot.height), plot), parts = means.map((mean, k) => {
    const path = new Path2D();
    path.arc(view.pixelX(mean[0]), view.pixelY(mean[1]), 15, 0, 2 * Math.PI);
    return { name: `class ${k}`, path };
  });
  return { view, at, parts };
}

function paintMap(context, { data, look, font, map: { view, at }, best }) {
  paintAxisX(context, look, font, view, "first direction");
  paintAxisY(context, look, font, view, "second direction");
  context.globalAlpha = FAINT;
  for (const [a, b, k] of data.map.points) paintName(context, look, font, view, [a, b], data.names[k], 12, "");
  context.globalAlpha = 1;
  data.map.means.forEach((mean, k) => paintName(context, look, font, view, mean, data.names[k], 21, "700 "));
  context.beginPath();
  traceSymbol(context, "star", view.pixelX(at[0]), view.pixelY(at[1]), STAR);
  Object.assign(context, { fillStyle: data.palette[1].colour, strokeStyle: look.background, lineWidth: 2 });
  context.fill();
  context.stroke();
  setType(context, look.ink, `600 15px ${font}`, "left", "bottom");
  context.fillText(data.names[best], view.pixelX(at[0]) + STAR, view.pixelY(at[1]) - 4);
}

function paintName(context, look, font, view, [a, b], name, size, weight) {
  setType(context, look.ink, `${weight}${size}px ${font}`, "center", "middle");
  const place = [view.pixelX(a), view.pixelY(b)];
  if (weight) writeOver(context, look, name, ...place);
  else context.fillText(name, ...place);
}
