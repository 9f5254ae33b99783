"""The three cases of the Gaussian discriminants notes, scaled as in the notes.

The sign of a discriminant d(x) separates two Gaussian classes, + and -. Each case makes another
assumption about their covariances:

==== ========================= ============================================ ====================
case assumption                discriminant d(x)                            is the log odds times
==== ========================= ============================================ ====================
1    C+ = C- = sigma^2 I       w'x + b with w = m+ - m-                     sigma^2
2    C+ = C- = C               w'x + b with C w = m+ - m-                   1
3    any C+ and C-             d_q(x) + b with d_q(x) = D-(x) - D+(x)       2
==== ========================= ============================================ ====================

D+ and D- are the squared Mahalanobis distances to the class means. The offset b is given by a
formula, which contains the priors P+ and P-, or found by searching for the threshold on the sorted
w'x or d_q(x) with the fewest errors (:mod:`bayeslab.estimators.threshold`).

In case 2 the notes take for C the scatter about the common mean. The direction of w and, with a
searched b, the predictions are the same; with the formula's b the priors get too much weight. Here
C is the scatter within the classes, as the case assumes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold

Array = NDArray[np.float64]

ROUNDING = 1e-12  # relative; smaller values are rounding errors

# The assumption of each case, as bayeslab.estimators.covariance names it.
COVARIANCE_OF_CASE: Mapping[int, str] = {1: "spherical", 2: "pooled", 3: "full"}

# The notes' eight points (x1, x2) and their classes, 1 for + and 0 for -.
WORKED_X = ((2, 6), (3, 8), (4, 6), (3, 4), (1, -2), (3, 0), (5, -2), (3, -4))
WORKED_Y = (1, 1, 1, 1, 0, 0, 0, 0)


@dataclass(frozen=True)
class SolvedCase:
    """The quantities of one case for points of two classes; in every pair, class + comes first.

    Attributes
    ----------
    case : int
        1, 2 or 3.
    means : array of shape (2, d)
        m+ and m-.
    covariances : array of shape (2, d, d)
        C+ and C- as the case assumes them; equal in cases 1 and 2.
    log_determinants : array of shape (2,)
        ln |C+| and ln |C-|.
    discriminant : Discriminant
        d(x) without b: w'x in cases 1 and 2, d_q(x) in case 3.
    formula_b : float
        The offset by its formula, with the class frequencies as priors.
    search : ThresholdSearch
        The search for the offset.
    """

    case: int
    means: Array
    covariances: Array
    log_determinants: Array
    discriminant: Discriminant
    formula_b: float
    search: ThresholdSearch

    @property
    def searched_b(self) -> float:
        """The offset by the search; 0 if it is only rounding error compared with the scores."""
        b, largest = self.search.offset, float(np.abs(self.search.scores).max())
        return b if abs(b) > ROUNDING * largest else 0.0

    def offset(self, is_searched: bool) -> float:
        """Return b by the search or by the formula."""
        return self.searched_b if is_searched else self.formula_b

    def with_b(self, b: float) -> Discriminant:
        """Return d(x), positive for class +."""
        d = self.discriminant
        return Discriminant(d.W, d.w, float(d.w0) + b)


def solve_case(X: ArrayLike, y: ArrayLike, case: int, divisor: str = "n") -> SolvedCase:
    """Compute all quantities of one case.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The points.
    y : array-like of shape (n,)
        1 for class +, 0 for class -; both must occur.
    case : {1, 2, 3}
    divisor : str
        That of :class:`bayeslab.GaussianBayes`.

    Raises
    ------
    ValueError
        If there is no such case, a class has no points, a value is not finite, or a covariance is
        singular.
    """
    if case not in COVARIANCE_OF_CASE:
        raise ValueError(f"There is no case {case!r}; choose 1, 2 or 3.")
    signs = np.where(np.asarray(y) == 1, 1, -1)
    for sign, name in ((1, "+"), (-1, "-")):
        if sign not in signs:
            raise FitError("no_points", label=name)
    # Labelled by their signs, so that error messages name the classes; "+" sorts before "-".
    model = GaussianBayes(covariance=COVARIANCE_OF_CASE[case], divisor=divisor)
    model.fit(X, np.where(signs == 1, "+", "-"))
    d, b = _discriminant(model, case)
    logs = np.linalg.slogdet(model.covariances_)[1]
    search = best_threshold(d(X), signs)
    return SolvedCase(case, model.means_, model.covariances_, logs, d, b, search)


def _discriminant(model: GaussianBayes, case: int) -> tuple[Discriminant, float]:
    """Split the log odds, scaled as in the notes, into d(x) without b and the b of the formula."""
    scale = {1: float(model.covariances_[0, 0, 0]), 2: 1.0, 3: 2.0}[case]
    log_odds = model.discriminant_  # the log odds of class - against class +
    W, w, w0 = -scale * log_odds.W, -scale * log_odds.w, -scale * float(log_odds.w0)
    if case < 3:
        return Discriminant(W, w, 0.0), w0
    plus, minus = np.linalg.slogdet(model.covariances_)[1]
    b = float(minus - plus + 2 * np.log(model.priors_[0] / model.priors_[1]))
    return Discriminant(W, w, w0 - b), b


def linear_discriminant(means: Array, covariance: Array, prior_odds: float = 1.0) -> Discriminant:
    """Return case 2's w'x + b for given means, C and P+ / P-.

    With C w = m+ - m-, its b = (m-'C^-1 m- - m+'C^-1 m+) / 2 + ln(P+ / P-) is
    -w'(m+ + m-) / 2 + ln(P+ / P-).

    Parameters
    ----------
    means : array of shape (2, d)
        m+ and m-.
    covariance : array of shape (d, d)
        C, positive definite.
    prior_odds : float
        P+ / P-, above 0.
    """
    plus, minus = means
    w = np.linalg.solve(covariance, plus - minus)
    b = float(-w @ (plus + minus) / 2 + np.log(prior_odds))
    return Discriminant(np.zeros(covariance.shape), w, b)


def crossings(discriminant: Discriminant, x1: float) -> list[float]:
    """Return the x2, ascending, at which d(x1, x2) = 0: two, one or none.

    Parameters
    ----------
    discriminant : Discriminant
        In two features.
    x1 : float
        The position of the vertical line.
    """
    W, w = discriminant.W, discriminant.w
    in_x2 = np.array(
        [
            W[1, 1],
            2 * W[0, 1] * x1 + w[1],
            W[0, 0] * x1**2 + w[0] * x1 + float(discriminant.w0),
        ]
    )
    if not in_x2.any():
        return []
    in_x2 = np.where(np.abs(in_x2) > ROUNDING * np.abs(in_x2).max(), in_x2, 0.0)
    roots = np.roots(in_x2)
    return sorted(roots[np.isreal(roots)].real.tolist())


# Five covariance assumptions side by side: correct points in training and left out.
#
# Besides the three cases of the notes there are naive Bayes, which estimates variances alone, and
# regularised discriminant analysis (Friedman 1989; Hastie, Tibshirani and Friedman, section
# 4.3.1), which lies between the cases and gives regular covariances where those of the classes
# are singular.


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
    divisor : str
    """

    title: str
    covariance: str
    parameters: int | None
    pooling: float = 0.0
    shrinkage: float = 0.0
    divisor: str = "n"

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters of the classifier."""
        names = ("covariance", "divisor", "pooling", "shrinkage")
        return {name: getattr(self, name) for name in names}


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


ASSUMPTIONS: Mapping[str, Assumption] = {
    "1": Assumption("Case 1: σ²I for both", "spherical", 1),
    "2": Assumption("Case 2: one Σ for both", "pooled", 3),
    "3": Assumption("Case 3: own Σ₊ and Σ₋", "full", 6),
    "naive": Assumption("Naive: own variances", "diagonal", 4),
}


def regularised(pooling: float, shrinkage: float) -> Assumption:
    """Return the assumption between the cases, for λ and γ."""
    return Assumption("Regularised: λ, γ", "full", None, pooling, shrinkage)


def list_assumptions(pooling: float, shrinkage: float, divisor: str = "n") -> list[Assumption]:
    """Return all assumptions in the order of the picture."""
    every = (*ASSUMPTIONS.values(), regularised(pooling, shrinkage))
    return [replace(each, divisor=divisor) for each in every]


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
