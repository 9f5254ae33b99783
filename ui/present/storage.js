// Keeps the scenes in the browser's storage: Python sends them, or null if it knows none and asks for them.

const STORE = "bayeslab scenes";

export default function ({ data, setTriggerValue }) {
  try {
    if (data.scenes !== null) localStorage.setItem(STORE, data.scenes);
    else if (localStorage.getItem(STORE) !== null) setTriggerValue("stored", localStorage.getItem(STORE));
  } catch {} // a browser that stores nothing cannot present scenes
}
