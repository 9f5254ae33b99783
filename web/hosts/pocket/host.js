/**
 * The host of the drawing component in the pocket lab: it does what Python does in the lab, without a server.
 *
 * The state is that of the lab (`core.state.LabState`), and the address holds it after "#" as the lab's does after
 * "?". The component sends what a hand has done; `answer` makes it part of the state, as `ui/session.py` does, and
 * `show` tells the component what follows from it.
 */

import mount from "../../drawing.js";
import { decodeDrawing, encodeDrawing } from "../../wire/codec.js";
import { boundingBox } from "../../model/points.js";
import { POINT_FIELDS } from "../../model/shared.js";
import { Controls } from "./controls.js";
import { loadSheet } from "./data.js";
import { applies, consistent, decode, defaultState, encode } from "./link.js";
import { fitName, fitText, readTable, writeTable } from "./table.js";
import { Views } from "./views.js";

const NO_TABLE = " is not in the pocket lab; open the link in the lab. The pocket lab starts with ";
const BY_PYTHON = " is fitted by Python; open the link in the lab to see it.";

export class Host {
  constructor(page, start) {
    Object.assign(this, { page, start, revision: 0, seq: 0, given: null, drawn: {}, sheet: null, shown: null });
    this.defaults = defaultState(start.fields);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.controls = new Controls(page, start, (changes) => this.choose(changes));
    this.views = new Views(page, () => this.show());
    this.controls.find("table").addEventListener("change", ({ target }) => this.loadTable(target));
    this.controls.find("download").addEventListener("click", () => this.downloadTable());
    page.querySelector(".presets").replaceChildren(...start.presets.map((preset) => this.makePreset(preset)));
    this.dark.addEventListener("change", () => this.show());
    addEventListener("hashchange", () => this.open(location.hash.slice(1)));
  }

  /** Start with the parameters of a link. */
  open(text) {
    const parameters = new URLSearchParams(text), { state, notices } = decode(this.start, parameters);
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

  /** A preset is a link; how the page is shown stays. */
  makePreset({ title, text, link }) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title, title: text });
    button.addEventListener("click", () => {
      const { parameters } = this.views;
      this.open(`${link}&${new URLSearchParams(parameters)}`);
      this.say(text);
    });
    return button;
  }

  /** Somebody has chosen other settings. */
  choose(changes) {
    const { state, start: { datasets, fields } } = this;
    if (state.data === "drawn") this.drawn = pick(state, ["points", "names", "title"]);
    if ("data" in changes && changes.data !== state.data) {
      const fresh = pick(this.defaults, Object.keys(fields).filter((name) => fields[name].of.includes("data")));
      changes = { ...fresh, ...(changes.data === "drawn" ? this.drawn : {}), ...changes };
    }
    this.state = consistent(fields, { ...state, ...changes }, datasets);
    this.say();
    this.show();
  }

  // The component

  /** The component says what a hand has done. */
  answer({ seq, revision, points, gamma, switches }) {
    this.seq = seq;
    if (revision === this.revision) {
      const edit = points === null ? this.undone() : this.edited(points);
      const settings = gamma === null ? { switches } : { switches, gamma };
      this.state = consistent(this.start.fields, { ...this.state, ...settings, ...edit }, this.start.datasets);
      this.shown = pick(this.state, POINT_FIELDS);
    }
    queueMicrotask(() => this.show());
  }

  /** Drawn points take the place of those of a data set, and keep the names of its features and classes. */
  edited(points) {
    const isBlank = decodeDrawing(points, this.start.limits).points.labels.length === 0;
    const title = isBlank ? { title: "" } : {}; // what is drawn next is not from the file
    if (this.state.data === "drawn") return { points, ...title };
    return { data: "drawn", points, names: [...this.sheet.features, ...this.sheet.classes].map(fitName) };
  }

  /** Everything was undone. */
  undone() {
    return this.state.data === "drawn" ? this.given : {};
  }

  show() {
    const { state } = this, points = pick(state, POINT_FIELDS);
    if (!isSame(points, this.shown)) {
      this.revision += 1;
      Object.assign(this, { given: points, shown: points });
    }
    this.sheet = this.load();
    this.controls.write(state, this.sheet);
    this.writeAddress();
    this.tell();
  }

  /** Tell the component what there is to show. */
  tell() {
    const { model, beside } = this.state, keys = [...new Set([model, beside])].filter((key) => key !== "nothing");
    mount({
      data: { ...this.settings(), panels: keys.map((key) => this.panel(key)), table: this.table(keys) },
      parentElement: this.page,
      setStateValue: (_, sent) => this.answer(sent),
    });
  }

  load() {
    try {
      return loadSheet(this.start, this.state);
    } catch (error) {
      this.say(error.message);
      return loadSheet(this.start, { ...this.defaults, data: "drawn" });
    }
  }

  settings() {
    const { state, sheet, start } = this, { loaded, title, ...told } = this.sheet;
    const { gamma_range: gammas } = start.kernels[state.kernel];
    return {
      ...told,
      revision: this.revision,
      seq: this.seq,
      theme: this.dark.matches ? "dark" : "light",
      palette: start.palette.slice(0, Math.max(4, sheet.classes.length)),
      gamma: applies(start.fields.gamma, state) ? state.gamma : null,
      limits: { ...start.limits, gamma: gammas },
      offered: start.offered,
      switches: state.switches,
      compact: this.views.isEmbedded,
    };
  }

  /** The message on a classifier, with the settings that it reads. */
  modelOf(key) {
    const { models, kernels } = this.start, { model, reads, title } = models[key], { state } = this;
    if (model === null) return { kind: "message", text: title + BY_PYTHON };
    if (model.kind === "kernel") return { ...model, ...pick(state, reads), is_bump: kernels[state.kernel].is_bump };
    if (model.kind !== "svc") return model;
    const { degree, coef0, svc_C: C, svc_standardise: standardise } = state;
    return { ...model, degree, coef0, C, gamma: this.gammaOf(model), standardise };
  }

  /** The gamma of an SVC; null if it follows the slider. */
  gammaOf({ kernel, gamma }) {
    const { state } = this, hasSlider = applies(this.start.fields.gamma, state);
    if (kernel !== "rbf") return gamma;
    return { same: hasSlider ? null : state.gamma, scale: "scale", own: state.svc_gamma_value }[state.svc_gamma];
  }

  panel(name) {
    return { name, title: this.start.models[name].title, model: this.modelOf(name), accuracy: null };
  }

  table(shown) {
    const { models, table_models: usual, evaluation_seed: seed } = this.start, { folds } = this.state;
    const keys = [...new Set([...usual, ...shown])].filter((key) => models[key].model !== null);
    const rows = keys.map((name) => ({ ...this.panel(name), isInPicture: shown.includes(name) }));
    return { isShown: true, title: this.sheet.title, scheme: `${folds}-fold`, folds, seed, worker: null, rows };
  }

  // In and out

  async loadTable(input) {
    const [file] = input.files;
    if (!file) return;
    try {
      const { points, names, notices } = readTable(new Uint8Array(await file.arrayBuffer()), this.start.limits);
      const text = encodeDrawing(boundingBox(points), points), { longest } = this.start.fields.title.limit;
      this.choose({ data: "drawn", points: text, names, title: fitText(file.name.replace(/\.[^.]*$/, ""), longest) });
      this.say(...notices);
    } catch (error) {
      this.say(error.message);
    }
    input.value = "";
  }

  downloadTable() {
    const { loaded, features, classes } = this.sheet, text = `\ufeff${writeTable(loaded, features, classes)}`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href: address, download: "bayeslab-points.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  writeAddress() {
    const parameters = encode(this.start, this.state), link = this.page.querySelector("a.lab");
    const shown = new URLSearchParams({ ...parameters, ...this.views.parameters });
    history.replaceState(null, "", `${location.pathname}#${shown}`);
    const { lab } = document.documentElement.dataset;
    if (lab) Object.assign(link, { href: `${lab}?${new URLSearchParams(parameters)}`, hidden: false });
  }

  say(...sentences) {
    const notices = this.page.querySelector(".notices");
    notices.textContent = sentences.join("\n");
    notices.hidden = sentences.length === 0;
  }
}

function pick(object, names) {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
