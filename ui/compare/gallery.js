// The wall: a tile for each classifier, with the regions, the points over them, and the accuracy.
// A tile that is pressed says its key under "picked".

export default function ({ data, parentElement, setTriggerValue }) {
  const wall = parentElement.querySelector(".wall");
  wall.style.setProperty("--points", `url("${data.points}")`);
  wall.replaceChildren(...data.tiles.map((tile) => makeTile(tile, setTriggerValue)));
}

function makeTile(tile, setTriggerValue) {
  const button = make("button", "tile");
  button.type = "button";
  button.disabled = tile.picture === null;
  button.setAttribute("aria-pressed", String(tile.large));
  button.addEventListener("click", () => setTriggerValue("picked", tile.key));
  const picture = make("span", "picture", tile.picture === null ? tile.note : "");
  if (tile.picture !== null) {
    picture.style.setProperty("--regions", `url("${tile.picture}")`);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `Decision regions of ${tile.title}`);
  }
  button.append(
    make("span", "title", tile.title),
    make("span", "accuracy", tile.accuracy),
    picture,
  );
  if (tile.picture !== null && tile.note) button.append(make("span", "note", tile.note));
  return button;
}

function make(tag, name, text = "") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
