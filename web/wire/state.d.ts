// The state of the lab, core.state.LabState: written by scripts/shared_values.py.
// Null is Python's None.

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
  svc_gamma: string;
  svc_gamma_value: number;
  svc_standardise: boolean;
  divisor: string;
  scheme: string;
  folds: number;
};
