/**
 * Lesson 5: the evidence of each word of a message in the log odds of two classes, while it is typed. Below it, for the
 * word that is pointed at, the counts and pseudo-counts of its shares and, if they are asked for, their densities.
 *
 * @typedef {Object} Data
 * @property {string[][]} features the values of each feature, in words
 * @property {string[]} vocabulary the words that are the features of messages; none, if the points are no messages
 * @property {[number[], number[]][]} counts of the values of each feature, in both classes
 * @property {[number, number]} sizes points of each class
 * @property {[string, string]} names
 * @property {number[]} x the new point, if it is no message
 * @property {boolean} densities whether those of the shares are shown
 * @property {{alpha: number[]}} limits
 * @property {Style[]} palette
 *
 * @typedef {import("../../web/picture/types.js").PictureInput<{alpha: number, new: string}, Data>} PictureInput
 * @typedef {Scene["rows"][number]} Row
 * @typedef {ReturnType<typeof arrange>} Scene
 * @import { Style } from "../../web/messages.js"
 * @typedef {CanvasRenderingContext2D} Context
 */

import { mix, paintLine, setType, shorten, stroke } from "../../web/paint/look.js";
import { format } from "../../web/paint/view.js";
import { fixed, percent } from "../../web/paint/words.js";
import { hatch } from "../../web/picture/marks.js";
import { paintScale, scaleGrip } from "./alpha_scale.js";
import { describeShare, findOccurrences, weighEvidence } from "./evidence.js";

const HEAD = 24, TALLEST_ROW = 44, PANEL = 138, CURVE = 58, BAR = 17, VALUE = 54; // pixels
const PHONE = 300; // pixels: a narrower plot leaves its margin to its titles
const NODES = 200;
const ABSENT = "absent words";
const LEAST_REACH = 2; // of the axis of the log odds

export default {
  typed: ["new"], heights: ["clamp(26rem, 100vh - 29.5rem, 38rem)", "31rem"],
  arrange, paint, grips, parts, terms, figures, describe,
};

/** @param {PictureInput} input */
function arrange({ values: v, data, size: [width, height], look, font, focus: part }) {
  const x = data.vocabulary.length ? findOccurrences(v.new, data.vocabulary) : data.x;
  const evidence = weighEvidence(data.sizes, data.counts, x, v.alpha);
  const isPossible = !Number.isNaN(evidence.logOdds);
  const labels = x.map((value, i) => data.features[i][value]);
  const names = ["prior", ...labels, "sum"], label = Math.min(150, 0.32 * width);
  const curve = data.densities ? CURVE : 0, row = Math.min(TALLEST_ROW, (height - HEAD - PANEL - curve) / names.length);
  const terms = [evidence.prior, ...evidence.features], ends = [0];
  for (const term of terms) ends.push(ends[ends.length - 1] + term);
  const reach = Math.max(LEAST_REACH, ...ends.filter(Number.isFinite).map(Math.abs)) * 1.06;
  const plot = { left: label + 8, width: width - label - 16 - VALUE };
  const pixel = (/** @type {number} */ value) => plot.left + plot.width * (0.5 + Math.max(-1, Math.min(1, value / reach)) / 2);
  const rows = names.map((name, k) => ({ name, part: partOf(k, terms.length), top: HEAD + k * row, height: row,
    from: k === terms.length ? 0 : ends[k], to: k === terms.length ? evidence.logOdds : ends[k + 1],
    term: k === terms.length ? evidence.logOdds : terms[k], isThere: !data.vocabulary.length || x[k - 1] !== 0 }));
  const focus = focusOf(part, evidence.features), { left } = plot;
  const shares = [0, 1].map((c) => describeShare(data.counts[focus][c], x[focus], v.alpha));
  const panel = { top: HEAD + row * names.length + 14, left, width: plot.width, curve };
  const scale = { left, width: plot.width, y: panel.top + 20 + curve + 2 * BAR + 42 };
  return { v, data, look, font, x, evidence, isPossible, labels, rows, pixel, focus, shares, panel, scale, width };
}

/** @param {Context} context @param {Scene} scene */
function paint(context, scene) {
  paintHead(context, scene);
  scene.rows.forEach((row) => paintRow(context, scene, row));
  paintShares(context, scene);
  paintScale(context, scene, scene.scale);
}

/** @param {Scene} scene */
function grips({ v, scale, data }) {
  return [scaleGrip(v.alpha, data.limits.alpha[1], scale)];
}

/** @param {Scene} scene */
function parts({ rows, pixel }) {
  const parts = rows.map(({ part, from, to, top, height }) => {
    const path = new Path2D(), [low, high] = [from, to].map((value) => pixel(Number.isNaN(value) ? 0 : value)).sort((a, b) => a - b);
    path.rect(low - 4, top, high - low + 8, height);
    return { name: part, path };
  });
  const absent = new Path2D();
  parts.forEach(({ path }, k) => rows[k].isThere || absent.addPath(path));
  return rows.every(({ isThere }) => isThere) ? parts : [{ name: ABSENT, path: absent }, ...parts];
}

/** @param {Scene} scene @returns {import("../../web/paint/types.js").Term[]} */
function terms({ rows, isPossible }) {
  const present = rows.slice(0, -1).filter(({ isThere }) => isThere), absent = rows.filter(({ isThere }) => !isThere);
  const terms = present.flatMap(({ name, part, term }) => [{ part, symbol: name, value: formatSigned(term) }, "+"]);
  const rest = absent.reduce((total, { term }) => total + term, 0);
  const others = absent.length ? [{
    part: ABSENT, covers: absent.map(({ part }) => part), symbol: "words that are not there", value: formatSigned(rest),
  }] : [];
  const sum = { part: "sum", symbol: "log odds", value: isPossible ? formatSigned(rows[rows.length - 1].term) : "∞ − ∞" };
  return [...terms.slice(0, others.length ? undefined : -1), ...others, "=", sum];
}

/** @param {Scene} scene @returns {[string, string][]} */
function figures({ data, evidence, isPossible, v }) {
  const [no, yes] = data.names, { posterior } = evidence;
  return [
    [`P(${yes} | x)`, isPossible ? format(posterior) : "0/0"],
    ["predicted", isPossible ? (posterior > 0.5 ? yes : no) : "nothing: impossible in both classes"],
    ["α", format(v.alpha)],
  ];
}

/** @param {Scene} scene */
function describe({ data, evidence, isPossible, labels, v }) {
  if (!isPossible) return "In each class a value has the share 0, so there is no prediction; choose an α larger than 0.";
  const terms = labels.map((label, i) => `${label} ${formatSigned(evidence.features[i])}`).join(", ");
  return `Evidence for ${data.names[1]}: prior ${formatSigned(evidence.prior)}, ${terms}; sum ${formatSigned(evidence.logOdds)}, ` +
    `posterior ${format(evidence.posterior)}. α is ${format(v.alpha)}.`;
}

/** @param {number} k @param {number} last */
function partOf(k, last) {
  if (k === 0) return "prior";
  return k === last ? "sum" : `value ${k - 1}`;
}

/**
 * The feature of the lower picture: the one pointed at last, else the one with the most evidence.
 * @param {string | null | undefined} part
 * @param {number[]} features
 */
function focusOf(part, features) {
  const at = Number(part?.match(/^value (\d+)$/)?.[1] ?? NaN);
  if (at < features.length) return at;
  const sizes = features.map((term) => (Number.isNaN(term) ? Infinity : Math.abs(term)));
  return sizes.indexOf(Math.max(...sizes));
}

/** @param {number} value */
function formatSigned(value) {
  return Number.isNaN(value) ? "0/0" : fixed(value, 2, "+");
}

/** @param {Context} context @param {Scene} scene */
function paintHead(context, { look, font, data, pixel }) {
  const [no, yes] = data.names, middle = pixel(0);
  setType(context, look.ink, `15px ${font}`, "right", "middle");
  context.fillText(`← evidence for ${no}`, middle - 8, HEAD / 2);
  setType(context, look.ink, `15px ${font}`, "left", "middle");
  context.fillText(`${yes} →`, middle + 8, HEAD / 2);
}

/**
 * A bar that begins where the one above it ends; an infinite one reaches to the edge.
 * @param {Context} context
 * @param {Scene} scene
 * @param {Row} row
 */
function paintRow(context, { look, font, data, pixel, width }, { name, part, top, height, from, to, term, isThere }) {
  const middle = top + height / 2, type = Math.min(16, height - 3), weight = part === "sum" || isThere ? "600 " : "";
  setType(context, isThere ? look.ink : look.quiet, `${weight}${type}px ${font}`, "right", "middle");
  context.fillText(shorten(context, name, pixel(-Infinity) - 10), pixel(-Infinity) - 8, middle);
  setType(context, look.ink, `${part === "sum" ? "600 " : ""}${type}px ${font}`, "right", "middle");
  context.fillText(formatSigned(term), width - 4, middle);
  stroke(context, [pixel(0), top, pixel(0), top + height], look.grid, 1);
  if ([from, to].some(Number.isNaN)) return;
  const ends = [pixel(from), pixel(to)].sort((a, b) => a - b), { colour } = data.palette[term > 0 ? 1 : 0];
  context.fillStyle = isThere ? colour : `rgb(${mix(colour, look.background, 0.55)})`;
  context.fillRect(ends[0], top + 2, Math.max(2, ends[1] - ends[0]), height - 4);
  context.strokeStyle = look.quiet;
  if (part !== "sum" && Number.isFinite(to)) paintLine(context, pixel(to), top + height - 2, pixel(to), top + height + 2);
}

/**
 * The counts and pseudo-counts of the share in both classes; if they are asked for, its densities, scaled to one height.
 * @param {Context} context
 * @param {Scene} scene
 */
function paintShares(context, scene) {
  const { look, font, data, x, focus, labels, shares, panel: { top, left, width, curve }, v } = scene;
  const margin = width < PHONE ? 4 : left, room = left + width + VALUE - margin;
  setType(context, look.ink, `600 15px ${font}`, "left", "top");
  const title = `Share of ${labels[focus]}${curve ? ": density, mean (dotted), mode (▲)" : " in each class"}`;
  context.fillText(shorten(context, title, room), margin, top);
  const base = top + 20 + curve;
  shares.forEach((share, c) => {
    const style = data.palette[c], at = base + 2 + c * (BAR + 3), counts = data.counts[focus][c], yes = counts[x[focus]];
    const total = share.a + share.b, pixel = (/** @type {number} */ theta) => left + width * theta;
    const ends = [0, yes / total, share.mean, (total - (data.sizes[c] - yes)) / total, 1].map(pixel);
    const fills = [style.colour, null, null, `rgb(${mix(style.colour, look.background, 0.25)})`];
    fills.forEach((fill, k) => {
      context.fillStyle = fill ?? hatch(style.colour);
      context.fillRect(ends[k], at, ends[k + 1] - ends[k], BAR);
    });
    Object.assign(context, { strokeStyle: look.ink, lineWidth: 1 });
    context.strokeRect(left, at, width, BAR);
    context.lineWidth = 2.5;
    paintLine(context, ends[2], at, ends[2], at + BAR);
    setType(context, look.ink, `14px ${font}`, "right", "middle");
    context.fillText(data.names[c], left - 8, at + BAR / 2 + 1);
    setType(context, look.ink, `14px ${font}`, "left", "middle");
    context.fillText(percent(share.mean), left + width + 5, at + BAR / 2 + 1);
    if (curve) paintDensity(context, scene, share, style, c, base, pixel);
  });
  setType(context, look.quiet, `14px ${font}`, "left", "top");
  const amount = `α = ${format(v.alpha)} for each value`, words = `filled: counts, hatched: pseudo-counts ${amount}`;
  const isWide = context.measureText(words).width <= room;
  context.fillText(isWide ? words : shorten(context, `filled: counts, hatched: ${amount}`, room), margin, base + 2 * BAR + 9);
}

/**
 * @param {Context} context
 * @param {Scene} scene
 * @param {Scene["shares"][number]} share
 * @param {Style} style
 * @param {number} c the class
 * @param {number} base
 * @param {(share: number) => number} pixel
 */
function paintDensity(context, { look }, { a, b, mean, mode }, { colour }, c, base, pixel) {
  if (a <= 0 || b <= 0) return; // no density
  const nodes = Array.from({ length: NODES - 1 }, (_, k) => (k + 1) / NODES);
  const logs = nodes.map((theta) => (a - 1) * Math.log(theta) + (b - 1) * Math.log1p(-theta)), most = Math.max(...logs);
  const path = new Path2D();
  nodes.forEach((theta, k) => path.lineTo(pixel(theta), base - (CURVE - 4) * Math.exp(logs[k] - most)));
  stroke(context, path, colour, 2.5, c ? [9, 6] : []);
  stroke(context, [pixel(mean), base - CURVE + 4, pixel(mean), base], colour, 2.5, [2, 3]);
  if (mode === null) return;
  setType(context, colour, "13px sans-serif", "center", "bottom");
  context.fillText("▲", pixel(mode), base + 2);
  context.strokeStyle = look.ink;
}
