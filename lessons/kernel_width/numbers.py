"""Overfitting of kernel Bayes: how much of a training accuracy comes from each point itself.

In a kernel sum each training point contributes to its own score with the largest value of the
kernel. The narrower the bumps, the smaller the contributions of the other points, until each point
is assigned to its own label, whatever that is, and an offset searched on such scores is arbitrary.
Three things show it: the score of a point with and without its own bump, accuracies on held-out or
new points, and the widths whose held-out accuracy is about as good as the best one.
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
from bayeslab.estimators.class_means import evaluate_left_out, sort_by_class
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.accuracy import Accuracy

Array = NDArray[np.float64]

N_NEW = 2000
CONFIDENCE = 0.95
# The seeds of the lab are smaller, so that training points and new points never share a seed.
FIRST_NEW_SEED = 1_000_000


@dataclass(frozen=True)
class SelfContribution:
    """A training point of C+ and the terms of its projection (RBF kernel, K(z, z) = 1).

    Attributes
    ----------
    index : int
        The point's row.
    n : int
        Points of its class.
    own_mean, other_mean : float
        mean K(x+, x) and mean K(x-, x) at the point.
    rest_mean : float
        mean K(x+, x) over the other points of C+.
    offset : float
        b.
    """

    index: int
    n: int
    own_mean: float
    other_mean: float
    rest_mean: float
    offset: float

    @property
    def share(self) -> float:
        """The share of K(x, x) / n in the mean of its class: K(x, x) / (n mean)."""
        return 1 / (self.n * self.own_mean)

    @property
    def projection(self) -> float:
        """The projection p(x), with the point's own bump."""
        return self.own_mean - self.other_mean

    @property
    def left_out(self) -> float:
        """The projection by all the other points."""
        return self.rest_mean - self.other_mean


def self_contribution(model: KernelBayes, X: Array, y: NDArray[Any]) -> SelfContribution:
    """Return the training point of C+ whose correct classification depends most on its own bump.

    Of the points of C+ that are classified correctly (of all, if none is) it is the one with the
    lowest leave-one-out projection.

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
    order, parts = sort_by_class(y == model.classes_[1])
    rows, n = order[parts[0]], parts[0].stop
    if n < 2:
        raise ValueError("C+ has only one point, so it cannot be left out; add a point of C+.")
    _, (own, other), (rest, _) = evaluate_left_out(
        model.kernel_, model.plus_, model.minus_, X[order], parts
    )
    correct = model.projection_[rows] + model.offset_ > 0
    k = int(np.where(correct | ~correct.any(), (rest - other)[:n], np.inf).argmin())
    at_point = float(own[k]), float(other[k]), float(rest[k])
    return SelfContribution(int(rows[k]), n, *at_point, offset=model.offset_)


def leave_one_out(model: KernelBayes, X: Array, y: NDArray[Any]) -> float:
    """Return the share of points that are classified correctly without their own bump.

    The mean of a point's own class is taken over the other points of the class; b stays the same,
    whichever scores it was searched on.

    Parameters
    ----------
    model : KernelBayes
        With a kernel that is a bump and without determinants, fitted to `X` and `y`.
    X : array of shape (n, d)
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If a class has only one point.
    """
    order, parts = sort_by_class(y == model.classes_[1])
    if min(part.stop - part.start for part in parts) < 2:
        raise ValueError("A class has only one point, which cannot be left out; add a point.")
    _, _, (plus, minus) = evaluate_left_out(
        model.kernel_, model.plus_, model.minus_, X[order], parts
    )
    is_plus = np.arange(len(order)) < parts[0].stop
    return float(((plus - minus + model.offset_ > 0) == is_plus).mean())


def new_points(spec: DatasetSpec, n: int = N_NEW) -> DatasetSpec:
    """Return the specification of new points of a generated data set, drawn with another seed."""
    return replace(spec, n=n, seed=FIRST_NEW_SEED + spec.seed)


def leave_one_out_svm(svm: SVC, X: Array, y: NDArray[Any]) -> float:
    """Return the leave-one-out accuracy of an SVM.

    A point that is not a support vector lies on the correct side outside the margin, and the
    solution without it is the same, so it is correct. Only support vectors need another fit.

    Parameters
    ----------
    svm : SVC
        Not modified.
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


def indistinguishable_from_best(
    accuracies: Sequence[Accuracy], chance: float
) -> tuple[int, int] | None:
    """Return the range of settings whose accuracy cannot be distinguished from the best one.

    Parameters
    ----------
    accuracies : sequence of Accuracy
        Of neighbouring settings, each from splits in which every point is tested once.
    chance : float
        The accuracy of always predicting the most frequent class.

    Returns
    -------
    (first, last) or None
        The first and the last index of the range around the best accuracy (the first of equals) in
        which no accuracy is below the lower end of its 95 % Wilson interval. None if that end is
        not above chance.
    """
    means = np.array([accuracy.mean for accuracy in accuracies])
    best = int(means.argmax())
    n = sum(accuracies[best].n_test)
    least = binomtest(round(n * means[best]), n).proportion_ci(CONFIDENCE, "wilson").low
    if least <= chance:
        return None
    return range_around(best, means < least)


def range_around(best: int, is_worse: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first and the last index of the range around the best in which none is worse."""
    worse = np.flatnonzero(is_worse)
    first = worse[worse < best].max(initial=-1) + 1
    return int(first), int(worse[worse > best].min(initial=len(is_worse)) - 1)
