// Keeps a text in the browser's storage: Python sends it, or null if it knows none and asks for it. The answer, "" for
// none, lets Python run again: it may have read something else since it asked.

let hasAnswered = false;

/** @param {{data: {store: string, text: ?string, waits: boolean}, setTriggerValue: (name: "stored", text: ?string) => void}} host */
export default function ({ data, setTriggerValue }) {
  const { store, text, waits } = data;
  try {
    if (text !== null) localStorage.setItem(store, text);
    else if (localStorage.getItem(store) !== null) setTriggerValue("stored", localStorage.getItem(store));
    else if (waits && !hasAnswered) {
      hasAnswered = true;
      setTriggerValue("stored", "");
    }
  } catch {} // a browser that stores nothing has nothing to give back
}
