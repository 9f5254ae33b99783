/**
 * One frame: the pictures of one or two classifiers and the words about them, from the state of the board.
 *
 * Changes only request a frame; the browser grants one when it can, so each frame shows the pointer's last
 * position, however fast it moves.
 */

import { compareRegions } from "./agreement.js";
import { Inspection, paintInspection } from "./inspect.js";
import { lookOf } from "./look.js";
import { Panel } from "./panel.js";
import { themeToPaint } from "./paper.js";
import { writeMoved } from "./moved.js";
import { memo } from "../model/memo.js";
import { countLabels } from "../model/points.js";
import { writeFigures } from "./figures.js";
import { paintNodes } from "./regions.js";
import { format } from "./view.js";
import { count, finder, percent, setText } from "./words.js";

export class Display {
  font = "";
  compareCached = memo(compareRegions);
  paintCached = memo(paintNodes);

  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} root
   * @param {import("./accuracies.js").Accuracies} accuracies
   */
  constructor(board, root, accuracies) {
    this.board = board;
    this.root = root;
    this.accuracies = accuracies;
    this.inspection = new Inspection(board);
    this.find = finder(root);
    /** @type {HTMLTemplateElement} */
    const template = this.find(".pictures template");
    this.all = [0, 1].map((place) => {
      const element = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
      template.before(element);
      return new Panel(board, element, accuracies, place);
    });
  }

  /** The panels in use. */
  get panels() {
    return this.all.slice(0, this.board.data?.panels.length ?? 0);
  }

  /** The colours that mean no class. */
  get look() {
    return lookOf(themeToPaint(this.board.data.theme));
  }

  /** Show as many panels as Python sends, and their titles. */
  arrange() {
    const { panels, theme, view, compact, lesson, exercise } = this.board.data;
    this.font = getComputedStyle(this.root).fontFamily;
    Object.assign(this.root.dataset, { theme: themeToPaint(theme), view });
    this.root.toggleAttribute("data-compact", Boolean(compact));
    if (lesson) this.root.dataset.lesson = lesson.line ? "line" : "plane";
    if (exercise) this.root.dataset.locked = exercise.locked.join(" ");
    this.find(".pictures").dataset.panels = String(panels.length);
    this.all.forEach((panel, k) => {
      const title = panels[k]?.title ?? "", suffix = k > 0 ? `, ${title}` : "";
      panel.element.hidden = k >= panels.length;
      setText(panel.find("h3"), title);
      panel.plane.setAttribute("aria-label", `Drawing area${suffix}`);
      panel.line.setAttribute("aria-label", `Threshold${suffix}`);
    });
  }

  /** The cut that the line of the first panel shows; null if there is no fit. */
  readCut() {
    const [panel] = this.panels;
    panel.refresh();
    return panel.shownCut;
  }

  /** The moved thresholds that the panels show, as text. */
  readMoved() {
    const { panels } = this;
    for (const panel of panels) panel.refresh();
    return writeMoved(panels.flatMap((panel, place) => panel.moved.map((each) => ({ place, ...each }))));
  }

  /** A canvas has another size now. @param {Element} canvas @param {[number, number]} size */
  resize(canvas, size) {
    for (const panel of this.all) {
      if (panel.plane === canvas) panel.planeSize = size;
      if (panel.line === canvas) panel.lineSize = size;
    }
  }

  get isReady() {
    const { panels } = this;
    return panels.length > 0 && panels.every(({ planeSize }) => planeSize[0] > 0);
  }

  /** Paint everything as it is now. */
  paint() {
    const { board, panels } = this;
    const hand = handOf(board), share = 1 / panels.length;
    this.inspection.follow();
    this.accuracies.update();
    panels.forEach((panel, k) => panel.refit(board.data.panels[k]));
    for (const panel of panels) panel.findView(this.font);
    this.compare(share);
    for (const panel of panels) panel.paint({ look: this.look, font: this.font, share, hand });
    board.view = panels[0].view; // the planes are equally large
    panels.forEach((panel, k) => this.writePanel(panel, k));
    this.writeStatus();
    this.writeCounts();
  }

  /** Compare the predictions of two classifiers. @param {number} share of the frame's time that each picture has */
  compare(share) {
    const { board, panels } = this, [first, second] = panels.map((panel) => (panel.isOld ? null : panel.regions(share)));
    const agreement = first && second ? this.compareCached(first, second, board.drawing.box) : null;
    for (const panel of panels) {
      panel.differing = agreement && board.show.disagreement ? this.paintCached(agreement.size, agreement.differ) : null;
    }
    setText(this.find(".agreement"), agreement ? `same prediction on ${percent(agreement.share)} of the plane` : "");
  }

  /** The accuracies, after a new one; the pictures stay as they are, because painting them takes longer than a fit. */
  writeAccuracies() {
    if (!this.panels.every(({ isTold }) => isTold)) return;
    this.accuracies.update();
    this.writeStatus();
  }

  /** @param {Panel} panel @param {number} k its place */
  writePanel(panel, k) {
    const note = k === 0 ? this.board.note || this.board.carrying : "";
    setText(panel.find(".message"), note || panel.problem);
    setText(panel.find(".errors"), panel.describeCut());
    /** @type {HTMLButtonElement} */ (panel.find("[data-cut=reset]")).disabled = !panel.isMoved;
    panel.find(".later").hidden = this.board.isSheetReady;
    paintInspection(panel, this.inspection.index);
  }

  /** The status: screen readers hear only the result of a drag. */
  writeStatus() {
    const { board, panels } = this, status = this.find(".status");
    const isBusy = board.drag !== null || panels.some((panel) => panel.isOld || panel.isAwaited);
    if (isBusy !== (status.getAttribute("aria-live") === "off")) {
      status.setAttribute("aria-live", isBusy ? "off" : "polite");
      status.textContent = "";
    }
    writeFigures(status, board.points.labels.length, panels.map((panel, k) => (
      { title: panels.length > 1 ? board.data.panels[k].title : "", sentence: panel.describeAccuracy() }
    )));
  }

  writeCounts() {
    const { board } = this, { localCopy } = board;
    const counts = countLabels(board.points, board.classes.length);
    counts.forEach((number, k) => {
      const button = this.find(`[data-label="${k}"]`);
      setText(finder(button)(".count"), String(number));
      // On a phone the name is not shown, so the text of the button does not name the class.
      setAttribute(button, "aria-label", `${board.classes[k].name} ${count(number, "point")}`);
      button.toggleAttribute("data-empty", number === 0);
    });
    setText(this.find(".kept"), localCopy ? describeLocalCopy(localCopy) : "");
    if (board.drag === null) this.describe(counts);
  }

  /**
   * Describe the planes to assistive technology: their content, and how to draw with keys.
   * @param {number[]} counts of the classes
   */
  describe(counts) {
    const { board, board: { classes, data: { features }, drawing: { box } } } = this;
    const [x, y] = [box.slice(0, 2), box.slice(2)].map((ends) => ends.map((end) => format(end)).join(" to "));
    const there = counts.flatMap((number, k) => (number ? [describeClass(number, classes[k])] : [])).join(", ");
    const text = `${features[0]} from ${x} across, ${features[1]} from ${y} up. ${there || "No points"}. ` +
      `Arrow keys move a cross-hair; ${board.toolHelp}.`;
    for (const { plane } of this.panels) setAttribute(plane, "aria-description", text);
  }
}

/** @param {number} number @param {{name: string, symbolName: string}} style */
function describeClass(number, { name, symbolName }) {
  return `${count(number, "point")} of ${name} drawn as ${number === 1 ? symbolName : `${symbolName}s`}`;
}

/** @param {Element} element @param {string} name @param {string} text */
function setAttribute(element, name, text) {
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** The preview of the current gesture, and the points picked up. @param {import("../hand/board.js").Board} board */
function handOf({ selection, hover, rectangle, crosshair, pointer, brushRadius }) {
  const brush = pointer && brushRadius ? { place: pointer, radius: brushRadius } : null;
  return { selection, hover, rectangle, crosshair, brush };
}

/** @param {NonNullable<import("../hand/board.js").Board["localCopy"]>} localCopy */
function describeLocalCopy({ count, changes, isSafe }) {
  const start = changes === null
    ? `These ${count} points do not fit into the link`
    : `The link holds ${changes} of these ${count} points rounded, because not all their digits fit`;
  return isSafe
    ? `${start}; this browser stores them. Download the CSV file to take them elsewhere.`
    : `${start}, and this browser could not store them; download the CSV file to keep them.`;
}
