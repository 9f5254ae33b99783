// The panel "Share": Python sends the texts and the picture of the QR code, or null if there is none.

const SENTENCES = { link: "The link is copied.", text: "The text is copied.", frame: "The code is copied.", slide: "The code for slides is copied." };
// The buttons that save a picture: the drawing area's, a lesson's and Plotly's.
const SAVERS = ["[data-save=png]", "[data-action=save]", ":--plot-button"];
const PATIENCE = 250; // ms until it looks again for a picture that is still loading

export default function ({ data, parentElement, setStateValue }) {
  const find = (selector) => parentElement.querySelector(selector);
  const enlarge = find(".enlarge"), full = find(".full"), shorten = find(".shorten"), saveCode = find(".save-code"), savePicture = find(".save-picture"), saveFile = find(".save-file");
  if (find("[data-text=link]").value !== data.link) find("[role=status]").textContent = ""; // another one was copied
  for (const field of parentElement.querySelectorAll("[data-text]")) field.value = data[field.dataset.text];
  for (const part of parentElement.querySelectorAll(".slide")) part.hidden = data.slide === null;
  enlarge.hidden = saveCode.hidden = data.code === null;
  if (data.code !== null) {
    for (const code of parentElement.querySelectorAll(".code")) code.src = data.code;
    saveCode.href = data.code;
  }
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
    const { code, why } = await makeShort(data.full);
    if (code) setStateValue("short", { code, of: data.full });
    else find("[role=status]").textContent = why;
  };
  saveFile.hidden = data.file === null;
  if (data.file !== null) saveFile.href = data.file;
  for (const button of parentElement.querySelectorAll("[data-copy]")) {
    const name = button.dataset.copy;
    button.onclick = () => copy(find(`[data-text=${name}]`), find("[role=status]"), SENTENCES[name]);
  }
  savePicture.onclick = () => findSaver()?.click();
  let looking = 0;
  const offerPicture = () => {
    savePicture.hidden = findSaver() === undefined;
    if (savePicture.hidden) looking = setTimeout(offerPicture, PATIENCE);
  };
  offerPicture();
  return () => clearTimeout(looking);
}

/** Ask the server for a short link: its code, or why there is none. */
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

/** Copy the text of a field. The newer clipboard interface is missing on pages without https. */
function copy(field, status, sentence) {
  field.select();
  status.textContent = document.execCommand("copy") ? sentence : "Press Ctrl+C to copy what is selected.";
}

/** The first button on the page that saves a picture. */
function findSaver() {
  const main = document.querySelector(":--main");
  const roots = [main, ...Array.from(main.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot).filter(Boolean)];
  return SAVERS.flatMap((saver) => roots.map((root) => root.querySelector(saver))).find(Boolean);
}
