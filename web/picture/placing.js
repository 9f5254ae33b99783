/**
 * A picture on which the participant of an exercise places an answer: a cut on the line of two densities, or a line
 * on the plane of some points. The right answer is shown once it is known; until then nothing hints at it.
 *
 * `data` has, of a line, `names`, `curves` (of each class, at even steps over `box`); of a plane `points`, `names`
 * and `box`; `isOpen`, whether something can be placed; `truth`: null, a cut, or two ends [x1, x2] of a line; and
 * `others`, the places of others, if they are to be shown.
 *
 * @import { PlainPoints, Style } from "../messages.js"
 * @import { Pixel } from "../paint/look.js"
 * @typedef {Record<string, number>} Answer x, or p1, p2, q1 and q2
 * @typedef {import("./types.js").PictureData & {names: string[], palette: Style[], isOpen: boolean, others?: Answer[]}} BaseData
 * @typedef {BaseData & {curves: number[][], box: [number, number], truth: ?number}} LineData
 * @typedef {BaseData & {points: PlainPoints, box: import("../model/points.js").Box, features: string[],
 *   truth: ?[number, number][], curves?: undefined}} PlaneData
 * @typedef {import("./types.js").PictureInput<Answer, LineData | PlaneData>} PictureInput
 *
 * @typedef {{values: Answer, look: PictureInput["look"], font: string, styles: Style[], view: View}} BaseScene
 * @typedef {BaseScene & {data: LineData}} LineScene
 * @typedef {BaseScene & {data: PlaneData, points: import("../model/points.js").Points}} PlaneScene
 * @typedef {LineScene | PlaneScene} Scene
 */

import { unpackPoints } from "../model/points.js";
import { clipTo, paintAxisX, paintAxisY, setType, stroke } from "../paint/look.js";
import { paintPlane, planeView } from "../paint/paint.js";
import { format, newPen, View } from "../paint/view.js";
import { linePath, paintGrip, writeOver } from "./marks.js";

const SHOW = { points: true, boundary: false, far: false, errors: false, shading: false, axes: true, equal: false };

const LEFT = 62, RIGHT = 10, TOP = 26, AXIS = 46; // pixels
const STEP = 0.05, DASH = [9, 6], REACH = 1e3; // of an arrow key; of a line; times a line goes on
const RIGHT_COLOUR = "#009e73";
const ENDS = [["p1", "p2", "One end of your line"], ["q1", "q2", "Other end of your line"]];

export default {
  heights: /** @type {[string, string]} */ (["clamp(15rem, 100svh - 21rem, 30rem)", "17rem"]),

  /** @param {PictureInput} input @returns {Scene} */
  arrange({ values, data, size: [width, height], look, font }) {
    const styles = data.names.map((name, k) => ({ ...data.palette[k], name }));
    const scene = { values, look, font, styles };
    if (data.curves) {
      const most = 1.1 * Math.max(...data.curves.flat());
      const plot = { left: LEFT, top: TOP, width: width - LEFT - RIGHT, height: height - TOP - AXIS };
      return { ...scene, data, view: new View([...data.box, 0, most], plot) };
    }
    const points = unpackPoints(data.points);
    return { ...scene, data, points, view: planeView(newPen(), font, data.box, width, height, SHOW) };
  },

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene */
  paint(context, scene) {
    if ("points" in scene) paintPlane(context, { ...scene, show: SHOW, features: scene.data.features });
    else paintCurves(context, scene);
    clipTo(context, scene.view.plot);
    paintAnswer(context, scene);
    context.restore();
    if (!scene.data.isOpen) return;
    for (const { place: [x, y] } of this.grips(scene)) paintGrip(context, scene.look, x, y);
  },

  /** @param {Scene} scene @returns {import("./types.js").Grip[]} */
  grips({ values: v, data, view }) {
    if (!data.isOpen) return [];
    if (data.curves) {
      const { top, height } = view.plot, x = view.pixelX(v.x);
      return [{
        name: "x", label: "Your cut", place: [x, top + height / 2], step: STEP, text: format(v.x),
        read: ([px]) => view.place(px, 0)[0], distance: ([px]) => Math.abs(px - x),
      }];
    }
    return ENDS.map(([first, second, label]) => ({
      name: first, second, label, place: [view.pixelX(v[first]), view.pixelY(v[second])], step: STEP,
      text: `${format(v[first])}, ${format(v[second])}`, read: ([px, py]) => view.place(px, py),
    }));
  },

  /** @param {Scene} scene @returns {[string, string][]} */
  figures({ values, data }) {
    if (!data.curves || values.x === undefined) return [];
    /** @type {[string, string][]} */
    const rows = [["your cut", format(values.x)]];
    return data.truth === null ? rows : [...rows, ["best cut", format(data.truth)]];
  },

  /** @param {Scene} scene */
  describe(scene) {
    const { data, values } = scene, names = data.names.join(" and ");
    const what = "points" in scene
      ? `${scene.points.labels.length} points of ${names}.`
      : `Densities of ${names} from ${data.box.map((end) => format(end)).join(" to ")}.`;
    const answer = data.curves ? values.x : values.p1;
    if (answer === undefined) return what;
    const truth = data.truth === null ? "" : ` What is right: ${[data.truth].flat(2).map((each) => format(each)).join(", ")}.`;
    return `${what} You placed ${Object.values(values).map((each) => format(each)).join(", ")}.${truth}`;
  },
};

/** @param {CanvasRenderingContext2D} context @param {LineScene} scene */
function paintCurves(context, { data, view, look, font, styles }) {
  const [a, b] = data.box, { left, top, width } = view.plot;
  styles.forEach(({ colour, name }, k) => {
    const curve = data.curves[k], path = new Path2D();
    curve.forEach((p, i) => path.lineTo(view.pixelX(a + ((b - a) * i) / (curve.length - 1)), view.pixelY(p)));
    stroke(context, path, colour, 2.5, k === 0 ? [] : DASH);
    const peak = curve.indexOf(Math.max(...curve)), x = view.pixelX(a + ((b - a) * peak) / (curve.length - 1));
    setType(context, look.ink, `15px ${font}`, "center", "bottom");
    writeOver(context, look, name, Math.max(left + 20, Math.min(left + width - 20, x)), view.pixelY(curve[peak]) - 5);
  });
  stroke(context, [left, top, left, top + view.plot.height], look.grid, 1);
  paintAxisX(context, look, font, view, "x");
  paintAxisY(context, look, font, view, "p(x | k)");
}

/** The placed answer, and the right one. @param {CanvasRenderingContext2D} context @param {Scene} scene */
function paintAnswer(context, { values, data, view, look }) {
  /** @type {(path: Path2D, colour: string, lineWidth: number, dash?: number[]) => void} */
  const strokeLine = (path, colour, width, dash) => {
    stroke(context, path, look.background, width + 3, dash);
    stroke(context, path, colour, width, dash);
  };
  /** @type {(place: [number, number]) => Pixel} */
  const pixel = ([x1, x2]) => [view.pixelX(x1), view.pixelY(x2)];
  const { top, height } = view.plot;
  const upright = (/** @type {number} */ x) => linePath([view.pixelX(x), top], [view.pixelX(x), top + height]);
  const pathOf = (/** @type {Answer} */ { x, p1, p2, q1, q2 }) => (data.curves ? upright(x) : through(pixel([p1, p2]), pixel([q1, q2])));
  for (const other of data.others ?? []) strokeLine(pathOf(other), look.quiet, 1.5);
  const truth = data.curves ? data.truth !== null && upright(data.truth) : data.truth && through(pixel(data.truth[0]), pixel(data.truth[1]));
  if (truth) strokeLine(truth, RIGHT_COLOUR, 5, DASH);
  if ((values.x ?? values.p1) !== undefined) strokeLine(pathOf(values), look.ink, 2);
}

/** The line through two pixels, far beyond both. @param {Pixel} one @param {Pixel} other */
function through([x1, y1], [x2, y2]) {
  const dx = x2 - x1 || 1e-6, dy = y2 - y1, reach = REACH / Math.hypot(dx, dy);
  return linePath([x1 - reach * dx, y1 - reach * dy], [x2 + reach * dx, y2 + reach * dy]);
}
