/**
 * The height of the pictures: as much as the window has room for, so that gamma is visible without scrolling.
 *
 * The style sheet divides `--room` among the planes and lines that stand above each other.
 */

import { zoomOf } from "./view.js";
import { finder } from "./words.js";

const HEADER = 72, RIM = 16; // pixels above a component further down on a page, and below the pictures

/**
 * Tell the style sheet how much room the window leaves for pictures.
 * @param {HTMLElement} root
 * @param {{plane: HTMLCanvasElement, line: HTMLCanvasElement}} panel the first one
 */
export function measureRoom(root, { plane, line }) {
  const pictures = finder(root)(".pictures").getBoundingClientRect();
  const [upper, lower] = [plane, line].map((canvas) => canvas.getBoundingClientRect());
  const isStacked = lower.top >= upper.bottom, heights = upper.height + (isStacked ? lower.height : 0);
  const { top } = root.getBoundingClientRect(), start = top + scrollOffset(root);
  const above = start < innerHeight / 2 ? start : HEADER;
  const room = Math.floor((innerHeight - above - (pictures.bottom - top - heights) - RIM) / zoomOf(root));
  root.style.setProperty("--room", `${room}px`);
}

/** The scroll offset of all containers of the component. @param {HTMLElement} root */
function scrollOffset(root) {
  const tree = root.getRootNode();
  let pixels = 0;
  /** @type {?Element} */
  let element = tree instanceof ShadowRoot ? tree.host : root;
  for (; element; element = element.parentElement) pixels += element.scrollTop;
  return pixels;
}
