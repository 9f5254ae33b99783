/**
 * One frame: both pictures and the words about them, from the state of the board.
 *
 * Changes only ask for a frame; the browser gives one when it can, so however fast the hand is, each frame
 * shows its last position. While points or gamma are dragged the grid is coarse, and fine again on release.
 */

import { paintInspection } from "./inspect.js";
import { LOOKS } from "./look.js";
import { memo } from "./memo.js";
import { findWrong, fitModel, withCut } from "./model.js";
import { paintPlane, planeView } from "./paint.js";
import { countLabels } from "./points.js";
import { cutAt, layOut, paintProjection } from "./projection.js";
import { classifyGrid, paintFar, paintRegions, projectGrid } from "./regions.js";
import { format, prepare } from "./view.js";

const COARSE = 100, FINE = 200; // nodes along each axis
const REST = { colour: "#8c8996", symbol: "hexagon" }; // all classes but one

export class Stage {
  /**
   * @param {import("./board.js").Board} board
   * @param {(selector: string) => HTMLElement} find
   */
  constructor(board, find) {
    Object.assign(this, { board, find, layout: null, fit: null });
    this.plane = find(".plane canvas");
    this.line = find(".line canvas");
    this.fitted = memo(fitModel);
    this.cut = memo(withCut);
    this.grids = memo(projectGrid);
    this.classified = memo(classifyGrid);
    this.raster = memo(paintRegions);
    this.farRaster = memo(paintFar);
  }

  /** Paint everything as it is now. */
  paint() {
    const { board } = this;
    if (board.drawing === null || this.plane.clientWidth === 0) return;
    this.look = LOOKS[board.data.theme] ?? LOOKS.light;
    this.font = getComputedStyle(this.find(".drawing")).fontFamily;
    const { points } = board.isOld ? board.answered : board.drawing, { model } = board.data;
    const best = this.fitted(model, board.gamma, points, board.names);
    this.fit = this.cut(best, board.cut);
    this.wrong = this.fit.problem === undefined ? findWrong(this.fit, points.labels) : null;
    this.paintPlane(best);
    this.paintLine();
    this.write();
    paintInspection(this);
  }

  paintPlane(best) {
    const { board, look, font, fit } = this, { context, width, height } = prepare(this.plane);
    const { box, points } = board.drawing, { show } = board;
    board.view = planeView(context, font, box, width, height, show);
    const size = board.held === "points" || board.held === "gamma" ? COARSE : FINE;
    const regions = this.classified(fit, this.grids(best, box, size), size);
    const raster = regions && this.raster(regions, board.data.palette, look, show.shading);
    const farRaster = regions && this.farRaster(regions);
    const { data: { palette, features }, isOld, selection, hover, rectangle, crosshair } = board;
    const wrong = isOld ? null : this.wrong, brush = this.brush();
    paintPlane(context, {
      view: board.view, points, palette, look, font, features, regions, raster, farRaster, isOld, wrong,
      show, selection, hover, rectangle, brush, crosshair,
    });
  }

  brush() {
    const { tool, brush, pointer } = this.board;
    return pointer && (tool === "spray" || tool === "erase") ? { place: pointer, radius: brush } : null;
  }

  paintLine() {
    const { context, width, height } = prepare(this.line);
    this.layout = null;
    if (this.fit.problem !== undefined) return;
    const scene = this.lineScene();
    this.layout = layOut(context, scene, width, height);
    paintProjection(context, scene, this.layout);
  }

  lineScene() {
    const { board: { names, label, data, hover, isOld }, fit, look, font } = this;
    const isBinary = fit.sides.length === 1;
    this.versus = isBinary ? 0 : Math.max(0, fit.classes.indexOf(label));
    const own = fit.classes[isBinary ? 1 : this.versus], other = fit.classes[0];
    return {
      side: fit.sides[this.versus],
      names: [isBinary ? names[other] : "the rest", names[own]],
      styles: [isBinary ? data.palette[other] : REST, data.palette[own]],
      axis: data.model.threshold === "loo" ? "leave-one-out projection" : "projection p(x)",
      look, font, hover, isOld,
    };
  }

  /** The words: status, message, threshold, counters. */
  write() {
    const { board, fit, find } = this, n = board.points.labels.length;
    const accuracy = this.describeAccuracy();
    setText(find(".status"), `${n} ${n === 1 ? "point" : "points"}${accuracy && `; ${accuracy}`}`);
    find(".status").setAttribute("aria-busy", String(board.held !== null));
    setText(find(".message"), board.note || fit.problem || "");
    setText(find(".errors"), this.layout ? this.describeCut() : "");
    find("[data-action=best]").disabled = board.cut === null;
    countLabels(board.points, board.names.length).forEach((count, k) => {
      setText(find(`[data-label="${k}"] .count`), String(count));
    });
  }

  describeAccuracy() {
    const { board, fit } = this, { model, accuracy } = board.data;
    if (fit.problem !== undefined) return "";
    if (model.kind === "description") return board.isOld ? "computing …" : accuracy ?? this.training();
    const loo = findWrong(fit, board.points.labels, "loo");
    return this.training() + (loo ? `, leave-one-out ${percentRight(loo)}` : "");
  }

  training() {
    return `training accuracy ${percentRight(this.wrong)}`;
  }

  describeCut() {
    const { search, description } = this.fit.sides[this.versus], t = -description.offset;
    const errors = search.errors[cutAt(search, t)], best = search.errors[search.index];
    const here = `threshold ${format(t)}: ${count(errors, "error")}`;
    return this.board.cut === null ? here : `${here}, at the best place ${best}`;
  }
}

function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function percentRight(wrong) {
  const right = wrong.filter((isWrong) => !isWrong).length;
  const exact = (1000 * right) / wrong.length, tenths = Math.round(exact);
  const even = tenths - exact === 0.5 ? tenths - (tenths % 2) : tenths; // a tie as Python rounds it
  return `${(even / 10).toFixed(1)} %`;
}

/** Write only what is new: a screen reader reads whatever is written. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
