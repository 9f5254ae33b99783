"""Memorising: how much of a training accuracy was learnt by heart.

In a kernel sum each training point also votes for itself, with the largest value that a kernel has.
The narrower the bumps, the less the other points have to say, until each point is called what it
was labelled and nothing has been learnt. Three things show it: one point's score with and without
its own vote, accuracies on points that were kept apart or newly drawn, and the widths which those
cannot tell from the best one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest
from sklearn.base import clone
from sklearn.svm import SVC

from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.accuracy import Accuracy

__all__ = [
    "CONFIDENCE",
    "N_NEW",
    "OwnVote",
    "about_best",
    "leave_one_out_svm",
    "new_points",
    "own_shares",
    "own_vote",
]

Array = NDArray[np.float64]

N_NEW = 2000
CONFIDENCE = 0.95
# The lab's seeds end below it, so that no training set is drawn with the seed of the new points.
FIRST_NEW_SEED = 1_000_000


@dataclass(frozen=True)
class OwnVote:
    """A training point of C+, and what its projection is made of (RBF kernel, K(z, z) = 1).

    Attributes
    ----------
    index : int
        The point's row.
    n : int
        Points of its class.
    own_mean, other_mean : float
        mean K(x+, x) and mean K(x-, x) at the point.
    second : float
        The second-order term: 0 in variants I and II, 1 in variant III.
    offset : float
        b.
    """

    index: int
    n: int
    own_mean: float
    other_mean: float
    second: float
    offset: float

    @property
    def own_share(self) -> float:
        """The point's part of its class's mean there: K(x, x) / (n mean)."""
        return 1 / (self.n * self.own_mean)

    @property
    def projection(self) -> float:
        """The p(x), with the point's own vote."""
        return self.second + self.own_mean - self.other_mean

    @property
    def left_out(self) -> float:
        """The p(x) without it: second + (n mean K(x+, x) - 1) / (n - 1) - mean K(x-, x)."""
        return self.second + (self.n * self.own_mean - 1) / (self.n - 1) - self.other_mean


def own_vote(model: KernelBayes, X: Array, y: NDArray[Any]) -> OwnVote:
    """Return the training point of C+ whose right answer hangs most on its own vote.

    Of the points of C+ that are called rightly (of all, if none is) it is the one that would have
    the lowest projection without itself.

    Parameters
    ----------
    model : KernelBayes
        With an RBF kernel and without determinants, fitted to `X` and `y`.
    X : array of shape (n, d)
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If C+ has only one point.
    """
    rows = np.flatnonzero(y == model.classes_[1])
    n = len(rows)
    if n < 2:
        raise ValueError("C+ has one point, and without it nothing of C+ is left; add a point.")
    own, other = (
        side(model.kernel_, side.coordinates(X[rows])) for side in (model.plus_, model.minus_)
    )
    second = model.projection_[rows] - own + other
    left_out = second + (n * own - 1) / (n - 1) - other
    right = model.projection_[rows] + model.offset_ > 0
    k = int(np.where(right | ~right.any(), left_out, np.inf).argmin())
    own_mean, other_mean, constant = (float(part[k]) for part in (own, other, second))
    return OwnVote(int(rows[k]), n, own_mean, other_mean, constant, model.offset_)


def own_shares(model: KernelBayes, X: Array, y: NDArray[Any]) -> Array:
    """Return each training point's part of its own class's mean, K(x, x) / (n mean), shape (n,).

    Parameters are those of :func:`own_vote`.
    """
    shares = np.empty(len(y))
    for label, side in zip(model.classes_, (model.minus_, model.plus_), strict=True):
        means = side(model.kernel_, side.coordinates(X[y == label]))
        shares[y == label] = 1 / (len(means) * means)
    return shares


def new_points(spec: DatasetSpec, n: int = N_NEW) -> DatasetSpec:
    """Return which points a generated data set might have had as well, by another seed."""
    return replace(spec, n=n, seed=FIRST_NEW_SEED + spec.seed)


def leave_one_out_svm(svm: SVC, X: Array, y: NDArray[Any]) -> float:
    """Return the accuracy of an SVM on each point when it is fitted to all others.

    A point that is no support vector is outside the margin on its own side, and the solution
    without it is the same: it is called rightly. It is fitted anew only without a support vector.

    Parameters
    ----------
    svm : SVC
        Left as it is.
    X : array of shape (n, d)
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If it cannot be fitted, or a class has only one point.
    """
    wrong = 0
    for i in clone(svm).fit(X, y).support_:
        others = np.arange(len(y)) != i
        wrong += int(clone(svm).fit(X[others], y[others]).predict(X[[i]])[0] != y[i])
    return 1 - wrong / len(y)


def about_best(accuracies: Sequence[Accuracy], chance: float) -> tuple[int, int] | None:
    """Return which of a row of accuracies their test points cannot tell from the best one.

    Parameters
    ----------
    accuracies : sequence of Accuracy
        Of neighbouring settings, each from splits that judge every point once.
    chance : float
        The accuracy of knowing nothing.

    Returns
    -------
    (first, last) or None
        The ends of the stretch around the best one (the first of equals) in which all have at least
        the lower end of its 95 % interval (Wilson's). None if that is not above chance: nothing was
        learnt.
    """
    means = np.array([accuracy.mean for accuracy in accuracies])
    best = int(means.argmax())
    n = sum(accuracies[best].n_test)
    least = binomtest(round(n * means[best]), n).proportion_ci(CONFIDENCE, "wilson").low
    if least <= chance:
        return None
    short = np.flatnonzero(means < least)
    first = short[short < best].max(initial=-1) + 1
    last = short[short > best].min(initial=len(means)) - 1
    return int(first), int(last)
