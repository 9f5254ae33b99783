/**
 * The teacher's part of the page "Classroom": it opens a room, steers it, and shows it on the projector.
 *
 * The address after "#" says which view this is: "CODE" the projector, without controls; "CODE.SECRET" the controls.
 * A browser that opened a room keeps code and secret, so that a reload goes on.
 *
 * @import { Activity, Card, Room, TeacherStart } from "../messages.js"
 * @import { Scene } from "./pickers.js"
 */

import { pointsOfRows } from "../model/points.js";
import { count, finder, setText } from "../paint/words.js";
import { encodeDrawing } from "../wire/codec.js";
import { saveFile } from "../wire/files.js";
import { mount } from "../wire/mounting.js";
import { showCards } from "./cards.js";
import { HomeworkPanel } from "./homework_panel.js";
import { NO_ROOM, RoomConnection, socketAddress } from "./connection.js";
import { Countdown } from "./countdown.js";
import { ControlBar } from "./control_bar.js";
import { askEnd, openDialog, pick, showExample } from "./dialogs.js";
import { make, makeButton } from "../paint/elements.js";
import { statusLine } from "./status.js";
import { canReveal, Guide, startItem } from "./guide.js";
import { lookOf } from "../paint/look.js";
import { Opening } from "./opening.js";
import { People } from "./people.js";
import { pointsOf, RESULTS } from "./results.js";
import { forget, forgetRoom, isHomework, recall, remember } from "./remembering.js";
import { savePicture, writeTable } from "./saving.js";
import { titleOf } from "./screens.js";
import { checkStore } from "./store.js";

export { readPage } from "../wire/mounting.js";

const LONGEST = 60000; // bytes: a server takes 65,536 in a message
const COUNTDOWNS = [30, 60, 120, 300]; // seconds
const ROWS_ON_STAGE = 10; // of a board, in letters for the last row of a hall
const DELETE = { title: "Delete the homework?", text: "All submissions are deleted immediately. Save the table first: it records who reached each goal.", end: "Delete it for everybody" };
const END = { title: "End the room?", text: "All participants are disconnected, and everything they did here is deleted.", end: "End it for everybody" };

/** @param {{data: TeacherStart, parentElement: ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} host */
export default function ({ data, parentElement, setTriggerValue }) {
  const create = () => new Teacher(finder(parentElement)(".classroom"), data, (scene) => setTriggerValue("scene", scene));
  return mount(parentElement, create, (teacher) => teacher.restyle(data));
}

class Teacher {
  /** @type {Room} */
  room = NO_ROOM;
  /** @type {import("./results.js").Result | null} */
  result = null;
  /** The number of the activity on the page, and its participants and plan as texts. */
  activityKey = "";
  peopleKey = "";
  planText = "";
  lastScene = 0; // the scene that was last presented
  /** @type {RoomConnection | null} */
  connection = null;
  code = "";
  /** @type {string | undefined} the projector has none */
  secret;
  /** @type {import("./results.js").StagePage} */
  page;
  listening = new AbortController();
  /** @type {HomeworkPanel | null} */
  homework = null;
  /** @type {People | null} */
  people = null;

  /** @param {HTMLElement} root @param {TeacherStart} start @param {(scene: Scene) => void} addScene */
  constructor(root, start, addScene) {
    this.root = root;
    this.start = start;
    this.addScene = addScene;
    this.find = finder(root);
    this.page = {
      start,
      base: new URL("./", document.baseURI),
      theme: () => this.start.theme,
      look: () => lookOf(this.start.theme),
      set: (settings) => this.isTeacher && this.connection?.say({ do: "set", settings }),
      isSteered: () => this.isTeacher,
      rows: () => (this.isTeacher && !this.start.presented ? Infinity : ROWS_ON_STAGE),
    };
    this.opening = new Opening(root, this.page, (text) => this.tell(text), (code, secret) => this.enter(code, secret));
    this.find(".end").addEventListener("click", () => this.askEnd());
    this.controls = new ControlBar(root, this.actions(), (command) => this.say(command));
    this.guide = new Guide(root);
    this.countdown = new Countdown(this.find(".countdown"), () => this.connection?.now() ?? 0);
    const { signal } = this.listening;
    addEventListener("bayeslab-step", (event) => this.hold(/** @type {CustomEvent<number>} */ (event)), { signal });
    root.addEventListener("click", (event) => this.controls.fold(event), { signal });
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.controls.fold(), { signal });
    root.addEventListener("transitionend", ({ target, propertyName }) => target === root && propertyName === "color" && this.recolour(), { signal });
    root.classList.toggle("presented", start.presented);
    setText(this.find(".reach"), start.reach);
    const [link, secret] = location.hash.slice(1).split("."), [code, projector] = link.split("-"), last = recall();
    if (code) this.enter(code, secret, projector);
    else if (last) this.enter(last.code, last.secret);
    else this.showRoom(false);
  }

  /** @param {TeacherStart} data */
  restyle(data) {
    this.start = this.page.start = data;
    this.root.classList.toggle("presented", data.presented);
    this.followScenes();
    if (this.room.activity) this.result?.update(this.room.activity);
  }

  /** The theme of the page has changed; Python learns of it only when it runs again. */
  recolour() {
    this.restyle({ ...this.start, theme: getComputedStyle(this.root).colorScheme === "dark" ? "dark" : "light" });
  }

  // Scenes

  /** Send the scenes as the plan, and start the presented scene, once. */
  followScenes() {
    const { plan, item, presented } = this.start, { room } = this;
    if (!this.isTeacher || room.plan === undefined || plan.length === 0) return;
    const text = JSON.stringify(plan);
    if (text !== this.planText) {
      this.planText = text;
      this.say({ do: "plan", items: plan });
    }
    const message = presented && startItem({ ...room, plan }, item);
    if (message && this.lastScene !== item) this.say(message);
    this.lastScene = item;
  }

  /** On the way to the next scene the first press reveals. @param {CustomEvent<number>} event */
  hold(event) {
    if (!this.isTeacher || event.detail < 0 || !canReveal(this.room)) return;
    event.preventDefault();
    this.say({ do: "reveal", on: true });
  }

  /**
   * Say something to the server, and act when it has answered.
   * @param {object} message
   * @param {() => void} [onAnswer]
   */
  say(message, onAnswer) {
    const isLong = new Blob([JSON.stringify(message)]).size > LONGEST;
    this.tell(isLong ? "This is too long for the server: use at most 60 kB." : "");
    if (!isLong) this.connection?.ask(message, onAnswer ?? (() => {}));
  }

  /** Show a sentence, in the window that is open. @param {string} text @param {boolean} [isNews] and no problem */
  tell(text, isNews = false) {
    const place = this.root.querySelector("dialog[open] .problem") ?? this.find(".problem");
    place.classList.toggle("news", isNews);
    setText(place, text);
  }

  get isTeacher() {
    return this.secret !== undefined;
  }

  // The room

  get isHomework() {
    return isHomework(this.code);
  }

  /** Return to the start of the page; the room, or the homework, goes on. */
  goBack() {
    forget(this.code);
    this.connection?.close();
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
    this.homework = null;
    this.code = "";
    this.root.classList.remove("busy", "is-homework");
    this.room = NO_ROOM;
    this.showActivity(NO_ROOM);
    this.showRoom(false);
  }

  /** @param {string} code @param {string} [secret] @param {string} [projector] what the projector's link carries */
  enter(code, secret, projector = "") {
    this.code = code;
    this.secret = secret;
    if (secret !== undefined) {
      remember({ code, secret });
      this.checkServers();
    }
    this.root.classList.toggle("on-stage", !this.isTeacher);
    this.root.classList.toggle("is-homework", this.isHomework);
    setText(this.find(".end"), this.isHomework ? "Delete the homework" : "End the room");
    setText(this.find(".invite"), this.isHomework ? "Share this link with your students." : "Join with your phone: scan the code, or type the address.");
    if (location.hash.includes(".")) {
      /** @type {HTMLDetailsElement} */ (this.find(".guide")).open = true;
      if (recall()?.code === code) history.replaceState(null, "", location.href.split("#")[0]); // the secret stays in no history, and on no screen
    }
    this.showRoom(true);
    this.writeAddresses();
    const hello = this.isTeacher ? { role: "teacher", key: secret } : { role: "stage", key: projector };
    this.connection = new RoomConnection(socketAddress(document.baseURI, code), hello, {
      room: (room) => this.change(room),
      status: statusLine(this.find),
      refusal: (why) => this.tell(why),
      end: (why) => this.leave(why),
      work: (work) => this.homework?.showWork(this.root, work),
    });
  }

  /** Tell the teacher of servers that do not share their rooms. */
  async checkServers() {
    setText(this.find(".notice"), await checkStore());
  }

  writeAddresses() {
    const join = new URL(`join/${this.code}`, document.baseURI), here = location.href.split("#")[0];
    setText(this.find(".code"), this.code);
    Object.assign(this.find(".address"), { href: join.href, textContent: join.host + join.pathname });
    Object.assign(this.find(".qr"), { src: `${join.href}/qr.png?page=${encodeURIComponent(join.href)}` });
    Object.assign(this.find(".control"), { href: `${here}#${this.code}.${this.secret}` });
    this.find(".secret-code").addEventListener("toggle", () => this.showSecretCode(`${here}#${this.code}.${this.secret}`), { once: true });
  }

  /** The link of the projector; only who has it can show the room. @param {Room} room */
  writeProjector({ projector }) {
    const alone = new URL(location.href.split("#")[0]);
    alone.search = "embed=true"; // without menu and title
    if (projector) Object.assign(this.find(".stage"), { href: `${alone}#${this.code}-${projector}` });
  }

  /** The link to the controls as a QR code. In an address it would be in the log of a server. @param {string} link */
  async showSecretCode(link) {
    const answer = await fetch(new URL(`join/${this.code}/qr.png`, document.baseURI), { method: "POST", body: link }).catch(() => null);
    if (!answer?.ok) return this.tell("The QR code could not be made. Copy the link instead.");
    Object.assign(this.find(".secret-code img"), { src: URL.createObjectURL(await answer.blob()) });
  }

  /** The room has ended, or was never there. @param {string} why @param {boolean} [isNews] */
  leave(why, isNews) {
    forgetRoom(this.code);
    this.root.querySelector("dialog")?.close();
    this.tell(why, isNews);
    this.goBack();
  }

  /** @param {boolean} isOpen */
  showRoom(isOpen) {
    const isStage = this.root.classList.contains("on-stage");
    this.find(".room").hidden = !isOpen;
    this.find(".closed").hidden = isOpen || isStage;
    this.find(".homework-panel").hidden = !isOpen || !this.isHomework;
    if (!isOpen) this.opening.listRooms();
    for (const part of this.root.querySelectorAll(".teacher")) /** @type {HTMLElement} */ (part).hidden = !isOpen || !this.isTeacher;
    this.showCards();
  }

  /** The activities stand on the page until the first is started; later they open with "Next activity". */
  showCards() {
    const { activities } = this.start, cards = this.find(".activities"), isOpen = !this.find(".room").hidden;
    cards.hidden = Boolean(this.room.activity) || this.isHomework || this.root.classList.contains("on-stage");
    cards.classList.toggle("with-choice", isOpen);
    if (!cards.hidden && !cards.hasChildNodes()) showCards(cards, activities, (card) => this.pick(card), (card) => this.showExample(card));
  }

  /** @param {Room} room */
  change(room) {
    if (this.isTeacher && !this.room.count && room.count) this.checkServers(); // the first has joined
    this.room = room;
    setText(this.find(".attendance"), `${count(room.count, "participant")}${room.locked ? ", the room is locked" : ""}${room.asks_passcode ? ", a passcode is required" : ""}`);
    setText(this.find(".passcode"), room.passcode ? `Passcode ${room.passcode}: everybody has to enter it once.` : "");
    this.root.classList.toggle("busy", Boolean(room.activity));
    this.controls.update(room);
    this.writeProjector(room);
    this.showPeople();
    this.showCards();
    this.showActivity(room);
    this.guide.update(room);
    this.followScenes();
    this.showHomework(room);
    if (room.ended) this.leave(this.isHomework ? "The homework has been deleted." : "The room has ended.", true);
  }

  /** @param {Room} room */
  showHomework(room) {
    if (!room.homework || !this.isTeacher) return;
    const actions = { ask: (/** @type {string} */ who, /** @type {string} */ exercise) => this.say({ do: "work", who, exercise }), back: () => this.goBack() };
    this.homework ??= new HomeworkPanel(this.find(".homework-panel"), this.start, this.code, actions);
    this.homework.update(room);
  }

  /** @param {Room} room */
  showActivity(room) {
    const { activity } = room, key = activity ? `${activity.number} ${activity.key}` : "";
    if (key !== this.activityKey) {
      this.result?.close?.();
      this.find(".screen").replaceChildren();
      this.result = activity ? RESULTS[activity.key](this.find(".screen"), this.page, activity) : null;
      this.activityKey = key;
    }
    setText(this.find(".now"), activity ? titleOf(activity) : "");
    setText(this.find(".answered"), activity ? `${activity.answered} of ${room.count} ${room.count === 1 ? "has" : "have"} answered${activity.gone ? `, and ${activity.gone} who left` : ""}${describeState(activity)}.` : "");
    this.countdown.update(activity);
    if (activity) this.result?.update(activity);
  }

  // What the teacher does

  /** @param {Card} card */
  pick(card) {
    const launch = (/** @type {object} */ settings, /** @type {() => void} */ onStart) => this.say({ do: "start", key: card.key, settings }, () => {
      onStart();
      this.controls.goOn();
    });
    pick(this.root, this.start, card, launch, this.addScene);
  }

  /** @param {Card} card */
  showExample(card) {
    showExample(this.root, { ...this.page, rows: () => 5 }, card).catch(() => this.tell("The example could not be loaded. Try again."));
  }

  /** The activities in a window of their own, while one of them runs. */
  choose() {
    const cards = make("section", { class: "activities with-choice" });
    const dialog = openDialog(this.root, "Next activity", "chooser", cards);
    const instead = (/** @type {(card: any) => void} */ action) => (/** @type {Card} */ card) => {
      dialog.close();
      action(card);
    };
    showCards(cards, this.start.activities, instead((card) => this.pick(card)), instead((card) => this.showExample(card)));
  }

  /** What the page does itself, by the names of its controls. @returns {Record<string, () => void>} */
  actions() {
    return {
      choose: () => this.choose(),
      countdown: () => this.askCountdown(),
      toLab: () => this.takeToLab(),
      savePicture: () => savePicture(this.find(".screen"), this.page.look().background, "classroom.png"),
      saveTable: () => this.saveTable(),
    };
  }

  askCountdown() {
    const dialog = openDialog(this.root, "Countdown", "asking", make("p", {}, "The activity closes automatically; the projector and the phones show the remaining time."),
      make("div", { class: "row" }, ...COUNTDOWNS.map((seconds) => makeButton(seconds < 60 ? `${seconds} s` : `${seconds / 60} min`, () => {
        this.say({ do: "countdown", seconds });
        dialog.close();
      }))));
  }

  showPeople() {
    const { people = {}, homework } = this.room, key = JSON.stringify(people);
    if (key === this.peopleKey) return;
    this.peopleKey = key;
    this.people ??= new People(this.find(".people-list"), (message) => this.say(message));
    this.people.update(people, Boolean(homework));
  }

  takeToLab() {
    if (this.room.activity?.key !== "draw") return;
    const { settings, shown } = this.room.activity, points = pointsOf(shown);
    const query = new URLSearchParams({ data: "drawn", points: encodeDrawing(settings.box, pointsOfRows(points)), model: settings.model, gamma: String(settings.gamma) });
    open(new URL(`lab?${query}`, document.baseURI), "_blank", "noopener");
  }

  /** End the room or delete the homework, once the teacher has had the chance to save what was done. */
  askEnd() {
    const end = () => this.say({ do: "end" });
    if (this.isHomework) askEnd(this.root, DELETE, () => this.homework?.save(), end);
    else askEnd(this.root, END, this.room.activity ? () => this.saveTable() : null, end);
  }

  saveTable() {
    const { activity, people = {} } = this.room;
    if (activity) saveFile(`classroom-${activity.key}.csv`, new Blob([writeTable(activity, people)], { type: "text/csv" }));
  }

  close() {
    this.listening.abort();
    this.guide.close();
    this.countdown.close();
    this.connection?.close();
    this.result?.close?.();
  }
}

/** @param {Activity} activity */
function describeState({ open, hidden, frozen }) {
  return [[!open, "; closed"], [hidden, "; hidden"], [frozen, "; the picture is frozen"]].map(([isSo, text]) => (isSo ? text : "")).join("");
}
