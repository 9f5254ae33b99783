/**
 * The drawing component as the picture of a lesson: its points, γ and the cut can be moved.
 *
 * `offline/course/planes.py` has its other data. Points that the component has not sent or received last are the page's.
 */

import mount from "../../drawing.js";

/** @import { Lesson, State } from "./state.js" */

export class Plane {
  /** @param {Lesson} lesson @param {HTMLElement} room @param {(changes: State) => void} choose */
  constructor(lesson, room, choose) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("drawing"));
    room.replaceChildren(template.content.cloneNode(true));
    this.lesson = lesson;
    this.room = room;
    this.choose = choose;
    this.seq = 0;
    this.revision = 0;
    this.startPoints = "";
    this.lastKey = "";
  }

  /**
   * @param {any} fields what the component is told
   * @param {number} place of the points of the example, which tells one example from another
   * @param {State} state
   * @param {string} theme
   */
  show(fields, place, state, theme) {
    const { lesson, points, ...rest } = fields, now = `${place} ${state.points}`;
    if (now !== this.lastKey) {
      this.revision += 1;
      this.lastKey = now;
      this.startPoints = state.points;
    }
    const cut = "cut" in state ? this.lesson.value(state, "cut") : null;
    const data = {
      ...rest, revision: this.revision, seq: this.seq, theme, view: "page", gamma: state.gamma ?? rest.gamma,
      points: state.points || points, lesson: { ...lesson, cut },
    };
    mount({ data, parentElement: this.room, setStateValue: (/** @type {string} */ _, /** @type {any} */ answer) => this.take(answer, place) });
  }

  /** A drag has ended; without points, all moves were undone. @param {any} sent @param {number} place */
  take({ seq, revision, points, gamma, cut }, place) {
    this.seq = seq;
    if (revision !== this.revision) return;
    const { fields } = this.lesson.content, text = points ?? this.startPoints;
    this.lastKey = `${place} ${text}`;
    /** @type {State} */
    const changes = { points: text };
    if ("gamma" in fields) changes.gamma = gamma;
    if ("cut" in fields && Number.isInteger(cut)) changes.cut = cut;
    queueMicrotask(() => this.choose(changes));
  }
}
