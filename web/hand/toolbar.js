/**
 * The buttons: tools, classes, actions, display options, and the sheet of keys.
 *
 * Tools and their keys are made from TOOLS, classes and switches from Python's data.
 */

import { markerSize, traceSymbol } from "../paint/look.js";
import { make } from "../paint/elements.js";
import { newPen } from "../paint/view.js";
import { finder, setText } from "../paint/words.js";
import { TOOLS } from "./tools.js";

/**
 * @import { Board } from "./board.js"
 * @import { Tool } from "./tools.js"
 * @typedef {Board["classes"][number]} ClassStyle
 */

const SVG = "http://www.w3.org/2000/svg";
const LONG = 10; // letters of a name that is not written in two lines

export class Toolbar {
  /** @type {import("../messages.js").DrawingData["presets"]} those that there are buttons for; so are the others */
  presets;
  /** @type {ClassStyle[] | undefined} */
  classes;
  /** @type {import("../messages.js").Switch[] | undefined} */
  switches;

  /** @param {Board} board @param {HTMLElement} root @param {import("../paint/types.js").Listen} listen */
  constructor(board, root, listen) {
    this.board = board;
    this.root = root;
    this.listen = listen;
    this.find = finder(root);
    /** @type {HTMLDialogElement} */
    this.dialog = this.find("dialog");
    /** @type {Record<string, () => void>} */
    const actions = {
      undo: () => board.undo(),
      redo: () => board.redo(),
      clear: () => board.clear(),
      jitter: () => board.jitter(),
      fit: () => board.zoomToFit(),
      delete: () => board.remove(null),
      help: () => this.openHelp(),
      close: () => this.dialog.close(),
    };
    this.find(".tools").replaceChildren(...Object.entries(TOOLS).map(makeTool));
    this.find("dl.tool-keys").replaceChildren(...Object.values(TOOLS).flatMap(makeKeys));
    this.each("tool", (button, name) => listen(button, "click", () => board.setTool(name)));
    this.each("action", (button, name) => listen(button, "click", actions[name]));
    listen(this.find(".presets"), "click", (event) => this.openPreset(buttonOf(event)));
    listen(this.find(".classes"), "click", (event) => this.choose(buttonOf(event)));
    this.each("number", (input, name) =>
      listen(input, "input", () => (
        board.setNumber(/** @type {"brush" | "density"} */ (name), Number(/** @type {HTMLInputElement} */ (input).value)))));
    listen(this.find(".show .menu"), "change", ({ target }) => {
      const { dataset: { show = "" }, checked } = /** @type {HTMLInputElement} */ (target);
      board.setSwitch(show, checked);
    });
    for (const details of root.querySelectorAll("details")) this.menu(details);
  }

  /**
   * Visit the elements that have a data attribute.
   * @param {string} key
   * @param {(element: HTMLElement, name: string) => void} visit
   */
  each(key, visit) {
    for (const match of this.root.querySelectorAll(`[data-${key}]`)) {
      const element = /** @type {HTMLElement} */ (match);
      visit(element, element.dataset[key] ?? "");
    }
  }

  /** @param {?HTMLElement} button */
  choose(button) {
    if (button) this.board.setLabel(Number(button.dataset.label));
  }

  /** @param {?HTMLElement} button */
  openPreset(button) {
    const preset = button && this.board.data.presets?.[Number(button.dataset.preset)];
    if (preset) this.board.open(preset.setting);
  }

  openHelp() {
    this.dialog.showModal();
    this.dialog.querySelector("h2")?.focus(); // not the button at the end, to which it would scroll
  }

  /** Close a menu on Escape and when the pointer is pressed outside it. @param {HTMLDetailsElement} details */
  menu(details) {
    this.listen(this.root, "pointerdown", ({ target }) => {
      if (!details.contains(/** @type {Node} */ (target))) details.open = false;
    });
    this.listen(details, "keydown", ({ key }) => {
      if (key === "Escape") details.open = false;
    });
  }

  /** Show the board's state on the buttons. */
  write() {
    const { board, root } = this, { tool, selection, history, show } = board, isHeld = board.drag === "points";
    this.makePresets();
    this.makeClasses();
    this.makeSwitches();
    this.each("tool", (button, name) => press(button, name === tool));
    this.each("label", (button, label) => press(button, Number(label) === board.label));
    this.each("show", (box, name) => (/** @type {HTMLInputElement} */ (box).checked = show[name]));
    this.each("for", (part, name) => (part.hidden = !TOOLS[tool].settings.includes(name)));
    root.style.setProperty("--tool-cursor", TOOLS[tool].cursor);
    this.disable("undo", !history.canUndo || isHeld);
    this.disable("redo", !history.canRedo || isHeld);
    this.disable("delete", selection.length === 0);
    const selectionHint = `${selection.length} selected: drag them or choose another class.`;
    const hint = board.isSheetReady ? TOOLS[tool].hint : ""; // before that, the plane shows a hint
    setText(this.find(".hint"), selection.length && !board.carrying ? selectionHint : hint);
  }

  /** @param {string} action @param {boolean} isDisabled */
  disable(action, isDisabled) {
    /** @type {HTMLButtonElement} */ (this.find(`[data-action=${action}]`)).disabled = isDisabled;
  }

  /** Make one button for each preset, if the presets are new. */
  makePresets() {
    const { presets } = this.board.data, group = this.find(".presets");
    if (presets === this.presets) return;
    this.presets = presets;
    group.hidden = !presets?.length;
    group.replaceChildren(...(presets ?? []).map(({ title, text }, k) => make("button", { type: "button", title: text, "data-preset": k }, title)));
  }

  /** Make one button for each class, if names or colours are new. */
  makeClasses() {
    const { classes } = this.board, group = this.find(".classes");
    if (classes === this.classes) return;
    this.classes = classes;
    const isWide = classes.length > 6 && classes.some(({ name }) => name.length > 2);
    group.classList.toggle("many", isWide);
    group.replaceChildren(...classes.map(makeClass));
  }

  /** Make one box for each switch of the picture, if the switches are new. */
  makeSwitches() {
    const { offered } = this.board.data;
    if (offered === this.switches) return;
    this.switches = offered;
    this.find(".show .menu").replaceChildren(...offered.map(({ name, title }) => (
      make("label", {}, make("input", { type: "checkbox", "data-show": name }), title))));
  }
}

/** The button under an event, if there is one. @param {Event} event */
function buttonOf({ target }) {
  return /** @type {Element} */ (target).closest("button");
}

/** @param {[string, Tool]} tool */
function makeTool([name, { title, purpose, key, icon }]) {
  return make("button", { type: "button", title: `${purpose} (${key})`, "data-tool": name }, makeIcon(icon), make("span", { class: "name" }, title));
}

/** @param {ClassStyle} style @param {number} k its number */
function makeClass(style, k) {
  const { name, symbolName } = style, title = k < 9 ? `${name} (${k + 1})` : name;
  const properties = { type: "button", title, "data-label": k, "aria-description": `class ${k + 1}, ${symbolName}` };
  const long = name.length > LONG && { "data-long": "" };
  return make("button", { ...properties, ...long }, makeSymbol(style), make("span", { class: "name" }, name), make("span", { class: "count" }, "0"));
}

/** @param {Record<string, string>} attributes */
function makeIcon(attributes) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
  svg.append(path);
  return svg;
}

/** The row of a tool on the sheet of keys. @param {Tool} tool */
function makeKeys({ title, key, help }) {
  return [make("dt", {}, make("kbd", {}, key.toUpperCase())), make("dd", {}, `${title}: ${help}`)];
}

/** @param {HTMLElement} button @param {boolean} isPressed */
function press(button, isPressed) {
  button.setAttribute("aria-pressed", String(isPressed));
}

/** A class's marker, drawn by the same function as in the pictures. @param {ClassStyle} style */
function makeSymbol({ colour, symbol }) {
  const context = newPen(40, 40), { canvas } = context;
  context.scale(2, 2);
  context.beginPath();
  traceSymbol(context, symbol, 10, 10.5, markerSize(1) / 2);
  Object.assign(context, { fillStyle: colour, strokeStyle: "#22212b", lineWidth: 1.2 });
  context.fill();
  context.stroke();
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}
