/**
 * Formulas in the part of LaTeX that the lessons' questions use, as MathML.
 *
 * An element is [name, ...children], and a text stands for itself.
 *
 * @typedef {string | PartElement} Part
 * @typedef {[name: string, ...children: Part[]]} PartElement
 */

/** @typedef {Record<string, string>} Symbols what stands for a command */

/** @type {Symbols} */
const LETTERS = { alpha: "α", beta: "β", gamma: "γ", delta: "δ", lambda: "λ", mu: "μ", pi: "π", rho: "ρ", sigma: "σ", Sigma: "Σ", Delta: "Δ" };
/** @type {Symbols} */
const OPERATORS = {
  cdot: "·", times: "×", mid: "∣", le: "≤", ge: "≥", ne: "≠", pm: "±", infty: "∞", in: "∈", sum: "∑", to: "→",
  ln: "ln", log: "log", exp: "exp", max: "max", min: "min", "{": "{", "}": "}", "%": "%", "-": "−",
};
/** @type {Symbols} */
const SPACES = { ",": " ", ";": " ", quad: " " };
/** @type {Record<string, string>} */
const SCRIPTS = { "_": "msub", "^": "msup" };

/**
 * Read a formula.
 * @param {string} text without the dollars around it
 * @returns {PartElement} a <math> element
 * @throws {Error} if it has a command that is not known, or an end is missing
 */
export function readFormula(text) {
  /** @type {string[]} */
  const tokens = text.match(/\\[a-zA-Z]+|\\.|\d+(?:[.,]\d+)*|\S/g) ?? [];

  /** @type {(end: string[]) => Part} */
  const row = (end) => {
    /** @type {Part[]} */
    const parts = [];
    while (tokens.length > 0 && !end.includes(tokens[0])) parts.push(withScripts(atom()));
    return parts.length === 1 ? parts[0] : ["mrow", ...parts];
  };
  /** @type {(wanted?: string) => string} */
  const take = (token) => {
    const next = tokens.shift();
    if (next === undefined || (token && next !== token)) throw new Error(`“${token ?? "more"}” is missing.`);
    return next;
  };
  /** @type {(base: Part) => Part} */
  const withScripts = (base) => {
    /** @type {Record<string, Part>} */
    const scripts = {};
    while (tokens[0] in SCRIPTS) scripts[take()] = atom();
    if (scripts._ && scripts["^"]) return ["msubsup", base, scripts._, scripts["^"]];
    const [sign] = Object.keys(scripts);
    return sign ? [SCRIPTS[sign], base, scripts[sign]] : base;
  };
  /** @type {(end: string) => Part} */
  const until = (end) => {
    const inside = row([end]);
    take(end);
    return inside;
  };
  /** @type {(...parts: string[]) => void} */
  const name = (...parts) => parts.flatMap((part) => (part.startsWith("\\") ? [part] : [...part])).forEach((token) => take(token));
  /** @type {() => PartElement} */
  const table = () => {
    name("{pmatrix}");
    /** @type {PartElement[]} */
    const lines = [];
    do {
      /** @type {PartElement[]} */
      const cells = [];
      do cells.push(["mtd", row(["&", "\\\\", "\\end"])]); while (tokens[0] === "&" && take());
      lines.push(["mtr", ...cells]);
    } while (tokens[0] === "\\\\" && take());
    name("\\end", "{pmatrix}");
    return ["mrow", ["mo", "("], ["mtable", ...lines], ["mo", ")"]];
  };
  /** @type {[string, Symbols][]} */
  const commands = [["mi", LETTERS], ["mo", OPERATORS], ["mtext", SPACES]];
  /** @type {(name: string) => PartElement} */
  const command = (name) => {
    if (/^[td]?frac$/.test(name)) return ["mfrac", atom(true), atom(true)];
    if (name === "sqrt") return ["msqrt", atom()];
    if (name === "begin") return table();
    for (const [element, symbols] of commands) {
      if (Object.hasOwn(symbols, name)) return [element, symbols[name]];
    }
    throw new Error(`“${name}” is not known.`);
  };
  /** @type {(isDigit?: boolean) => Part} */
  const atom = (isDigit) => {
    if (isDigit && /^\d\d/.test(tokens[0])) tokens.unshift(...take()); // \frac12 is one half
    const token = take();
    if (token === "{") return until("}");
    if (token === "}") throw new Error("“{” is missing.");
    if (token.startsWith("\\")) return command(token.slice(1));
    if (/^\d/.test(token)) return ["mn", token];
    return /[\p{L}|]/u.test(token) ? ["mi", token] : ["mo", { "-": "−", "'": "′" }[token] ?? token];
  };
  return ["math", row([])];
}
