"""The Bayes-optimal rule and its error.

A classifier that learns has to guess the class-conditional densities p(x | k) and the priors P(k).
Where they are known (:class:`Problem`), as for generated data, Bayes' rule gives the best
possible classifier, and the share that it still gets wrong is the *Bayes error*

    E* = 1 - integral of max_k P(k) p(x | k) dx.

No classifier has a smaller error; the difference of a given one is its *excess error*.

On the line a classifier is a list of intervals, so that its error is a sum of differences of
distribution functions, exact to rounding. In the plane the integral is a sum over small square
cells (:mod:`bayeslab.bayes_error.quadrature`), with an uncertainty.

Sources: the Bayes classifier post (optimality of the rule); the linear classifiers post; the
Gaussian discriminants notes (ML and MAP).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from bayeslab.bayes_error.densities import Density, Mixture
from bayeslab.bayes_error.quadrature import integrate_pieces
from bayeslab.estimators.bayes_rule import LogOdds, resolve_priors
from bayeslab.estimators.validation import without_weights

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

SCAN_REACH, SCAN_STEPS = 12, 1536  # the line is scanned to 12 standard deviations, by 1/128
QUADRATURE_ACCURACY = 1e-7  # of all cells without a boundary together, measured where it is known


@dataclass(frozen=True)
class Problem:
    """A classification problem with known class densities and priors.

    Attributes
    ----------
    title : str
    densities : K densities of the same number of features
    priors : K positive numbers with sum 1
        Equal ones if none are given.
    class_names : K names
        Made up if none are given; of two classes, the last is C+.

    Raises
    ------
    ValueError
        If there are fewer than two classes, or the above do not fit together.

    Examples
    --------
    >>> from bayeslab.bayes_error import Gaussian, Problem
    >>> classes = [Gaussian([0.0], [[1.0]]), Gaussian([2.0], [[1.0]])]
    >>> Problem("a rare class", classes, priors=[0.9, 0.1]).rule().predict([[1.0], [2.5]]).tolist()
    [0, 1]
    """

    title: str
    densities: Sequence[Density]
    priors: Sequence[float] = ()
    class_names: Sequence[str] = ()

    def __post_init__(self) -> None:
        K = len(self.densities)
        if K < 2:
            raise ValueError("A problem has two classes or more: give a density for each.")
        mixture = Mixture(list(self.priors) or [1 / K] * K, self.densities)
        made_up = ("C−", "C+") if K == 2 else [f"class {number}" for number in range(1, K + 1)]
        names = tuple(self.class_names) or tuple(made_up)
        if len(names) != K:
            raise ValueError(f"There are {len(names)} class names; give one for each of {K}.")
        object.__setattr__(self, "densities", mixture.parts)
        object.__setattr__(self, "priors", mixture.weights)
        object.__setattr__(self, "class_names", names)

    @cached_property
    def marginal(self) -> Mixture:
        """The density p(x) = sum_k P(k) p(x | k) of points of unknown class."""
        return Mixture(self.priors, self.densities)

    @property
    def n_features(self) -> int:
        """The number of features, d."""
        return self.marginal.n_features

    def log_densities(self, X: ArrayLike) -> Array:
        """Return log p(x | k) for each row x of `X`, shape (n, d), and each class, shape (n, K).

        Raises
        ------
        ValueError
            If `X` has another shape, or a point lies so far out that its density overflows.
        """
        points = np.asarray(X, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != self.n_features:
            raise ValueError(f"The points must have {self.n_features} feature(s): one row each.")
        with np.errstate(over="ignore", invalid="ignore"):
            logs = self.marginal.log_parts(points)
        far = ~np.isfinite(logs).all(axis=1)
        if far.any():
            raise ValueError(
                f"Row {far.argmax()} of X is missing or lies so far out that its density "
                "overflows; give points nearer to the classes."
            )
        return logs

    def log_joint(self, X: ArrayLike) -> Array:
        """Return log P(k) + log p(x | k), shape (n, K); errors as `log_densities`."""
        return np.log(self.priors) + self.log_densities(X)

    def posterior(self, X: ArrayLike) -> Array:
        """Return P(k | x), shape (n, K); errors as `log_densities`."""
        return self.rule().predict_proba(X)

    def rule(self, priors: ArrayLike | str | None = None) -> "BayesOptimal":
        """Return the Bayes-optimal classifier, fitted; `priors` are as there."""
        return BayesOptimal(self, priors).fit()

    def sample(self, n: int, seed: int | Generator) -> tuple[Array, Labels]:
        """Draw `n` classes by the priors, and a point of each: shapes (n, d) and (n,)."""
        return self.marginal.sample_parts(n, np.random.default_rng(seed))

    def answers(self, model: Any, X: Array) -> Labels:
        """Return the class that a fitted classifier predicts for each row of `X`, shape (n,).

        Raises
        ------
        ValueError
            If one of them is not among 0 ... K - 1.
        """
        labels, K = np.asarray(model.predict(X)), len(self.priors)
        if not np.isin(labels, range(K)).all():
            raise ValueError(
                f"The classifier must answer with the labels 0 to {K - 1}: fit it to points of "
                "this problem."
            )
        return labels.astype(np.int64)


class BayesOptimal(LogOdds):
    """The Bayes-optimal classifier of a problem, with the methods of scikit-learn's classifiers.

    Parameters
    ----------
    problem : Problem
        The labels are 0 ... K - 1, in the order of its densities.
    priors : None, "equal" or array-like of shape (K,)
        None: those of the problem (MAP), which makes the rule optimal. "equal": 1 / K (ML).

    Attributes
    ----------
    classes_ : array of shape (K,)
    priors_ : array of shape (K,)
    """

    priors_: Array

    def __init__(self, problem: Problem, priors: ArrayLike | str | None = None) -> None:
        self.problem = problem
        self.priors = priors

    @without_weights
    def fit(self, X: Any = None, y: Any = None) -> Self:
        """Take the known densities; `X` and `y` are ignored.

        Raises
        ------
        ValueError
            If the priors are not those above.
        """
        priors = self.problem.priors if self.priors is None else self.priors
        self.classes_ = np.arange(len(self.problem.priors))
        self.priors_ = resolve_priors(priors, np.ones_like(self.classes_))
        self.n_features_in_ = self.problem.n_features
        return self

    def _joint_log_likelihood(self, X: Array) -> Array:
        return np.log(self.priors_) + self.problem.log_densities(X)


@dataclass(frozen=True)
class ErrorRate:
    """The error of a classifier, and that of the best rule.

    Attributes
    ----------
    value : float
        Probability of an error.
    bayes : float
        The Bayes error, computed in the same way.
    uncertainty : float
        In the plane: the absolute change by the last halving of the cells, plus the missing part
        of the densities' integrals, plus 1e-7. On the line: the change by a scan with half as
        many points, which is 0 unless the classifier has tiny intervals.
    """

    value: float
    bayes: float
    uncertainty: float = 0.0

    @property
    def excess(self) -> float:
        """The error that a better rule could avoid, 0 or more up to rounding."""
        return self.value - self.bayes


def error_rate(problem: Problem, model: Any = None) -> ErrorRate:
    """Return the error of any classifier on a problem with one or two features.

    Parameters
    ----------
    problem : Problem
    model : scikit-learn classifier, fitted, or None
        Its labels are 0 ... K - 1; None is the best rule, whose error is the Bayes error. Regions
        of any shape are found if they are wider than about a tenth of the narrowest standard
        deviation of a class (on the line: 1/128); smaller ones, as of one nearest neighbour, may be
        missed.

    Raises
    ------
    ValueError
        If the problem has more than two features, a density is very much narrower in one
        direction than in another, or the model answers with another label.

    Examples
    --------
    >>> from bayeslab.bayes_error import error_rate, known_problem
    >>> problem = known_problem("rare_class")
    >>> rates = error_rate(problem).value, error_rate(problem, problem.rule("equal")).value
    >>> [round(rate, 3) for rate in rates]
    [0.07, 0.159]
    """
    if problem.n_features == 1:
        return _line_error(problem, model)
    if problem.n_features == 2:
        return _plane_error(problem, model)
    raise ValueError(
        "Errors are integrated over one or two features; of more, count them on Problem.sample."
    )


def _plane_error(problem: Problem, model: Any) -> ErrorRate:
    def evaluate(nodes: Array) -> tuple[Array, Labels]:
        """Return densities of errors, of the best rule's errors and of points; both answers."""
        joint = np.exp(problem.log_joint(nodes))
        best = joint.argmax(axis=1)
        answers = best if model is None else problem.answers(model, nodes)
        labels = np.column_stack([answers, best])
        points = joint.sum(axis=1, keepdims=True)
        return np.hstack([points - np.take_along_axis(joint, labels, axis=1), points]), labels

    integrals, changes = integrate_pieces(
        evaluate, problem.marginal.extents, thorough=model is not None
    )
    value, bayes, mass = integrals
    uncertainty = max(changes[:2]) + abs(1 - mass) + QUADRATURE_ACCURACY
    return ErrorRate(float(value / mass), float(bayes / mass), float(uncertainty))


# On the line


@dataclass(frozen=True)
class Intervals:
    """A classifier on the line.

    Attributes
    ----------
    boundaries : array of shape (m,)
        Where the decision changes, ascending.
    labels : array of shape (m + 1,)
        The class below, between and above the boundaries.
    """

    boundaries: Array
    labels: Labels


def class_errors(problem: Problem, intervals: Intervals) -> Array:
    """Return P(k) P(x lies in an interval not labelled k | k) for each class, shape (K,).

    Their sum is the error of a classifier on the line.
    """
    ends = np.concatenate(([-np.inf], intervals.boundaries, [np.inf]))
    probabilities = [
        density.mass(ends[:-1], ends[1:])[intervals.labels != k].sum()
        for k, density in enumerate(problem.densities)
    ]
    return np.multiply(problem.priors, probabilities)


def class_intervals(problem: Problem, model: Any, steps: int = SCAN_STEPS) -> Intervals:
    """Return where a classifier's decision changes on the line.

    The line is scanned to 12 standard deviations on both sides of every Gaussian, in `steps`
    steps each, and each change of label is bisected down to rounding. Where two classes come
    closest without a change in sight, the point of closest approach is scanned too, so that no
    interval of the best rule is missed.

    Raises
    ------
    ValueError
        If the problem has more than one feature, or the model answers with another label.
    """
    if problem.n_features != 1:
        raise ValueError("Intervals need a problem on the line, with one feature.")
    x = _scanned_line(problem, steps)
    labels = problem.answers(model, x[:, None])
    finest = np.finfo(np.float64).eps * np.abs(x).max()
    while len(open_ := np.flatnonzero((labels[:-1] != labels[1:]) & (np.diff(x) > 2 * finest))):
        middle = (x[open_] + x[open_ + 1]) / 2
        answers = problem.answers(model, middle[:, None])
        x = np.insert(x, open_ + 1, middle)
        labels = np.insert(labels, open_ + 1, answers)
    last = np.flatnonzero(labels[:-1] != labels[1:])
    return Intervals(x[last], labels[np.append(last, len(labels) - 1)])


def _line_error(problem: Problem, model: Any) -> ErrorRate:
    def error(model: Any, steps: int) -> float:
        return float(class_errors(problem, class_intervals(problem, model, steps)).sum())

    best = error(problem.rule(), SCAN_STEPS)
    if model is None:
        return ErrorRate(best, best)
    value = error(model, SCAN_STEPS)
    return ErrorRate(value, best, abs(value - error(model, SCAN_STEPS // 2)))


def _scanned_line(problem: Problem, steps: int) -> Array:
    extents = problem.marginal.extents
    places = np.linspace(-SCAN_REACH, SCAN_REACH, 2 * steps + 1)
    x = np.unique(extents.centres + extents.widest[:, None] * places)
    logs = problem.log_joint(x[:, None])
    approaches = [_closest_approaches(x, a - b) for a, b in combinations(logs.T, 2)]
    return np.unique(np.concatenate([x, *approaches]))


def _closest_approaches(x: Array, gap: Array) -> Array:
    """Return where the gap is smallest between points of one sign, by parabolas through three."""
    sign, size = np.sign(gap), np.abs(gap)
    low, middle, high = size[:-2], size[1:-1], size[2:]
    same = (sign[:-2] == sign[1:-1]) & (sign[1:-1] == sign[2:])
    dips = same & (middle <= low) & (middle <= high) & (2 * middle < low + high)
    i = np.flatnonzero(dips)
    first, second = ((size[j + 1] - size[j]) / (x[j + 1] - x[j]) for j in (i, i + 1))
    curvature = (second - first) / (x[i + 2] - x[i])
    return (x[i] + x[i + 1]) / 2 - first / (2 * curvature)
