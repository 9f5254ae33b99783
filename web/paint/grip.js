/**
 * Handles of parts that can be grabbed in a picture.
 *
 * @typedef {CanvasRenderingContext2D} Context
 * @import { Look } from "./look.js"
 */

/** The angles of a handle's arrows, by where it can be moved. */
export const LEVEL = [0, Math.PI], UPRIGHT = [Math.PI / 2, -Math.PI / 2], ANYWHERE = [...LEVEL, ...UPRIGHT];
const GRIP = 9, HALO = 3, ARROW = 3.5; // pixels

/**
 * A disc with a halo on a part that can be grabbed: larger than a point, with arrows in the directions of its movement.
 * @param {Context} context
 * @param {Look} look
 * @param {number} x
 * @param {number} y
 * @param {string} [fill]
 * @param {number[]} [angles] of its arrows, clockwise from the right
 */
export function paintGrip(context, look, x, y, fill = look.background, angles = []) {
  context.beginPath();
  context.arc(x, y, GRIP, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: fill, strokeStyle: look.background, lineWidth: 2 + 2 * HALO });
  context.stroke();
  context.fill();
  Object.assign(context, { strokeStyle: look.ink, lineWidth: 2 });
  context.stroke();
  context.fillStyle = fill === look.background ? look.ink : look.background;
  for (const angle of angles) paintArrow(context, x, y, angle);
}

/** @param {Context} context @param {number} x @param {number} y @param {number} angle */
function paintArrow(context, x, y, angle) {
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  context.beginPath();
  context.moveTo(x + (GRIP - 2) * right, y + (GRIP - 2) * down);
  for (const side of [-1, 1]) context.lineTo(x + 2 * right - side * ARROW * down, y + 2 * down + side * ARROW * right);
  context.fill();
}
