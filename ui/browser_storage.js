// Stores a text in the browser: Python sends it, or null to ask for the stored one. The answer, "" for none, starts
// another run of Python, whose session may have changed since it asked.

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
  } catch {} // the browser stores nothing
}
