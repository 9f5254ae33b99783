/** The buttons of the teacher's controls, in the places that `steering.js` gives them. */

import { finder, setText } from "../paint/words.js";
import { NO_ROOM } from "./connection.js";
import { makeButton } from "../paint/elements.js";
import { arrange, CONTROLS } from "./steering.js";

/** @import { Room } from "../messages.js" */

export class ControlBar {
  /** @type {Room} */
  room = NO_ROOM;
  /** Whether the next control gets the focus when it appears. */
  goesOn = false;

  /**
   * @param {HTMLElement} root
   * @param {Record<string, () => void>} actions of the controls without a command
   * @param {(command: object) => void} say
   */
  constructor(root, actions, say) {
    this.root = root;
    this.find = finder(root);
    this.buttons = Object.fromEntries(Object.entries(CONTROLS).map(([name, { message }]) => [name, makeButton("", () => {
      const command = message?.(this.room);
      if (command) say(command);
      else actions[name]?.();
    })]));
  }

  /** Put the controls where they belong; whoever has pressed one with the keyboard goes on with the next. @param {Room} room */
  update(room) {
    this.room = room;
    const { primary, beside, more } = arrange(room), { buttons } = this;
    const focus = /** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement;
    const first = this.find(".first");
    const place = (/** @type {HTMLElement} */ into, /** @type {string[]} */ names) => {
      const children = names.map((name) => buttons[name]);
      if (children.length !== into.children.length || children.some((button, k) => into.children[k] !== button)) into.replaceChildren(...children);
    };
    place(first, primary ? [primary, ...beside] : beside);
    place(this.find(".more > div"), more);
    this.find(".more").hidden = more.length === 0;
    for (const [name, button] of Object.entries(buttons)) {
      setText(button, CONTROLS[name].title(room));
      button.classList.toggle("primary", name === primary);
    }
    this.find(".stage").classList.toggle("primary", primary === null);
    const isControl = focus && Object.values(buttons).some((button) => button === focus), next = /** @type {HTMLElement | null} */ (first.firstElementChild);
    if (isControl) /** @type {HTMLElement | null} */ (focus.isConnected && focus.checkVisibility() ? focus : next)?.focus();
    else if (this.goesOn) next?.focus();
    if (next) this.goesOn = false;
  }

  /** A window has closed: move the focus to the next control. */
  goOn() {
    this.goesOn = true;
    this.update(this.room);
  }

  /** "More" closes when something else is pressed, and on Escape. @param {Event} [event] */
  fold(event) {
    /** @type {HTMLDetailsElement} */
    const more = this.find(".more"), target = event?.target;
    if (!(target instanceof Element && target.closest(".more > summary"))) more.open = false;
  }
}
