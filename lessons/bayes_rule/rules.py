"""Decision rules for two known densities on a line: their decisions, errors and losses.

The densities can be moved and scaled. Besides the rules that count errors there is one that weighs
them: a false alarm costs 1, a missed point of C+ the loss ratio L, and a rejected point, for which
neither class is predicted, r. At x the expected losses of predicting C+, predicting C- and
rejecting are

    P(-|x),    L P(+|x),    r,

and the rule, :class:`bayeslab.MinimumRisk`, takes the smallest one. It never rejects if
r >= L / (1 + L).

``rules.js`` does the same in the browser. Sources: Bishop, Pattern Recognition and Machine
Learning, 1.5.2-1.5.3; Duda, Hart and Stork, Pattern Classification, 2.2; Chow (1970).
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.bayes_error.densities import Density, Gaussian, Mixture, normal
from bayeslab.bayes_error.optimal import Intervals, Problem, class_intervals
from bayeslab.estimators.minimum_risk import MinimumRisk
from core.caching import memoize

Array = NDArray[np.float64]

MAP, ML, CUT, COSTS = "map", "ml", "cut", "costs"
RULES = {MAP: "MAP", ML: "ML", CUT: "cut at x", COSTS: "costs"}
REJECTED = 2  # the label of an interval where neither class is predicted
NEGLIGIBLE = 1e-12  # posteriors nearer to 0 and 1 are not distinguished


@dataclass(frozen=True)
class Costs:
    """The loss of a missed point of C+, where that of a false alarm is 1, and of a rejection."""

    loss: float
    reject: float

    @property
    def of_answers(self) -> Array:
        """The losses of C-, C+ and a rejection, for points of C- and of C+, shape (2, 3)."""
        return np.array([[0.0, 1.0, self.reject], [self.loss, 0.0, self.reject]])


@dataclass(frozen=True)
class Performance:
    """The shares of points misclassified and rejected by a rule, and its mean loss (risk)."""

    error: float
    rejected: float
    risk: float


def find_moments(density: Density) -> tuple[float, float]:
    """Return the mean and the standard deviation of a Gaussian mixture on the line."""
    weights, means, deviations = np.array(parts_of(density)).T
    mean = weights @ means
    return float(mean), float(np.sqrt(weights @ (deviations**2 + (means - mean) ** 2)))


def standard_parts(density: Density) -> list[list[float]]:
    """Return weight, mean and standard deviation of each part, in units of the whole density."""
    centre, scale = find_moments(density)
    return [[weight, (m - centre) / scale, s / scale] for weight, m, s in parts_of(density)]


def move_density(density: Density, mean: float, deviation: float) -> Density:
    """Return the density with another mean and another standard deviation."""
    parts = [
        (weight, normal(mean + deviation * m, deviation * s))
        for weight, m, s in standard_parts(density)
    ]
    if len(parts) == 1:
        return parts[0][1]
    return Mixture(*zip(*parts, strict=True))


def parts_of(density: Density) -> list[tuple[float, float, float]]:
    """Return weight, mean and standard deviation of each Gaussian of a density on the line."""
    mixture = density if isinstance(density, Mixture) else Mixture((1.0,), (density,))
    return [
        (weight, part.mean[0], float(np.sqrt(part.covariance[0][0])))
        for weight, part in zip(mixture.weights, mixture.parts, strict=True)
        if isinstance(part, Gaussian)
    ]


@memoize(256)
def intervals_of(problem: Problem, rule: str, x: float, costs: Costs) -> Intervals:
    """Return the decisions of one of ``RULES``; `x` is the boundary of the cut."""
    if rule == CUT:
        return Intervals(np.array([x]), np.array([0, 1]))
    low, high = _levels(rule, problem, costs)
    boundaries = np.unique(np.concatenate([_crossings(problem, level) for level in (low, high)]))
    ends = np.concatenate((boundaries[:1] - 2, boundaries, boundaries[-1:] + 2))
    middles = (ends[:-1] + ends[1:]) / 2 if boundaries.size else np.zeros(1)
    return Intervals(boundaries, _classifier(problem, rule, costs).predict(middles[:, None]))


def _classifier(problem: Problem, rule: str, costs: Costs) -> Any:
    """Return one of ``RULES`` but the cut as a classifier."""
    best = problem.rule("equal" if rule == ML else None)
    if rule != COSTS:
        return best
    losses = costs.of_answers[:, :2]
    return MinimumRisk(best, losses, costs.reject, REJECTED).fit(None, None)


def _levels(rule: str, problem: Problem, costs: Costs) -> tuple[float, float]:
    """Return the log odds between which neither class is predicted."""
    if rule == MAP:
        return 0.0, 0.0
    if rule == ML:
        equal = float(np.log(problem.priors[1] / problem.priors[0]))
        return equal, equal
    even = -float(np.log(costs.loss))
    return min(even, _logit(costs.reject / costs.loss)), max(even, _logit(1 - costs.reject))


def _logit(p: float) -> float:
    return float(np.log(max(p, NEGLIGIBLE)) - np.log(max(1 - p, NEGLIGIBLE)))


def _crossings(problem: Problem, level: float) -> Array:
    """Return the points where the log odds of C+ equal a level."""
    weighted = np.multiply(problem.priors, (np.exp(level), 1.0))
    priors = weighted / weighted.sum()
    model = problem.rule(priors)
    return class_intervals(replace(problem, priors=tuple(priors)), model).boundaries


def decision_shares(problem: Problem, intervals: Intervals) -> Array:
    """Return the share of all points of class k labelled 0, 1 or rejected, shape (2, 3)."""
    ends = np.concatenate(([-np.inf], intervals.boundaries, [np.inf]))
    masses = np.array([density.mass(ends[:-1], ends[1:]) for density in problem.densities])
    is_label = intervals.labels[:, None] == np.arange(3)
    shares: Array = np.array(problem.priors)[:, None] * (masses @ is_label)
    return shares


def evaluate_rule(problem: Problem, intervals: Intervals, costs: Costs) -> Performance:
    """Return the exact performance of a rule."""
    shares = decision_shares(problem, intervals)
    error, rejected = shares[0, 1] + shares[1, 0], shares[:, REJECTED].sum()
    return Performance(float(error), float(rejected), float((shares * costs.of_answers).sum()))
