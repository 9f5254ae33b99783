/**
 * "drag me" at the first handle of a picture, until somebody has moved one in this browser.
 */

const KEY = "bayeslab has grabbed";
const BELOW = 14, ABOVE = 44, HALF = 40; // pixels: from the middle of the handle, and half the words

export class Hint {
  /** @param {Element} board */
  constructor(board) {
    this.element = document.createElement("span");
    Object.assign(this.element, { className: "drag-me", textContent: "drag me", hidden: true });
    this.element.setAttribute("aria-hidden", "true"); // the handle itself is a slider with a name
    if (!hasGrabbed()) board.append(this.element);
  }

  /**
   * Stand below the first of the handles, or above it.
   * @param {{place: [number, number], isHintAbove?: boolean}[]} grips
   * @param {number} width of the picture
   */
  write([first], width) {
    this.element.hidden = first === undefined;
    if (!first) return;
    const [x, y] = first.place, top = y + (first.isHintAbove ? -ABOVE : BELOW);
    Object.assign(this.element.style, { left: `${Math.max(HALF, Math.min(width - HALF, x))}px`, top: `${top}px` });
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
