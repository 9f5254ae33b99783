"""Correlation between features: what naive Bayes leaves out and optimal Bayes keeps.

Two classes, A and B, have two features with variance 1. What a situation fixes is how their means
differ and whether the features of both classes have the same correlation rho or opposite ones.
The covariance of a class is then

    C = [[1, s rho], [s rho, 1]]    with s = 1 or -1.

The points drawn from a situation have exactly these means and covariances, so that the fitted
classifiers are those of the formulas, and turning rho moves every point a little.

Two numbers judge a classifier on points it has not seen: how many it gets right, and how sure it is
of its answers. Where the two differ, its probabilities are wrong.

Source: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 2-4.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import solve_triangular
from sklearn.base import clone

from bayeslab.bayes_error.optimal import Gaussian, Problem
from bayeslab.estimators.bayes_rule import BayesRule
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits

__all__ = [
    "HEIGHT_B",
    "SITUATIONS",
    "Judgement",
    "Situation",
    "correlated_problem",
    "flat_class",
    "judge_held_out",
    "judge_on_new_points",
    "points_with_moments",
]

Array = NDArray[np.float64]
Points = tuple[Array, NDArray[np.int64]]

HEIGHT_B = 5.0  # x2 of the mean of class B in flat_class


@dataclass(frozen=True)
class Situation:
    """How two classes with correlated features differ.

    Attributes
    ----------
    difference : tuple of 2 float
        Mean of class B minus mean of class A.
    signs : tuple of 2 int
        The correlation in class A and in class B is this sign times rho.
    """

    difference: tuple[float, float]
    signs: tuple[int, int]


SITUATIONS: Mapping[str, Situation] = MappingProxyType(
    {
        "level": Situation((2.0, 0.0), (1, 1)),
        "uphill": Situation((1.4, 1.4), (1, 1)),
        "crossed": Situation((0.6, 0.0), (1, -1)),
    }
)


@dataclass(frozen=True)
class Judgement:
    """How a classifier does on points it has not seen.

    Attributes
    ----------
    right : float
        The share of points that it calls rightly.
    certainty : float
        The mean posterior probability of the classes it chose: what it thinks that share is.
    """

    right: float
    certainty: float


def correlated_problem(situation: Situation, rho: float) -> Problem:
    """Return the known class densities of a situation, with equal priors.

    Raises
    ------
    ValueError
        If rho does not lie between -1 and 1.
    """
    if not -1 < rho < 1:
        raise ValueError(f"The correlation is {rho:g}; give a number between -1 and 1.")
    half = np.array(situation.difference) / 2
    classes = [
        Gaussian(tuple(side * half), ((1.0, sign * rho), (sign * rho, 1.0)))
        for side, sign in zip((-1, 1), situation.signs, strict=True)
    ]
    return Problem("correlated features", classes, class_names=("class A", "class B"))


def points_with_moments(problem: Problem, n: int, seed: int = 0) -> Points:
    """Draw points whose means and covariances are exactly those of the densities.

    Random points z are whitened by their own mean and Cholesky factor R, RR' being their
    covariance, and placed by m + L R^-1 (z - mean z), with LL' the covariance of the class.

    Parameters
    ----------
    problem : Problem
        Of Gaussian classes.
    n : int
        Points in each class, more than there are features. Covariances have divisor n.
    seed : int
        Equal seeds give the same z, whatever the densities.
    """
    rng = np.random.default_rng(seed)
    parts = []
    for density in problem.densities:
        assert isinstance(density, Gaussian)
        z = rng.standard_normal((n, density.n_features))
        R = np.linalg.cholesky(np.cov(z.T, bias=True))
        white = solve_triangular(R, (z - z.mean(axis=0)).T, lower=True)
        L = np.linalg.cholesky(np.array(density.covariance))
        parts.append(np.array(density.mean) + (L @ white).T)
    return np.concatenate(parts), np.repeat(np.arange(len(parts)), n)


def judge_on_new_points(
    model: BayesRule, problem: Problem, n: int = 20_000, seed: int = 1
) -> Judgement:
    """Judge a fitted classifier on `n` fresh points of a problem."""
    X, y = problem.sample(n, seed)
    return _judge(model, X, y)


def judge_held_out(
    model: BayesRule, X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec
) -> Judgement:
    """Judge clones of a classifier on the test part of each split; the mean over the splits.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, or the classifier cannot be fitted.
    """
    points, labels = np.asarray(X), np.asarray(y)
    parts = [
        _judge(clone(model).fit(points[train], labels[train]), points[test], labels[test])
        for train, test in complete_splits(labels, evaluation)
    ]
    return Judgement(
        right=float(np.mean([part.right for part in parts])),
        certainty=float(np.mean([part.certainty for part in parts])),
    )


def _judge(model: BayesRule, X: Array, y: NDArray[Any]) -> Judgement:
    probabilities = model.predict_proba(X)
    right = model.classes_[probabilities.argmax(axis=1)] == y
    return Judgement(float(right.mean()), float(probabilities.max(axis=1).mean()))


def flat_class(n: int = 40, seed: int = 0) -> Points:
    """Draw two classes, the first of which has no spread in x2.

    Class A lies on the line x2 = 0, spread along x1; class B lies around (0, HEIGHT_B).
    """
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((n, 2)) * (1.5, 0.0)
    B = rng.standard_normal((n, 2)) + np.array([0.0, HEIGHT_B])
    return np.concatenate((A, B)), np.repeat([0, 1], n)
