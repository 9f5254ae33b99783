/** The kinds of marks, each with its six functions (types.d.ts). */

import area from "./area.js";
import axes from "./axes.js";
import band from "./band.js";
import bars from "./bars.js";
import contour from "./contour.js";
import curve from "./curve.js";
import ellipse from "./ellipse.js";
import handle from "./handle.js";
import image from "./image.js";
import points from "./points.js";
import regions from "./regions.js";
import rule from "./rule.js";
import text from "./text.js";

/** @type {Record<string, import("./types.js").Kind>} */
export const KINDS = { area, axes, band, bars, contour, curve, ellipse, handle, image, points, regions, rule, text };
