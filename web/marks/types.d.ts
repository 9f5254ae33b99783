// Marks: plain values that a picture is a list of, and what the file of each kind exports.

import type { Entry } from "../paint/legend.js";
import type { Look, Style } from "../paint/look.js";
import type { View } from "../paint/view.js";
import type { Grip } from "../picture/types.js";

/** A colour: "#rrggbb", or the name of one of the look ("ink", "quiet", "grid", "background"). */
export type Ink = string;

/** The colours of the theme, and the typeface. */
export type Dress = Look & { font: string };

/** What any mark may have. */
export type Options = {
  /** Of the part that terms of the formula stand for. */
  name?: string;
  /** In the legend, and in the picture's words; a mark without one is decoration, and not spoken of. */
  title?: string;
  /** What the words say of it, in place of what its kind says; "" for nothing. */
  says?: string;
  /** Whether the legend has it, if the picture has a legend; true where nothing is said. */
  isListed?: boolean;
  /** Whether it is never heard. */
  isSilent?: boolean;
  /** Of the class whose colour and shape it has. */
  style?: Style;
  /** In place of the style's. */
  colour?: Ink;
  /** How much of its colour there is on the background: a share, or the name of one of the look ("unsure", "sure"). */
  shade?: number | "unsure" | "sure";
  alpha?: number;
  /** The class whose timbre it is heard in; 0 if nothing is said. */
  voice?: number;
};

/** A line: `rim` is background on both sides. */
export type Stroke = { width?: number; dash?: number[]; rim?: number; cap?: CanvasLineCap };

export type Mark<Own = unknown> = Options & {
  kind: string;
  /** Where its places lie; null if they are pixels. */
  view: View | null;
  /** Whether its outline is a line, not the edge of an area. */
  isLine?: boolean;
} & Own;

/** What is heard at a place: side from -1 (left) to 1, pitch in Hz, loudness from 0 to 1; `isRough` of an error. */
export type Sound = { side: number; pitch: number; voice: number; loudness: number; isRough?: boolean };

/** The six functions of a kind. */
export type Kind = {
  paint(context: CanvasRenderingContext2D, mark: any, look: Dress): void;
  /** What a pointer hits and a term of the formula highlights. */
  outline(mark: any): Path2D | null;
  legend(mark: any): Entry | null;
  /** One sentence with its numbers, or "". */
  says(mark: any): string;
  /** At a place, in the units of the mark's view; null where nothing is heard. */
  sounds(mark: any, at: [number, number]): Sound | null;
  /** What arrow keys, a drag, plus and minus change. */
  moves(mark: any): Grip | null;
};

/** What a picture of marks is made from; `room` is what the legend leaves of the canvas. */
export type MarksInput<Values, Data> = {
  values: Values;
  data: Data;
  room: import("../paint/view.js").Rectangle;
  look: Dress;
  /** The part that was pointed at last. */
  focus?: string | null;
};

/** A picture made of marks, as a lesson's picture.js exports it. */
export type MarksPicture = {
  /** Of the picture, and on a phone. */
  heights?: [string, string];
  /** Numbers of the data that move from one value to the next. */
  eased?: string[];
  /** Where the legend of all titles is; there is none if nothing is said. */
  legend?: "above" | "below";
  /** Numbers and views that `marks`, `terms` and `figures` share; they get the input with them. A legend below is at `bottom`. */
  compute?(input: any): object & { bottom?: number };
  /** From the back to the front, which is also the order of the words and of the handles. */
  marks(state: any): Mark[];
  /** The formula, with its numbers. */
  terms?(state: any): import("../paint/types.js").Term[];
  /** The numbers below the picture. */
  figures?(state: any): [string, string][];
  /** What a click beside the handles changes. */
  press?(state: any, pixel: [number, number]): import("../picture/types.js").Values | null;
  /** Whether it says itself what can be dragged. */
  invites?: boolean;
  /** The texts that have a field above the picture. */
  typed?: string[];
};
