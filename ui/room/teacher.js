/**
 * The teacher's part of the page "Class room": it opens a room, steers it, and shows it on the projector.
 *
 * The address after "#" says which view this is: "CODE" the projector, without controls; "CODE.SECRET" the controls.
 * A browser that opened a room keeps code and secret, so that a reload goes on.
 */

import { count, setText } from "../canvas/paint/words.js";
import { encodeDrawing } from "../canvas/wire/codec.js";
import { mount } from "../canvas/wire/mounting.js";
import { makeKey, RoomConnection, socketAddress } from "./connection.js";
import { CONTROLS } from "./steering.js";
import { make } from "./elements.js";
import { canReveal, Guide, startItem } from "./guide.js";
import { currentLook } from "./marks.js";
import { Replay } from "./replay.js";
import { pointsOf, RESULTS } from "./results.js";
import { saveFile, savePicture, writeTable } from "./saving.js";
import { readScene, readSettings, writeSettings } from "./settings.js";

const STORE = "bayeslab-teacher";
const LONGEST = 60000; // bytes: a server takes 65,536 in a message

export default function ({ data, parentElement, setTriggerValue }) {
  const addScene = (scene) => setTriggerValue("scene", scene);
  const create = () => new Teacher(parentElement.querySelector(".classroom"), data, addScene);
  return mount(parentElement, create, (teacher) => teacher.restyle(data));
}

class Teacher {
  constructor(root, start, addScene) {
    Object.assign(this, { root, start, room: {}, result: null, shown: "", lines: [], connection: null });
    this.find = (selector) => root.querySelector(selector);
    this.page = {
      start,
      theme: () => this.start.theme,
      look: () => currentLook(this.start.theme),
      set: (settings) => this.isTeacher && this.connection.say({ do: "set", settings }),
    };
    this.find(".open").addEventListener("click", () => this.openRoom());
    for (const button of root.querySelectorAll("[data-start]")) {
      button.addEventListener("click", () => this.startActivity(button.dataset.start));
    }
    for (const button of root.querySelectorAll("[data-scene]")) {
      button.addEventListener("click", () => addScene(readScene(this.find("form"), button.dataset.scene, start)));
    }
    writeSettings(this.find("form"), start);
    this.makeControls();
    this.guide = new Guide(root, (message) => this.say(message));
    this.listener = (event) => this.hold(event);
    addEventListener("bayeslab-step", this.listener);
    root.classList.toggle("presented", start.presented);
    this.replay = new Replay(this.find(".replay"), (room) => this.showActivity(room), (text) => this.tell(text));
    const [code, secret] = location.hash.slice(1).split("."), kept = recall();
    if (code) this.enter(code, secret);
    else if (kept) this.enter(kept.code, kept.secret);
  }

  restyle(data) {
    this.start = data;
    this.page.start = data;
    this.root.classList.toggle("presented", data.presented);
    this.followScenes();
    if (this.room.activity) this.result?.update(this.room.activity);
  }

  // Scenes

  /** The plan is that of the scenes, and the scene that is presented is started, once. */
  followScenes() {
    const { plan, item, presented } = this.start, { room } = this;
    if (!this.isTeacher || room.plan === undefined || plan.length === 0) return;
    const text = JSON.stringify(plan);
    if (text !== this.sentPlan) {
      this.sentPlan = text;
      this.say({ do: "plan", items: plan });
    }
    const message = presented && startItem({ ...room, plan }, item);
    if (message && this.started !== item) this.say(message);
    this.started = item;
  }

  /** On the way to the next scene the first press reveals. */
  hold(event) {
    if (!this.isTeacher || event.detail < 0 || !canReveal(this.room)) return;
    event.preventDefault();
    this.say({ do: "reveal", on: true });
  }

  say(message) {
    const isLong = new Blob([JSON.stringify(message)]).size > LONGEST;
    this.tell(isLong ? "This is too long for the server: use at most 60 kB." : "");
    if (!isLong) this.connection.say(message);
  }

  tell(text) {
    setText(this.find(".problem"), text);
  }

  get isTeacher() {
    return this.secret !== undefined;
  }

  // The room

  openRoom() {
    const secret = makeKey(), socket = new WebSocket(socketAddress(document.baseURI, "new"));
    this.tell("");
    socket.addEventListener("open", () => socket.send(JSON.stringify({ role: "teacher", key: secret })));
    socket.addEventListener("error", () => this.tell("The server does not answer. Try again."));
    socket.addEventListener("message", ({ data }) => {
      const { code, why } = JSON.parse(data);
      if (why) this.tell(why);
      else this.enter(code, secret);
    });
  }

  enter(code, secret) {
    Object.assign(this, { code, secret });
    if (this.isTeacher) remember({ code, secret });
    this.root.classList.toggle("on-stage", !this.isTeacher);
    this.find(".guide").open = location.hash.includes(".");
    this.showRoom(true);
    this.showControls(this.isTeacher);
    this.writeAddresses();
    const hello = this.isTeacher ? { role: "teacher", key: secret } : { role: "stage" };
    this.connection = new RoomConnection(socketAddress(document.baseURI, code), hello, {
      changed: (room) => this.change(room),
      status: (text, isLive) => {
        setText(this.find(".connection"), text);
        this.find(".connection").classList.toggle("live", isLive);
      },
      refused: (why) => this.tell(why),
      ended: (why) => this.leave(why),
      notice: (text) => setText(this.find(".notice"), text),
      log: (lines) => this.lines.push(...lines),
    });
  }

  writeAddresses() {
    const join = new URL(`join/${this.code}`, document.baseURI), here = location.href.split("#")[0];
    setText(this.find(".code"), this.code);
    Object.assign(this.find(".address"), { href: join.href, textContent: join.host + join.pathname });
    this.find(".qr").src = `${join.href}/qr.png?page=${encodeURIComponent(join.href)}`;
    const alone = new URL(here);
    alone.search = "embed=true"; // without menu and title
    this.find(".stage").href = `${alone}#${this.code}`;
    this.find(".control").href = `${here}#${this.code}.${this.secret}`;
  }

  /** The room has ended, or was never there. */
  leave(why) {
    forget(this.code);
    this.tell(why);
    this.connection.close();
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
    this.showRoom(false);
    this.showControls(false);
    this.root.classList.remove("busy");
    this.room = {};
    this.showActivity({});
  }

  showRoom(isOpen) {
    this.find(".room").hidden = !isOpen;
    const isStage = this.root.classList.contains("on-stage");
    for (const part of [".closed", ".replay"]) this.find(part).hidden = isOpen || isStage;
  }

  showControls(isShown) {
    for (const part of this.root.querySelectorAll(".teacher")) part.hidden = !isShown;
  }

  change(room) {
    this.room = room;
    setText(this.find(".attendance"), `${count(room.count, "participant")}${room.locked ? ", the room is locked" : ""}`);
    this.root.classList.toggle("busy", Boolean(room.activity));
    this.updateControls();
    this.showPeople();
    this.showActivity(room);
    this.guide.update(room);
    this.followScenes();
    if (room.ended) this.leave("The room has ended.");
  }

  showActivity(room) {
    const { activity } = room, key = activity ? `${activity.number} ${activity.key}` : "";
    if (key !== this.shown) {
      this.result?.close?.();
      this.find(".screen").replaceChildren();
      this.result = activity ? new RESULTS[activity.key](this.find(".screen"), this.page, activity) : null;
      this.shown = key;
    }
    setText(this.find(".now"), activity ? `${activity.title}${activity.round > 1 ? `, round ${activity.round}` : ""}` : "");
    setText(this.find(".answered"), activity ? `${activity.answered} of ${room.count} ${room.count === 1 ? "has" : "have"} answered${describeState(activity)}.` : "");
    this.result?.update(activity);
  }

  // What the teacher does

  startActivity(key) {
    this.say({ do: "start", key, settings: readSettings(this.find("form"), key) });
  }

  makeControls() {
    this.buttons = CONTROLS.map((control) => {
      const button = make("button", { type: "button" });
      button.addEventListener("click", () => {
        if (control.confirm && !confirm(control.confirm)) return;
        this.say(control.message(this.room));
      });
      return button;
    });
    this.saves = {
      "Take into the lab": () => this.takeToLab(),
      "Save picture": () => savePicture(this.find(".screen"), this.page.look().background, "class-room.png"),
      "Save table": () => saveFile("class-room.csv", new Blob([writeTable(this.room.activity)], { type: "text/csv" })),
      "Save log": () => this.saveLog(),
    };
    const saves = Object.entries(this.saves).map(([title, action]) => {
      const button = make("button", { type: "button" }, title);
      button.addEventListener("click", action);
      return button;
    });
    this.find(".controls").append(...this.buttons, ...saves);
    [this.toLab, this.picture, this.table] = saves;
  }

  updateControls() {
    const { room } = this;
    CONTROLS.forEach((control, place) => {
      const button = this.buttons[place];
      button.hidden = !control.always && !(room.activity && control.shown(room));
      setText(button, control.title(room));
    });
    this.toLab.hidden = room.activity?.key !== "draw";
    this.picture.hidden = !room.activity || room.activity.key === "vote";
    this.table.hidden = !room.activity;
  }

  /** Those who are present, with what the teacher can do about each; those who were removed can come back. */
  showPeople() {
    const people = Object.entries(this.room.people ?? {}), key = JSON.stringify(people);
    if (key === this.shownPeople) return;
    this.shownPeople = key;
    const action = (text, name, message) => {
      const button = make("button", { type: "button", "aria-label": `${text}: ${name}` }, text);
      button.addEventListener("click", () => this.say(message));
      return button;
    };
    const lines = people.filter(([, { status }]) => status !== "left").map(([who, { name, status, answered }]) => {
      if (status === "removed") return make("li", {}, `${name} (removed) `, action("Let in", name, { do: "remove", who, on: false }));
      const discard = answered ? [action("Delete the answer", name, { do: "discard", who })] : [];
      return make("li", {}, `${answered ? "✓ " : ""}${name} `, ...discard, action("Remove", name, { do: "remove", who, on: true }));
    });
    this.find(".people").replaceChildren(...lines);
  }

  takeToLab() {
    const { settings, shown } = this.room.activity, points = pointsOf(shown), column = (k) => points.map((point) => point[k]);
    const drawn = { x: Float64Array.from(column(0)), y: Float64Array.from(column(1)), labels: Uint8Array.from(column(2)) };
    const query = new URLSearchParams({ data: "drawn", points: encodeDrawing(settings.box, drawn), model: settings.model, gamma: settings.gamma });
    open(new URL(`lab?${query}`, document.baseURI), "_blank", "noopener");
  }

  /** Ask for the log; the server sends its parts before it says that this is done. */
  saveLog() {
    this.lines = [];
    this.connection.ask({ do: "log" }, () => {
      const text = this.lines.map((line) => JSON.stringify(line)).join("\n");
      saveFile(`class-room-${this.code}.jsonl`, new Blob([`${text}\n`], { type: "application/jsonl" }));
    });
  }

  close() {
    removeEventListener("bayeslab-step", this.listener);
    this.guide.close();
    this.connection?.close();
    this.result?.close?.();
  }
}

function describeState({ open, hidden, frozen }) {
  return [[!open, "; closed"], [hidden, "; hidden"], [frozen, "; the picture is frozen"]].map(([isSo, text]) => (isSo ? text : "")).join("");
}

function remember(room) {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(room));
  } catch {
    // The page works without; a reload needs the link to the controls.
  }
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE));
  } catch {
    return null;
  }
}

function forget(code) {
  if (recall()?.code === code) sessionStorage.removeItem(STORE);
}
