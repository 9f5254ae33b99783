"""Five covariance assumptions side by side: correct points in training and left out.

Besides the three cases of the notes there are naive Bayes, which estimates variances alone, and
regularised discriminant analysis (Friedman 1989; Hastie, Tibshirani and Friedman, section 4.3.1),
which lies between the cases and gives regular covariances where those of the classes are singular.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.threshold import best_threshold


@dataclass(frozen=True)
class Assumption:
    """An assumption about the covariances of two classes in the plane.

    Attributes
    ----------
    title : str
    covariance : str
        As :class:`bayeslab.estimators.gaussian.GaussianBayes` names it.
    parameters : int or None
        The number of free parameters of the covariances; None if some are shrunk.
    pooling, shrinkage : float
        Of a regularised covariance.
    """

    title: str
    covariance: str
    parameters: int | None
    pooling: float = 0.0
    shrinkage: float = 0.0

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters of the classifier."""
        values = asdict(self)
        return {name: values[name] for name in ("covariance", "pooling", "shrinkage")}


@dataclass(frozen=True)
class Performance:
    """The numbers of correct points.

    Attributes
    ----------
    training : int
        Of all points, by the rule that is fitted to all of them.
    left_out : int or None
        Each by the rule that is fitted to all others; None if one of these cannot be fitted.
    """

    training: int
    left_out: int | None


ASSUMPTIONS: Mapping[str, Assumption] = MappingProxyType(
    {
        "1": Assumption("Case 1: σ²I for both", "spherical", 1),
        "2": Assumption("Case 2: one C for both", "pooled", 3),
        "3": Assumption("Case 3: own C₊ and C₋", "full", 6),
        "naive": Assumption("Naive: own variances", "diagonal", 4),
    }
)


def regularised(pooling: float, shrinkage: float) -> Assumption:
    """Return the assumption between the cases, for λ and γ."""
    return Assumption("Regularised: λ, γ", "full", None, pooling, shrinkage)


def list_assumptions(pooling: float, shrinkage: float) -> list[Assumption]:
    """Return all assumptions in the order of the picture."""
    return [*ASSUMPTIONS.values(), regularised(pooling, shrinkage)]


def evaluate_assumption(
    X: NDArray[np.float64], y: NDArray[np.int64], assumption: Assumption, is_searched: bool
) -> Performance:
    """Count the correct points in training and left out.

    Parameters
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,)
        1 for class +, 0 for class -; both must occur.
    assumption : Assumption
    is_searched : bool
        Whether the offset is the one with the fewest training errors, or that of the priors.

    Raises
    ------
    ValueError
        If the classifier cannot be fitted to all points.
    """
    rule = fit_rule(X, y, assumption, is_searched)
    training = int(((rule(X) > 0) == (y == 1)).sum())
    try:
        left_out = 0
        for i in range(len(y)):
            rest = np.arange(len(y)) != i
            score = float(fit_rule(X[rest], y[rest], assumption, is_searched)(X[i]))
            left_out += (score > 0) == (y[i] == 1)
    except ValueError:
        return Performance(training, None)
    return Performance(training, int(left_out))


def fit_rule(
    X: NDArray[np.float64], y: NDArray[np.int64], assumption: Assumption, is_searched: bool
) -> Discriminant:
    """Return the discriminant of class +, as :func:`evaluate_assumption` evaluates it."""
    d = GaussianBayes(**assumption.settings).fit(X, y).discriminant_
    if not is_searched:
        return d
    homogeneous = Discriminant(d.W, d.w, 0.0)
    offset = best_threshold(homogeneous(X), np.where(y == 1, 1, -1)).offset
    return Discriminant(d.W, d.w, offset)
