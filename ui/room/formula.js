/**
 * Formulas in the part of LaTeX that the lessons' questions use, as MathML.
 *
 * An element is [name, ...children], and a text stands for itself.
 */

const LETTERS = { alpha: "α", beta: "β", gamma: "γ", delta: "δ", lambda: "λ", mu: "μ", pi: "π", rho: "ρ", sigma: "σ", Sigma: "Σ", Delta: "Δ" };
const OPERATORS = {
  cdot: "·", times: "×", mid: "∣", le: "≤", ge: "≥", ne: "≠", pm: "±", infty: "∞", in: "∈", sum: "∑", to: "→",
  ln: "ln", log: "log", exp: "exp", max: "max", min: "min", "{": "{", "}": "}", "%": "%", "-": "−",
};
const SPACES = { ",": " ", ";": " ", quad: " " };
const SCRIPTS = { "_": "msub", "^": "msup" };

/**
 * Read a formula.
 * @param {string} text without the dollars around it
 * @returns {Array} a <math> element
 * @throws {Error} if it has a command that is not known, or an end is missing
 */
export function readFormula(text) {
  const tokens = text.match(/\\[a-zA-Z]+|\\.|\d+(?:[.,]\d+)*|\S/g) ?? [];

  const row = (end) => {
    const parts = [];
    while (tokens.length > 0 && !end.includes(tokens[0])) parts.push(withScripts(atom()));
    return parts.length === 1 ? parts[0] : ["mrow", ...parts];
  };
  const take = (wanted) => {
    const found = tokens.shift();
    if (found === undefined || (wanted && found !== wanted)) throw new Error(`“${wanted ?? "more"}” is missing.`);
    return found;
  };
  const withScripts = (base) => {
    const found = {};
    while (tokens[0] in SCRIPTS) found[take()] = atom();
    if (found._ && found["^"]) return ["msubsup", base, found._, found["^"]];
    const [sign] = Object.keys(found);
    return sign ? [SCRIPTS[sign], base, found[sign]] : base;
  };
  const until = (end) => {
    const inside = row([end]);
    take(end);
    return inside;
  };
  const name = (...parts) => parts.flatMap((part) => (part.startsWith("\\") ? [part] : [...part])).forEach((token) => take(token));
  const table = () => {
    name("{pmatrix}");
    const lines = [];
    do {
      const cells = [];
      do cells.push(["mtd", row(["&", "\\\\", "\\end"])]); while (tokens[0] === "&" && take());
      lines.push(["mtr", ...cells]);
    } while (tokens[0] === "\\\\" && take());
    name("\\end", "{pmatrix}");
    return ["mrow", ["mo", "("], ["mtable", ...lines], ["mo", ")"]];
  };
  const command = (name) => {
    if (/^[td]?frac$/.test(name)) return ["mfrac", atom(true), atom(true)];
    if (name === "sqrt") return ["msqrt", atom()];
    if (name === "begin") return table();
    for (const [element, known] of [["mi", LETTERS], ["mo", OPERATORS], ["mtext", SPACES]]) {
      if (Object.hasOwn(known, name)) return [element, known[name]];
    }
    throw new Error(`“${name}” is not known.`);
  };
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
