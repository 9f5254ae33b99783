// Stores a text in the browser: Python sends it, or null to ask for the stored one. The answer, "" for none, starts
// another run of Python, whose session may have changed since it asked.
//
// What another tab has stored since is not lost when it is overwritten: it is kept in a list, and so is a text that
// Python says it has replaced. Python gets the list when it asks for it.

const MOST_KEPT = 10;
let hasAnswered = false;
/** @type {Record<string, ?string>} what this tab has stored or read last, by name */
const known = {};
/** @type {Record<string, string>} the list that Python has */
const reported = {};

/** @param {{data: {store: string, text: ?string, waits: boolean, replaced: ?string, asksKept: boolean}, setTriggerValue: (name: "stored" | "kept", text: ?string) => void}} host */
export default function ({ data, setTriggerValue }) {
  const { store, text, waits, replaced, asksKept } = data;
  try {
    const there = localStorage.getItem(store);
    if (text !== null) {
      if (there !== null && there !== known[store] && there !== text) keep(store, there);
      if (replaced !== null && replaced !== text) keep(store, replaced);
      localStorage.setItem(store, text);
      known[store] = text;
    } else if (there !== null) {
      known[store] = there;
      setTriggerValue("stored", there);
    } else if (waits && !hasAnswered) {
      hasAnswered = true;
      setTriggerValue("stored", "");
    }
    const kept = localStorage.getItem(`${store} kept`);
    if (asksKept && kept !== null && kept !== reported[store]) {
      reported[store] = kept;
      setTriggerValue("kept", kept);
    }
  } catch {} // the browser stores nothing
}

/** @param {string} store @param {string} text */
function keep(store, text) {
  /** @type {string[]} */
  const others = JSON.parse(localStorage.getItem(`${store} kept`) ?? "[]").filter((/** @type {string} */ other) => other !== text);
  localStorage.setItem(`${store} kept`, JSON.stringify([text, ...others].slice(0, MOST_KEPT)));
}
