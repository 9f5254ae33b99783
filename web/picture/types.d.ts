// The shapes of what a lesson's picture offers to the frame of live.js.

/** A part that can be grabbed; grips.js makes an element for it. */
export type Grip = {
  /** Of the number it changes. */
  name: string;
  /** The number it changes when it moves up and down, where it moves in the plane. */
  second?: string | true;
  label: string;
  /** Its middle, in CSS pixels. */
  place: [number, number];
  /** Of an arrow key. */
  step: number;
  /** Its value in words. */
  text: string;
  /** Whether there is something to read below it, so that "drag me" stands above it. */
  isHintAbove?: boolean;
  /** Whether it moves up and down. */
  isUpright?: boolean;
  /** The value, or both values, at a pixel; `start` is where the hand went down. */
  read: (pixel: [number, number], start: [number, number]) => number | number[];
  /** Its values, where they are no numbers of their own; with them go `limits` and `change`. */
  values?: number[];
  /** What its new values change. */
  change?: (values: number[]) => object;
  limits?: [number, number];
  /** To a pixel; from its middle if there is none. */
  distance?: (pixel: [number, number]) => number;
};

/** What a picture is arranged from: its values, what Python tells it, and its place on the page. */
export type Stage<Values, Data> = {
  values: Values;
  data: Data;
  /** In CSS pixels. */
  size: [number, number];
  look: import("../paint/look.js").Look;
  font: string;
  /** The part that was pointed at last. */
  chosen?: string | null;
};
