/** The teacher's controls: each is a button with what it says, when it is offered, and what it sends. */

const isOn = (name) => ({ activity }) => Boolean(activity?.[name]);
// Only here the picture shows the contributions before the teacher reveals them.
const isDrawn = ({ activity }) => activity.key === "draw";

/** @type {{title: (room: object) => string, shown: (room: object) => boolean, message: (room: object) => object}[]} */
export const CONTROLS = [
  toggle("accept", isOn("open"), "Close", "Open again", ({ activity }) => !activity.revealed),
  toggle("reveal", isOn("revealed"), "Hide the results", "Reveal", ({ activity }) => activity.key !== "draw"),
  plain("again", "Vote again", ({ activity }) => activity.key === "vote"),
  toggle("hide", isOn("hidden"), "Show", "Hide", isDrawn),
  toggle("freeze", isOn("frozen"), "Unfreeze", "Freeze", isDrawn),
  plain("clear", "Clear", () => true),
  plain("undo", "Undo", (room) => Boolean(room.can_undo)),
  { ...toggle("lock", (room) => room.locked, "Unlock the room", "Lock the room", () => true), always: true },
  { ...plain("end", "End the room", () => true), always: true, confirm: "End the room for everybody? Save its log first if you want to replay it." },
];

function toggle(verb, isSet, off, on, shown) {
  return { title: (room) => (isSet(room) ? off : on), shown, message: (room) => ({ do: verb, on: !isSet(room) }) };
}

function plain(verb, title, shown) {
  return { title: () => title, shown, message: () => ({ do: verb }) };
}
