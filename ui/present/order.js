// The order of the scenes: a scene is dragged by its number, or moved by the arrow keys while that has the focus.
//
// Python draws the rows, and is told the new place of a moved scene. The focus stays with the scene.

const ROWS = ".st-key-scene-list [class*=st-key-scene-row-]";
const REDRAWN = 3000; // ms in which the rows are drawn again
/** @type {Record<string, number>} */
const DIRECTIONS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const EDGE = 60, STEP = 12; // pixels: where dragging scrolls the page, and how far

/** @param {{setTriggerValue: (name: "moved", places: {from: number, to: number}) => void}} host */
export default function ({ setTriggerValue }) {
  const listeners = new AbortController(), { signal } = listeners;
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (to >= 0 && to < rows().length && to !== from) setTriggerValue("moved", { from, to });
  };
  document.addEventListener("keydown", (event) => {
    const by = DIRECTIONS[event.key], from = placeOf(event.target);
    if (from < 0 || !by) return;
    event.preventDefault();
    event.stopPropagation();
    move(from, from + by);
    keepFocus(from + by);
  }, { signal, capture: true });
  document.addEventListener("pointerdown", (event) => {
    const from = placeOf(event.target);
    if (from < 0 || event.button !== 0) return;
    event.preventDefault();
    drag(event, from, (to) => move(from, to));
  }, { signal });
  return () => listeners.abort();
}

const rows = () => [...document.querySelectorAll(ROWS)].map((row) => /** @type {HTMLElement} */ (row));

/** The number of a scene, by which it is moved. @param {?EventTarget} target */
const gripOf = (target) => (target instanceof Element ? target.closest(".grip") : null);

/** The place of the scene whose number this is, or -1. @param {?EventTarget} target */
function placeOf(target) {
  const grip = gripOf(target);
  return grip ? rows().findIndex((row) => row.contains(grip)) : -1;
}

/**
 * Let a row follow the pointer until it is released, and return its new place.
 * @param {PointerEvent} start
 * @param {number} from
 * @param {(to: number) => void} onDrop
 */
function drag(start, from, onDrop) {
  const row = rows()[from], others = rows().filter((other) => other !== row), grip = /** @type {HTMLElement} */ (gripOf(start.target));
  const main = /** @type {Element} */ (document.querySelector(":--main")), top = main.scrollTop;
  const middles = others.map((other) => middleOf(other) + top);
  const own = middleOf(row) + top, ending = new AbortController();
  let to = from;
  const follow = (/** @type {PointerEvent} */ { clientY }) => {
    main.scrollTop += clientY < 2 * EDGE ? -STEP : clientY > innerHeight - EDGE ? STEP : 0;
    const reach = clientY - start.clientY + main.scrollTop - top;
    row.style.transform = `translateY(${reach}px)`;
    to = middles.filter((middle) => middle < own + reach).length;
    others.forEach((other, k) => {
      other.classList.toggle("is-after", k === to);
      other.classList.toggle("is-before", to === others.length && k === to - 1);
    });
  };
  const end = (/** @type {boolean} */ isDone) => {
    ending.abort();
    row.classList.remove("is-dragged");
    row.style.transform = "";
    for (const other of others) other.classList.remove("is-after", "is-before");
    if (isDone) onDrop(to);
  };
  row.classList.add("is-dragged");
  grip.setPointerCapture(start.pointerId);
  const { signal } = ending;
  grip.addEventListener("pointermove", follow, { signal });
  grip.addEventListener("pointerup", () => end(true), { signal });
  grip.addEventListener("pointercancel", () => end(false), { signal });
}

/** @param {Element} row */
function middleOf(row) {
  const { top, bottom } = row.getBoundingClientRect();
  return (top + bottom) / 2;
}

/** Give the focus to the number in a place while the rows are drawn again, unless it is elsewhere by then. @param {number} place */
function keepFocus(place) {
  const follow = () => {
    if (!document.activeElement?.matches("body, .grip")) return;
    /** @type {?HTMLElement} */ (rows()[place]?.querySelector(".grip"))?.focus();
  };
  const redrawn = new MutationObserver(follow);
  redrawn.observe(/** @type {Element} */ (document.querySelector(".st-key-scene-list")), { childList: true, subtree: true });
  setTimeout(() => redrawn.disconnect(), REDRAWN);
}
