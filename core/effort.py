"""Effort: the computing time of a request, and how much of it one visitor may use.

A server is shared, so requests are limited by their cost. The unit is one *kernel value*, some 20
nanoseconds on a current core. The effort is estimated before the work begins, from the number of
points, classes and fits alone: the same request is refused, or answered on a coarser grid, on fast
and slow machines alike.

The growth of a classifier's work is in its entry in :data:`bayeslab.evaluation.models.MODELS`, the
time in ``COSTS``. More than two classes are separated one against the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isqrt
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.svm import SVC

from bayeslab.evaluation.models import MODELS, Growth, last_step
from bayeslab.evaluation.splits import EvaluationSpec, complete_splits
from core.input_error import InputError

MOST_EFFORT = 20_000_000  # kernel values for one picture, or for one classifier's held-out accuracy
MOST_FIT_EFFORT = 80_000_000  # for one fit to all points
MOST_ASKED = 80_000_000  # kernel values for a picture if fast sums leave all nodes undecided
HEAVY_EFFORT = 1_000_000  # a fit with more effort is heavy
MOST_HEAVY_FITS = 2  # at a time in one process, so that light requests are still answered
EACH_FIT = 50_000  # fixed effort of a fit, however few points there are
EACH_STEP = 0.1  # effort of a step of the SVC's solver for each point of its two classes
EACH_FEATURE = 0.02  # share by which a feature after the second adds to a kernel value
FINEST = 200  # nodes along each axis of a picture


class Cost(NamedTuple):
    """The effort of a classifier, in kernel values.

    Attributes
    ----------
    fit : callable
        Of one fit to n points in `subproblems` binary problems, and of its predictions for the same
        points. The factors were measured, see ``docs/reliability.md``.
    picture : {"free", "fast sums", "sums"}
        The cost of a node of a picture: next to nothing; kernel values of the points that fast
        sums leave undecided; kernel values of all points, in each subproblem.
    """

    fit: Callable[[int, int], float]
    picture: Literal["free", "fast sums", "sums"]


COSTS: dict[Growth, Cost] = {
    "moments": Cost(lambda n, _: 10 * n, "free"),
    "neighbours": Cost(lambda n, _: 10 * n, "sums"),
    "fast sums": Cost(lambda n, subproblems: 0.45 * n * n * subproblems, "fast sums"),
    "sums": Cost(lambda n, subproblems: 1.2 * n * n * subproblems, "sums"),
    "solver": Cost(lambda n, _: 3.0 * n * n, "sums"),
    "fast solver": Cost(lambda n, _: 3.0 * n * n, "fast sums"),
    "cube": Cost(lambda n, subproblems: 0.2 * n**3 * subproblems, "sums"),
}


@dataclass(frozen=True)
class Work:
    """A fit, described by what its effort depends on.

    Attributes
    ----------
    classifier : str
        Key of :data:`bayeslab.evaluation.models.MODELS`.
    kernel : str
        Of kernel Bayes; the other classifiers ignore it.
    n, n_classes, n_features : int
    """

    classifier: str
    kernel: str
    n: int
    n_classes: int
    n_features: int = 2

    @property
    def subproblems(self) -> int:
        """The number of binary subproblems."""
        return 1 if self.n_classes == 2 else self.n_classes

    @property
    def cost(self) -> Cost:
        """The cost, by the growth of the classifier; fast sums are for two features."""
        growth = MODELS[self.classifier].growth(self.kernel, self.n_classes)
        return COSTS["sums" if growth == "fast sums" and self.n_features > 2 else growth]

    @property
    def effort(self) -> float:
        """The effort, in kernel values, of the fit and of the predictions for its points."""
        longer = 1 + EACH_FEATURE * (self.n_features - 2)
        return EACH_FIT * self.subproblems + longer * self.cost.fit(self.n, self.subproblems)


def count_splits(evaluation: EvaluationSpec, n: int) -> int:
    """Return how many fits to parts of n points an evaluation needs."""
    repeats = {"repeated k-fold": evaluation.repeats, "random half": evaluation.repeats}
    parts = {"k-fold": evaluation.folds, "repeated k-fold": evaluation.folds, "leave-one-out": n}
    return parts.get(evaluation.scheme, 1) * repeats.get(evaluation.scheme, 1)


def check_fit(work: Work) -> None:
    """Refuse a fit to all points that takes more than ``MOST_FIT_EFFORT``.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if work.effort > MOST_FIT_EFFORT:
        raise InputError(
            f"Fitting this classifier to {work.n:,} points in {work.n_classes} classes takes too "
            "long on this server: use fewer points or classes."
        )


def check_splits(work: Work, n_splits: int) -> None:
    """Refuse a held-out accuracy whose fits together take more than ``MOST_EFFORT``.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if n_splits * work.effort > MOST_EFFORT:
        raise InputError(
            f"{n_splits:,} fits to {work.n:,} points take too long for the lab: use fewer folds, "
            "points or classes, or the page Compare, where longer computations can run."
        )


def check_steps(fitted: Any, work: Work, n_splits: int) -> None:
    """Refuse the held-out accuracy of an SVC whose solver takes too many steps.

    The number of steps varies by a factor of a thousand with the points and C. A fit to a part of
    the points needs about as many as the fit to all of them.

    Parameters
    ----------
    fitted : scikit-learn classifier
        Fitted to all points. A classifier without an iterative solver is never refused.
    work : Work
        The fit to all points.
    n_splits : int
        How many fits to parts of the points the accuracy takes.

    Raises
    ------
    InputError
        If the steps of all fits take more than ``MOST_EFFORT``, with what to do instead.
    """
    model = last_step(fitted)
    if not isinstance(model, SVC):
        return
    steps = int(np.sum(model.n_iter_))  # of each pair of classes
    if n_splits * EACH_STEP * steps * 2 * work.n / work.n_classes > MOST_EFFORT:
        raise InputError(
            f"The SVC's solver needs {steps:,} steps for one fit, and {n_splits:,} fits take too "
            "long for the lab: lower C, use fewer folds or points, or the page Compare, where "
            "longer computations can run."
        )


def resolution_within(work: Work, finest: int = FINEST) -> int:
    """Return how many nodes a picture of a classifier may have along each axis, at most `finest`.

    Sums of Gaussian kernels and the Gaussian models are quick. For the others, every node needs a
    kernel value with each of the n points, in each of the s subproblems: n s nodes^2 <=
    ``MOST_EFFORT``. So do the nodes that fast sums leave undecided, with a narrow kernel perhaps
    all: n s nodes^2 <= ``MOST_ASKED``.
    """
    picture = work.cost.picture
    if picture == "free":
        return finest
    most = MOST_ASKED if picture == "fast sums" else MOST_EFFORT
    return min(finest, isqrt(most // (work.n * work.subproblems)))


def estimate_seconds(
    models: Mapping[str, Any], X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec
) -> float:
    """Return about how long :func:`bayeslab.evaluation.accuracy.compare` will take, in seconds.

    Every classifier is fitted and evaluated on the first split, and the time is multiplied. A
    classifier that fails there costs nothing more.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels.
    """
    points, labels = np.asarray(X), np.asarray(y)
    splits = complete_splits(labels, evaluation)
    train, test = splits[0]
    parts = points[train], labels[train], points[test]
    return sum(_seconds_of_a_fit(model, *parts) for model in models.values()) * (len(splits) + 2)


def _seconds_of_a_fit(model: Any, X: ArrayLike, y: ArrayLike, X_test: ArrayLike) -> float:
    unfitted = clone(model)
    start = perf_counter()
    try:
        unfitted.fit(X, y).predict(X_test)
    except ValueError:
        return 0.0
    return perf_counter() - start
