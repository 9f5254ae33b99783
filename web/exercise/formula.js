/**
 * Formulas in the part of LaTeX that questions use, as MathML; what is not known is refused with a sentence.
 *
 * An element is [name, ...children], and a text stands for itself.
 *
 * @typedef {string | PartElement} Part
 * @typedef {[name: string, ...children: Part[]]} PartElement
 */

/** @typedef {Record<string, string>} Symbols what stands for a command */

/** Pairs "name symbol" as a table. @param {string} text @returns {Symbols} */
const table = (text) => Object.fromEntries(text.trim().split(/\s+/).map((pair) => pair.split(":")));
const LETTERS = table(`alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ pi:π rho:ρ
  sigma:σ tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω ell:ℓ hbar:ℏ Re:ℜ Im:ℑ
  infty:∞ emptyset:∅ varnothing:∅ top:⊤ bot:⊥ prime:′`);
const OPERATORS = {
  ...table(`cdot:· times:× div:÷ pm:± mp:∓ ast:∗ star:⋆ circ:∘ bullet:∙ oplus:⊕ otimes:⊗ odot:⊙ mid:∣ parallel:∥ perp:⊥ Vert:‖ lVert:‖ rVert:‖ vert:| lvert:| rvert:|
    le:≤ leq:≤ ge:≥ geq:≥ ne:≠ neq:≠ ll:≪ gg:≫ prec:≺ preceq:⪯ succ:≻ succeq:⪰ approx:≈ sim:∼ simeq:≃ cong:≅ equiv:≡ propto:∝ partial:∂ nabla:∇ forall:∀ exists:∃ neg:¬ land:∧ wedge:∧ lor:∨ vee:∨
    in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃ supseteq:⊇ cup:∪ cap:∩ setminus:∖ sum:∑ prod:∏ int:∫ iint:∬ oint:∮ bigcup:⋃ bigcap:⋂
    to:→ rightarrow:→ leftarrow:← gets:← leftrightarrow:↔ Rightarrow:⇒ Leftarrow:⇐ Leftrightarrow:⇔ implies:⟹ iff:⟺ mapsto:↦ uparrow:↑ downarrow:↓
    dots:… ldots:… cdots:⋯ vdots:⋮ ddots:⋱ langle:⟨ rangle:⟩ lfloor:⌊ rfloor:⌋ lceil:⌈ rceil:⌉ dagger:† colon::
    {:{ }:} lbrace:{ rbrace:} %:% -:− |:‖ #:# &:& $:$ _:_`),
  ...Object.fromEntries("ln log exp max min sup inf lim arg argmin argmax sin cos tan sinh cosh tanh det dim ker rank Pr gcd".split(" ").map((name) => [name, name])),
};
/** @type {Symbols} */
const SPACES = { ",": " ", ";": " ", ":": " ", " ": " ", "!": "", quad: " ", qquad: "  " };
const ACCENTS = table("hat:^ widehat:^ bar:¯ overline:¯ tilde:~ widetilde:~ vec:→ dot:˙ ddot:¨");
const DELIMITERS = { matrix: ["", ""], pmatrix: ["(", ")"], bmatrix: ["[", "]"], vmatrix: ["|", "|"], cases: ["{", ""] };
const UPRIGHT = /^\\(?:text|textrm|textit|textbf|mathrm|operatorname)\s*\{([^{}]*)\}/;
const SIZES = /^(?:left|right|[bB]igg?[lrm]?)$/; // of the delimiter that follows
// The alphabets of Unicode: where "A", "a" and "α" are in them, and the letters that are elsewhere.
const BOLD = { A: 0x1d400, a: 0x1d41a, 0: 0x1d7ce, "Α": 0x1d6a8, "α": 0x1d6c2 };
/** @type {Record<string, Record<string, number>>} */
const ALPHABETS = { mathbf: BOLD, boldsymbol: BOLD, bm: BOLD, mathbb: { A: 0x1d538, a: 0x1d552, 0: 0x1d7d8 }, mathcal: { A: 0x1d49c, a: 0x1d4b6 } };
const ELSEWHERE = { mathbb: table("C:ℂ H:ℍ N:ℕ P:ℙ Q:ℚ R:ℝ Z:ℤ"), mathcal: table("B:ℬ E:ℰ F:ℱ H:ℋ I:ℐ L:ℒ M:ℳ R:ℛ") };

const ZERO = 48; // the digit

/** A letter or digit of an alphabet. @param {string} alphabet @param {string} letter */
function inAlphabet(alphabet, letter) {
  const other = /** @type {Record<string, Symbols>} */ (ELSEWHERE)[alphabet]?.[letter], code = letter.codePointAt(0) ?? 0;
  const [first, begin] = Object.entries(ALPHABETS[alphabet]).map(([each, start]) => [each.codePointAt(0) ?? 0, start]).find(([each]) => code >= each && code < each + (each === ZERO ? 10 : 26)) ?? [code, code];
  return other ?? String.fromCodePoint(begin + code - first);
}

/** A part with its letters in an alphabet. @param {string} alphabet @param {Part} part @returns {Part} */
function changeLetters(alphabet, part) {
  if (typeof part === "string") return [...part].map((letter) => inAlphabet(alphabet, letter)).join("");
  const [name, ...children] = part;
  return [name, ...children.map((child) => changeLetters(alphabet, child))];
}

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
  const tokens = text.match(/\\(?:text(?:rm|it|bf)?|mathrm|operatorname)\s*\{[^{}]*\}|\\[a-zA-Z]+|\\.|\d+(?:[.,]\d+)*|\S/g) ?? [];

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
  /** The name in braces. */
  const name = () => {
    /** @type {string[]} */
    const letters = [];
    take("{");
    while (tokens[0] !== "}") letters.push(take());
    take("}");
    return letters.join("");
  };
  /** @type {() => PartElement} */
  const matrix = () => {
    const kind = name(), delimiters = /** @type {Record<string, string[]>} */ (DELIMITERS)[kind];
    if (!delimiters) throw new Error(`“\\begin{${kind}}” is not known.`);
    /** @type {PartElement[]} */
    const lines = [];
    do {
      /** @type {PartElement[]} */
      const cells = [];
      do cells.push(["mtd", row(["&", "\\\\", "\\end"])]); while (tokens[0] === "&" && take());
      lines.push(["mtr", ...cells]);
    } while (tokens[0] === "\\\\" && take());
    take("\\end");
    if (name() !== kind) throw new Error(`“\\end{${kind}}” is missing.`);
    const [open, close] = delimiters.map((each) => /** @type {PartElement[]} */ (each ? [["mo", each]] : []));
    return ["mrow", ...open, ["mtable", ...lines], ...close];
  };
  /** @type {[string, Symbols][]} */
  const commands = [["mi", LETTERS], ["mo", OPERATORS], ["mtext", SPACES]];
  /** @type {(name: string) => PartElement} */
  const command = (name) => {
    if (/^[td]?frac$/.test(name)) return ["mfrac", atom(true), atom(true)];
    if (/^[td]?binom$/.test(name)) return ["mrow", ["mo", "("], ["mtable", ...[atom(true), atom(true)].map((each) => /** @type {PartElement} */ (["mtr", ["mtd", each]]))], ["mo", ")"]];
    if (name === "sqrt" && tokens[0] === "[") {
      take();
      const root = row(["]"]);
      take("]");
      return ["mroot", atom(), root];
    }
    if (name === "sqrt") return ["msqrt", atom()];
    if (name === "begin") return matrix();
    if (SIZES.test(name)) return tokens[0] === "." ? ["mo", take() && ""] : /** @type {PartElement} */ (atom());
    if (Object.hasOwn(ALPHABETS, name)) return /** @type {PartElement} */ (changeLetters(name, atom()));
    if (Object.hasOwn(ACCENTS, name)) return ["mover", atom(), ["mo", ACCENTS[name]]];
    for (const [element, symbols] of commands) {
      if (Object.hasOwn(symbols, name)) return [element, symbols[name]];
    }
    throw new Error(`“\\${name}” is not known.`);
  };
  /** @type {(isDigit?: boolean) => Part} */
  const atom = (isDigit) => {
    if (isDigit && /^\d\d/.test(tokens[0])) tokens.unshift(...take()); // \frac12 is one half
    const token = take();
    if (token === "{") return until("}");
    if (token === "}") throw new Error("“{” is missing.");
    const upright = UPRIGHT.exec(token);
    if (upright) return ["mtext", upright[1]];
    if (token.startsWith("\\")) return command(token.slice(1));
    if (/^\d/.test(token)) return ["mn", token];
    return /[\p{L}|]/u.test(token) ? ["mi", token] : ["mo", { "-": "−", "'": "′" }[token] ?? token];
  };
  return ["math", row([])];
}
