/** The constructors of all kinds of marks, for pictures. */

export { area } from "./area.js";
export { axes } from "./axes.js";
export { band } from "./band.js";
export { bars } from "./bars.js";
export { contour } from "./contour.js";
export { curve } from "./curve.js";
export { ellipse } from "./ellipse.js";
export { handle } from "./handle.js";
export { image } from "./image.js";
export { points, pointsOf } from "./points.js";
export { regions } from "./regions.js";
export { rule } from "./rule.js";
export { text } from "./text.js";
