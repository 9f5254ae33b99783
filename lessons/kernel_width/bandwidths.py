"""Rules that choose a bandwidth from the points alone, and nearest neighbours, beside γ.

A bump exp(-γ|x - x_i|²) is a Gaussian with the standard deviation h = 1 / √(2γ). The rules of Scott
and Silverman are those of :class:`scipy.stats.gaussian_kde`: h is a factor, which depends on the
numbers of points and of features, times a standard deviation. The median heuristic takes for h the
median distance between two points. These rules do not look at any accuracy.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist
from sklearn.neighbors import KNeighborsClassifier

from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.splits import EvaluationSpec

Array = NDArray[np.float64]

NEIGHBOURS = (1, 3, 5, 9, 15, 25)


def rule_gammas(X: Array, y: NDArray[Any]) -> dict[str, float]:
    """Return the γ of each rule.

    There is one density for each class: for Scott and Silverman, n is the mean number of points of
    a class, and the variance (divisor n_k - 1) is the mean over the features and the classes.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
    """
    own = [X[y == label] for label in np.unique(y)]
    variance = float(np.mean([part.var(axis=0, ddof=1) for part in own]))
    n, d = len(X) / len(own), X.shape[1]
    widths = {
        "Scott": n ** (-1 / (d + 4)) * variance**0.5,
        "Silverman": (n * (d + 2) / 4) ** (-1 / (d + 4)) * variance**0.5,
        "median": float(np.median(pdist(X))),
    }
    return {name: 1 / (2 * h**2) for name, h in widths.items()}


def best_neighbours(X: Array, y: NDArray[Any], evaluation: EvaluationSpec) -> tuple[int, float]:
    """Return the number of nearest neighbours with the best held-out accuracy, and that accuracy.

    Of equally good numbers it is the smallest.
    """
    shares = {
        k: cross_validated_accuracy(KNeighborsClassifier(k), X, y, evaluation).mean
        for k in NEIGHBOURS
    }
    best = max(shares, key=lambda k: shares[k])
    return best, shares[best]
