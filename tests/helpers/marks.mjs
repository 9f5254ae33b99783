// A mark of each kind, and what its six functions give, on a context that knows only what can be written as SVG.
import { area } from "../../web/marks/area.js";
import { axes } from "../../web/marks/axes.js";
import { band } from "../../web/marks/band.js";
import { bars } from "../../web/marks/bars.js";
import { classes } from "../../web/marks/classes.js";
import { contour } from "../../web/marks/contour.js";
import { curve } from "../../web/marks/curve.js";
import { ellipse } from "../../web/marks/ellipse.js";
import { handle } from "../../web/marks/handle.js";
import { image } from "../../web/marks/image.js";
import { KINDS } from "../../web/marks/kinds.js";
import { legendOf, partsOf, sentencesOf } from "../../web/marks/list.js";
import { points } from "../../web/marks/points.js";
import { regions } from "../../web/marks/regions.js";
import { rule } from "../../web/marks/rule.js";
import { text } from "../../web/marks/text.js";
import { LOOKS } from "../../web/model/shared.js";
import { SvgRecorder } from "../../web/paint/svg.js";
import { View } from "../../web/paint/view.js";
import { terrainOfMarks } from "../../web/probe/marks.js";

const ROWS = { classes: [0, 1].map((k) => ({ k, top: 40 + 80 * k, height: 80, thumb: { left: 80, top: 42 + 80 * k, width: 70, height: 70 } })),
  bar: { left: 200, width: 118 }, name: 40, box: { left: 1, top: 1, width: 70, height: 70 } };
const PLOT = { left: 80, top: 40, width: 300, height: 200 }, BOX = [-2, 2, 0, 1];

/** What a path reaches. */
class Path {
  reach = [Infinity, Infinity, -Infinity, -Infinity];

  beginPath() {
    this.reach = [Infinity, Infinity, -Infinity, -Infinity];
  }
  moveTo(x, y) {
    this.lineTo(x, y);
  }
  lineTo(x, y) {
    const [left, top, right, bottom] = this.reach;
    this.reach = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  rect(x, y, width, height) {
    this.lineTo(x, y);
    this.lineTo(x + width, y + height);
  }
  arc(x, y, radius) {
    this.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  closePath() {}
}

/** What is painted reaches so far; only what the recorder of SVG knows can be called. */
class Pen extends Path {
  painted = new Path();
  clips = [[-Infinity, -Infinity, Infinity, Infinity]];
  shifts = [[0, 0]];

  save() {
    this.clips.push(this.clips.at(-1));
    this.shifts.push(this.shifts.at(-1));
  }
  restore() {
    this.clips.pop();
    this.shifts.pop();
  }
  clip() {
    this.clips[this.clips.length - 1] = common(this.clips.at(-1), this.reach);
  }
  translate(x, y) {
    this.shifts[this.shifts.length - 1] = [x, y];
  }
  fill() {
    this.add(this.reach);
  }
  stroke() {
    this.add(this.reach);
  }
  fillRect(x, y, width, height) {
    this.add([x, y, x + width, y + height]);
  }
  strokeRect(...place) {
    this.fillRect(...place);
  }
  drawImage(_, ...place) {
    this.fillRect(...place);
  }
  fillText(_, x, y) {
    this.add([x, y, x, y]);
  }
  measureText(words) {
    return { width: 8 * words.length };
  }
  add(reach) {
    const [left, top, right, bottom] = common(reach, this.clips.at(-1)), [x, y] = this.shifts.at(-1);
    if (right < left || bottom < top) return;
    this.painted.lineTo(left + x, top + y);
    this.painted.lineTo(right + x, bottom + y);
  }
}
for (const name of Object.getOwnPropertyNames(SvgRecorder.prototype)) Pen.prototype[name] ??= () => {};

const common = ([a, b, c, d], [e, f, g, h]) => [Math.max(a, e), Math.max(b, f), Math.min(c, g), Math.min(d, h)];

/** A mark of each kind, which reaches beyond its plot where `reach` is large; each has a title. */
function marksOf(reach, options) {
  const view = new View(BOX, PLOT), style = { colour: "#0072b2", symbol: "circle" }, x = [-2 * reach, 0, 2 * reach], y = [0.2, 0.5, reach];
  const lines = { box: [-2 * reach, 2 * reach, 0, reach], size: 3, boundary: [[1, 0, 1, 1, 1, 1, 1, 2]] };
  const cells = { labels: Uint8Array.from([0, 0, 1, 0, 1, 1, 0, 1, 1]), strength: new Float64Array(9).fill(1), far: new Uint8Array(9) };
  const whole = { ...lines, ...cells, full: 2, patches: [], owner: new Int32Array(4).fill(-1), bump: Infinity, predicted: null };
  const own = (kind) => ({ title: `one ${kind}`, name: kind, ...options });
  const all = { x: [], y: [], labels: [] }, names = ["A", "B"], raster = { width: 3, height: 3 };
  return [
    area(view, { x, y, style, isHatched: true, ...own("area") }), axes(view, { x: "x", y: "y", isRuled: true, isFramed: true, ...own("axes") }),
    band(view, { from: -reach, to: reach, style, ...own("band") }), bars(view, { bars: [[-reach, reach, 0, reach]], style, ...own("bars") }),
    classes({ place: ROWS, logs: [-0.4, -1.1], names: ["a", "b"], style, ...own("classes") }),
    contour(view, { lines, ...own("contour") }), curve(view, { x, y, style, ...own("curve") }),
    ellipse(view, { mean: [0, 0.5], root: [[reach], [0, reach]], ...own("ellipse") }),
    handle(view, { at: [0, 0.5], moves: "n", along: "x", step: 0.1, text: "0", ...own("handle") }),
    image(PLOT, { grid: { rows: 1, columns: 2 }, shares: [0, 1], ...own("image") }), points(view, { x, y, style, size: 10, ...own("points") }),
    regions(view, { regions: whole, raster, styles: [style, style], names, points: all, ...own("regions") }),
    rule(view, { x: 0, ...own("rule") }), text(view, { at: [0, 0.5], text: "words", ...own("text") }),
  ];
}

/** Of each kind, by name: what its functions give of a mark that reaches so far, without what it is not asked for. */
export const inspect = (reach, options = {}) => {
  globalThis.Path2D = Path;
  globalThis.document = { createElement: () => ({ getContext: () => new Pen() }) };
  const look = { ...LOOKS.light, font: "sans-serif" };
  const marks = marksOf(reach, options), found = marks.map((mark) => {
    const { paint, outline, legend, says, sounds, moves } = KINDS[mark.kind], pen = new Pen();
    paint(pen, mark, look);
    const { left, top, width, height } = PLOT, heard = [[0, 0.5], [-1, 0.3], [1.9, 0.9]].flatMap((at) => sounds(mark, at) ?? []);
    return [mark.kind, {
      painted: pen.painted.reach, isStacked: pen.clips.length !== 1, plot: [left, top, left + width, top + height],
      outline: outline(mark)?.reach ?? null, legend: legend(mark), says: says(mark), heard, isSilent: mark.isSilent ?? false, moves: moves(mark),
    }];
  });
  const { left, top, width, height } = PLOT;
  return {
    kinds: Object.keys(KINDS), marks: Object.fromEntries(found), parts: partsOf(marks).map(({ name }) => name),
    legend: legendOf(marks).map((entry) => entry.text), words: sentencesOf(marks), sounds: terrainOfMarks(marks, [400, 300]).read([left + width / 2, top + height / 2]).notes,
  };
};
