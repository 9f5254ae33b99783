/**
 * The hunt of lesson 10: a printed line, its tests, and the judgement.
 *
 * Its content was written when the course was built (`offline/course/hunt.py`); the state of the lesson has the line, the test,
 * and the judgements so far, as "eq-3_right.eq-5_wrong".
 *
 * @import { State } from "./state.js"
 * @typedef {{symbols: number, numbers: number}} FormulaId
 * @typedef {{what: number, numbers: [string, string][], expected: number, still: number | null}} Evidence
 * @typedef {{place: string, printed: number, meaning: number, tests: Record<string, Evidence>, verdict: string,
 *   answers: Record<string, number[]>, formula: FormulaId, corrected: FormulaId, measure: number}} Line
 * @typedef {{lines: Record<string, Line>, titles: Record<"tests" | "verdicts" | "lines", Record<string, string>>, how: number}} Content
 */

import { make, makeButton, onSubmit } from "../../paint/elements.js";
import { copyOf } from "./elements.js";

/**
 * The verdicts by line; invalid ones are left out.
 * @param {Content} content
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function readVerdicts({ lines, titles: { verdicts } }, text) {
  const pairs = text.split(".").map((part) => part.split("_"));
  return Object.fromEntries(pairs.filter(([line, verdict]) => Object.hasOwn(lines, line) && Object.hasOwn(verdicts, verdict ?? "")));
}

/** The text of verdicts, in the order of the lines. @param {Content} content @param {Record<string, string | null>} verdicts */
export function writeVerdicts({ lines }, verdicts) {
  return Object.keys(lines).filter((line) => verdicts[line]).map((line) => `${line}_${verdicts[line]}`).join(".");
}

/**
 * The number of correct judgements, and of all judgements.
 * @param {Content} content
 * @param {Record<string, string>} verdicts
 */
export function countScore({ lines }, verdicts) {
  const pairs = Object.entries(verdicts);
  return [pairs.filter(([line, verdict]) => lines[line].verdict === verdict).length, pairs.length];
}

/** The line to go on with: the next one that was not judged. @param {Content} content @param {string} line @param {Record<string, string>} verdicts */
export function nextLine({ lines }, line, verdicts) {
  const keys = Object.keys(lines), start = keys.indexOf(line);
  return [...keys.slice(start), ...keys.slice(0, start)].find((key) => !(key in verdicts)) ?? null;
}

export class Hunt {
  /** @param {HTMLElement} room @param {(chosen: State) => void} choose */
  constructor(room, choose) {
    this.room = room;
    this.choose = choose;
  }

  /**
   * Show a state; return the formula of the line and the description of its numbers.
   * @param {Content} content
   * @param {State} state
   * @returns {{formula: FormulaId, measure: number}}
   */
  show(content, state) {
    const line = content.lines[state.line], verdicts = readVerdicts(content, state.judged), own = verdicts[state.line];
    const evidence = line.tests[state.test];
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.name;
    this.room.replaceChildren(
      this.makeLines(content, state, verdicts), this.makeCard(content, line, verdicts), this.makeTests(content, line, state.test),
      own ? this.makeAnswer(content, state, verdicts) : this.makeVerdicts(content, state, verdicts, evidence !== undefined),
      make("div", { class: "evidence", role: "status" }, ...(evidence ? this.makeEvidence(evidence) : own ? [] : [make("div", { class: "how" }, copyOf(content.how))])),
    );
    if (focus) this.focus(focus);
    return { formula: own ? line.corrected : line.formula, measure: line.measure };
  }

  /** @param {string} name of a button; once it is gone, the next thing to do */
  focus(name) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (this.room.querySelector(selector));
    (find(`[data-name="${name}"]`) ?? find(".primary") ?? find("button"))?.focus();
  }

  /** @param {string} name @param {string} text @param {() => void} press @param {object} [more] */
  makeButton(name, text, press, more = {}) {
    return makeButton(text, press, { "data-name": name, ...more });
  }

  /** @param {Content} content @param {State} state @param {Record<string, string>} verdicts */
  makeLines({ lines, titles }, state, verdicts) {
    const buttons = Object.entries(titles.lines).map(([key, number]) => {
      const verdict = verdicts[key], isRight = verdict === lines[key].verdict;
      const mark = verdict ? ` ${isRight ? "✓" : "✗"}` : "", words = verdict ? `, judged ${isRight ? "correctly" : "wrongly"}` : "";
      return this.makeButton(`line ${key}`, `${number}${mark}`, () => this.choose({ line: key }), {
        "aria-pressed": String(key === state.line), "aria-label": `Line ${number}${words}`,
      });
    });
    return make("div", { class: "lines", role: "group", "aria-label": "Line" }, ...buttons);
  }

  /** @param {Content} content @param {Line} line @param {Record<string, string>} verdicts */
  makeCard(content, line, verdicts) {
    const [correct, total] = countScore(content, verdicts), score = total ? ` · ${correct} of ${total} judged correctly` : "";
    return make("div", { class: "boxed" }, make("p", {}, make("small", {}, `${line.place}${score}`)),
      make("div", { class: "printed" }, copyOf(line.printed)), copyOf(line.meaning));
  }

  /** @param {Content} content @param {Line} line @param {string} test */
  makeTests({ titles }, line, test) {
    const buttons = Object.keys(line.tests).map((key) => this.makeButton(`test ${key}`, titles.tests[key], () => this.choose({ test: key }), {
      "aria-pressed": String(key === test),
    }));
    return make("div", { class: "row-of-buttons" }, make("strong", {}, "Test it:"), ...buttons);
  }

  /** @param {Evidence} tested */
  makeEvidence({ what, numbers, expected, still }) {
    const metrics = numbers.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
    const words = make("div", {}, copyOf(what), make("dl", { class: "metrics" }, ...metrics), copyOf(expected));
    return [words, ...(still === null ? [] : [make("div", {}, copyOf(still))])];
  }

  /** @param {Content} content @param {State} state @param {Record<string, string>} verdicts @param {boolean} isTested */
  makeVerdicts(content, state, verdicts, isTested) {
    const buttons = Object.entries(content.titles.verdicts).map(([key, title]) => this.makeButton(
      `verdict ${key}`, title, () => this.choose({ judged: writeVerdicts(content, { ...verdicts, [state.line]: key }) }), { disabled: !isTested },
    ));
    const first = isTested ? [] : [make("small", {}, "Test the line first.")];
    return make("div", { class: "row-of-buttons judgement" }, make("strong", {}, "Judge it:"), ...buttons, ...first);
  }

  /** @param {Content} content @param {State} state @param {Record<string, string>} verdicts */
  makeAnswer(content, state, verdicts) {
    const next = nextLine(content, state.line, verdicts), [correct, total] = countScore(content, verdicts);
    const way = next === null
      ? make("strong", {}, `You have judged all ${total} lines, ${correct} of them correctly.`)
      : this.makeButton("next", "Next line", () => this.choose({ line: next }), { class: "primary" });
    const again = this.makeButton("again", "Judge again", () => this.choose({ judged: writeVerdicts(content, { ...verdicts, [state.line]: null }) }));
    const answer = content.lines[state.line].answers[verdicts[state.line]].map(copyOf);
    return make("div", { class: "boxed judgement", role: "status" }, ...answer, make("div", { class: "row-of-buttons" }, way, again));
  }
}

/** The search of the entries: those that have every word are shown. @param {HTMLElement} section */
export function startSearch(section) {
  const find = (/** @type {string} */ selector) => /** @type {any} */ (section.querySelector(selector));
  const input = find("input"), select = find("select"), entries = [...section.querySelectorAll("article")];
  const fold = (/** @type {string | null} */ text) => (text ?? "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = entries.map((entry) => fold(entry.textContent));
  const search = () => {
    const words = fold(input.value).split(/\s+/);
    entries.forEach((entry, k) => {
      const isFrom = !select.value || entry.dataset.source === select.value;
      entry.hidden = !isFrom || !words.every((/** @type {string} */ word) => texts[k].includes(word));
    });
    for (const kind of section.querySelectorAll(".kind")) {
      /** @type {HTMLElement} */ (kind).hidden = !kind.querySelector("article:not([hidden])");
    }
    find("[role=status]").textContent = `${entries.filter(({ hidden }) => !hidden).length} of ${entries.length} entries`;
  };
  input.addEventListener("input", search);
  select.addEventListener("change", search);
  onSubmit(find("form"));
  search();
}
