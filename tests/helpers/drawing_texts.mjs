// The text of a drawing, written, read and numbered; a refusal is its sentence.
import { decodeDrawing, encodeDrawing, snap } from "../../ui/canvas/wire/codec.js";

export { identify } from "../../ui/canvas/wire/storage.js";

export const write = (box, points) => encodeDrawing(box, snap(points, box));

export const read = (text) => {
  try {
    return decodeDrawing(text);
  } catch (error) {
    return error.message;
  }
};
