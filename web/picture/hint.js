/**
 * "drag me" below the first handle of a picture, until somebody has moved one in this browser.
 */

const KEY = "bayeslab has grabbed";
const BELOW = 14, HALF = 40; // pixels: to the middle of the handle, and half the words

export class Hint {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.element = document.createElement("span");
    Object.assign(this.element, { className: "hint", textContent: "drag me", hidden: true });
    this.element.setAttribute("aria-hidden", "true"); // the handle itself is a slider with a name
    if (!hasGrabbed()) board.append(this.element);
  }

  /**
   * Stand below the first of the handles.
   * @param {{place: [number, number]}[]} grips
   * @param {number} width of the picture
   */
  write([first], width) {
    this.element.hidden = first === undefined;
    if (!first) return;
    const [x, y] = first.place;
    Object.assign(this.element.style, { left: `${Math.max(HALF, Math.min(width - HALF, x))}px`, top: `${y + BELOW}px` });
  }

  /** A handle was moved: it is known from now on. */
  forget() {
    this.element.remove();
    try {
      localStorage.setItem(KEY, "1");
    } catch {
      // This browser stores nothing, so the words come again.
    }
  }
}

function hasGrabbed() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
