/* global PAGE, STYLE */

/**
 * The host of the drawing component in a notebook: an anywidget (`bayeslab.widget.Lab`).
 *
 * Python puts the data to show into `_told`, as `ui/canvas.py` does in the lab, and reads from `_hand` and `_screen`
 * what the user has done. Several views may show one lab: each has a name, and a drawing that came from one view is new
 * only to the others. The bundler puts in web/drawing.html for PAGE, and for STYLE the sheets of web/style/ and of this
 * host.
 *
 * @typedef {{get: (name: string) => any, set: (name: string, value: object) => void, save_changes: () => void,
 *   on: (event: string, handler: () => void) => void, off: (event: string, handler: () => void) => void}} WidgetModel
 */

import mount, { readPage } from "../../drawing.js";
import { themeAround, watchTheme } from "./theme.js";

/** @param {{model: WidgetModel, el: HTMLElement}} widget */
export function render({ model, el }) {
  const view = new View(model, el);
  return () => view.close();
}

export default { render };

class View {
  name = String(Math.random());
  revision = 0; // of the drawing that the component has from Python
  lastRevision = -1; // Python's own number of the drawing
  end = () => {};

  /** @param {WidgetModel} model @param {HTMLElement} element */
  constructor(model, element) {
    this.model = model;
    this.ending = new AbortController();
    this.place = document.createElement("div");
    // The keys of the notebook stay away: "d" chooses a tool here and deletes a cell there.
    this.place.dataset.lmSuppressShortcuts = "true";
    for (const type of ["keydown", "keypress", "keyup"]) this.place.addEventListener(type, (event) => event.stopPropagation());
    this.root = this.place.attachShadow({ mode: "open" });
    this.task = Object.assign(document.createElement("div"), { className: "task", hidden: true });
    this.root.append(readPage(PAGE, STYLE));
    const drawing = /** @type {HTMLElement} */ (this.root.querySelector(".drawing"));
    drawing.dataset.address = "none"; // the notebook's own says nothing about the drawing
    drawing.prepend(this.task);
    element.replaceChildren(this.place);
    this.show = this.show.bind(this); // one function, to be taken off again
    model.on("change:_told", this.show);
    watchTheme(this.show, this.ending.signal);
    this.sizes = new ResizeObserver(this.show); // the theme is known once it is on the page
    this.sizes.observe(this.place);
    this.show();
  }

  /** Pass Python's data to the component; the points only if they are new to it. */
  show() {
    const { author, answers, title, task, ...data } = this.model.get("_told");
    if (task && this.task.hidden) this.writeTask(title, task);
    const isNew = data.revision !== this.lastRevision && author !== this.name;
    this.lastRevision = data.revision;
    if (isNew) this.revision += 1;
    const points = isNew ? data.points : null, theme = themeAround(this.place);
    this.end = mount({
      data: { ...data, points, theme, revision: this.revision, seq: answers[this.name] ?? 0 },
      parentElement: this.root,
      setStateValue: (/** @type {"drawing" | "screen"} */ name, /** @type {object} */ state) => this.say(name, state),
    });
  }

  /** @param {string} title @param {string} task its paragraphs have a blank line between them */
  writeTask(title, task) {
    const write = (/** @type {string} */ tag, /** @type {string} */ textContent) => (
      Object.assign(document.createElement(tag), { textContent })
    );
    this.task.replaceChildren(write("h3", title), ...task.split(/\n\s*\n/).map((text) => write("p", text)));
    this.task.hidden = false;
  }

  /** @param {"drawing" | "screen"} name @param {object} state */
  say(name, state) {
    const { model } = this, trait = { drawing: "_hand", screen: "_screen" }[name];
    model.set(trait, { ...state, author: this.name, base: this.lastRevision });
    model.save_changes();
  }

  /** The view leaves the page. */
  close() {
    this.model.off("change:_told", this.show);
    this.ending.abort();
    this.sizes.disconnect();
    this.place.remove();
    this.end();
  }
}
