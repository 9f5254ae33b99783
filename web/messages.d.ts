// The shapes of what Python tells the browser: core/messages.py makes them, and live/views.py those of the classroom.

import type { Box } from "./model/points.js";

/** A classifier, by its kind; see model/model.js. */
export type Model = KernelModel | GaussianModel | SvcModel | DescriptionModel | RasterModel | MessageModel;

export type KernelModel = {
  kind: "kernel";
  variant: "I" | "II" | "III";
  kernel: string;
  is_bump: boolean;
  degree: number;
  coef0: number;
  threshold: "error" | "consistency" | "loo";
  metric: "sum" | "pooled";
  determinants: boolean;
};

export type GaussianModel = {
  kind: "gaussian";
  covariance: "full" | "diagonal" | "pooled" | "spherical";
  /** Equal priors, or class frequencies. */
  priors: "equal" | null;
  /** The share of the pooled covariance in that of each class. */
  pooling?: number;
  /** The share of the identity, times the mean variance, in what results. */
  shrinkage?: number;
};

export type SvcModel = {
  kind: "svc";
  kernel: string;
  is_bump: boolean;
  degree: number;
  coef0: number;
  C: number;
  standardise: boolean;
  /** "scale" is scikit-learn's rule 1 / (2 variance); null: that of the slider. */
  gamma: number | "scale" | null;
};

/** Fitted by Python, with its score functions; arrays are Base64 of their bytes. */
export type DescriptionModel = {
  kind: "description";
  descriptions: PlainDescription[];
  classes: number[] | null;
};

export type PlainDescription = {
  shift: number[];
  scale: number[];
  W: number[][];
  w: number[];
  w0: number;
  offset: number;
  expansions: {
    kernel: import("./model/kernels.js").Kernel;
    z1: string;
    z2: string;
    coefficients: string;
    root: number[][] | null;
    square: number;
  }[];
};

/** A picture made by Python; see model/raster.js. */
export type RasterModel = {
  kind: "raster";
  size: number;
  box: Box;
  classes: number[];
  labels: string;
  strength: string;
  far?: string | null;
  bump?: number | null;
  projections: string[];
  offsets: number[];
};

/** Only a sentence. */
export type MessageModel = { kind: "message"; text: string };

/** Columns of points: Base64 of their bytes. */
export type PlainPoints = { x: string; y: string; labels: string };

export type Style = { name: string; colour: string; symbol: string };

/** A switch of the picture, and whether it is usually on. */
export type Switch = { name: string; title: string; on: boolean };

/** The largest numbers of a drawing, of its values and its box's ends, and of points that a link holds at least rounded. */
export type DrawingLimits = {
  points: number;
  classes: number;
  value: number;
  end: number;
  link: { points: number };
};

export type TableRow = { name: string; title: string; isInPicture: boolean; model: Model | null };

/** A comparison of an exercise's goal: "" is the classifier in the picture; see core/exercise_check.py. */
export type Goal = {
  measure: string;
  model: string;
  sign: ">=" | "<=";
  number: number;
  title: string;
  unit: "%" | "";
  /** The number with its unit. */
  wanted: string;
};

/** An exercise whose goal is checked while a hand moves. */
export type Exercise = {
  goal: Goal[];
  models: Record<string, Model>;
  folds: number;
  began: (PlainPoints & { near: number }) | null;
  fresh: (PlainPoints & { posterior: string }) | null;
  /** What a hand may not change. */
  locked: ("points" | "gamma" | "threshold")[];
};

/** The state of a room, as far as its receiver may see it. */
export type Room = {
  count: number;
  locked: boolean;
  asks_passcode: boolean;
  ended: boolean;
  activity?: Activity;
  /** The teacher's alone, by participant. */
  people?: Record<string, Person>;
  passcode?: string;
  can_undo?: boolean;
  plan?: PlanItem[];
  item?: number;
  since?: number;
};

export type Person = { name: string; status: "present" | "left" | "removed"; answered: boolean };

export type PlanItem = { title: string; note: string; key: string; settings: object };

/** What only this participant sees. */
export type You = {
  id: string;
  name: string;
  status: string;
  value?: any;
  class?: number;
};

export type Activity = DrawActivity | VoteActivity | CutActivity | PointActivity | ChallengeActivity;

/** A point [x, y, class]; a score with its class. */
export type RoomPoint = [number, number, number];
export type Score = [number, number];

type Of<Key extends string, Settings, Shown> = {
  number: number;
  key: Key;
  title: string;
  task: string;
  open: boolean;
  hidden: boolean;
  frozen: boolean;
  revealed: boolean;
  round: number;
  answered: number;
  settings: Settings;
  shown: Shown;
};

export type DrawSettings = {
  budget: number;
  classes: number;
  choice: "free" | "given";
  model: string;
  gamma: number;
  threshold: string;
  box: Box;
};

export type DrawActivity = Of<"draw", DrawSettings, { points?: Record<string, Record<string, RoomPoint>> }>;

export type VoteActivity = Of<"vote", { question: string; options: string[]; before?: string }, Votes>;

/** Nothing of it before the teacher reveals it. */
export type Votes = { votes?: number[][]; answer?: number; why?: string; page?: string; after?: string };

export type CutSettings = { points: Score[]; low: number; high: number; box?: undefined };

export type CutActivity = Of<"cut", CutSettings, { cuts?: Record<string, number>; best?: number; errors?: number }>;

export type PointActivity = Of<
  "cut",
  { points: RoomPoint[]; box: Box },
  { marks?: Record<string, [number, number]>; boundary?: [number, number][][] }
>;

export type ChallengeActivity = Of<
  "challenge",
  { points: RoomPoint[]; hidden: number; classes: string[] },
  { board?: Standing[]; hidden?: RoomPoint[] }
>;

export type Entry = { model: string; gamma?: number | string; threshold?: string };

/** A line of the board; one that could not be fitted has a problem instead of a rank and accuracies. */
export type Standing = {
  name: string;
  entry: Entry;
  rank?: number;
  training?: number;
  held_out?: number;
  hidden?: number;
  problem?: string;
};

/** What the pages of the classroom know when they start. */
export type RoomStart = {
  palette: Style[];
  names: string[];
  models: Record<string, { title: string; message: Model }>;
  thresholds: Record<string, string>;
  limits: DrawingLimits & { gamma: [number, number] };
  offered: Switch[];
  styles: string[];
};

export type Question = {
  title: string;
  question: string;
  options: string[];
  answer: number;
  why: string;
  page: string;
  before: string;
  after: string;
};

export type Card = { key: string; title: string; about: string; needs: string; minutes: number };

/** What the teacher's page knows besides. */
export type TeacherStart = RoomStart & {
  activities: Card[];
  datasets: { key: string; title: string }[];
  questions: Question[];
  theme: "light" | "dark";
  plan: PlanItem[];
  item: number;
  presented: boolean;
  asksKey: boolean;
  /** A sentence on the devices that cannot open the address. */
  reach: string;
};
