/**
 * The picture of a question's situation, and the change to that of its answer: one fades into the other.
 *
 * A situation is a page with some fields, as in a link; the server draws it (`lessons/question_pictures.py`).
 */

import { make } from "../paint/elements.js";

const FADE = 1600; // ms

export class SituationPicture {
  /** The address of the picture that is shown, or asked for. */
  address = "";
  situation = "";

  /** @param {HTMLElement} root @param {URL} base the address below which the server answers */
  constructor(root, base) {
    this.root = root;
    this.base = base;
    root.classList.add("situation");
  }

  /** Show a situation; none hides the picture. @param {string | undefined} situation @param {string} theme */
  async show(situation, theme) {
    const address = situation && situationAddress(situation, theme, this.base);
    if (this.address === (address ?? "")) return;
    this.address = address ?? "";
    this.root.hidden = !address;
    if (!address || !situation) return this.root.replaceChildren();
    const before = this.root.lastElementChild, isOther = this.situation !== situation;
    this.situation = situation;
    const text = await loadPicture(address);
    if (this.address !== address) return; // a newer one was asked for
    if (text === null) {
      this.root.hidden = true;
      return;
    }
    const alt = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("title")?.textContent;
    const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}`, alt });
    this.root.append(picture);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (before && isOther && !isCalm) await picture.animate([{ opacity: 0 }, { opacity: 1 }], FADE).finished.catch(() => {});
    for (const old of [...this.root.children].slice(0, -1)) old.remove();
  }
}

/** @param {string} situation @param {string} theme @param {URL | string} base */
export function situationAddress(situation, theme, base) {
  return new URL(`situations/${situation}&${new URLSearchParams({ theme })}`, base).href;
}

/** The text of a picture; null if the server has none. @param {string} address */
async function loadPicture(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
