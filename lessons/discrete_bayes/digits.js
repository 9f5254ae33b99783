/**
 * Lesson 5: a black-and-white digit to paint, and the scores of ten classes, which are made of counted pixels.
 *
 * Marks on the digit show which pixels are evidence for a class that is pointed at, and which for its strongest rival.
 */

import { format } from "../../ui/canvas/paint/view.js";
import { percent } from "../../ui/canvas/paint/words.js";
import {
  chosenClass, classParts, logText, paintClasses, paintEffects, paintImage, placePainted,
} from "../../ui/live_picture/painted.js";
import { readPixels } from "../../ui/live_picture/pixels.js";
import { paintScale, scaleGrip } from "./alpha_scale.js";
import { posteriors, scoreBinary, smooth } from "./evidence.js";

const GRID = { rows: 8, columns: 8, most: 1, radius: -0.15 }; // a brush as fine as a pixel
const MOST_EVIDENCE = 20;
const BELOW = 48; // pixels, for the scale of α
const INK_COLOURS = [null, null];

export default {
  heights: ["", "27rem"],

  arrange({ values: v, data, size, look, font, chosen }) {
    const levels = readPixels(v.pixels, GRID) ?? data.start_pixels, scores = scoreBinary(data.sizes, data.ones, levels, v.alpha);
    const shares = posteriors(scores), logs = scores.map((_, k) => (shares ? Math.log(shares[k]) : NaN));
    const place = placePainted(size, GRID, BELOW, logs, data.names), ink = data.ones.map((row, k) => row.map((count) =>
      smooth([data.sizes[k] - count, count], 1, v.alpha)));
    const best = scores.indexOf(Math.max(...scores)), k = chosenClass(chosen) ?? best;
    const scale = { left: 40, width: size[0] - 60, y: size[1] - 26 };
    return { v, data, look, font, levels, scores, shares, logs, place, ink, best, k, scale, rival: rivalOf(k, scores) };
  },

  paint(context, scene) {
    const { data, look, font, levels, place, logs, ink, k, rival } = scene, { palette } = data;
    paintImage(context, place.box, GRID, levels.map((level) => 0.75 * level), look, INK_COLOURS);
    const effects = levels.map((level, i) => evidenceOf(level, ink[k][i], ink[rival][i]));
    paintEffects(context, place.box, GRID, effects, look, palette);
    for (const { k: each, thumb } of place.classes) paintImage(context, thumb, GRID, data.drawings?.[each] ?? ink[each], look, INK_COLOURS);
    paintClasses(context, place, logs, data.names, look, font, palette[1]);
    paintScale(context, scene, scene.scale);
  },

  sheet({ place, levels }) {
    return { name: "pixels", label: "Digit to paint, 8 × 8 pixels", box: place.box, grid: GRID, levels };
  },

  grips({ v, data, scale }) {
    return [scaleGrip(v.alpha, data.limits.alpha[1], scale)];
  },

  parts({ place }) {
    return classParts(place);
  },

  /** Of the two most probable classes, and of the one that was pointed at or the third. */
  terms({ scores, shares, data, k: chosen }) {
    const order = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a]);
    return [...order.slice(0, 2), order.slice(0, 2).includes(chosen) ? order[2] : chosen].map((k) => ({
      part: `class ${k}`, symbol: `ln P(${data.names[k]}) + ln P(x | ${data.names[k]})`, value: logText(shares ? scores[k] : NaN),
    }));
  },

  figures({ data, shares, best, k, rival, v }) {
    return [
      ["predicted", shares ? data.names[best] : "nothing: impossible in every class"],
      ["posterior", shares ? percent(shares[best]) : "0/0"],
      ["α", format(v.alpha)],
      ["marks on the digit", `for ${data.names[k]}, against ${data.names[rival]}`],
    ];
  },

  describe({ levels, data, shares, best, k, rival }) {
    const count = levels.filter(Boolean).length;
    if (!shares) return `A digit with ink in ${count} of 64 pixels. In each class a pixel makes it impossible.`;
    return `A digit with ink in ${count} of 64 pixels, classified as ${data.names[best]}, posterior ${percent(shares[best])}. ` +
      `Marks show the evidence of each pixel for ${data.names[k]} against ${data.names[rival]}.`;
  },
};

/** The most probable other class. */
function rivalOf(k, scores) {
  const others = scores.map((score, each) => (each === k ? -Infinity : score));
  const best = Math.max(...others);
  return others.findIndex((score, each) => each !== k && score === best);
}

/** ln P(x_i | k) - ln P(x_i | rival); a large number for an infinite one. */
function evidenceOf(level, own, other) {
  const evidence = level ? Math.log(own) - Math.log(other) : Math.log1p(-own) - Math.log1p(-other);
  return Number.isNaN(evidence) ? 0 : Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, evidence));
}
