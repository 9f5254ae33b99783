/**
 * One classifier: its plane, its line, and the words between.
 *
 * A panel computes both pictures from the model that Python sends, by a chain of functions that remember their
 * last result: a frame costs only the work for what has changed since the last one. Points and selection belong
 * to the board and are the same in all panels; a moved threshold belongs to the drawing and to the fit in which
 * it was moved.
 *
 * @import { Board } from "../hand/board.js"
 * @import { Model, PanelData } from "../messages.js"
 * @import { Fit, Refused } from "../model/model.js"
 * @import { Regions } from "./regions.js"
 * @import { Surroundings } from "./types.js"
 */

import { GridMaker } from "../model/grid.js";
import { Memory } from "../model/held.js";
import { memo } from "../model/memo.js";
import { MOVED } from "./figures.js";
import { Layers } from "./layers.js";
import { findMargin } from "./margin.js";
import { findWrong, fitModel, withThreshold } from "../model/model.js";
import { NO_POINTS } from "../model/points.js";
import { shorten } from "./moved.js";
import { filledView, paintPlane, planeView } from "./paint.js";
import { cutAt, formatScore, layOut, paintProjection, thresholdOf } from "./projection.js";
import { classifyGrid, paintRegions, readRegions } from "./regions.js";
import { formulaOf } from "./terms.js";
import { REST } from "../model/shared.js";
import { isAllTied } from "../model/threshold.js";
import { format, NO_VIEW, penOf, prepare } from "./view.js";
import { weightShares } from "./weights.js";
import { count, finder, percentRight } from "./words.js";

const ALL_TIED = "All projections are equal up to rounding, so no threshold separates the classes.";
const HOW_TO_PART = " Change γ or standardise the features.";
const ALONE = "leave-one-out"; // the held-out accuracy of kernel Bayes without another classifier beside it
/** @type {PanelData} before the host has said what there is to show */
const NOTHING = { name: "", title: "", model: { kind: "message", text: "" }, accuracy: null };

export class Panel {
  spec = NOTHING;
  problem = ""; // why there is no fit
  /** @type {?Fit} */
  fit = null;
  /** @type {?Fit} the same with its own threshold */
  best = null;
  /** @type {unknown[]} what it is a fit of */
  basis = [];
  points = NO_POINTS;
  /** @type {[number, number]} in pixels */
  planeSize = [0, 0];
  /** @type {[number, number]} */
  lineSize = [0, 0];
  view = NO_VIEW;
  /** @type {?import("./projection.js").Layout} */
  layout = null;
  /** @type {?import("./linked.js").Links} */
  links = null;
  /** @type {?Regions} in a lesson: those before the last movement of the hand */
  before = null;
  /** @type {?Regions} */
  last = null;
  /** @type {?Regions} those in the picture */
  shown = null;
  /** @type {?HTMLCanvasElement} where the panel beside it predicts another class, if that is shown */
  differing = null;
  wasHeld = false;
  revision = -1;
  advise = memo(advise);
  fitModel = memo(fitModel);
  grids = new GridMaker();
  memory = new Memory();
  layers = new Layers();
  cut = memo(withThreshold);
  findWrong = memo(findWrong);
  findWrongAlone = memo(findWrong);
  classify = memo(classifyGrid);
  read = memo(readRegions);
  colour = memo(paintRegions);
  margin = memo(findMargin);
  weigh = memo(weightShares);

  /**
   * @param {Board} board
   * @param {HTMLElement} element
   * @param {import("./accuracies.js").Accuracies} accuracies
   * @param {number} place among the panels
   */
  constructor(board, element, accuracies, place) {
    this.board = board;
    this.element = element;
    this.accuracies = accuracies;
    this.place = place;
    this.find = finder(element);
    /** @type {HTMLCanvasElement} */
    this.plane = this.find(".plane canvas");
    /** @type {HTMLCanvasElement} */
    this.line = this.find(".line canvas");
  }

  /** Whether it has ever got data. */
  get isTold() {
    return this.spec !== NOTHING;
  }

  get hasFit() {
    return this.fit !== null;
  }

  /** Whether the model is Python's, and of outdated points or gamma. */
  get isOld() {
    const { kind } = this.spec.model;
    return this.board.isAhead && (kind === "description" || kind === "raster");
  }

  /** Whether the threshold can be moved: the boundary must be able to follow. */
  get isMovable() {
    if (!this.fit || this.board.isLocked("threshold")) return false;
    return !this.isOld && this.fit.raster === undefined && !this.fit.leads;
  }

  get isMoved() {
    return this.hasFit && this.fit !== this.best;
  }

  /** The number of the side that the line shows: of several that of the chosen class. */
  get sideIndex() {
    if (!this.fit || this.fit.sides.length === 1) return 0;
    return Math.max(0, this.fit.classes.indexOf(this.board.label));
  }

  /** The side that the line shows. */
  get side() {
    return this.fit ? this.fit.sides[this.sideIndex] : null;
  }

  /** The two classes that the line parts, the lower one first; null stands for all the others. @returns {(number | null)[]} */
  get sidePair() {
    if (!this.fit) return [];
    const { classes, sides } = this.fit;
    return sides.length === 1 ? classes : [null, classes[this.sideIndex]];
  }

  /** The content of the line. */
  get axis() {
    const { fit, side, spec: { model } } = this, isKernel = model.kind === "kernel";
    if (isKernel && model.threshold === "loo") return "leave-one-out projection";
    if (fit?.leads) return "lead over the other classes";
    return isKernel || side?.offset !== 0 ? "projection p(x)" : "decision function";
  }

  /** @param {?number} label */
  nameOf(label) {
    return label === null ? "the rest" : this.board.classes[label].name;
  }

  /** Whether there is time to be spent on a finer grid. */
  get isCoarse() {
    return this.grids.fit === this.best && this.grids.isCoarse;
  }

  /** Put the threshold of the side that is shown somewhere; null is the best place. @param {?number} threshold */
  move(threshold) {
    const { best, board } = this;
    // A host that keeps it in a link gets a short one.
    const kept = threshold === null || !best || board.moved === undefined ? threshold : shorten(best.sides[this.sideIndex].search, threshold);
    if (threshold !== null || this.isMoved) board.sketch(this.movedTo(kept));
  }

  /** The moved threshold, if there is one. */
  get moved() {
    const note = this.isMoved ? this.board.drawing.thresholds?.[this.place] : null;
    return note ? [{ side: note.side, threshold: -note.offset }] : [];
  }

  /** The board's note of a moved threshold. @param {?number} threshold @param {number} side */
  movedTo(threshold, side = this.sideIndex) {
    const note = threshold === null ? null : { basis: this.basis, side, offset: -threshold };
    return { thresholds: { ...this.board.drawing.thresholds, [this.place]: note } };
  }

  /** The threshold that makes a cut of the line, or shows one that none can make; null is the best cut. @param {?number} k */
  thresholdOfCut(k) {
    const search = this.best?.sides[this.sideIndex].search;
    return !search || k === null || k === search.index ? null : thresholdOf(search, k);
  }

  /** The cut that the line shows; null if there is no fit. */
  get shownCut() {
    if (!this.side) return null;
    const { search, offset } = this.side;
    return this.isMoved ? cutAt(search, -offset) : search.index;
  }

  /** Find the fit now, with what Python has asked for: before the next frame. */
  refresh() {
    this.refit(this.board.data.panels[this.place]);
  }

  /** Find the fit of the points there are. @param {PanelData} spec */
  refit(spec) {
    this.spec = spec;
    const { board, board: { classes, label, howToStart } } = this, { model } = spec;
    const gamma = model.kind === "kernel" || model.kind === "svc" ? board.gamma : null;
    this.points = this.isOld ? board.answerPoints : board.points;
    const advice = this.advise(board.points.labels, classes, label, howToStart);
    const fit = advice ?? this.fitModel(model, gamma, this.points, classes, undefined, this.memoryFor(model));
    this.problem = fit.problem ?? "";
    this.best = this.fit = fit.problem === undefined ? fit : null;
    this.basis = [model, gamma, this.points];
    const { cutRequest, wishThreshold } = board.takeWishes();
    if (cutRequest !== null && this.hasFit) board.changeWithoutUndo(this.movedTo(this.thresholdOfCut(cutRequest)));
    if (wishThreshold !== undefined && this.hasFit) board.changeWithoutUndo(this.movedTo(wishThreshold));
    if (this.best) this.followMoved(this.best);
    const threshold = board.drawing.thresholds?.[this.place];
    const isOfThisFit = threshold?.basis.every((part, k) => part === this.basis[k]);
    this.fit = this.best && threshold && isOfThisFit ? this.cut(this.best, threshold) : this.best;
  }

  /** Move the threshold as Python asks, and show its side. @param {Fit} best */
  followMoved({ classes, sides }) {
    const { board } = this, request = board.takeMoved(this.place);
    if (!request || request.side >= sides.length) return;
    board.changeWithoutUndo(this.movedTo(request.threshold, request.side));
    if (request.threshold !== null && sides.length > 1) board.label = classes[request.side];
  }

  /**
   * The results of the previous frame that a fit may use. After the release a solver starts from scratch, as Python's
   * does; so does the largest consistency, which may cut between scores that are equal but for rounding.
   * @param {Model} model
   */
  memoryFor(model) {
    const isFresh = model.kind === "svc" || (model.kind === "kernel" && model.threshold === "consistency");
    return isFresh && !this.isHeld ? undefined : this.memory;
  }

  /** Whether a drag changes the fit. */
  get isHeld() {
    return this.board.drag === "points" || this.board.drag === "gamma";
  }

  // The pictures

  /** Paint the plane, and the line where it is shown. @param {Surroundings} surroundings */
  paint(surroundings) {
    const plane = prepare(this.plane, this.planeSize), line = this.lineSize[0] ? prepare(this.line, this.lineSize) : null;
    this.paintPlane(plane, this.planeSize, { ...surroundings, layers: this.layers });
    this.layout = null;
    if (line) this.paintLine(line, this.lineSize, surroundings);
    if (!this.board.data.lesson || this.board.data.exercise) return;
    const { terms, parts } = formulaOf(this);
    this.links?.paint([plane, line], parts);
    this.links?.write(terms);
  }

  /** @param {CanvasRenderingContext2D} context @param {[number, number]} size @param {Surroundings} surroundings */
  paintPlane(context, [width, height], { look, font, share, hand, layers }) {
    const { board, isOld } = this, { drawing: { points }, classes, show } = board;
    this.view = this.viewOn(context, font, width, height);
    const regions = this.regions(share);
    this.shown = regions;
    paintPlane(context, {
      ...hand, look, font, points, regions, show, isOld, layers,
      isDragged: board.drag === "points",
      view: this.view,
      styles: classes,
      features: board.data.features,
      raster: regions && this.colour(regions, classes, look, show.shading),
      differing: regions && this.differing,
      before: this.rememberBoundary(regions),
      wrong: isOld || this.showsWeights ? null : this.wrong(),
      shares: this.shares,
      margin: this.support && this.showsWeights && regions && this.fit ? this.margin(regions, this.fit.classes[1]) : null,
    });
  }

  /** Find the view before the regions that it shows. @param {string} font */
  findView(font) {
    this.view = this.viewOn(penOf(this.plane), font, ...this.planeSize);
  }

  /**
   * The view of the drawing. Python's picture of a classifier has no regions beyond the drawing's box.
   * @param {CanvasRenderingContext2D} context
   * @param {string} font
   * @param {number} width
   * @param {number} height
   */
  viewOn(context, font, width, height) {
    const { board: { data: { panels }, drawing, show }, view: last } = this;
    const fit = panels.some(({ model }) => model.kind === "raster") ? planeView : filledView;
    const view = fit(context, font, drawing.box, width, height, show);
    if (view.box.every((end, k) => end === last.box[k])) view.box = last.box; // its grid holds
    return view;
  }

  /** In a lesson: the regions as they were before the last movement of the hand. @param {?Regions} regions */
  rememberBoundary(regions) {
    const { isHeld, board: { data: { lesson, revision } } } = this;
    if (!lesson) return null;
    if (this.revision !== revision) this.before = null;
    else if (isHeld && !this.wasHeld) this.before = this.last;
    this.revision = revision;
    this.wasHeld = isHeld;
    this.last = regions;
    return this.before;
  }

  /** Whether the markers show the weights of the points, and not which of them are wrong. */
  get showsWeights() {
    return Boolean(this.board.data.lesson?.weights) && this.hasFit && !this.isOld;
  }

  /** The share of each point in the weights of its class, where markers show it. */
  get shares() {
    const description = this.fit?.sides[0].description;
    return this.showsWeights && description ? this.weigh(this.points.labels, description) : null;
  }

  /** Of each point whether it is a support vector; null where there are none. */
  get support() {
    const indices = this.fit?.sides[0].description?.support;
    return indices === undefined ? null : Array.from(this.points.labels, (_, i) => indices.includes(i));
  }

  /** @param {number} share of the time of a frame */
  regions(share) {
    const { fit, best } = this;
    if (!fit || !best) return null;
    if (best.raster) return this.read(/** @type {Parameters<typeof readRegions>[0]} */ (best));
    const description = /** @type {Parameters<typeof classifyGrid>[0]} */ (fit); // all that is no picture of Python's is
    return this.classify(description, this.grids.make(best, this.view.box, this.isHeld, share));
  }

  /** @param {CanvasRenderingContext2D} context @param {[number, number]} size @param {Surroundings} surroundings */
  paintLine(context, [width, height], { look, font, hand }) {
    if (!this.side) return;
    const { sidePair: labels, side, isOld, isMovable, board: { classes } } = this;
    const scene = {
      side,
      names: labels.map((label) => this.nameOf(label)),
      styles: labels.map((label) => (label === null ? REST : classes[label])),
      axis: this.axis,
      look, font, isOld, isMovable,
      hover: hand.hover,
    };
    this.layout = layOut(context, scene, width, height);
    paintProjection(context, scene, this.layout);
  }

  // The words

  /** @param {number} value */
  formatScore(value) {
    return this.side ? formatScore(this.side.search, value) : format(value);
  }

  wrong() {
    return this.fit && this.findWrong(this.fit, this.points.labels);
  }

  describeAccuracy() {
    if (!this.fit) return "";
    if (this.isOld) return "computing …";
    const accuracy = this.toldAccuracy, { shares } = this;
    if (accuracy !== null && !this.isMoved && !this.board.isAhead && !shares) return accuracy;
    const wrong = this.wrong(), loo = this.isToldByTable ? null : this.findWrongAlone(this.fit, this.points.labels, "loo");
    return [
      wrong && `training accuracy ${percentRight(wrong)}`,
      loo && `${ALONE} ${percentRight(loo)}`,
      shares && !loo && (this.accuracies.describeHeldOut(this.spec.name) ?? "held out …"),
      shares && `${shares.filter(Boolean).length} of ${shares.length} points used`,
      this.isMoved && MOVED,
    ].filter(Boolean).join(", ");
  }

  /** The sentence of the host, or of the table; kernel Bayes alone has one of its own. */
  get toldAccuracy() {
    const { spec: { accuracy, name, model }, board: { data: { table, lesson } } } = this;
    const isOther = model.kind === "kernel" && table?.scheme !== ALONE && !lesson;
    return accuracy ?? (this.isToldByTable ? this.accuracies.describe(name, isOther ? ` (not ${ALONE})` : "") : null);
  }

  /** Whether its held-out accuracy is the table's: two classifiers have the same estimate, so that they can be compared. */
  get isToldByTable() {
    const { model, name } = this.spec, isBeside = this.board.data.panels.length > 1;
    return model.kind !== "kernel" || (isBeside && this.accuracies.find(name) !== undefined);
  }

  /** Whether more will be said of its accuracy soon. */
  get isAwaited() {
    const { accuracy, name } = this.spec;
    return accuracy === null && this.isToldByTable && this.accuracies.isAwaited(name);
  }

  describeCut() {
    if (!this.side) return "";
    const { search, offset } = this.side, t = -offset;
    if (isAllTied(search)) return `${ALL_TIED}${this.spec.model.kind === "kernel" ? HOW_TO_PART : ""}`;
    const errors = search.errors[cutAt(search, t)], best = search.errors[search.index];
    const [lower, upper] = this.sidePair, ofSide = lower === null ? ` of ${this.nameOf(upper)} against ${this.nameOf(lower)}` : "";
    const here = `${count(errors, "error")}${ofSide} at threshold ${this.formatScore(t)}`;
    if (search.criterion === "consistency") return this.describeConsistency(search, here);
    return this.isMoved ? `${here}, ${best} at the best` : here;
  }

  /** @param {import("../model/threshold.js").Search} search @param {string} here the errors of the threshold */
  describeConsistency({ values, errors, fewest, index }, here) {
    const k = this.shownCut ?? index, rule = this.isMoved ? `; the rule chooses cut ${index} with J = ${values[index]}` : "";
    return `cut ${k}: J = ${values[k]}, ${here}${rule}; fewest errors: ${errors[fewest]} at cut ${fewest}`;
  }
}

/**
 * The instructions while there are fewer than two classes; else null.
 * @param {Uint8Array} labels
 * @param {{name: string}[]} classes
 * @param {number} label that of new points
 * @param {string} howToStart
 * @returns {?Refused}
 */
function advise(labels, classes, label, howToStart) {
  const [first, ...others] = new Set(labels);
  if (others.length) return null;
  if (first === undefined) return { problem: `${howToStart} of ${classes[label].name}.` };
  const then = label === first ? "Now pick another class and add some." : `Now add some of ${classes[label].name}.`;
  return { problem: `So far all points are ${classes[first].name}. ${then}` };
}
