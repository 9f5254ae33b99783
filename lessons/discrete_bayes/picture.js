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
 * @property {number[]} x the new point; none of messages, where it is typed
 * @property {boolean} densities whether those of the shares are shown
 * @property {boolean} isShort whether the words that do not occur have one bar together
 * @property {boolean} hasShares whether there are shares, and the scale of α
 * @property {{alpha: number[]}} limits
 * @property {Style[]} palette
 *
 * @typedef {import("../../web/marks/types.js").MarksInput<{alpha: number, new: string}, Data>} Input
 * @typedef {Input & ReturnType<typeof compute>} State
 * @import { Mark } from "../../web/marks/types.js"
 * @import { Style } from "../../web/messages.js"
 */

import { bars, curve, rule, text } from "../../web/marks/marks.js";
import { format, View } from "../../web/paint/view.js";
import { fixed, percent } from "../../web/paint/words.js";
import { scaleMarks } from "./alpha_scale.js";
import { describeShare, findOccurrences, weighEvidence } from "./evidence.js";

const HEAD = 24, TALLEST_ROW = 44, PANEL = 138, CURVE = 58, BAR = 17, VALUE = 54; // pixels
const PHONE = 300; // pixels: a narrower plot leaves its margin to its titles
const NODES = 200;
const ABSENT = "absent words";
const LEAST_REACH = 2; // of the axis of the log odds

export default { typed: ["new"], heights: ["clamp(26rem, 100vh - 29.5rem, 38rem)", "31rem"], compute, marks, terms, figures };

/** @param {Input} input */
function compute({ values: v, data, room: { width, height }, focus: part }) {
  const x = data.vocabulary.length ? findOccurrences(v.new, data.vocabulary) : data.x;
  const evidence = weighEvidence(data.sizes, data.counts, x, v.alpha), labels = x.map((value, i) => data.features[i][value]);
  const rows = listRows(data, labels, x, evidence), label = Math.min(150, 0.32 * width);
  const curveHeight = data.hasShares && data.densities ? CURVE : 0, below = data.hasShares ? PANEL + curveHeight : 0;
  const high = Math.min(TALLEST_ROW, (height - HEAD - below) / rows.length), ends = rows.map(({ to }) => to);
  const reach = Math.max(LEAST_REACH, ...ends.filter(Number.isFinite).map(Math.abs)) * 1.06;
  const plot = { left: label + 8, top: HEAD, width: width - label - 16 - VALUE, height: high * rows.length };
  const focus = focusOf(rows.some((row) => row.part === part) ? part : null, evidence.features), base = HEAD + plot.height + 34 + curveHeight;
  return {
    x, evidence, isPossible: !Number.isNaN(evidence.logOdds), labels, rows, high, focus, base, curveHeight, width,
    view: new View([-reach, reach, rows.length, 0], plot), shares: [0, 1].map((c) => describeShare(data.counts[focus][c], x[focus], v.alpha)),
    scale: { left: plot.left, width: plot.width, y: base + 2 * BAR + 42 },
  };
}

/**
 * The bars: the prior, each value (or those of absent words together), and the sum.
 * @param {Data} data @param {string[]} labels @param {number[]} x @param {ReturnType<typeof weighEvidence>} evidence
 */
function listRows({ vocabulary, isShort }, labels, x, { prior, features, logOdds }) {
  const values = features.map((term, i) => ({ name: labels[i], part: `value ${i}`, term, isThere: !vocabulary.length || x[i] !== 0 }));
  const [present, absent] = [true, false].map((is) => values.filter(({ isThere }) => isThere === is));
  const rest = { name: ABSENT, part: ABSENT, term: absent.reduce((total, { term }) => total + term, 0), isThere: false };
  let end = 0;
  const rows = [{ name: "prior", part: "prior", term: prior, isThere: true }, ...(isShort ? [...present, ...(absent.length ? [rest] : [])] : values)].map((row) => {
    const from = end;
    end += row.term;
    return { ...row, from, to: end };
  });
  return [...rows, { name: "sum", part: "sum", term: logOdds, isThere: true, from: 0, to: logOdds }];
}

/** @param {State} state @returns {Mark[]} */
function marks(state) {
  const { values: v, data: { names: [no, yes], limits, isShort, hasShares }, view, scale, rows } = state, middle = view.pixelX(0);
  const absent = rows.flatMap((row, k) => (row.isThere || isShort ? [] : [k]));
  return [
    text(null, { text: `← evidence for ${no}`, at: [middle - 8, HEAD / 2], align: "right" }),
    text(null, { text: `${yes} →`, at: [middle + 8, HEAD / 2] }),
    ...(absent.length ? [bars(view, { bars: absent.map((k) => hitOf(state, k)), alpha: 0, isSilent: true, name: ABSENT })] : []),
    ...rows.flatMap((_, k) => rowMarks(state, k)),
    ...(hasShares ? [...shareMarks(state), ...scaleMarks(v.alpha, limits.alpha[1], scale)] : []),
  ];
}

/** The ends of a row's bar on the axis, from left to right; an infinite one reaches to the edge. @param {State} state @param {number} k */
function endsOf({ view: { box: [low, high] }, rows }, k) {
  return [rows[k].from, rows[k].to].map((end) => Math.max(low, Math.min(high, Number.isNaN(end) ? 0 : end))).sort((a, b) => a - b);
}

/** Where a row is hit: at its bar, and a little beside it. @param {State} state @param {number} k */
function hitOf(state, k) {
  const [from, to] = endsOf(state, k), rim = state.view.span(4)[0];
  return [from - rim, to + rim, k, k + 1];
}

/** A bar that begins where the one above it ends, its name and its number. @param {State} state @param {number} k @returns {Mark[]} */
function rowMarks(state, k) {
  const { rows, view, high, data: { palette }, width } = state, { name, part, from, to, term, isThere } = rows[k], [left, right] = endsOf(state, k);
  const size = Math.min(16, high - 3), y = view.pixelY(k + 0.5), isSum = part === "sum", isUnknown = [from, to].some(Number.isNaN), edge = 2 / high;
  const said = { title: isSum ? "sum" : `evidence of ${name}`, says: formatSigned(term) }, sign = term > 0 ? 1 : 0, at = view.plot.left - 8;
  return [
    text(null, { text: name, at: [at, y], size, weight: isSum || isThere ? 600 : undefined, align: "right", room: at - 2, isShortened: true,
      colour: isThere ? "ink" : "quiet" }),
    text(null, { text: formatSigned(term), at: [width - 4, y], size, weight: isSum ? 600 : undefined, align: "right", ...(isUnknown && said) }),
    rule(view, { ends: [[0, k], [0, k + 1]], colour: "grid", width: 1, isSilent: true }),
    ...(isUnknown ? [] : [bars(view, {
      bars: [[left, Math.max(right, left + view.span(2)[0]), k + edge, k + 1 - edge]], style: palette[sign], voice: sign, ...(!isThere && { shade: 0.55 }), ...said,
    })]),
    ...(!isUnknown && !isSum && Number.isFinite(to) ? [rule(view, { ends: [[to, k + 1 - edge], [to, k + 1 + edge]], colour: "quiet", width: 1, isSilent: true })] : []),
    bars(view, { bars: [hitOf(state, k)], alpha: 0, isSilent: true, name: part }),
  ];
}

/** The counts and pseudo-counts of the share in both classes; if they are asked for, its densities. @param {State} state @returns {Mark[]} */
function shareMarks(state) {
  const { values: v, focus, labels, base, curveHeight, width, shares, view: { plot: { left, width: wide } } } = state;
  const margin = width < PHONE ? 4 : left, room = left + wide + VALUE - margin, amount = `α = ${format(v.alpha)} for each value`;
  const what = curveHeight ? ": density, mean (dotted), mode (▲)" : " in each class";
  return [
    text(null, { text: `Share of ${labels[focus]}${what}`, at: [margin, base - curveHeight - 20], weight: 600, baseline: "top", room, isShortened: true }),
    ...shares.flatMap((share, c) => [...shareBar(state, share, c), ...(curveHeight ? densityMarks(state, share, c) : [])]),
    text(null, { text: [`filled: counts, hatched: pseudo-counts ${amount}`, `filled: counts, hatched: ${amount}`], at: [margin, base + 2 * BAR + 9],
      size: 14, colour: "quiet", baseline: "top", room, isShortened: true }),
  ];
}

/** @param {State} state @param {State["shares"][number]} share @param {number} c the class @returns {Mark[]} */
function shareBar({ data, x, focus, labels, base, view: { plot: { left, width } } }, share, c) {
  const style = data.palette[c], top = base + 2 + c * (BAR + 3), yes = data.counts[focus][c][x[focus]], total = share.a + share.b;
  const view = new View([0, 1, 0, 1], { left, top, width, height: BAR }), rest = (total - (data.sizes[c] - yes)) / total, y = top + BAR / 2 + 1;
  const said = { title: `share of ${labels[focus]} in ${data.names[c]}`, says: percent(share.mean) };
  return [
    bars(view, { bars: [[0, yes / total, 0, 1]], style, voice: c, ...said }),
    bars(view, { bars: [[yes / total, rest, 0, 1]], style, isHatched: true, isSilent: true }),
    bars(view, { bars: [[rest, 1, 0, 1]], style, shade: 0.25, isSilent: true }),
    bars(view, { bars: [[0, 1, 0, 1]], colour: "ink", isStroked: true, width: 1, isSilent: true }),
    rule(view, { x: share.mean, isSilent: true }),
    text(null, { text: data.names[c], at: [left - 8, y], size: 14, align: "right" }),
    text(null, { text: percent(share.mean), at: [left + width + 5, y], size: 14 }),
  ];
}

/** Scaled to one height. @param {State} state @param {State["shares"][number]} share @param {number} c the class @returns {Mark[]} */
function densityMarks({ data, base, view: { plot: { left, width } } }, { a, b, mean, mode }, c) {
  if (a <= 0 || b <= 0) return []; // no density
  const view = new View([0, 1, 0, 1], { left, top: base - CURVE + 4, width, height: CURVE - 4 }), style = data.palette[c];
  const x = Array.from({ length: NODES - 1 }, (_, k) => (k + 1) / NODES);
  const logs = x.map((theta) => (a - 1) * Math.log(theta) + (b - 1) * Math.log1p(-theta)), most = Math.max(...logs);
  return [
    curve(view, { x, y: logs.map((log) => Math.exp(log - most)), style, dash: c ? [9, 6] : [], voice: c, title: `density of the share in ${data.names[c]}`,
      says: `mean ${percent(mean)}` }),
    rule(view, { x: mean, style, dash: [2, 3], isSilent: true }),
    ...(mode === null ? [] : [text(null, { text: "▲", at: [view.pixelX(mode), base + 2], size: 13, style, align: "center", baseline: "bottom" })]),
  ];
}

/** @param {State} state @returns {import("../../web/paint/types.js").Term[]} */
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

/** @param {State} state @returns {[string, string][]} */
function figures({ data, evidence, isPossible, values: v }) {
  const [no, yes] = data.names, { posterior } = evidence;
  return [
    [`P(${yes} | x)`, isPossible ? format(posterior) : "0/0"],
    ["predicted", isPossible ? (posterior > 0.5 ? yes : no) : "nothing: impossible in both classes"],
    .../** @type {[string, string][]} */ (data.hasShares ? [["α", format(v.alpha)]] : []),
  ];
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
