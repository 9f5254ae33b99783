// The panel "Share": Python sends the texts and the picture of the QR code, or null if there is none.

const SENTENCES = { link: "The link is copied.", text: "The text is copied.", frame: "The code is copied." };
// The buttons of the two kinds of pictures that save them: the drawing area's and Plotly's.
const SAVERS = ["[data-save=png]", ".modebar-btn"];

export default function ({ data, parentElement }) {
  const find = (selector) => parentElement.querySelector(selector);
  const code = find(".code"), saveCode = find(".save-code"), savePicture = find(".save-picture"), saveFile = find(".save-file");
  for (const field of parentElement.querySelectorAll("[data-text]")) field.value = data[field.dataset.text];
  code.hidden = saveCode.hidden = data.code === null;
  if (data.code !== null) code.src = saveCode.href = data.code;
  saveFile.hidden = data.file === null;
  if (data.file !== null) saveFile.href = data.file;
  for (const button of parentElement.querySelectorAll("[data-copy]")) {
    const name = button.dataset.copy;
    button.onclick = () => copy(find(`[data-text=${name}]`), find("[role=status]"), SENTENCES[name]);
  }
  savePicture.hidden = findSaver() === undefined;
  savePicture.onclick = () => findSaver()?.click();
}

/** Copy the text of a field. The newer clipboard interface is missing on pages without https. */
function copy(field, status, sentence) {
  field.select();
  status.textContent = document.execCommand("copy") ? sentence : "Press Ctrl+C to copy what is selected.";
}

/** The first button on the page that saves a picture. */
function findSaver() {
  const main = document.querySelector("[data-testid=stMain]");
  const roots = [main, ...Array.from(main.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot).filter(Boolean)];
  return SAVERS.flatMap((saver) => roots.map((root) => root.querySelector(saver))).find(Boolean);
}
