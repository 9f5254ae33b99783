/** The boundary on the plane as a part that can be dragged: it moves the threshold of its side. */

import { scoreAt } from "../model/evaluate.js";

/** @import { Spot } from "./tools.js" */

const RING = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]);

/**
 * The drag of the boundary, or null if there is none within reach.
 * @param {import("../paint/panel.js").Panel} panel
 * @param {Spot} spot
 * @returns {((spot: Spot) => void) | null}
 */
export function takeBoundary(panel, { place, reach }) {
  const { description = null, offset } = panel.side ?? { offset: 0 };
  if (!panel.isMovable || !description) return null;
  const [dx, dy] = panel.view.span(reach);
  const projection = (/** @type {number} */ x, /** @type {number} */ y) => scoreAt(description, x, y) - description.offset;
  const around = RING.map(([u, v]) => projection(place[0] + u * dx, place[1] + v * dy) + offset > 0);
  if (around.every((isAbove) => isAbove === around[0])) return null;
  return (spot) => {
    panel.move(projection(spot.place[0], spot.place[1]));
    panel.board.onChange();
  };
}
