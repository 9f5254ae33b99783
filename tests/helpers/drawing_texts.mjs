// The text of a drawing, written, read and numbered; a refusal is its sentence.
import { decodeDrawing, encodeDrawing, roundBox, snap } from "../../web/wire/codec.js";

export { countChanges, fitsOnGrid } from "../../web/wire/codec.js";
export { roundValues } from "../../web/wire/packing.js";
export { identify } from "../../web/wire/storage.js";

const toTyped = ({ x, y, labels }) => ({
  x: Float64Array.from(x), y: Float64Array.from(y), labels: Uint8Array.from(labels),
});

export const write = (box, points) => encodeDrawing(box, toTyped(points));

export const writeRounded = (box, points) => encodeDrawing(roundBox(box), snap(toTyped(points), roundBox(box)));

export const place = (box, points, exact) => {
  const { x, y, labels } = snap(toTyped(points), box, exact);
  return { x: [...x], y: [...y], labels: [...labels] };
};

export const read = (text) => {
  try {
    return decodeDrawing(text);
  } catch (error) {
    return error.message;
  }
};
