// Keeps the scenes in the browser's storage: Python sends them, or null if it knows none and asks for them. The
// answer, "" for none, lets Python run again: it may have read scenes from a link since it asked.

const STORE = "bayeslab scenes";
let hasAnswered = false;

export default function ({ data, setTriggerValue }) {
  try {
    if (data.scenes !== null) localStorage.setItem(STORE, data.scenes);
    else if (localStorage.getItem(STORE) !== null) setTriggerValue("stored", localStorage.getItem(STORE));
    else if (data.waits && !hasAnswered) {
      hasAnswered = true;
      setTriggerValue("stored", "");
    }
  } catch {} // a browser that stores nothing cannot present scenes
}
