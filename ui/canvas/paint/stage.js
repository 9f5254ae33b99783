/**
 * One frame: the pictures of one or two classifiers and the words about them, from the state of the board.
 *
 * Changes only ask for a frame; the browser gives one when it can, so however fast the hand is, each frame
 * shows its last position.
 */

import { Inspection, paintInspection } from "./inspect.js";
import { LOOKS } from "./look.js";
import { Panel } from "./panel.js";
import { countLabels } from "../model/points.js";
import { writeFigures } from "./figures.js";
import { setText } from "./words.js";

export class Stage {
  /**
   * @param {import("../hand/board.js").Board} board
   * @param {HTMLElement} root
   * @param {import("./accuracies.js").Accuracies} accuracies
   */
  constructor(board, root, accuracies) {
    Object.assign(this, { board, root, accuracies, inspection: new Inspection(board) });
    this.find = (selector) => root.querySelector(selector);
    const template = this.find(".pictures template");
    this.all = [0, 1].map(() => {
      const element = template.content.firstElementChild.cloneNode(true);
      template.before(element);
      return new Panel(board, element, accuracies);
    });
  }

  /** The panels in use. */
  get panels() {
    return this.all.slice(0, this.board.data?.panels.length ?? 0);
  }

  /** Show as many panels as Python sends, and their titles. */
  arrange() {
    const { panels, theme, view, compact, lesson } = this.board.data;
    this.look = LOOKS[theme] ?? LOOKS.light;
    this.font = getComputedStyle(this.root).fontFamily;
    Object.assign(this.root.dataset, { theme, view });
    this.root.toggleAttribute("data-compact", Boolean(compact));
    if (lesson) this.root.dataset.lesson = lesson.line ? "line" : "plane";
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
    panel.refit(this.board.data.panels[0]);
    return panel.hasFit ? panel.shownCut : null;
  }

  /** A canvas has another size now. */
  resize(canvas, size) {
    for (const panel of this.all) {
      if (panel.plane === canvas) panel.planeSize = size;
      if (panel.line === canvas) panel.lineSize = size;
    }
  }

  get isReady() {
    const { panels } = this;
    return panels.length > 0 && panels.every(({ planeSize }) => planeSize?.[0]);
  }

  /** Paint everything as it is now. */
  paint() {
    const { board, panels } = this;
    const hand = handOf(board), share = 1 / panels.length;
    this.inspection.follow();
    this.accuracies.update();
    panels.forEach((panel, k) => panel.refit(board.data.panels[k]));
    for (const panel of panels) panel.paint({ look: this.look, font: this.font, share, hand });
    board.view = panels[0].view; // the planes are equally large
    panels.forEach((panel, k) => this.writePanel(panel, k));
    this.writeStatus();
    this.writeCounts();
  }

  /** The accuracies, after a new one; the pictures stay as they are, because painting them takes longer than a fit. */
  writeAccuracies() {
    if (this.panels.some(({ fit }) => fit === null)) return;
    this.accuracies.update();
    this.writeStatus();
  }

  writePanel(panel, k) {
    const note = k === 0 ? this.board.note : "";
    setText(panel.find(".message"), note || panel.fit.problem || "");
    setText(panel.find(".errors"), panel.describeCut());
    panel.find("[data-cut=reset]").disabled = !panel.isMoved;
    panel.find(".later").hidden = this.board.isSheetReady;
    paintInspection(panel, this.inspection.index);
  }

  /** The status: of each change only what the hand leaves behind is told to a screen reader. */
  writeStatus() {
    const { board, panels } = this, status = this.find(".status");
    const isBusy = board.held !== null || panels.some((panel) => panel.isOld || panel.isAwaited);
    if (isBusy !== (status.getAttribute("aria-live") === "off")) {
      status.setAttribute("aria-live", isBusy ? "off" : "polite");
      status.textContent = "";
    }
    writeFigures(status, board.points.labels.length, panels.map((panel, k) => (
      { title: panels.length > 1 ? board.data.panels[k].title : "", sentence: panel.describeAccuracy() }
    )));
  }

  writeCounts() {
    const { board } = this, { kept } = board;
    countLabels(board.points, board.classes.length).forEach((number, k) => {
      setText(this.find(`[data-label="${k}"] .count`), String(number));
    });
    setText(this.find(".kept"), kept ? describeKept(kept) : "");
  }
}

/** What the hand is about to do, and what it has taken up. */
function handOf({ selection, hover, rectangle, crosshair, pointer, brushRadius }) {
  const brush = pointer && brushRadius ? { place: pointer, radius: brushRadius } : null;
  return { selection, hover, rectangle, crosshair, brush };
}

function describeKept({ count, moved, isSafe }) {
  const start = moved === null
    ? `These ${count} points do not fit into the link`
    : `The link holds ${moved} of these ${count} points rounded, because not all their digits fit`;
  return isSafe
    ? `${start}; this browser stores them. Download the CSV file to take them elsewhere.`
    : `${start}, and this browser could not store them; download the CSV file to keep them.`;
}
