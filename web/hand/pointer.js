/**
 * The pointer that is down on a picture in a page that scrolls.
 *
 * A mouse or a pen draws at once. A finger may want to scroll the page instead:
 *
 *   - on something that the tool takes (a point, a handle) it takes it at once, and the page stays;
 *   - a tap draws where it was, when the finger is lifted;
 *   - a stroke sideways, or one that begins with a short rest, draws in every direction, and the page stays;
 *   - a swipe up or down scrolls the page and draws nothing, and so do two fingers.
 *
 * While a menu or a list is open, a press closes it and draws nothing.
 *
 * The browser scrolls by the style `touch-action: pan-y pinch-zoom`. Where the style is `none`, a finger draws like a pen.
 */

const SLOP = 8; // pixels: a finger that has gone less far has tapped
const TAP = 4; // pixels: one that draws at once, and has gone less far, has tapped what it took
const REST = 350; // ms
const OPEN = "details[open] > .menu, [role=combobox][aria-expanded=true], [aria-haspopup][aria-expanded=true]";

/**
 * @typedef {{clientX: number, clientY: number, pointerType: string}} At where a pointer is, and what it is
 * @typedef {{mouse: number, pen: number, touch: number}} Reach how far off things are still meant, in pixels
 * @import { Listen } from "../paint/types.js"
 *
 * @typedef {Object} Hand what the pointer does
 * @property {(event: At) => boolean} takes whether there is something for a finger to take
 * @property {(event: PointerEvent) => boolean} press begin where the pointer came down; returns whether there is
 *     something to do
 * @property {(event: PointerEvent) => void} move
 * @property {(event: PointerEvent, isTap: boolean) => void} release
 * @property {() => void} cancel take back what was done since it came down: the page scrolls
 */

/** Listens for as long as the element is there. @type {Listen} */
export const listenTo = (target, name, handler, options) => {
  target.addEventListener(name, /** @type {EventListener} */ (handler), options); // the name determines the type of the events
};

/** The reach of a pointer; for an unknown one, a mouse's. @param {Reach} reach @param {{pointerType: string}} event */
export function reachOf(reach, { pointerType }) {
  return pointerType === "pen" || pointerType === "touch" ? reach[pointerType] : reach.mouse;
}

/** Whether something is open that a press beside it closes. @param {HTMLElement} element */
function isBesideMenu(element) {
  return [/** @type {Document | ShadowRoot} */ (element.getRootNode()), document].some((root) => root.querySelector(OPEN) !== null);
}

/**
 * Let a hand follow the pointer on an element.
 * @param {HTMLElement} element
 * @param {Listen} listen
 * @param {Hand} hand
 */
export function followPointer(element, listen, hand) {
  /** @type {PointerEvent | null} where the pointer came down; null: none is down */
  let first = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isDrawing = false, isTap = true;

  const isOther = (/** @type {PointerEvent} */ event) => event.pointerId !== first?.pointerId;
  const forget = () => {
    clearTimeout(timer);
    first = null;
    isDrawing = false;
  };
  const draw = () => {
    clearTimeout(timer);
    if (first === null) return;
    element.setPointerCapture(first.pointerId);
    isDrawing = hand.press(first);
    if (!isDrawing) forget();
  };

  listen(element, "pointerdown", (event) => {
    if (first !== null) return isDrawing ? undefined : forget(); // two fingers scroll or zoom the page
    if (event.button !== 0 || isBesideMenu(element)) return;
    first = event;
    isTap = true;
    const mayScroll = event.pointerType === "touch" && getComputedStyle(element).touchAction !== "none";
    if (!mayScroll || hand.takes(event)) draw();
    else timer = setTimeout(draw, REST);
  });
  listen(element, "pointermove", (event) => {
    if (first === null || isOther(event)) return;
    const [right, down] = [event.clientX - first.clientX, event.clientY - first.clientY].map(Math.abs);
    if (Math.max(right, down) >= TAP) isTap = false;
    if (!isDrawing) {
      if (Math.max(right, down) < SLOP) return;
      if (down >= right) return forget();
      draw();
    }
    if (isDrawing) hand.move(event);
  });
  listen(element, "pointerup", (event) => {
    if (isOther(event)) return;
    if (!isDrawing) draw();
    if (isDrawing) hand.release(event, isTap);
    forget();
  });
  listen(element, "pointercancel", (event) => {
    if (isOther(event)) return;
    if (isDrawing) hand.cancel();
    forget();
  });
  // Only these two can keep the page where it is. "pointerdown" comes before "touchstart".
  for (const type of /** @type {const} */ (["touchstart", "touchmove"])) {
    listen(element, type, (event) => isDrawing && event.cancelable && event.preventDefault(), { passive: false });
  }
  listen(element, "contextmenu", (event) => first && event.preventDefault()); // a resting finger would open it
}
