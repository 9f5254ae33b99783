"""Effort: how much work an answer means, and how much of it one visitor may ask for.

A server is shared, so what it accepts has to be bounded by what it costs. The unit is one *kernel
value*, some 20 nanoseconds on a core of today. Effort is counted before the work begins, from the
number of points, classes and fits alone: the same question is refused, or answered more coarsely,
on a fast machine and on a slow one.

What a classifier takes stands on its entry in :data:`bayeslab.evaluation.models.MODELS`; more than
two classes are told apart one against the rest.
"""

from math import isqrt
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from bayeslab.evaluation.models import MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from core.input_error import InputError

__all__ = [
    "FINEST",
    "HEAVY_EFFORT",
    "MOST_ASKED",
    "MOST_EFFORT",
    "MOST_FIT_EFFORT",
    "MOST_HEAVY_FITS",
    "check_fit",
    "check_splits",
    "check_steps",
    "count_sides",
    "count_splits",
    "effort_of_fit",
    "resolution_within",
]

MOST_EFFORT = 20_000_000  # kernel values for one picture, or for one classifier's held-out accuracy
MOST_FIT_EFFORT = 80_000_000  # for one fit to all points
MOST_ASKED = 80_000_000  # kernel values for a picture by fast sums, where they leave all nodes open
HEAVY_EFFORT = 1_000_000  # a fit of more is heavy
MOST_HEAVY_FITS = 2  # at a time, in one process: what else visitors do goes on beside them
EACH_FIT = 50_000  # what a fit costs however few points there are
EACH_STEP = 0.1  # what a step of the SVC's solver costs for each point of its two classes
FINEST = 200  # nodes along each axis of a picture


def count_sides(n_classes: int) -> int:
    """Return how many classifiers of two classes tell so many classes apart."""
    return 1 if n_classes == 2 else n_classes


def count_splits(evaluation: EvaluationSpec, n: int) -> int:
    """Return how many fits to parts of n points the evaluation takes."""
    repeats = {"repeated k-fold": evaluation.repeats, "random half": evaluation.repeats}
    parts = {"k-fold": evaluation.folds, "repeated k-fold": evaluation.folds, "leave-one-out": n}
    return parts.get(evaluation.scheme, 1) * repeats.get(evaluation.scheme, 1)


def effort_of_fit(key: str, kernel: str, n: int, n_classes: int) -> float:
    """Return about how many kernel values' time a fit to n points and its answers take.

    Parameters
    ----------
    key : str
        Of :data:`bayeslab.evaluation.models.MODELS`.
    kernel : str
        Of kernel Bayes; the others do not look at it.
    n, n_classes : int
    """
    sides = count_sides(n_classes)
    return EACH_FIT * sides + MODELS[key].effort(kernel, n_classes).fit(n, sides)


def check_fit(key: str, kernel: str, n: int, n_classes: int) -> None:
    """Refuse a fit to all points that takes more than ``MOST_FIT_EFFORT``.

    Parameters are those of :func:`effort_of_fit`.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if effort_of_fit(key, kernel, n, n_classes) > MOST_FIT_EFFORT:
        raise InputError(
            f"A fit of this classifier to {n:,} points in {n_classes} classes takes too long here: "
            "use fewer points or classes."
        )


def check_splits(key: str, kernel: str, n: int, n_classes: int, n_splits: int) -> None:
    """Refuse a held-out accuracy that takes more than ``MOST_EFFORT``.

    Parameters are those of :func:`effort_of_fit`, and the number of fits.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if n_splits * effort_of_fit(key, kernel, n, n_classes) > MOST_EFFORT:
        raise InputError(
            f"{n_splits:,} fits to {n:,} points take too long here: use fewer folds, points or "
            "classes, or the page Compare, which waits."
        )


def check_steps(fitted: Any, n: int, n_classes: int, n_splits: int) -> None:
    """Refuse the held-out accuracy of an SVC whose solver takes too many steps.

    How many it takes depends on the points and C by a factor of a thousand. It takes about as many
    for a part of the points as it took for all of them.

    Parameters
    ----------
    fitted : scikit-learn classifier
        Fitted to all points. One without steps is never refused.
    n, n_classes : int
    n_splits : int
        How many fits to parts of the points the accuracy takes.

    Raises
    ------
    InputError
        If the steps of all fits take more than ``MOST_EFFORT``, with what to do instead.
    """
    model = fitted[-1] if isinstance(fitted, Pipeline) else fitted
    if not isinstance(model, SVC):
        return
    steps = int(np.sum(model.n_iter_))  # of each pair of classes
    if n_splits * EACH_STEP * steps * 2 * n / n_classes > MOST_EFFORT:
        raise InputError(
            f"The SVC's solver took {steps:,} steps, and {n_splits:,} times as many take too long "
            "here: lower C, use fewer folds or points, or the page Compare, which waits."
        )


def resolution_within(key: str, kernel: str, n: int, n_classes: int, finest: int = FINEST) -> int:
    """Return how many nodes along each axis a picture of a classifier may have, at most `finest`.

    Sums of Gaussian kernels and the Gaussian models are quick. Of the others every node asks each
    of the n points, for each side: n sides nodes^2 <= ``MOST_EFFORT``. So do the nodes that fast
    sums leave open, with a narrow kernel perhaps all: n sides nodes^2 <= ``MOST_ASKED``. Parameters
    are those of :func:`effort_of_fit`.
    """
    picture = MODELS[key].effort(kernel, n_classes).picture
    if picture == "free":
        return finest
    most = MOST_ASKED if picture == "fast sums" else MOST_EFFORT
    return min(finest, isqrt(most // (n * count_sides(n_classes))))
