// The shapes of the pocket lab: what offline/pocket/start_data.py writes into its page, and the state that its link holds.

import type { GaussianModel, KernelModel, Style, SvcModel, Switch } from "../../messages.js";
import type { Box, Place } from "../../model/points.js";

/** What a value of a field must be: an instance of a class of core/limits.py. */
export type Limit = { longest: number } & PlainLimit;

type PlainLimit = (
  | { kind: "choice"; options: string[] }
  | { kind: "number"; low: number; high: number; whole?: boolean; among?: number[] }
  | { kind: "flag" }
  | { kind: "indices"; fewest: number; most: number }
  | { kind: "words"; options: string[] }
  | { kind: "names"; longest_name: number }
  | { kind: "title" | "text" | "moved" | "points" | "movedpoints" }
);

export type LimitOf<Kind> = Extract<Limit, { kind: Kind }>;

/** With which something applies: fields, and the options of which one of them must have one. */
export type Conditions = [string[], string[]][];

/** The declaration of a field; see fields.js. */
export type Field = {
  default: unknown;
  limit: Limit;
  step: number;
  logarithmic: boolean;
  label: string;
  titles: Record<string, string>;
  when: Conditions;
  of: string[];
  lasting: boolean;
};

/** As Python writes it: without attributes at their default. */
export type PlainField = Pick<Field, "default"> & Partial<Omit<Field, "limit">> & { limit: PlainLimit & { longest?: number } };

/** Values of fields by their names. */
export type Values = Record<string, unknown>;

type Named = { title: string; description: string; feature_names: string[]; class_names: string[] };

/** An instance of a class of bayeslab/data/shapes.py, without what is at its default there. */
export type Shape =
  | { kind: "clouds"; means: Place[]; factor?: [Place, Place]; spread?: number }
  | { kind: "arc"; scale: number; turn: number; start?: number; shift?: Place; is_spiral?: boolean }
  | { kind: "board"; colour: number };

export type Generated = Named & {
  kind: "generated";
  shapes: Shape[];
  noise: number;
  noise_max: number;
  noise_meaning: string;
  balance: number;
};

/** A table; the lab has some that are too large for this page, which have no columns here. */
export type Table = Named & { kind: "real"; features: number[]; columns?: number[][]; labels?: number[] };

export type Datasets = Record<string, Generated | Table>;

export type Start = {
  fields: Record<string, PlainField>;
  datasets: Datasets;
  kernels: Record<string, { is_bump: boolean }>;
  /** Those without a model are fitted by Python. */
  models: Record<string, { title: string; reads: string[]; gamma: Conditions; model: KernelModel | GaussianModel | SvcModel | null }>;
  table_models: string[];
  presets: { title: string; text: string; link: string }[];
  palette: Style[];
  offered: Switch[];
  /** A regular expression: parameters of links that are not of the state. */
  foreign: string;
  /** Words in the name of a column that suggest the class, the most likely first, and names of a column that numbers the rows. */
  class_words: string[];
  row_names: string[];
  evaluation_seed: number;
};
