/**
 * The teacher's controls: each is a button with its label, its condition, and its message or action.
 *
 * At any time one of them is the next thing to do; two stand beside it, and the others under "More".
 */

import { canReveal, startItem } from "./guide.js";

/**
 * @import { Room } from "../messages.js"
 * @typedef {"open" | "revealed" | "hidden" | "frozen"} Switch
 *
 * @typedef {Object} Control
 * @property {(room: Room) => string} title
 * @property {(room: Room) => boolean} isOffered
 * @property {(room: Room) => object | null} [message] what it sends; else the page does it
 */

/** @param {Room} room */
const isRunning = (room) => room.activity !== undefined;
// The only activity whose picture shows the contributions before the teacher reveals them.
/** @param {Room} room */
const isDrawn = ({ activity }) => activity?.key === "draw";
/** @param {Room} room */
const nextItem = (room) => startItem(room, (room.item ?? 0) + 1);

/** @type {Record<string, Control>} */
export const CONTROLS = {
  reveal: toggle("reveal", "revealed", "Hide the results", "Reveal", (room) => isRunning(room) && !isDrawn(room)),
  next: { title: (room) => `Next: ${room.plan?.[room.item ?? 0]?.title}`, isOffered: (room) => nextItem(room) !== null, message: nextItem },
  choose: { title: () => "Next activity", isOffered: isRunning },
  again: plain("again", "Vote again", ({ activity }) => activity?.key === "vote"),
  freeze: toggle("freeze", "frozen", "Unfreeze", "Freeze", isDrawn),
  hide: toggle("hide", "hidden", "Show", "Hide", isDrawn),
  accept: toggle("accept", "open", "Close", "Open again", ({ activity }) => activity !== undefined && !activity.revealed),
  countdown: {
    title: ({ activity }) => (activity?.closes ? "Stop the countdown" : "Countdown"), isOffered: ({ activity }) => Boolean(activity?.open),
    message: ({ activity }) => (activity?.closes ? { do: "countdown", seconds: 0 } : null),
  },
  clear: plain("clear", "Clear", isRunning),
  undo: plain("undo", "Undo", (room) => Boolean(room.can_undo)),
  toLab: { title: () => "Take into the lab", isOffered: isDrawn },
  savePicture: { title: () => "Save picture", isOffered: (room) => isRunning(room) && room.activity?.key !== "vote" },
  saveTable: { title: () => "Save table", isOffered: isRunning },
  lock: {
    title: ({ locked, homework }) => `${locked ? "Unlock" : "Lock"} the ${homework ? "homework" : "room"}`, isOffered: () => true,
    message: ({ locked }) => ({ do: "lock", on: !locked }),
  },
  passcode: {
    title: ({ asks_passcode: asks }) => (asks ? "Remove the passcode" : "Require a passcode"), isOffered: () => true,
    message: ({ asks_passcode: asks }) => ({ do: "passcode", on: !asks }),
  },
};

const BESIDE = ["again", "freeze", "hide", "accept", "reveal", "choose"], OF_HOMEWORK = ["lock", "passcode"];

/**
 * The places of a room's current controls; `primary` is null while the room waits for its first activity.
 * @param {Room} room
 * @returns {{primary: string | null, beside: string[], more: string[]}}
 */
export function arrange(room) {
  const names = Object.keys(CONTROLS).filter((name) => CONTROLS[name].isOffered(room));
  const primary = canReveal(room) ? "reveal" : ["next", "choose"].find((name) => names.includes(name)) ?? null;
  const beside = (room.homework ? OF_HOMEWORK : BESIDE).filter((name) => names.includes(name) && name !== primary).slice(0, 2);
  return { primary, beside, more: names.filter((name) => name !== primary && !beside.includes(name)) };
}

/**
 * @param {string} verb
 * @param {Switch} name of the activity's switch
 * @param {string} off
 * @param {string} on
 * @param {(room: Room) => boolean} isOffered
 * @returns {Control}
 */
function toggle(verb, name, off, on, isOffered) {
  /** @param {Room} room */
  const isSet = ({ activity }) => Boolean(activity?.[name]);
  return { title: (room) => (isSet(room) ? off : on), isOffered, message: (room) => ({ do: verb, on: !isSet(room) }) };
}

/** @param {string} verb @param {string} title @param {(room: Room) => boolean} isOffered @returns {Control} */
function plain(verb, title, isOffered) {
  return { title: () => title, isOffered, message: () => ({ do: verb }) };
}
