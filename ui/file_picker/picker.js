// A field for a file. The file is compressed here and sent to Python in parts, each after Python has confirmed the
// previous one: `file` names the choice, `received` counts its parts. A server that does not know the file, for example
// after a restart, gets it again from the first part.

/**
 * The last choice in a field: the file, its compressed content as base64, the last part sent, and the characters of a
 * part, unknown while the file is compressed.
 * @typedef {{id: string, file: File, text: string, offset: number, size?: number}} Choice
 * @typedef {(name: "part", part: object) => void} Send
 * @typedef {{label: string, accept: string, most: number, part: number, file: ?string, received: number, refused: boolean}} Data
 */

/** @type {WeakMap<Element, Choice>} by the field */
const choices = new WeakMap();

/** @param {{data: Data, parentElement: Element, setTriggerValue: Send}} host */
export default function ({ data, parentElement, setTriggerValue }) {
  const input = /** @type {HTMLInputElement} */ (parentElement.querySelector("input"));
  const [status, label] = ["[role=status]", ".label"].map((part) => /** @type {HTMLElement} */ (parentElement.querySelector(part)));
  label.textContent = data.label;
  input.accept = data.accept;
  input.onchange = async () => {
    const [file] = input.files ?? [];
    if (!file) return; // the dialog was left without a choice
    /** @type {Choice} */
    const choice = { id: `${Date.now()}-${Math.random()}`, file, text: "", offset: -1 };
    choices.set(parentElement, choice);
    status.textContent = `Reading ${file.name} …`;
    try {
      // If it is too large, Python says so, without getting its content.
      if (file.size <= data.most) choice.text = await pack(file);
    } catch {
      status.textContent = `${file.name} cannot be read: choose it again.`;
      return;
    }
    if (choices.get(parentElement) !== choice) return; // another one was chosen meanwhile
    choice.size = data.part;
    sendPart(choice, data.part, 0, status, setTriggerValue);
  };
  const choice = choices.get(parentElement);
  if (choice?.size === undefined) return;
  const { size } = choice;
  const isKnown = data.file === choice.id, received = isKnown ? data.received : 0;
  if (isKnown && data.refused) status.textContent = "";
  else if (received === countParts(choice.text, size)) status.textContent = `${choice.file.name}, ${writeSize(choice.file.size)}`;
  else if (received !== choice.offset) sendPart(choice, size, received, status, setTriggerValue);
}

/** @param {string} text @param {number} size */
const countParts = (text, size) => Math.max(1, Math.ceil(text.length / size));

/** @param {Choice} choice @param {number} size of a part @param {number} part @param {HTMLElement} status @param {Send} setTriggerValue */
function sendPart(choice, size, part, status, setTriggerValue) {
  const { id, file, text } = choice, parts = countParts(text, size);
  choice.offset = part;
  status.textContent = `Sending ${file.name}: ${Math.round((100 * part) / parts)} %`;
  setTriggerValue("part", { file: id, name: file.name, size: file.size, part, parts, text: text.slice(part * size, (part + 1) * size) });
}

/** The compressed content of a file as base64. @param {File} file @returns {Promise<string>} */
async function pack(file) {
  const blob = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** @param {number} bytes */
function writeSize(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
