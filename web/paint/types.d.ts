// What the terms of a formula are linked with, see linked.js.

/** A part of a picture that terms stand for. */
export type Part = {
  name: string;
  /** Around it, or along it. */
  path: Path2D;
  /** Whether the path is the part itself, not its outline. */
  isLine?: boolean;
  /** Whether it is many points, outlined for its term alone: a point that is pointed at is one of them. */
  isMany?: boolean;
  /** The number of its canvas, 0 if it is left out. */
  canvas?: number;
};

/** A sign between terms, or a term; a matrix may follow its value, and it may cover parts that have no term of their own. */
export type Term = string | { part: string; symbol: string; value: string; matrix?: string[][]; covers?: string[] };
