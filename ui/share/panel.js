// The panel "Share": Python sends the texts and the picture of the QR code, or null if there is none.

/**
 * @typedef {{notices: string[], link: string, text: string, frame: string, frames: string, slide: ?string, code: ?string, full: ?string, file: ?string}} Data
 * @typedef {{data: Data, parentElement: Element, setStateValue: (name: "short", short: {code: string, of: string}) => void}} Host
 */

/** @type {Record<string, string>} */
const SENTENCES = { link: "The link is copied.", text: "The text is copied.", frame: "The code is copied.", slide: "The code for slides is copied." };
// The buttons that save a picture: the drawing area's, a lesson's and Plotly's.
const SAVERS = ["[data-save=png]", "[data-action=save]", ":--plot-button"];
const TYPED = 60; // characters: a longer address nobody types
const TOAST = 4000; // ms
const PATIENCE = 250; // ms until it looks again for a picture that is still loading

/** @param {Host} host */
export default function ({ data, parentElement, setStateValue }) {
  /** @type {<T extends HTMLElement>(selector: string) => T} */
  const find = (selector) => /** @type {any} */ (parentElement.querySelector(selector)); // the caller knows which element it asks for
  /** @type {<T extends HTMLElement>(selector: string) => T[]} */
  const all = (selector) => /** @type {any} */ ([...parentElement.querySelectorAll(selector)]); // and so it does here
  const enlarge = find(".enlarge"), shorten = find(".shorten"), send = find(".send"), savePicture = find(".save-picture"), status = find("[role=status]");
  /** @type {HTMLDialogElement} */
  const full = find(".full");
  /** @type {[HTMLAnchorElement, HTMLAnchorElement]} */
  const [saveCode, saveFile] = [find(".save-code"), find(".save-file")];
  /** @type {HTMLInputElement[]} */
  const fields = all("[data-text]");
  const { notices, ...rest } = data;
  /** @type {Record<string, ?string>} */
  const texts = rest;
  const fieldOf = (/** @type {string | undefined} */ name) => fields.find(({ dataset }) => dataset.text === name);
  if (fieldOf("link")?.value !== data.link) status.textContent = ""; // another one was copied
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ending;
  const tell = (/** @type {string} */ sentence) => {
    status.textContent = sentence;
    clearTimeout(ending);
    ending = setTimeout(() => (status.textContent = ""), TOAST);
  };
  for (const field of fields) field.value = texts[field.dataset.text ?? ""] ?? "";
  find(".notices").replaceChildren(...notices.map((notice) => Object.assign(document.createElement("p"), { textContent: notice })));
  find(".frames p").textContent = data.frames;
  for (const part of all(".slide")) part.hidden = data.slide === null;
  enlarge.hidden = saveCode.hidden = data.code === null;
  if (data.code !== null) {
    /** @type {HTMLImageElement[]} */
    const pictures = all("img.code");
    for (const picture of pictures) picture.src = data.code;
    saveCode.href = data.code;
  }
  find(".full .address").textContent = data.link.length <= TYPED ? data.link : "";
  enlarge.onclick = () => full.showModal();
  full.onclick = () => full.close();
  full.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation(); // it closes the code and not the panel
    event.preventDefault();
    full.close();
  };
  shorten.hidden = data.full === null;
  shorten.onclick = async () => {
    if (data.full === null) return;
    const { code, why = "" } = await makeShort(data.full);
    if (code) setStateValue("short", { code, of: data.full });
    else tell(why);
  };
  // A phone has a sheet of its own to share with; a computer has none, or a poor one.
  send.hidden = !navigator.share || !matchMedia("(pointer: coarse)").matches;
  const [title] = data.text.split("\n");
  send.onclick = () => navigator.share({ title, url: data.link }).catch(() => {}); // it was closed
  saveFile.hidden = data.file === null;
  if (data.file !== null) saveFile.href = data.file;
  for (const button of all("[data-copy]")) {
    const { copy: name = "" } = button.dataset, field = fieldOf(name);
    if (field) button.onclick = () => tell(copy(field) ? SENTENCES[name] : "Press Ctrl+C to copy what is selected.");
  }
  savePicture.onclick = () => findSaver()?.click();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let looking;
  const offerPicture = () => {
    savePicture.hidden = findSaver() === undefined;
    if (savePicture.hidden) looking = setTimeout(offerPicture, PATIENCE);
  };
  offerPicture();
  return () => clearTimeout(looking);
}

/** Ask the server for a short link: its code, or why there is none. @param {string} link @returns {Promise<{code?: string, why?: string}>} */
async function makeShort(link) {
  const { pathname, search } = new URL(link), page = pathname.split("/").pop();
  const body = JSON.stringify({ page, query: search.slice(1) });
  try {
    const answer = await fetch(new URL("s", link), { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return await answer.json();
  } catch {
    return { why: "The server did not answer; copy the long link." };
  }
}

/** Copy the text of a field. The newer clipboard interface is missing on pages without https. @param {HTMLInputElement} field */
function copy(field) {
  field.select();
  return document.execCommand("copy");
}

/** The first button on the page that saves a picture. @returns {HTMLElement | undefined} */
function findSaver() {
  const main = /** @type {Element} */ (document.querySelector(":--main"));
  const roots = [main, ...Array.from(main.querySelectorAll("*")).flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const [saver] = SAVERS.flatMap((each) => roots.flatMap((root) => root.querySelector(each) ?? []));
  return /** @type {HTMLElement | undefined} */ (saver);
}
