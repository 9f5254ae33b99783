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
  divisor?: Divisor;
  /** The share of the pooled covariance in that of each class. */
  pooling?: number;
  /** The share of the identity, times the mean variance, in what results. */
  shrinkage?: number;
};

/** Of sums of squares, with n the points of an estimate and K the means that they are seen from. */
export type Divisor = "n" | "n-1" | "n-K";

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

/**
 * A switch of the picture, and whether it is on by default; null if the features decide. The words of a link name those
 * that are not at their default; one with `off` is switched on by its name and off by that word.
 */
export type Switch = { name: string; title: string; on: boolean | null; off: string | null };

/** A classifier of the table of accuracies; `row` is the host's, of one that the browser cannot refit. */
export type TableRow = {
  name: string;
  title: string;
  isInPicture: boolean;
  model: Model | null;
  row?: import("./model/cross_validation.js").Row | { problem: string } | null;
};

export type TableData = {
  isShown: boolean;
  title: string;
  scheme: string;
  folds: number;
  seed: number;
  worker: string | null;
  rows: TableRow[];
};

/** A classifier in the picture; `accuracy` is a sentence. */
export type PanelData = { title: string; name: string; model: Model; accuracy: string | null };

/** What a host tells the drawing component; drawing.js says what it means. */
export type DrawingData = {
  revision: number;
  seq: number;
  theme: string;
  view: string;
  palette: Style[];
  classes: string[];
  features: string[];
  box: Box;
  gamma: number;
  /** Whether a classifier in the picture depends on gamma. */
  showsGamma: boolean;
  offered: Switch[];
  switches: string[];
  /** The moved thresholds; left out by a host that does not want to know of them. */
  moved?: string;
  points: string | PlainPoints | null;
  exact: boolean;
  before?: { box: Box; points: string | PlainPoints; exact: boolean; setting: object } | null;
  compact?: boolean;
  exercise?: Exercise | null;
  /** What cannot be changed without an exercise, such as "gamma". */
  locked?: string[];
  lesson?: { line: boolean; cut: number | null; weights?: boolean } | null;
  panels: PanelData[];
  table?: TableData | null;
  setting?: object;
  presets?: { title: string; text: string; setting: object }[];
  wish?: { number: number; selection: number[]; threshold: number | null } | null;
};

/** What the component tells its host of a drawing; a message without points asks for them. */
export type DrawingState = {
  seq: number;
  revision: number;
  points?: string | null;
  gamma?: number | null;
  switches?: string[];
  moved?: string;
  cut?: number | null;
  setting?: object;
  /** The settings that stay: of `setting` the points alone are asked for. */
  kept?: object;
};

/** What a hand has chosen of the picture that is in no drawing; a threshold that it has moved, or null. */
export type Screen = { selection: number[]; threshold: number | null };

/** How the component tells its host. */
export type SetDrawing = (...message: [name: "drawing", state: DrawingState] | [name: "screen", screen: Screen]) => void;

/** A comparison of an exercise's goal: "" is the classifier in the picture; see core/exercises/check.py. */
export type Goal = {
  measure: string;
  model: string;
  sign: ">=" | "<=";
  number: number;
  title: string;
  unit: "%" | "yes/no" | "";
  /** "at least 88 %" */
  wanted: string;
};

/** An exercise whose goal is checked while a hand moves. */
export type Exercise = {
  goal: Goal[];
  /** Its number, where one component shows one after the other. */
  variant?: number;
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
  homework?: Homework;
  /** The teacher's alone, by participant. */
  people?: Record<string, Person>;
  passcode?: string;
  /** What the projector's link carries. */
  projector?: string;
  can_undo?: boolean;
  plan?: PlanItem[];
  item?: number;
  since?: number;
};

export type Person = { name: string; status: "present" | "left" | "away" | "removed"; answered: boolean };

export type PlanItem = { title: string; note: string; key: string; settings: object };

/** What only this participant sees. */
export type You = {
  id: string;
  name: string;
  status: string;
  value?: any;
  class?: number;
  result?: { reached: boolean };
  /** Of a student's homework, by exercise. */
  work?: Record<string, HomeworkState & { handed: HandedIn; last?: boolean }>;
  number?: string;
};

/** The hand-in to one exercise that counts; `reached`, or `last` of the last one, is missing while it may not be known, or is not yet. */
export type HomeworkState = { tries: number; at: number; reached?: boolean };

export type Homework = {
  exercises: { stem: string; title: string; kind: string; shared?: boolean }[];
  begin: number;
  end: number;
  over: boolean;
  /** Whether the best hand-in counts; what only the teacher's table asks for, or nothing. */
  best: boolean;
  roster: string;
  /** The teacher's alone, by participant. */
  numbers?: Record<string, string>;
  /** The teacher's alone, by participant and exercise. */
  work?: Record<string, Record<string, HomeworkState>>;
};

/** The hand-in of a student that counts, for the teacher who asks for it. */
export type HomeworkWork = {
  who: string;
  desk: Desk;
  handed: HandedIn;
  result: { reached: boolean; values?: (number | null)[] };
};

export type Activity = DrawActivity | VoteActivity | CutActivity | PointActivity | ChallengeActivity | ExerciseActivity;

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
  /** Of those who have answered and left. */
  gone: number;
  /** When it closes by itself, in seconds since 1970 as the server counts them; 0 for never. */
  closes: number;
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

/** The classes and the two columns of a table of the teacher's own. */
export type OfTable = { names?: string[]; features?: string[] };

export type CutSettings = { points: Score[]; low: number; high: number; box?: undefined } & OfTable;

export type CutActivity = Of<"cut", CutSettings, { cuts?: Record<string, number>; best?: number; errors?: number }>;

export type PointActivity = Of<
  "cut",
  { points: RoomPoint[]; box: Box } & OfTable,
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

/** What is handed in to an exercise: one of these, by its kind. */
export type HandedIn = { state?: Record<string, any>; number?: number; place?: Record<string, number>; option?: number };

/** A solution of the gallery; `values` are the measures of the goal, null where there is none. */
/** One of a group with equal results, and how many are in it. */
export type Solution = { handed: HandedIn; count: number; result: { reached: boolean; values?: (number | null)[]; error?: number } };

export type ExerciseActivity = Of<
  "exercise",
  {
    exercise: string;
    variant: number;
    title: string;
    task: string;
    options: string[];
    rules: { kind: string; goal?: Goal[] };
    opened: number;
    /** That of an exercise of the teacher's own, as JSON; the others have an address. */
    desk?: string;
  },
  { reached?: number; values?: (number | null)[][]; votes?: number[]; gallery?: Solution[]; ending?: Ending }
>;

/** What the drawing component shows of an exercise; see core/exercises/messages.py. */
export type DeskSheet = {
  points: string | PlainPoints;
  classes: string[];
  features: string[];
  box: Box;
  gamma: number;
  showsGamma: boolean;
  exact: boolean;
  panels: { title: string; name: string; model: Model; accuracy: string }[];
  lesson: { line: boolean; cut: number | null } | null;
  exercise: Exercise;
};

export type DeskPicture =
  | { kind: "drawn"; sheet: DeskSheet; sheets?: { chosen: Record<string, any>; changes: object }[] }
  | { kind: "line"; limits: Record<string, [number, number]>; curves: number[][]; names: string[]; box: [number, number]; truth?: number | null; others?: Record<string, number>[] }
  | { kind: "plane"; limits: Record<string, [number, number]>; points: PlainPoints; names: string[]; box: Box; truth?: number[][] | null; others?: Record<string, number>[] }
  | { kind: "counts"; rows: [string, string][] };

/** What a browser needs to solve an exercise. */
export type Desk = {
  stem: string;
  title: string;
  kind: "reach" | "number" | "place" | "choice";
  task: string;
  options: string[];
  picture: DeskPicture;
  fields?: { name: string; label: string; options: [any, string][]; first: any }[];
  may?: string[];
  /** Each may have a comparison that calls for it. */
  hints?: { when: Goal | null; text: string }[];
  /** What is said where none is called for, or left. */
  no_hint?: string;
};

/** What is told at the end of an exercise. */
export type Ending = {
  shown: string;
  picture: DeskPicture;
  verdict?: string;
  setting?: string;
  answer?: string;
  truth?: number;
  within?: number;
  /** What known mistakes lead to, a number or two places on a line, and the replies. */
  mistakes?: { wrong: number | number[][]; text: string }[];
  right?: number;
  replies?: string[];
};

export type ListedExercise = { stem: string; title: string; lesson: number; level: string; shared: boolean };

/** A small picture of a classifier and its points. */
export type SmallPicture = {
  theme: string;
  palette: Style[];
  classes: string[];
  box: Box;
  points: PlainPoints;
  model: Model;
  gamma: number;
  alt: string;
};

/** What the pages of the classroom know when they start. */
export type RoomStart = {
  palette: Style[];
  names: string[];
  models: Record<string, { title: string; message: Model }>;
  thresholds: Record<string, string>;
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
  exercises: ListedExercise[];
  theme: "light" | "dark";
  plan: PlanItem[];
  item: number;
  presented: boolean;
  asksKey: boolean;
  /** A sentence on the devices that cannot open the address. */
  reach: string;
};
