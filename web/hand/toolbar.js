/**
 * The buttons: tools, classes, actions, display options, and the sheet of keys.
 *
 * Tools and their keys are made from TOOLS, classes and switches from what Python sends.
 */

import { markerSize, traceSymbol } from "../paint/look.js";
import { setText } from "../paint/words.js";
import { TOOLS } from "./tools.js";

const SVG = "http://www.w3.org/2000/svg";

export class Toolbar {
  constructor(board, root, listen) {
    Object.assign(this, { board, root, listen });
    const actions = {
      undo: () => board.undo(),
      redo: () => board.redo(),
      clear: () => board.clear(),
      jitter: () => board.jitter(),
      fit: () => board.zoomToFit(),
      delete: () => board.remove(null),
      help: () => this.openHelp(),
      close: () => root.querySelector("dialog").close(),
    };
    root.querySelector(".tools").replaceChildren(...Object.entries(TOOLS).map(makeTool));
    root.querySelector("dl.tool-keys").replaceChildren(...Object.values(TOOLS).flatMap(makeKeys));
    this.each("[data-tool]", (button) => listen(button, "click", () => board.setTool(button.dataset.tool)));
    this.each("[data-action]", (button) => listen(button, "click", actions[button.dataset.action]));
    listen(root.querySelector(".presets"), "click", ({ target }) => this.openPreset(target.closest("button")));
    listen(root.querySelector(".classes"), "click", ({ target }) => this.choose(target.closest("button")));
    this.each("[data-number]", (input) =>
      listen(input, "input", () => board.set({ [input.dataset.number]: Number(input.value) })));
    listen(root.querySelector(".show .menu"), "change", ({ target }) =>
      board.setSwitch(target.dataset.show, target.checked));
    this.each("details", (details) => this.menu(details));
  }

  each(selector, visit) {
    this.root.querySelectorAll(selector).forEach(visit);
  }

  choose(button) {
    if (button) this.board.setLabel(Number(button.dataset.label));
  }

  openPreset(button) {
    if (button) this.board.open(this.board.data.presets[button.dataset.preset].setting);
  }

  openHelp() {
    this.root.querySelector("dialog").showModal();
  }

  /** Close a menu on Escape and when the pointer is pressed outside it. */
  menu(details) {
    this.listen(this.root, "pointerdown", ({ target }) => {
      if (!details.contains(target)) details.open = false;
    });
    this.listen(details, "keydown", ({ key }) => {
      if (key === "Escape") details.open = false;
    });
  }

  /** Show the board's state on the buttons. */
  write() {
    const { board, root } = this, { tool, selection, history, show } = board, held = board.held === "points";
    this.makePresets();
    this.makeClasses();
    this.makeSwitches();
    this.each("[data-tool]", (button) => press(button, button.dataset.tool === tool));
    this.each("[data-label]", (button) => press(button, Number(button.dataset.label) === board.label));
    this.each("[data-show]", (box) => (box.checked = show[box.dataset.show]));
    this.each("[data-for]", (part) => (part.hidden = !TOOLS[tool].settings.includes(part.dataset.for)));
    root.style.setProperty("--tool-cursor", TOOLS[tool].cursor);
    root.querySelector("[data-action=undo]").disabled = !history.canUndo || held;
    root.querySelector("[data-action=redo]").disabled = !history.canRedo || held;
    root.querySelector("[data-action=delete]").disabled = selection.length === 0;
    const chosen = `${selection.length} selected: drag them or choose another class.`;
    const hint = board.isSheetReady ? TOOLS[tool].hint : ""; // before that, the plane shows a hint
    setText(root.querySelector(".hint"), selection.length ? chosen : hint);
  }

  /** One button for each preset; made again only when Python offers others. */
  makePresets() {
    const { presets } = this.board.data, group = this.root.querySelector(".presets");
    if (presets === this.presets) return;
    this.presets = presets;
    group.hidden = presets.length === 0;
    group.replaceChildren(...presets.map(({ title, text }, k) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: title, title: text });
      button.dataset.preset = String(k);
      return button;
    }));
  }

  /** One button for each class; made again only when names or colours have changed. */
  makeClasses() {
    const { classes } = this.board, group = this.root.querySelector(".classes");
    if (classes === this.made) return;
    this.made = classes;
    const isWide = classes.length > 6 && classes.some(({ name }) => name.length > 2);
    group.classList.toggle("many", isWide);
    group.replaceChildren(...classes.map((style, k) => this.makeClass(style, k)));
  }

  /** One box for each switch of the picture; made again only when Python offers others. */
  makeSwitches() {
    const { offered } = this.board.data;
    if (offered === this.offered) return;
    this.offered = offered;
    this.root.querySelector(".show .menu").replaceChildren(...offered.map(({ name, title }) => {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.dataset.show = name;
      label.append(box, title);
      return label;
    }));
  }

  makeClass(style, k) {
    const { name, symbolName } = style, button = document.createElement("button");
    Object.assign(button, { type: "button", title: k < 9 ? `${name} (${k + 1})` : name });
    button.dataset.label = String(k);
    button.setAttribute("aria-description", `class ${k + 1}, ${symbolName}`);
    button.append(makeSymbol(style), makeSpan("name", name), makeSpan("count", "0"));
    return button;
  }
}

function makeTool([name, { title, purpose, key, icon }]) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", title: `${purpose} (${key})` });
  button.dataset.tool = name;
  button.append(makeIcon(icon), makeSpan("name", title));
  return button;
}

function makeIcon(attributes) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
  svg.append(path);
  return svg;
}

/** The row of a tool on the sheet of keys. */
function makeKeys({ title, key, help }) {
  const term = document.createElement("dt"), letter = document.createElement("kbd");
  letter.textContent = key.toUpperCase();
  term.append(letter);
  return [term, Object.assign(document.createElement("dd"), { textContent: `${title}: ${help}` })];
}

function press(button, isPressed) {
  button.setAttribute("aria-pressed", String(isPressed));
}

function makeSpan(className, text) {
  return Object.assign(document.createElement("span"), { className, textContent: text });
}

/** A class's marker, drawn by the same function as in the pictures. */
function makeSymbol({ colour, symbol }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.beginPath();
  traceSymbol(context, symbol, 10, 10.5, markerSize(1) / 2);
  Object.assign(context, { fillStyle: colour, strokeStyle: "#22212b", lineWidth: 1.2 });
  context.fill();
  context.stroke();
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}
