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
  change?: (values: number[]) => Values;
  limits?: [number, number];
  /** To a pixel; from its middle if there is none. */
  distance?: (pixel: [number, number]) => number;
};

/** What a picture is arranged from: its values, what Python tells it, and its place on the page. */
export type PictureInput<Values, Data> = {
  values: Values;
  data: Data;
  /** In CSS pixels. */
  size: [number, number];
  look: import("../paint/look.js").Look;
  font: string;
  /** The part that was pointed at last. */
  focus?: string | null;
};

/** The numbers and texts of a picture that a hand can change, by name. */
export type Values = Record<string, number | string>;

/** What Python tells a picture; what only a lesson's own picture reads comes besides. */
export type PictureData = {
  seq: number;
  values: Values;
  start: Values;
  limits: Record<string, [number, number]>;
  theme: string;
  texts?: Record<string, { label: string; longest: number }>;
  /** False if nothing can be moved. */
  isOpen?: boolean;
};

/** What a lesson's picture.js exports; a scene is what it has arranged. */
export type Picture<Scene> = {
  /** Compute everything there is to draw, from values and size. */
  arrange(input: PictureInput<Values, PictureData>): Scene;
  paint(context: CanvasRenderingContext2D, scene: Scene): void;
  /** What can be grabbed. */
  grips(scene: Scene): Grip[];
  /** The numbers below the picture. */
  figures(scene: Scene): [string, string][];
  /** What a click beside the grips changes. */
  press?(scene: Scene, pixel: [number, number]): Values | null;
  /** The picture in words, sentence by sentence. */
  describe(scene: Scene): string[];
  /** Whether it says itself what can be dragged. */
  invites?: boolean;
  /** The texts that have a field above the picture. */
  typed?: string[];
  /** Pixels to paint. */
  sheet?(scene: Scene): import("./brush.js").Sheet | null;
  /** What terms of the formula stand for. */
  parts?(scene: Scene): import("../paint/types.js").Part[];
  /** The formula, with its numbers. */
  terms?(scene: Scene): import("../paint/types.js").Term[];
  /** Of the picture, and on a phone. */
  heights?: [string, string];
  /** Numbers of the data that move from one value to the next. */
  eased?: string[];
};

/** The frame, as its parts know it. */
export type Live = {
  data: PictureData;
  values: Values;
  hand: import("./grips.js").Hand;
  find: (selector: string) => HTMLElement;
  /** Change some values, within their limits. */
  set(changes: Values): void;
  commit(): void;
  /** What a click on a pixel beside the grips changes. */
  press(pixel: [number, number]): Values | null;
};
