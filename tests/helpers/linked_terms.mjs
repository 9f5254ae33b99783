// The terms of the formula below a lesson's picture and the parts of the picture, without a page.
import { Links } from "../../web/paint/linked.js";
import { LOOKS } from "../../web/model/shared.js";

const nothing = () => nothing;
const newContext = (canvas) => new Proxy({ canvas, measureText: () => ({ width: 8 }) }, { get: (own, name) => own[name] ?? nothing, set: () => true });
const context = newContext(null);
globalThis.document = { createElement: () => ({ getContext() { return newContext(this); } }) };
globalThis.ImageData = class {
  constructor(width, height) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
};
globalThis.Path2D = function Path2D() {
  return context;
};

/** Terms without a part, and parts without a term after they were pointed at. */
export const findUnlinked = async (stem, data) => {
  const { default: picture } = await import(`../../lessons/${stem}/picture.js`);
  const stage = { values: data.values, data, size: [800, 500], look: LOOKS.light, font: "sans-serif" };
  const termsOf = (focus) => picture.terms(picture.arrange({ ...stage, focus })).filter(({ part }) => part);
  const parts = picture.parts(picture.arrange({ ...stage, focus: null })).map(({ name }) => name);
  return {
    parts,
    terms: termsOf(null).map(({ part }) => part).filter((part) => !parts.includes(part)),
    alone: parts.filter((name) => !termsOf(name).some(({ part, covers }) => part === name || covers?.includes(name))),
  };
};

/** Whether the regions stay as they are when some values change, so that a frame need not compute them. */
export const keepsRegions = async (stem, data, changes) => {
  const { default: picture } = await import(`../../lessons/${stem}/picture.js`);
  const stage = { data, size: [800, 500], look: LOOKS.light, font: "sans-serif" };
  const [before, after] = [data.values, { ...data.values, ...changes }].map((values) => picture.arrange({ ...stage, values }));
  return before.raster === after.raster;
};

/** How often a part is outlined when its term is pointed at, and when it is itself. */
export const countOutlines = (part) => {
  const picture = { root: null, canvases: [], isBusy: () => false, requestFrame: () => {} };
  const links = new Links(picture, null, () => {});
  globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
  return [false, true].map((isOnPicture) => {
    let strokes = 0;
    const pen = { save() {}, restore() {}, stroke: () => (strokes += 1) };
    links.pointAt(null);
    links.pointAt(part.name, isOnPicture);
    links.paint([pen], [part]);
    return strokes;
  });
};
