// What the terms of a formula are linked with (linked.js), what panels are painted with, and how they listen.

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

/** The events of elements and of the window by their names. */
type Events = HTMLElementEventMap & { "bayeslab-paper": CustomEvent<boolean>; "bayeslab-theme": CustomEvent<string>; "bayeslab-sound": Event };

/** Listens for as long as the component is on the page. */
export type Listen = <Name extends keyof Events>(
  target: EventTarget,
  name: Name,
  handler: (event: Events[Name]) => unknown,
  options?: AddEventListenerOptions,
) => void;

/** What the hand is about to do, and what it has taken up; places in the units of the data. */
export type HandMarks = {
  selection: number[];
  /** A point, or -1. */
  hover: number;
  /** Two corners. */
  rectangle: import("../model/points.js").Place[] | null;
  crosshair: import("../model/points.js").Place | null;
  /** Its radius in pixels. */
  brush: { place: import("../model/points.js").Place; radius: number } | null;
};

/** What a panel is painted with. */
export type Surroundings = {
  look: import("./look.js").Look;
  font: string;
  /** Of the time of a frame. */
  share: number;
  hand: HandMarks;
  layers?: import("./layers.js").Layers;
};
