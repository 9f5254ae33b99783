// The shapes of the pocket lab: what offline/pocket/start_data.py writes into its page, and the state that its link holds.

import type { GaussianModel, KernelModel, Style, SvcModel, Switch } from "../../messages.js";
import type { Box } from "../../model/points.js";

/** What a value of a field must be: an instance of a class of core/limits.py. */
export type Limit = { longest: number } & (
  | { kind: "choice"; options: string[] }
  | { kind: "number"; low: number; high: number; whole: boolean; among?: number[] }
  | { kind: "flag" }
  | { kind: "indices"; fewest: number; most: number }
  | { kind: "words"; options: string[] }
  | { kind: "names"; longest_name: number }
  | { kind: "title" | "text" | "moved" | "points" | "movedpoints" }
);

export type LimitOf<Kind> = Extract<Limit, { kind: Kind }>;

/** With which something applies: fields, and the options of which one of them must have one. */
export type Conditions = [string[], string[]][];

/** The declaration of a field; see link.js. */
export type Field = {
  default: unknown;
  limit: Limit;
  label: string;
  titles: Record<string, string>;
  when: Conditions;
  of: string[];
  lasting: boolean;
};

export type Fields = Record<string, Field>;

/** Values of fields by their names. */
export type Values = Record<string, unknown>;

/** core.state.LabState, as far as the modules name its fields: null is Python's None. */
export type LabState = {
  data: string;
  n: number;
  noise: number | null;
  balance: number | null;
  seed: number;
  features: number[] | null;
  classes: number[] | null;
  standardise: boolean;
  points: string;
  names: string[];
  title: string;
  model: string;
  beside: string;
  switches: string[];
  moved: string;
  kernel: string;
  gamma: number;
  degree: number;
  coef0: number;
  threshold: string;
  metric: string;
  determinants: boolean;
  svc_C: number;
  svc_gamma: "same" | "scale" | "own";
  svc_gamma_value: number;
  svc_standardise: boolean;
  scheme: string;
  folds: number;
};

type Named = { title: string; description: string; feature_names: string[]; class_names: string[] };

export type Generated = Named & {
  kind: "generated";
  noise: number;
  noise_max: number;
  noise_meaning: string;
  balance: number;
};

/** A table; the lab has some that are too large for this page, which have no columns here. */
export type Table = Named & { kind: "real"; features: number[]; columns?: number[][]; labels?: number[] };

export type Datasets = Record<string, Generated | Table>;

export type Start = {
  fields: Fields;
  datasets: Datasets;
  kernels: Record<string, { title: string; is_bump: boolean }>;
  /** Those without a model are fitted by Python. */
  models: Record<string, { title: string; reads: string[]; gamma: Conditions; model: KernelModel | GaussianModel | SvcModel | null }>;
  table_models: string[];
  presets: { title: string; text: string; link: string }[];
  palette: Style[];
  offered: Switch[];
  /** A regular expression: parameters of links that are not of the state. */
  foreign: string;
  blank_box: Box;
  /** Words in the name of a column that suggest the class, the most likely first, and names of a column that numbers the rows. */
  class_words: string[];
  row_names: string[];
  evaluation_seed: number;
};
