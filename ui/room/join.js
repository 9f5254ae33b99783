/** The page of a participant: what to do now fills the screen. */

import { setText } from "../canvas/paint/words.js";
import { makeKey, RoomConnection, socketAddress } from "./connection.js";
import { currentLook } from "./marks.js";
import { SCREENS } from "./screens.js";

const PAUSE = 300; // ms; the server takes five messages a second
const WAITING = "Wait for the teacher to start something.";
const [code] = location.pathname.split("/").slice(-1);
const start = JSON.parse(document.querySelector("#start").textContent);
const find = (name) => document.querySelector(`.${name}`);
let screen = null, shown = "", newest = null, pause = null;

/** The key under which the room knows this browser; a browser that stores nothing gets a new one. */
function recallKey() {
  const name = `bayeslab-room-${code.toUpperCase()}`;
  try {
    const key = localStorage.getItem(name) ?? makeKey();
    localStorage.setItem(name, key);
    return key;
  } catch {
    return makeKey();
  }
}

const theme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const page = {
  start,
  theme,
  look: () => currentLook(theme()),
  who: () => connection.you.id,
  put: (value) => {
    setText(find("problem"), "");
    connection.say({ do: "put", activity: connection.room.activity.number, value });
  },
  /** Of what a control says in quick succession, put the first value at once and the newest after each pause. */
  putNewest(value) {
    newest = value;
    if (pause === null) sendNewest();
  },
  tell: (text) => setText(find("voice"), text),
};

function sendNewest() {
  pause = newest && setTimeout(sendNewest, PAUSE);
  if (newest) page.put(newest);
  newest = null;
}

function show(room, you) {
  const { activity } = room, key = activity ? `${activity.number} ${activity.round}` : "";
  setText(find("name"), you.name ?? "");
  find("dot").style.background = (you.name ?? "").split(" ")[0];
  if (key !== shown) {
    screen?.close?.();
    find("screen").replaceChildren();
    screen = activity ? new SCREENS[activity.key](find("screen"), page, activity) : null;
    [shown, newest] = [key, null];
    for (const sentence of ["problem", "voice"]) setText(find(sentence), "");
  }
  setText(find("title"), activity?.title ?? "You are in");
  setText(find("task"), activity ? describe(activity) : WAITING);
  screen?.update(activity, you, connection.isSettled && newest === null);
}

function describe({ task, open, revealed }) {
  if (revealed) return "These are the results.";
  return open ? task : "Closed. Your last answer counts.";
}

const connection = new RoomConnection(socketAddress(new URL("../", location.href), code), { role: "participant", key: recallKey() }, {
  changed: show,
  status(text, isLive) {
    setText(find("connection"), text);
    find("connection").classList.toggle("live", isLive);
  },
  refused: (why) => setText(find("problem"), why),
  ended(why) {
    screen?.close?.();
    screen = null;
    find("screen").replaceChildren();
    setText(find("title"), "");
    setText(find("task"), why);
    find("enter").hidden = false;
    find("leave").hidden = true;
  },
});

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = new URL(encodeURIComponent(find("enter").elements.code.value.trim().toUpperCase()), location.href).href;
});
find("leave").addEventListener("click", () => {
  connection.say({ do: "leave" });
  find("leave").disabled = true;
  setText(find("task"), "You have left. Reload the page to come back.");
});
