/** What leaves the page: files that the browser saves, and text that it copies. */

const READING = 15_000; // ms
const ELSEWHERE = "Open this page in a window of its own to save files.";

/**
 * Offer a file to the visitor, and return false if a frame certainly forbids that. Browsers then do nothing, so the page
 * says it. The frame of another site can only be suspected.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob), frame = parent === top ? frameElement : null;
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  const isForbidden = frame?.getAttribute("sandbox")?.includes("allow-downloads") === false;
  if (isForbidden) tell(`The page around this one forbids saving: its frame lacks allow-downloads. ${ELSEWHERE}`);
  else if (window !== top && !frame) tell(`If no file appears, the page around this one forbids saving. ${ELSEWHERE}`);
  return !isForbidden;
}

/** Show a sentence above the page for a while, and announce it to screen readers. @param {string} sentence */
function tell(sentence) {
  const box = Object.assign(document.createElement("p"), { popover: "manual", role: "status" });
  Object.assign(box.style, { marginBottom: "1rem", maxWidth: "30rem" });
  document.body.append(box);
  box.showPopover();
  box.textContent = sentence;
  setTimeout(() => box.remove(), READING);
}

/**
 * Copy a text, and return whether that worked.
 * @param {HTMLElement} root of the page or window that has the focus
 * @param {string} text
 */
export async function copyText(root, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // the old way, for pages without https
    const field = Object.assign(document.createElement("textarea"), { value: text });
    root.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
