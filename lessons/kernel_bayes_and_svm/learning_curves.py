"""Learning curves of a generative and of a discriminative classifier with a straight boundary.

LDA estimates the densities of the classes, logistic regression the probability of a class given the
features. Both end in a rule sign(wᵀx + b) and differ only in how they estimate w and b. The classes
are mixtures of Gaussians with covariance I, so the accuracy of such a rule is exact; no test
points are needed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import norm
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression

from bayeslab.evaluation.formats import fixed, percent
from bayeslab.figures.curves import Curve
from core.caching import memoize

Array = NDArray[np.float64]

SIZES = (20, 30, 50, 100, 200, 500, 1000)
DRAWS = 40
DIMENSION = 8
DISTANCE = 2.0  # between the means of C− and C+, in standard deviations
# A weak penalty: without one there is no solution when a straight boundary separates the classes.
C = 100.0
CLASSIFIERS = {
    "LDA": LinearDiscriminantAnalysis(),
    "logistic regression": LogisticRegression(C=C, max_iter=1000),
}


@dataclass(frozen=True)
class Situation:
    """Two classes with equal priors that differ in their first feature alone.

    C− is N(−m, I) and C+ is N(m, I) with m = (1, 0, ..., 0), but for a share of C+ around
    `far` · m.

    Attributes
    ----------
    share : float
        At least 0 and below 1.
    far : float
        At least 1.
    """

    share: float = 0.0
    far: float = 1.0

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
        """Return n points, half of them of each class, and their labels, −1 and 1."""
        y = np.repeat([-1, 1], n // 2)
        X = rng.standard_normal((len(y), DIMENSION))
        is_far = (y > 0) & (rng.random(len(y)) < self.share)
        X[:, 0] += np.where(is_far, self.far, y)
        return X, y

    def accuracy(self, w: Array, b: float) -> float:
        """Return the accuracy of the rule sign(wᵀx + b)."""
        along, offset = w[0] / np.linalg.norm(w), b / np.linalg.norm(w)
        minus = ndtr(along - offset)
        near, far = ndtr(along + offset), ndtr(along * self.far + offset)
        return float((minus + (1 - self.share) * near + self.share * far) / 2)

    def best_accuracy(self) -> float:
        """Return 1 minus the Bayes error.

        The density of C+ divided by that of C− increases with the first feature, so the best
        boundary is where both are equal.
        """
        centres, shares = np.array([1.0, self.far]), np.array([1 - self.share, self.share])
        first = np.eye(DIMENSION)[0]
        t = brentq(lambda x: shares @ norm.pdf(x - centres) - norm.pdf(x + 1), -1, self.far)
        return self.accuracy(first, -t)


SITUATIONS = {
    "The model of LDA holds": Situation(),
    "Far points in C+": Situation(share=0.2, far=8.0),
}


def learning_curve(situation: Situation, name: str) -> tuple[Array, Array]:
    """Return the mean accuracy on new points for each of ``SIZES``, and its standard error.

    Parameters
    ----------
    situation : Situation
    name : str
        Of one of ``CLASSIFIERS``. All are trained on the same draws.
    """
    accuracies = np.array(
        [
            [_accuracy(situation, name, n, rng) for n in SIZES]
            for rng in np.random.default_rng(0).spawn(DRAWS)
        ]
    )
    return accuracies.mean(axis=0), accuracies.std(axis=0, ddof=1) / np.sqrt(DRAWS)


def _accuracy(situation: Situation, name: str, n: int, rng: np.random.Generator) -> float:
    model = clone(CLASSIFIERS[name]).fit(*situation.draw(n, rng))
    return situation.accuracy(model.coef_[0], float(model.intercept_[0]))


def logistic_efficiency(distance: float) -> float:
    """Return the asymptotic efficiency of logistic regression relative to LDA.

    The model of LDA holds with equal priors: two Gaussians with one covariance. With n points LDA
    is then, for large n, as accurate as logistic regression with n / efficiency points. With
    Delta the distance,

        efficiency = (1 + Delta^2 / 4) e^(-Delta^2 / 8) E[1 / cosh(Delta Z / 2)],  Z ~ N(0, 1).

    Parameters
    ----------
    distance : float
        The Mahalanobis distance Delta between the means of the classes, at least 0.

    Notes
    -----
    Source: Efron, The Efficiency of Logistic Regression Compared to Normal Discriminant Analysis,
    Journal of the American Statistical Association 70 (1975), 892-898. It is the ratio of the two
    asymptotic variances, the same for the direction of the boundary and for its offset.
    """

    def integrand(z: float) -> float:  # 1 / cosh(t) = 2 e^-t / (1 + e^-2t)
        t = distance * z / 2
        return float(2 * norm.pdf(z) * 2 * np.exp(-t) / (1 + np.exp(-2 * t)))

    expectation = quad(integrand, 0, np.inf, epsabs=0, epsrel=1e-10)[0]
    return float((1 + distance**2 / 4) * np.exp(-(distance**2) / 8) * expectation)


def distance_of_efficiency(efficiency: float) -> float:
    """Return the distance between the classes at which logistic regression has that efficiency.

    It is a decreasing function of the distance, 1 at 0. `efficiency` is from 1e-4 up to 1.
    """
    return float(brentq(lambda distance: logistic_efficiency(distance) - efficiency, 0, 10))


# The numbers of the text about the learning curves of LDA and logistic regression.

# Efron's summary: “typically … between one half and two thirds as effective”.
TYPICAL_EFFICIENCIES = (2 / 3, 1 / 2)
YEARS = {"efron": "1975", "ng_jordan": "2002"}
FEW = 30  # points, marked in the figures
FIELDS = {"LDA": "lda", "logistic regression": "logistic"}


@memoize(4)
def curves_of(title: str) -> tuple[Curve, ...]:
    """Return the curves of a situation: the best possible accuracy, and each classifier."""
    situation = SITUATIONS[title]
    best = Curve("Bayes-optimal", np.full(len(SIZES), situation.best_accuracy()), true=True)
    return best, *(Curve(name, *learning_curve(situation, name)) for name in CLASSIFIERS)


def describe_efficiency() -> dict[str, str]:
    """Return how many more points logistic regression needs, by the distance of the classes."""
    more = f"{100 / logistic_efficiency(DISTANCE) - 100:.0f}"
    numbers = {"more": more, "distance": f"{DISTANCE:g}"}
    for name, efficiency in zip(("less", "most"), TYPICAL_EFFICIENCIES, strict=True):
        numbers[f"{name}_typical"] = f"{100 / efficiency - 100:.0f}"
        numbers[f"{name}_distant"] = fixed(distance_of_efficiency(efficiency), 1)
    return numbers | YEARS


def describe_learning() -> dict[str, str]:
    """Return the accuracies with few and with many training points."""
    words = {"few": FEW, "many": SIZES[-1], "draws": DRAWS, "d": DIMENSION, "C": round(C)}
    shares = {
        f"{FIELDS[curve.name]}_{case}_{amount}": percent(curve.accuracies[k])
        for case, title in zip(("holds", "fails"), SITUATIONS, strict=True)
        for curve in curves_of(title)[1:]
        for amount, k in (("few", SIZES.index(FEW)), ("many", -1))
    }
    return {name: f"{word}" for name, word in words.items()} | shares
