/**
 * One classifier: its plane, its line, and the words between.
 *
 * A panel computes both pictures from the model that Python sends, by a chain of functions that remember their
 * last result: a frame costs only what has changed since the last one. Points and selection belong to the board
 * and are the same in all panels; a moved threshold belongs to the drawing and to the fit in which it was moved.
 */

import { scoreAt } from "../model/evaluate.js";
import { GridMaker } from "../model/grid.js";
import { Memory } from "../model/held.js";
import { memo } from "../model/memo.js";
import { MOVED } from "./figures.js";
import { Layers } from "./layers.js";
import { findMargin } from "./margin.js";
import { findWrong, fitModel, withMoved } from "../model/model.js";
import { paintPlane, planeView } from "./paint.js";
import { cutAt, formatScore, layOut, paintProjection, thresholdOf } from "./projection.js";
import { classifyGrid, paintRegions, readRegions } from "./regions.js";
import { formulaOf } from "./terms.js";
import { REST } from "../model/shared.js";
import { isAllTied } from "../model/threshold.js";
import { prepare } from "./view.js";
import { weightShares } from "./weights.js";
import { count, percentRight } from "./words.js";

const ALL_TIED = "All projections are equal up to rounding, so no threshold separates the classes.";
const HOW_TO_PART = " Change γ or standardise the features.";
const RING = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]);

export class Panel {
  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} element
   * @param {import("./accuracies.js").Accuracies} accuracies
   * @param {number} place among the panels
   */
  constructor(board, element, accuracies, place) {
    Object.assign(this, { board, element, accuracies, place, spec: null, fit: null, layout: null, before: null });
    this.find = (selector) => element.querySelector(selector);
    this.plane = this.find(".plane canvas");
    this.line = this.find(".line canvas");
    this.advised = memo(advise);
    this.fitted = memo(fitModel);
    this.grids = new GridMaker();
    this.memory = new Memory();
    this.layers = new Layers();
    this.cut = memo(withMoved);
    this.findWrong = memo(findWrong);
    this.findWrongAlone = memo(findWrong);
    this.classified = memo(classifyGrid);
    this.read = memo(readRegions);
    this.coloured = memo(paintRegions);
    this.margin = memo(findMargin);
    this.weigh = memo(weightShares);
  }

  get hasFit() {
    return this.fit !== null && this.fit.problem === undefined;
  }

  /** Whether the model is Python's, and of outdated points or gamma. */
  get isOld() {
    const { kind } = this.spec.model;
    return this.board.isAhead && (kind === "description" || kind === "raster");
  }

  /** Whether the threshold can be moved: the boundary must be able to follow. */
  get isMovable() {
    if (!this.hasFit || this.board.isLocked("threshold")) return false;
    return !this.isOld && this.fit.raster === undefined && !this.fit.leads;
  }

  get isMoved() {
    return this.hasFit && this.fit !== this.best;
  }

  /** The side that the line shows: of several that of the chosen class. */
  get shown() {
    if (this.fit.sides.length === 1) return 0;
    return Math.max(0, this.fit.classes.indexOf(this.board.label));
  }

  /** The two classes that the line parts, the lower one first; null stands for all the others. */
  get parted() {
    const { classes, sides } = this.fit;
    return sides.length === 1 ? classes : [null, classes[this.shown]];
  }

  /** What the line shows. */
  get axis() {
    const { fit: { leads, sides }, spec: { model } } = this;
    if (model.threshold === "loo") return "leave-one-out projection";
    if (leads) return "lead over the other classes";
    const isProjection = model.kind === "kernel" || sides[this.shown].offset !== 0;
    return isProjection ? "projection p(x)" : "decision function";
  }

  nameOf(label) {
    return label === null ? "the rest" : this.board.classes[label].name;
  }

  /** Whether there is time to be spent on a finer grid. */
  get isCoarse() {
    return this.grids.fit === this.best && this.grids.isCoarse;
  }

  /** Put the threshold of the side that is shown somewhere; null is the best place. */
  move(threshold) {
    if (threshold !== null || this.isMoved) this.board.sketch(this.movedTo(threshold));
  }

  /** What the board notes of a moved threshold. */
  movedTo(threshold) {
    const moved = threshold === null ? null : { basis: this.basis, side: this.shown, offset: -threshold };
    return { moved: { ...this.board.drawing.moved, [this.place]: moved } };
  }

  /** The threshold that makes a cut of the line, or shows one that none can make; null is the best cut. */
  thresholdOfCut(k) {
    const { search } = this.best.sides[this.shown];
    return k === search.index ? null : thresholdOf(search, k);
  }

  /** The cut that the line shows. */
  get shownCut() {
    const { search, offset } = this.fit.sides[this.shown];
    return this.isMoved ? cutAt(search, -offset) : search.index;
  }

  /** What moves the boundary with the hand, or null where there is none within its reach. */
  takeBoundary({ place, reach }) {
    if (!this.isMovable) return null;
    const { description, offset } = this.fit.sides[this.shown], [dx, dy] = this.view.span(reach);
    const projection = (x, y) => scoreAt(description, x, y) - description.offset;
    const around = RING.map(([u, v]) => projection(place[0] + u * dx, place[1] + v * dy) + offset > 0);
    if (around.every((isAbove) => isAbove === around[0])) return null;
    return (spot) => {
      this.move(projection(...spot.place));
      this.board.changed();
    };
  }

  /** Find the fit of the points there are. */
  refit(spec) {
    this.spec = spec;
    const { board, board: { classes, label, howToStart } } = this, { model } = spec;
    const gamma = model.kind === "kernel" || model.kind === "svc" ? board.gamma : null;
    this.points = this.isOld ? board.answered : board.points;
    const advice = this.advised(board.points.labels, classes, label, howToStart);
    this.best = this.fit = advice ?? this.fitted(model, gamma, this.points, classes, undefined, this.memoryFor(model));
    this.basis = [model, gamma, this.points];
    if (board.wanted !== null && this.hasFit) board.amend(this.movedTo(this.thresholdOfCut(board.wanted)));
    if (board.wished !== undefined && this.hasFit) board.amend(this.movedTo(board.wished));
    board.wanted = null;
    board.wished = undefined;
    const moved = board.drawing.moved?.[this.place];
    const isOfThisFit = moved?.basis.every((part, k) => part === this.basis[k]);
    this.fit = this.hasFit && isOfThisFit ? this.cut(this.best, moved) : this.best;
  }

  /** What a fit may use of the frame before; once the hand has let go, a solver starts anew, as Python's does. */
  memoryFor({ kind }) {
    return kind === "svc" && !this.isHeld ? undefined : this.memory;
  }

  /** Whether a hand changes what is fitted. */
  get isHeld() {
    return this.board.held === "points" || this.board.held === "gamma";
  }

  // The pictures

  /** Paint the plane, and the line where it is shown. */
  paint(surroundings) {
    const plane = prepare(this.plane, this.planeSize), line = this.lineSize?.[0] ? prepare(this.line, this.lineSize) : null;
    this.paintPlane(plane, this.planeSize, { ...surroundings, layers: this.layers });
    this.layout = null;
    if (line) this.paintLine(line, this.lineSize, surroundings);
    if (!this.board.data.lesson || this.board.data.exercise) return;
    const { terms, parts } = formulaOf(this);
    this.links.paint([plane, line], parts);
    this.links.write(terms);
  }

  paintPlane(context, [width, height], { look, font, share, hand, layers }) {
    const { board, isOld } = this, { drawing: { box, points }, classes, show } = board;
    const regions = this.regions(share);
    this.view = planeView(context, font, box, width, height, show);
    paintPlane(context, {
      ...hand, look, font, points, regions, show, isOld, layers,
      view: this.view,
      styles: classes,
      features: board.data.features,
      raster: regions && this.coloured(regions, classes, look, show.shading),
      before: this.rememberBoundary(regions),
      wrong: isOld || this.showsWeights ? null : this.wrong(),
      shares: this.shares,
      margin: this.support && this.showsWeights && regions ? this.margin(regions, this.fit.classes[1]) : null,
    });
  }

  /** In a lesson: the regions as they were before the last movement of the hand. */
  rememberBoundary(regions) {
    const { isHeld, board: { data: { lesson, revision } } } = this;
    if (!lesson) return null;
    if (this.revision !== revision) Object.assign(this, { revision, before: null });
    else if (isHeld && !this.wasHeld) this.before = this.last;
    Object.assign(this, { wasHeld: isHeld, last: regions });
    return this.before;
  }

  /** Whether the markers show the weights of the points, and not which of them are wrong. */
  get showsWeights() {
    return Boolean(this.board.data.lesson?.weights) && this.hasFit && !this.isOld;
  }

  /** The share of each point in the weights of its class, where markers show it. */
  get shares() {
    return this.showsWeights ? this.weigh(this.points.labels, this.fit.sides[0].description) : null;
  }

  /** Of each point whether it is a support vector; null where there are none. */
  get support() {
    const indices = this.hasFit ? this.fit.sides[0].description?.support : undefined;
    return indices === undefined ? null : Array.from(this.points.labels, (_, i) => indices.includes(i));
  }

  regions(share) {
    if (!this.hasFit) return null;
    if (this.fit.raster) return this.read(this.best);
    return this.classified(this.fit, this.grids.make(this.best, this.board.drawing.box, this.isHeld, share));
  }

  paintLine(context, [width, height], { look, font, hand }) {
    if (!this.hasFit) return;
    const { parted, isOld, isMovable, board: { classes } } = this;
    const scene = {
      side: this.fit.sides[this.shown],
      names: parted.map((label) => this.nameOf(label)),
      styles: parted.map((label) => (label === null ? REST : classes[label])),
      axis: this.axis,
      look, font, isOld, isMovable,
      hover: hand.hover,
    };
    this.layout = layOut(context, scene, width, height);
    paintProjection(context, scene, this.layout);
  }

  // The words

  formatScore(value) {
    return formatScore(this.fit.sides[this.shown].search, value);
  }

  wrong() {
    return this.hasFit ? this.findWrong(this.fit, this.points.labels) : null;
  }

  describeAccuracy() {
    if (!this.hasFit) return "";
    if (this.isOld) return "computing …";
    const accuracy = this.toldAccuracy, { shares } = this;
    if (accuracy !== null && !this.isMoved && !this.board.isAhead && !shares) return accuracy;
    const loo = this.findWrongAlone(this.fit, this.points.labels, "loo");
    return [
      `training accuracy ${percentRight(this.wrong())}`,
      loo && `leave-one-out ${percentRight(loo)}`,
      shares && !loo && (this.accuracies.describeHeldOut(this.spec.name) ?? "held out …"),
      shares && `${shares.filter(Boolean).length} of ${shares.length} points used`,
      this.isMoved && MOVED,
    ].filter(Boolean).join(", ");
  }

  /** The sentence of the host, or of the table; kernel Bayes has one of its own. */
  get toldAccuracy() {
    const { accuracy, model, name } = this.spec;
    return accuracy ?? (model.kind === "kernel" ? null : this.accuracies.describe(name));
  }

  /** Whether more will be said of its accuracy soon. */
  get isAwaited() {
    const { accuracy, model, name } = this.spec;
    return accuracy === null && model.kind !== "kernel" && this.accuracies.isAwaited(name);
  }

  describeCut() {
    if (!this.hasFit) return "";
    const { search, offset } = this.fit.sides[this.shown], t = -offset;
    if (isAllTied(search)) return `${ALL_TIED}${this.spec.model.kind === "kernel" ? HOW_TO_PART : ""}`;
    const errors = search.errors[cutAt(search, t)], best = search.errors[search.index];
    const here = `${count(errors, "error")} at threshold ${this.formatScore(t)}`;
    if (search.criterion === "consistency") return this.describeConsistency(search, here);
    return this.isMoved ? `${here}, ${best} at the best threshold` : here;
  }

  describeConsistency({ values, errors, fewest, index }, here) {
    const k = this.shownCut, chosen = this.isMoved ? `; the rule chooses cut ${index} with J = ${values[index]}` : "";
    return `cut ${k}: J = ${values[k]}, ${here}${chosen}; fewest errors: ${errors[fewest]} at cut ${fewest}`;
  }
}

/** What to do first, while there are not two classes to tell apart; else null. */
function advise(labels, classes, label, howToStart) {
  const [first, ...others] = new Set(labels);
  if (others.length) return null;
  if (first === undefined) return { problem: `${howToStart} of ${classes[label].name}.` };
  const then = label === first ? "Now pick another class and add some." : `Now add some of ${classes[label].name}.`;
  return { problem: `So far all points are ${classes[first].name}. ${then}` };
}
