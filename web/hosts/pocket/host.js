/**
 * The host of the drawing component in the pocket lab: it takes the place of Python in the lab, without a server.
 *
 * The state is that of the lab (`core.state.LabState`), and the address holds it after "#" as the lab's does after
 * "?". The component sends what the user has done; `answer` makes it part of the state, as `ui/session/` does,
 * and `show` sends the new data to the component.
 *
 * @import { DrawingState, Model, PanelData, SvcModel } from "../../messages.js"
 * @import { LabState } from "../../wire/state.js"
 * @import { Start } from "./types.js"
 */

import mount from "../../drawing.js";
import { decodeDrawing, encodeDrawing } from "../../wire/codec.js";
import { saveFile } from "../../wire/files.js";
import { boundingBox } from "../../model/points.js";
import { POINT_FIELDS } from "../../model/shared.js";
import { makeButton } from "../../paint/elements.js";
import { finder } from "../../paint/words.js";
import { Controls, reads } from "./controls.js";
import { loadSheet } from "./data.js";
import { Fields, isSame } from "../fields.js";
import { fitName, fitText, readTable, writeTable } from "./table.js";
import { Views } from "./views.js";

const OF_POINTS = /** @type {(keyof LabState)[]} */ (POINT_FIELDS);
const NO_TABLE = " is not in the pocket lab; open the link in the lab. The pocket lab starts with ";
const BY_PYTHON = " is fitted by Python; open the link in the lab to see it.";

export class Host {
  revision = 0;
  seq = 0;
  /** @type {Partial<LabState>} the points at the start of the component's history */
  initial = {};
  /** @type {?Partial<LabState>} those that it shows */
  current = null;
  /** @type {Partial<LabState>} the last drawn ones */
  latest = {};

  /** @param {HTMLElement} page @param {Start} start */
  constructor(page, start) {
    this.page = page;
    this.start = start;
    this.find = finder(page);
    this.fields = new Fields(start);
    this.defaults = /** @type {LabState} */ (this.fields.fresh);
    this.state = this.defaults;
    this.sheet = loadSheet(start, { ...this.defaults, data: "drawn" });
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.controls = new Controls(page, start, this.fields, this.state, (changes) => this.choose(changes));
    this.views = new Views(page, () => this.show());
    const table = this.controls.find("table");
    table.addEventListener("change", () => this.loadTable(table));
    this.controls.find("download").addEventListener("click", () => this.downloadTable());
    this.find(".presets").replaceChildren(...start.presets.map((preset) => this.makePreset(preset)));
    this.dark.addEventListener("change", () => this.show());
    addEventListener("hashchange", () => this.open(location.hash.slice(1)));
  }

  /** Start with the parameters of a link. @param {string} text */
  open(text) {
    const parameters = new URLSearchParams(text);
    /** @type {{state: LabState, notices: string[]}} */
    const { state, notices } = this.fields.decode(parameters);
    this.views.read(parameters);
    const entry = this.start.datasets[state.data];
    if (entry?.kind === "real" && entry.columns === undefined) {
      const { data } = this.defaults;
      notices.push(`“${entry.title}”${NO_TABLE}“${this.start.datasets[data].title}”.`);
      Object.assign(state, { data, features: null, classes: null });
    }
    if (state.scheme !== this.defaults.scheme) {
      notices.push(`The pocket lab evaluates by k-fold cross-validation, not by “${state.scheme}”.`);
    }
    this.state = state;
    this.say(...notices);
    this.show();
  }

  /** A preset is a link; how the page is shown stays. @param {Start["presets"][number]} preset */
  makePreset({ title, text, link }) {
    return makeButton(title, () => {
      this.open(`${link}&${new URLSearchParams(this.views.parameters)}`);
      this.say(text);
    }, { title: text });
  }

  /** The user has chosen other settings. @param {Partial<LabState>} changes */
  choose(changes) {
    const { state } = this;
    if (state.data === "drawn") this.latest = pick(state, ["points", "names", "title"]);
    this.state = this.fields.change(state, { ...(changes.data === "drawn" && this.latest), ...changes });
    this.say();
    this.show();
  }

  // The component

  /** The component reports what the user has done. @param {DrawingState} state */
  answer({ seq, revision, points, gamma, switches = [], moved = "" }) {
    this.seq = seq;
    if (revision === this.revision) {
      const edit = typeof points === "string" ? this.changesOfEdit(points) : this.undone();
      const settings = typeof gamma === "number" ? { switches, moved, gamma } : { switches, moved };
      this.state = this.fields.consistent({ ...this.state, ...settings, ...edit });
      this.current = pick(this.state, OF_POINTS);
    }
    queueMicrotask(() => this.show());
  }

  /** Drawn points replace those of a data set and keep the names of its features and classes. @param {string} points */
  changesOfEdit(points) {
    const isBlank = decodeDrawing(points).points.labels.length === 0;
    const title = isBlank ? { title: "" } : {}; // later drawings are not from the file
    if (this.state.data === "drawn") return { points, ...title };
    return { data: "drawn", points, names: [...this.sheet.features, ...this.sheet.classes].map(fitName) };
  }

  /** Everything was undone. @returns {Partial<LabState>} */
  undone() {
    return this.state.data === "drawn" ? this.initial : {};
  }

  show() {
    const { state } = this, points = pick(state, OF_POINTS);
    if (!isSame(points, this.current)) {
      this.revision += 1;
      this.initial = points;
      this.current = points;
    }
    this.sheet = this.load();
    this.controls.write(state);
    this.writeAddress();
    this.tell();
  }

  /** Send the component the data to show. */
  tell() {
    const { model, beside } = this.state, keys = [...new Set([model, beside])].filter((key) => key !== "nothing");
    mount({
      data: { ...this.settings(), panels: keys.map((key) => this.panel(key)), table: this.table(keys) },
      parentElement: this.page,
      setStateValue: (...message) => message[0] === "drawing" && this.answer(message[1]),
    });
  }

  load() {
    try {
      return loadSheet(this.start, this.state);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
      return loadSheet(this.start, { ...this.defaults, data: "drawn" });
    }
  }

  settings() {
    const { state, sheet, start } = this, { data, title, ...rest } = sheet;
    return {
      ...rest,
      revision: this.revision,
      seq: this.seq,
      theme: this.dark.matches ? "dark" : "light",
      view: "page",
      palette: start.palette.slice(0, Math.max(4, sheet.classes.length)),
      gamma: state.gamma,
      showsGamma: reads(start, state, "gamma"),
      offered: start.offered,
      switches: state.switches,
      moved: state.moved,
      compact: this.views.isEmbedded,
    };
  }

  /** The message on a classifier, with the settings that it reads. @param {string} key @returns {Model} */
  modelOf(key) {
    const { models, kernels } = this.start, { model, reads, title } = models[key], { state } = this;
    if (model === null) return { kind: "message", text: title + BY_PYTHON };
    const settings = pick(state, /** @type {(keyof LabState)[]} */ (reads));
    if (model.kind === "kernel") return /** @type {Model} */ ({ ...model, ...settings, is_bump: kernels[state.kernel].is_bump });
    if (model.kind !== "svc") return /** @type {Model} */ ({ ...model, ...settings });
    const { degree, coef0, svc_C: C, svc_standardise: standardise } = state;
    return { ...model, degree, coef0, C, gamma: this.gammaOf(model), standardise };
  }

  /** The gamma of an SVC; null if it follows the slider. @param {SvcModel} model @returns {SvcModel["gamma"]} */
  gammaOf({ kernel, gamma }) {
    const { state } = this;
    if (kernel !== "rbf") return gamma;
    const gammas = /** @type {Record<string, SvcModel["gamma"]>} */ ({ same: null, scale: "scale", own: state.svc_gamma_value });
    return gammas[state.svc_gamma];
  }

  /** @param {string} name @returns {PanelData} */
  panel(name) {
    return { name, title: this.start.models[name].title, model: this.modelOf(name), accuracy: null };
  }

  /** @param {string[]} names the classifiers in the picture */
  table(names) {
    const { models, table_models: usual, evaluation_seed: seed } = this.start, { folds } = this.state;
    const keys = [...new Set([...usual, ...names])].filter((key) => models[key].model !== null);
    const rows = keys.map((name) => ({ ...this.panel(name), isInPicture: names.includes(name) }));
    return { isShown: true, title: this.sheet.title, scheme: `${folds}-fold`, folds, seed, worker: null, rows };
  }

  // In and out

  /** @param {HTMLInputElement} input */
  async loadTable(input) {
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      const { points, names, notices } = readTable(new Uint8Array(await file.arrayBuffer()), this.start);
      const text = encodeDrawing(boundingBox(points), points), { longest } = this.fields.all.title.limit;
      this.choose({ data: "drawn", points: text, names, title: fitText(file.name.replace(/\.[^.]*$/, ""), longest) });
      this.say(...notices);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
    input.value = "";
  }

  downloadTable() {
    const { data, features, classes } = this.sheet, text = `\ufeff${writeTable(data, features, classes)}`;
    saveFile("bayeslab-points.csv", new Blob([text], { type: "text/csv" }));
  }

  writeAddress() {
    const parameters = this.fields.encode(this.state), link = this.find("a.lab");
    const query = new URLSearchParams({ ...parameters, ...this.views.parameters });
    history.replaceState(null, "", `${location.pathname}#${query}`);
    const { lab } = document.documentElement.dataset;
    if (lab) Object.assign(link, { href: `${lab}?${new URLSearchParams(parameters)}`, hidden: false });
  }

  /** @param {...string} sentences */
  say(...sentences) {
    const notices = this.find(".notices");
    notices.textContent = sentences.join("\n");
    notices.hidden = sentences.length === 0;
  }
}

/** @param {LabState} state @param {readonly (keyof LabState)[]} names @returns {Partial<LabState>} */
function pick(state, names) {
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}
