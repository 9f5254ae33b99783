/** Before there is a room: open one, or homework, or go back to what this browser has opened. */

import { finder } from "../paint/words.js";
import { makeKey, socketAddress } from "./connection.js";
import { make, makeButton, onSubmit } from "../paint/elements.js";
import { askHomework } from "./homework_panel.js";
import { isHomework, recallRooms, rememberRoom } from "./remembering.js";
import { askForStore } from "./store.js";

export class Opening {
  /** @type {HTMLInputElement} */
  key;
  /** @type {HTMLFormElement} */
  form;

  /**
   * @param {HTMLElement} root
   * @param {import("./results.js").StagePage} page
   * @param {(text: string) => void} tell
   * @param {(code: string, secret: string) => void} enter
   */
  constructor(root, page, tell, enter) {
    this.root = root;
    this.page = page;
    this.tell = tell;
    this.enter = enter;
    this.find = finder(root);
    this.key = this.find(".key input");
    this.form = this.find(".opening");
    this.key.disabled = this.find(".key").hidden = !page.start.asksKey;
    onSubmit(this.form, () => this.openRoom());
    this.find("button.homework").addEventListener("click", () => this.askHomework());
    askForStore().then(({ why }) => why && tell(why));
  }

  /** Ask which exercises, and until when; then open the homework. */
  askHomework() {
    if (!this.form.reportValidity()) return; // the server may ask for the teacher key
    const dialog = askHomework(this.root, this.page.start, (homework) => this.openRoom(homework, () => dialog.close()));
  }

  /** @param {{exercises: string[], own?: string, end: number}} [homework] @param {() => void} [onOpen] */
  openRoom(homework, onOpen) {
    const hello = this.page.start.asksKey ? { teacher_key: this.key.value } : {};
    const secret = makeKey(), socket = new WebSocket(socketAddress(document.baseURI, "new"));
    this.tell("");
    socket.addEventListener("open", () => socket.send(JSON.stringify({ role: "teacher", key: secret, ...hello, ...(homework && { homework }) })));
    socket.addEventListener("error", () => this.tell("The server does not answer. Try again."));
    socket.addEventListener("message", ({ data }) => {
      const { code, why } = JSON.parse(data);
      if (why) return this.tell(why);
      onOpen?.();
      rememberRoom({ code, secret, end: homework?.end });
      this.enter(code, secret);
    });
  }

  /** The rooms and the homework that this browser has opened before. */
  listRooms() {
    const when = (/** @type {number} */ end) => new Date(1000 * end).toLocaleDateString([], { dateStyle: "medium" });
    const buttons = recallRooms().map(({ code, secret, end }) => makeButton(isHomework(code) ? `Homework ${code}, until ${when(end)}` : `Room ${code}`, () => this.enter(code, secret)));
    this.find(".opened").replaceChildren(...(buttons.length > 0 ? [make("p", {}, "Go back to what you have opened:"), make("div", { class: "row" }, ...buttons)] : []));
  }
}
