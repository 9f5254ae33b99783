/** What the teacher saves: the picture, the points, the log of the room. */

/** Offer a file to the browser. */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The picture: all canvases of an element, one below the other. */
export function savePicture(element, background, name) {
  const canvases = [...element.querySelectorAll("canvas")].filter(({ width }) => width > 0);
  const sheet = document.createElement("canvas");
  sheet.width = Math.max(...canvases.map(({ width }) => width));
  sheet.height = canvases.reduce((sum, { height }) => sum + height, 0);
  const context = sheet.getContext("2d");
  Object.assign(context, { fillStyle: background });
  context.fillRect(0, 0, sheet.width, sheet.height);
  let top = 0;
  for (const canvas of canvases) {
    context.drawImage(canvas, 0, top);
    top += canvas.height;
  }
  sheet.toBlob((blob) => saveFile(name, blob));
}

/** The contributions that are shown, as a table. */
export function writeTable({ key, settings, shown }) {
  const rows = {
    draw: () => [["x1", "x2", "class", "participant"], ...Object.entries(shown.points ?? {}).flatMap(
      ([who, points]) => Object.values(points).map((point) => [...point, who]),
    )],
    vote: () => [["option", ...(shown.votes ?? []).map((_, k) => `round ${k + 1}`)], ...settings.options.map(
      (option, k) => [option, ...(shown.votes ?? []).map((counts) => counts[k])],
    )],
    cut: () => (settings.box ? [["participant", "x1", "x2"], ...Object.entries(shown.marks ?? {}).map(([who, point]) => [who, ...point])]
      : [["participant", "cut"], ...Object.entries(shown.cuts ?? {})]),
    challenge: () => [["name", "classifier", "gamma", "threshold", "training", "cross-validated", "hidden"], ...(shown.board ?? []).map(
      ({ name, entry, training, held_out: heldOut, hidden }) => [name, entry.model, entry.gamma ?? "", entry.threshold ?? "", training, heldOut, hidden],
    )],
  }[key]();
  return rows.map((row) => row.map(quote).join(",")).join("\r\n") + "\r\n";
}

/** A cell; one that a spreadsheet would take for a formula gets an apostrophe before it. */
function quote(value) {
  const text = String(value ?? ""), safe = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
