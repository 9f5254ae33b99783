/** What Python defines and the browser needs as well: written by scripts/shared_values.py. */

/** Colours that mean no class, and the share of its class's colour that a region takes on. */
export const LOOKS = {"light": {"background": "#ffffff", "ink": "#22212b", "quiet": "#5c5a68", "grid": "#e4e2ea", "unsure": 0.16, "sure": 0.55}, "dark": {"background": "#17161c", "ink": "#eceaf2", "quiet": "#b0adbb", "grid": "#35333d", "unsure": 0.22, "sure": 0.55}};

/** How the points of all classes but one look. */
export const REST = {"colour": "#8c8996", "symbol": "hexagon", "name": "hexagon"};

/** Pixels: the diameter of a marker on a narrow bump. */
export const SMALLEST_MARKER = 4.0;

/** The diameter of the ring around a misclassified point, in those of its marker. */
export const ERROR_RING = 1.5;

/** Pixels: the rim of an island around such a marker. */
export const ISLAND_RIM = 2.0;

/** Steps of a drawing's grid along each axis. */
export const STEPS = 65535;

/** Steps between the positions of new points. */
export const GRAIN = 17;

/** @type {import("./points.js").Box} of a blank sheet */
export const BLANK_BOX = [-3.0, 3.0, -2.0, 2.0];

/** The most points and classes of a drawing, the largest value and end of its box, and how many characters, or points that are at least rounded, a link holds. */
export const DRAWING = {"points": 5000, "classes": 10, "value": 1e+150, "end": 2e+150, "link": {"characters": 3700, "points": 600}};

/** Significant digits of a number whose logarithm is moved. */
export const DIGITS = 3;

/** γ where nothing else is chosen, and the ends of its range. */
export const GAMMA = {"default": 5.0, "low": 0.01, "high": 1000.0};

/** Bytes after a drawing. */
export const CHECKSUM = 4;

/** The largest end of a box in a drawing on the grid. */
export const LARGEST_FLOAT32 = 3e+38;

/** The largest score in a threshold search. */
export const LARGEST_SCORE = 1e+300;

/** The names of the features of generated and drawn points. */
export const COORDINATES = ["x\u2081", "x\u2082"];

/** What follows the name of a standardised feature. */
export const STANDARDISED = ", standardised";

/** The square of the radius at which a spiral begins. */
export const INNER = 0.04;

/** The most points of a data set. */
export const MAX_POINTS = 20000;

/** The most steps of an SVC fit. */
export const MAX_SVC_STEPS = 200000;

/** The most steps of an SVC fit times its points. */
export const MAX_SVC_WORK = 50000000;

/** The fields of a state that say which points there are. */
export const POINT_FIELDS = ["data", "n", "noise", "balance", "seed", "features", "classes", "standardise", "points", "names", "title"];

/**
 * The corners of markers around the middle, in units of the radius; all others are circles.
 * @type {Record<string, [number, number][]>}
 */
export const OUTLINES = {
  "square": [[-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]],
  "triangle-up": [[0, -1.2], [1.08, 0.72], [-1.08, 0.72]],
  "triangle-down": [[0, 1.2], [1.08, -0.72], [-1.08, -0.72]],
  "diamond": [[0, -1.22], [1.22, 0], [0, 1.22], [-1.22, 0]],
  "cross": [[-0.42, -1.2], [0.42, -1.2], [0.42, -0.42], [1.2, -0.42], [1.2, 0.42], [0.42, 0.42], [0.42, 1.2], [-0.42, 1.2], [-0.42, 0.42], [-1.2, 0.42], [-1.2, -0.42], [-0.42, -0.42]],
  "x": [[0.551543, -1.145513], [1.145513, -0.551543], [0.59397, 0.0], [1.145513, 0.551543], [0.551543, 1.145513], [0.0, 0.59397], [-0.551543, 1.145513], [-1.145513, 0.551543], [-0.59397, 0.0], [-1.145513, -0.551543], [-0.551543, -1.145513], [0.0, -0.59397]],
  "star": [[0.0, -1.4], [0.340915, -0.46923], [1.331479, -0.432624], [0.551613, 0.17923], [0.822899, 1.132624], [0.0, 0.58], [-0.822899, 1.132624], [-0.551613, 0.17923], [-1.331479, -0.432624], [-0.340915, -0.46923]],
  "pentagon": [[0.0, -1.1], [1.046162, -0.339919], [0.646564, 0.889919], [-0.646564, 0.889919], [-1.046162, -0.339919]],
  "hexagon": [[0.0, -1.0], [0.866025, -0.5], [0.866025, 0.5], [0.0, 1.0], [-0.866025, 0.5], [-0.866025, -0.5]],
  "bowtie": [[-1.15, -0.95], [0, -0.2], [1.15, -0.95], [1.15, 0.95], [0, 0.2], [-1.15, 0.95]],
};

/**
 * What is wrong and what to do, by the code of a FitError: bayeslab/estimators/fit_error.py.
 * @type {Record<string, (fields: Record<string, any>) => [reason: string, advice: string]>}
 */
export const SENTENCES = {
  one_class: ({ label }) => [
    `All points belong to one class, ${label}`,
    "add points of a second class",
  ],
  no_points: ({ label }) => [
    `Class ${label} has no points`,
    "add some",
  ],
  identical_points: ({ n }) => [
    `All ${n} points are identical`,
    "add points at other places to tell classes apart",
  ],
  too_few_for_covariance: ({ label, variant }) => [
    `Class ${label} has one point, and variant ${variant} needs its covariance`,
    "add points or use variant I",
  ],
  too_few_to_leave_out: ({ label }) => [
    `Class ${label} has one point, which cannot be left out`,
    "add a point or use another threshold",
  ],
  too_few_for_divisor: ({ label, found }) => [
    `Class ${label} has ${found} point(s), too few to divide by n − 1`,
    "add points or divide by n",
  ],
  too_few_for_shared_divisor: ({ found, classes, off }) => [
    `The ${found} points in ${classes} classes are too few to divide by n − ${off}`,
    "add points or divide by n",
  ],
  too_few_for_folds: ({ found, folds }) => [
    `The smallest class has ${found} point(s), fewer than the ${folds} folds`,
    "use fewer folds, another scheme or more points",
  ],
  singular_metric: ({ label }) => [
    `The covariance of class ${label} is singular: a feature is constant, or the points lie on a line or plane or are too few`,
    "move or add points, or use variant I, which needs no covariance",
  ],
  singular_metric_of_rest: ({ label }) => [
    `The covariance of all classes but ${label} is singular: a feature is constant, or the points lie on a line or plane or are too few`,
    "move or add points, or use variant I, which needs no covariance",
  ],
  singular_shared_metric: () => [
    "The covariance of the two classes is singular: a feature is constant, or the points lie on a line or plane or are too few",
    "move or add points, or use variant I, which needs no covariance",
  ],
  singular_covariance: ({ label }) => [
    `The covariance of class ${label} is singular (a feature is constant, or the points lie on a line or plane or are too few)`,
    "move or add points, or use another covariance",
  ],
  singular_shared_covariance: () => [
    "The covariance of all classes is singular (a feature is constant, or the points lie on a line or plane or are too few)",
    "move or add points, or use another covariance",
  ],
  no_covariance: ({ label }) => [
    `Class ${label} has no spread: in every feature its points are equal`,
    "move or add points, or use another covariance",
  ],
  no_shared_covariance: () => [
    "No class has any spread: in every feature its points are equal",
    "move or add points, or use another covariance",
  ],
  squares_overflow: () => [
    "The features are so large that their squares overflow",
    "scale them down",
  ],
  projection_overflows: () => [
    "The projection overflows",
    "scale the features down (standardise them) or lower the degree of the kernel",
  ],
  score_not_finite: () => [
    "A score is NaN, infinite or beyond 1e300",
    "give finite numbers",
  ],
  solver_not_done: ({ steps }) => [
    `The SVC's solver did not finish within ${steps.toLocaleString("en")} steps`,
    "lower C, use fewer points, or standardise the features",
  ],
};
