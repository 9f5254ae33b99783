// What pictures draw, without a page: a context that writes down what is asked of it. A letter is 8 pixels wide.
import { belowWords, inColumns, oneAboveTwo, wrap } from "../../lessons/covariance_assumptions/layout.js";
import { followMarks, legendOf } from "../../web/marks/list.js";
import { LOOKS } from "../../web/model/shared.js";
import { bestThreshold } from "../../web/model/threshold.js";
import { Links } from "../../web/paint/linked.js";
import { traceSymbol } from "../../web/paint/look.js";
import { filledView, planeView } from "../../web/paint/paint.js";
import { layOut, paintProjection } from "../../web/paint/projection.js";
import { Easing } from "../../web/picture/easing.js";
import { terrainOfMarks } from "../../web/probe/marks.js";

const RECORDED = ["fillText", "strokeText", "fillRect", "arc"];

function newContext(calls) {
  const styles = {};
  const answers = { measureText: (text) => ({ width: 8 * String(text).length }), createPattern: () => null };
  return new Proxy(styles, {
    get: (_, name) => {
      if (name in styles) return styles[name];
      if (name === "canvas") return {};
      return (...args) => {
        const { fillStyle, strokeStyle, font } = styles;
        if (RECORDED.includes(name)) calls.push({ name, args, fillStyle, strokeStyle, font });
        return answers[name]?.(...args) ?? newContext([]);
      };
    },
  });
}

class Path {
  constructor() {
    this.points = [];
  }
  lineTo(x, y) {
    this.points.push([x, y]);
  }
  moveTo(x, y) {
    this.points.push([x, y]);
  }
  addPath() {}
  arc() {}
  ellipse() {}
  rect() {}
  closePath() {}
}

const prepare = () => {
  globalThis.document = { createElement: () => ({ getContext: () => newContext([]) }) };
  globalThis.ImageData = class {
    constructor(width, height) {
      this.data = new Uint8ClampedArray(4 * width * height);
    }
  };
  globalThis.Path2D = Path;
};

const pictureOf = async (stem, script = "picture") => {
  prepare();
  return followMarks((await import(`../../lessons/${stem}/${script}.js`)).default);
};

/** What a picture is painted from. */
const stateOf = (scene) => scene.state ?? scene;

/** The points of a picture, by coordinates, as they are placed. */
export const pointsOf = async (stem, data) => {
  const picture = await pictureOf(stem);
  const { points } = stateOf(picture.arrange({ values: data.values, data, size: [800, 500], look: LOOKS.light, font: "sans-serif" }));
  return [points.x, points.y];
};

/** Where the names of both criteria of a line are, [text, x, y], and where the line of the threshold begins. */
export const namesOfCriteria = (scores, labels, size) => {
  prepare();
  const search = bestThreshold(Float64Array.from(scores), labels, "consistency", 0), calls = [], context = newContext(calls);
  const scene = {
    side: { search, offset: -search.threshold, projection: Float64Array.from(scores) }, names: ["C−", "C+"],
    styles: ["#0072b2", "#d55e00"].map((colour) => ({ colour, symbol: "circle" })), axis: "p(x)",
    look: LOOKS.light, font: "sans-serif", hover: -1, isOld: false, isMovable: true,
  };
  const layout = layOut(context, scene, ...size);
  paintProjection(context, scene, layout);
  const names = calls.filter(({ name, args }) => name === "fillText" && ["J, label consistency", "errors"].includes(args[0]));
  return { names: names.map(({ args }) => args), top: layout.bands.plot.top };
};

/** A number that moves: after the first of some updates [time, value, isStill], and at times after the last. */
export const easeThrough = (updates, times) => {
  const easing = new Easing(["value"]), values = {};
  for (const [time, value, isStill] of updates) {
    easing.follow({ value }, time, isStill);
    values.first ??= easing.read({ value }, time).value;
  }
  const [, value] = updates.at(-1);
  return { ...values, last: times.map((time) => easing.read({ value }, time).value) };
};

/** A picture of a lesson, and what it was told, arranged and painted in a size. */
export const draw = async (stem, data, { size = [800, 500], focus = null, script = "picture", values = {}, theme = "light" } = {}) => {
  const picture = await pictureOf(stem, script);
  const stage = { values: { ...data.values, ...values }, data, size, look: LOOKS[theme], font: "sans-serif", focus };
  const calls = [], scene = picture.arrange(stage);
  picture.paint(newContext(calls), scene);
  const grips = picture.grips(scene).map(({ name, label, place, text }) => ({ name, label, place, text }));
  return {
    calls: calls.map(({ args, ...call }) => ({ ...call, args: args.filter((arg) => typeof arg !== "object") })),
    texts: calls.filter(({ name }) => name === "fillText").map(({ args: [text] }) => text),
    figures: picture.figures(scene), words: picture.describe(scene).join(" "), terms: picture.terms?.(scene) ?? [], grips,
  };
};

/** Terms without a part, and parts without a term after they were pointed at. */
export const findUnlinked = async (stem, data) => {
  const picture = await pictureOf(stem);
  const stage = { values: data.values, data, size: [800, 500], look: LOOKS.light, font: "sans-serif" };
  const termsOf = (focus) => picture.terms(picture.arrange({ ...stage, focus })).filter(({ part }) => part);
  const parts = picture.parts(picture.arrange({ ...stage, focus: null })).map(({ name }) => name);
  return {
    parts,
    terms: termsOf(null).map(({ part }) => part).filter((part) => !parts.includes(part)),
    alone: parts.filter((name) => !termsOf(name).some(({ part, covers }) => part === name || covers?.includes(name))),
  };
};

/** What a picture shows in colours: the samples of its legend, whether it has one or not, and the texts on it. */
export const samples = async (stem, data) => {
  const picture = await pictureOf(stem);
  const { marks } = picture.arrange({ values: data.values, data, size: [800, 500], look: LOOKS.light, font: "sans-serif" });
  return { entries: legendOf(marks), texts: marks.filter(({ kind }) => kind === "text").flatMap(({ text }) => text) };
};

/** What the probe says at places all over a picture, and at those of them where nothing is. */
export const probe = async (stem, data) => {
  const picture = await pictureOf(stem), size = [800, 500];
  const { marks } = picture.arrange({ values: data.values, data, size, look: LOOKS.light, font: "sans-serif" }), terrain = terrainOfMarks(marks, size);
  const words = Array.from({ length: 41 * 26 }, (_, k) => terrain.read([20 * (k % 41), 20 * Math.floor(k / 41)]).words);
  return { words: [...words, ...terrain.points.map((point) => point.words)], beside: words.filter((each) => /nothing/i.test(each)) };
};

/** Whether the regions stay as they are when some values change, so that a frame need not compute them. */
export const keepsRegions = async (stem, data, changes) => {
  const picture = await pictureOf(stem);
  const stage = { data, size: [800, 500], look: LOOKS.light, font: "sans-serif" };
  const [before, after] = [data.values, { ...data.values, ...changes }].map((values) => stateOf(picture.arrange({ ...stage, values })));
  return before.raster === after.raster;
};

/** How often a part is outlined when its term is pointed at, and when it is itself. */
export const countOutlines = (part) => {
  prepare();
  const picture = { root: null, canvases: [], isBusy: () => false, requestFrame: () => {} };
  const links = new Links(picture, null, () => {});
  globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
  return [false, true].map((isOnPicture) => {
    let strokes = 0;
    const pen = { save() {}, restore() {}, stroke: () => (strokes += 1) };
    links.pointAt(null);
    links.pointAt(part.name, isOnPicture);
    links.paint([pen], [part]);
    return strokes;
  });
};

/** The places of lesson 2. */
export function placePlanes(room, texts, choice) {
  const panels = texts.map((_, k) => ({ isChosen: k === choice }));
  const cells = choice === null ? inColumns(room, texts.length) : oneAboveTwo(room, panels);
  const words = texts.map((text, k) => wrap(text, cells[k].width, ({ length }) => 8 * length));
  return { cells, words, planes: belowWords(cells, words) };
}

/** The scales of the picture. */
const scales = (make) => (box, [width, height], equal, axes) => {
  const view = make(newContext([]), "sans", box, width, height, { axes, equal }), { plot } = view;
  return { box: view.box, plot: [plot.left, plot.top, plot.width, plot.height], pixel: [view.pixelX(box[0]), view.pixelY(box[2])] };
};

export const fill = scales(filledView), fit = scales(planeView);

/** The corners of a marker of radius 1. */
export const trace = (symbol) => {
  const path = new Path();
  traceSymbol(path, symbol, 0, 0, 1);
  return path.points;
};
