/** The page of a participant: the current activity fills the screen. */

import { setText } from "../paint/words.js";
import { keepItem, recallItem } from "../wire/stored.js";
import { makeKey, RoomConnection, socketAddress } from "./connection.js";
import { Countdown } from "./countdown.js";
import { code, find, followTheme, PasscodeForm, surroundings } from "./phone.js";
import { statusLine } from "./status.js";
import { SCREENS, titleOf } from "./screens.js";

const PAUSE = 300; // ms; the server takes five messages a second
/** @type {HTMLButtonElement} */
const leave = find(".leave");
/** @type {import("./screens.js").Screen | null} */
let screen = null;
/** @type {object | null} */
let newest = null;
/** @type {ReturnType<typeof setTimeout> | null} */
let pause = null;
let lastText = "";

/** The key under which the room knows this browser; a browser that stores nothing gets a new one. */
function recallKey() {
  const name = `bayeslab-room-${code}`, key = recallItem(name) ?? makeKey();
  keepItem(name, key);
  return key;
}

/** @type {import("./screens.js").PhonePage} */
const page = {
  ...surroundings,
  who: () => connection.you.id,
  put: (value) => {
    setText(find(".problem"), "");
    const { number: activity, round } = /** @type {import("../messages.js").Activity} */ (connection.room.activity); // it has the screen
    connection.say({ do: "put", activity, round, value });
  },
  /** Of a control's values in quick succession, put the first one at once and the newest after each pause. */
  putNewest(value) {
    newest = value;
    if (pause === null) sendNewest();
  },
  tell: (text) => setText(find(".voice"), text),
};

function sendNewest() {
  pause = newest && setTimeout(sendNewest, PAUSE);
  if (newest) page.put(newest);
  newest = null;
}

/** @param {import("../messages.js").Room} room @param {import("../messages.js").You} you */
function show(room, you) {
  const { activity } = room, key = activity ? `${activity.number} ${activity.round}` : "";
  ask(false);
  setText(find(".name"), you.name);
  find(".dot").style.background = you.name.split(" ")[0];
  if (key !== lastText) {
    screen?.close?.();
    find(".screen").replaceChildren();
    screen = activity ? SCREENS[activity.key](find(".screen"), page, activity) : null;
    [lastText, newest] = [key, null];
    for (const sentence of [".problem", ".voice"]) setText(find(sentence), "");
  }
  showLeft(you.status === "left");
  if (you.status === "left") countdown.update(undefined);
  if (you.status === "left") return;
  setText(find(".title"), activity ? titleOf(activity) : `You are ${you.name}.`);
  setText(find(".task"), activity ? describe(activity, you) : describeWaiting(room));
  countdown.update(activity);
  if (activity) screen?.update(activity, you, connection.isSettled && newest === null);
}

/** Ask for the passcode instead of showing the activity. @param {boolean} isAsking */
function ask(isAsking) {
  passcode.form.hidden = !isAsking;
  for (const part of [".screen", ".person", ".leave"]) find(part).hidden = isAsking;
  if (isAsking) find(".back").hidden = true;
}

/** A participant who has left can come back. @param {boolean} hasLeft */
function showLeft(hasLeft) {
  for (const part of [".screen", ".leave"]) find(part).hidden = hasLeft;
  find(".back").hidden = !hasLeft;
  if (hasLeft) for (const [place, text] of [[".title", "You have left the room."], [".task", "You can come back while it is open."]]) setText(find(place), text);
}

/** @param {import("../messages.js").Room} room */
function describeWaiting({ count }) {
  return `${count === 1 ? "You are the first here." : `${count} are here.`} Your teacher will start in a moment.`;
}

/** @param {import("../messages.js").Activity} activity @param {import("../messages.js").You} you */
function describe({ key, task, open, revealed, frozen, hidden }, { value }) {
  if (revealed) return "These are the results.";
  if (open) return key === "draw" ? `${task} ${hidden ? "They are hidden for now." : frozen ? "The picture is frozen: they appear on the projector later." : "They appear on the projector."}` : task;
  return value ? "Closed. Your last answer counts." : "Closed. You have not answered.";
}

const hello = { role: "participant", key: recallKey() };
const connection = new RoomConnection(socketAddress(page.base, code), hello, {
  room: show,
  status: statusLine(find),
  refusal: (why) => setText(find(".problem"), why),
  passcode(why) {
    ask(true);
    for (const [place, text] of [[".title", "Classroom"], [".task", why], [".problem", ""]]) setText(find(place), text);
    passcode.ask();
  },
  end(why) {
    countdown.update(undefined);
    screen?.close?.();
    screen = null;
    find(".screen").replaceChildren();
    setText(find(".title"), "Classroom");
    passcode.form.hidden = true;
    setText(find(".task"), why);
    // A room that is full or locked may be tried again.
    import("./code_form.js").then(({ askCode }) => askCode(why, code));
  },
});

const countdown = new Countdown(find(".countdown"), () => connection.now());
const passcode = new PasscodeForm((text) => connection.enter(text));

followTheme(() => lastText && show(connection.room, connection.you));
find(".back").addEventListener("click", () => location.reload());
leave.addEventListener("click", () => {
  connection.say({ do: "leave" });
  leave.disabled = true;
});
