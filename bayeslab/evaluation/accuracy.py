"""Evaluation: how often a classifier is right about points it has not seen.

Training accuracy alone says nothing: a classifier may know its training points by heart. Each
scheme in ``SPLITTERS`` keeps points apart to be judged on; scikit-learn does the splitting where it
has the scheme. What comes out is a mean accuracy with its standard error, as honest as the scheme
allows.

Sources: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 4.1 and 4.6, for the
first half, random halves, k folds and their repetition; Nadeau and Bengio (2003), "Inference for
the generalization error", for the standard error where the splits share points.
"""

import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter, thread_time
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import config_context
from sklearn.base import clone
from sklearn.model_selection import (
    BaseCrossValidator,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
)

from bayeslab.estimators.validation import count_labels

__all__ = [
    "SPLITTERS",
    "Accuracy",
    "CancelledError",
    "EvaluationSpec",
    "Progress",
    "Row",
    "compare",
    "complete_splits",
    "cross_validated_accuracy",
    "find_splits",
    "judge",
    "training_accuracy",
]

# Of the thread alone: what else runs does not count. On Windows that clock ticks every 16 ms only.
CLOCK = perf_counter if sys.platform == "win32" else thread_time
MOST_LEFT_OUT = 1000  # points that are left out one by one before it takes too long

Points = NDArray[Any]
Splits = list[tuple[NDArray[np.int64], ...]]  # (training positions, test positions)
Progress = Callable[[int, int], bool | None]  # (fits done, fits in all) -> False to cancel
Step = Callable[[int], Any]  # fits of one classifier done
Check = Callable[[Any], None]  # of a fitted classifier


class CancelledError(Exception):
    """The caller of a long computation asked it to stop."""


@dataclass(frozen=True)
class EvaluationSpec:
    """Which points are kept apart, in plain values.

    Attributes
    ----------
    scheme : str
        A key of ``SPLITTERS``.
    folds : int
        k of the two k-fold schemes.
    repeats : int
        How often the random half or the k folds are drawn anew.
    share : float
        Share of the points that are trained on, for "hold-out".
    seed : int
    """

    scheme: str = "k-fold"
    folds: int = 10
    repeats: int = 10
    share: float = 0.5
    seed: int = 0

    def splits(self, y: ArrayLike) -> Splits:
        """Return the pairs of training and test positions for the labels `y`.

        Raises
        ------
        ValueError
            If the scheme is unknown or its numbers do not suit these labels.
        """
        labels = np.asarray(y)
        if self.scheme not in SPLITTERS:
            raise ValueError(
                f"There is no scheme {self.scheme!r}; use one of {', '.join(SPLITTERS)}."
            )
        if len(labels) < 2:
            raise ValueError(f"{len(labels)} point(s) cannot be split; add points.")
        _require_whole("seed", self.seed, 0)
        return SPLITTERS[self.scheme](self, labels)


@dataclass(frozen=True)
class Accuracy:
    """The share of points called rightly, over one or more splits.

    Attributes
    ----------
    mean : float
        Mean of the splits' accuracies.
    standard_error : float
        Of the mean. One split: sqrt(p (1 - p) / n_test). Splits whose test points are all
        different: s / sqrt(J), with s the standard deviation of the J accuracies (divisor J - 1).
        Splits that share test points: sqrt(1 / J + n_test / n_train) s, after Nadeau and Bengio.
    per_split : tuple of float
        The splits' accuracies.
    n_test, n_train : tuple of int
        Points judged and points trained on in each split.
    trains_overlap : bool
        Whether two splits share training points.
    """

    mean: float
    standard_error: float
    per_split: tuple[float, ...]
    n_test: tuple[int, ...]
    n_train: tuple[int, ...]
    trains_overlap: bool = True


@dataclass(frozen=True)
class Row:
    """One classifier's line in a comparison; where it fails, `problem` says why.

    `training` is the accuracy on the training points, `fit_seconds` the processor time of the fit
    to all of them.
    """

    name: str
    training: float | None = None
    held_out: Accuracy | None = None
    fit_seconds: float | None = None
    problem: str | None = None


def training_accuracy(model: Any, X: ArrayLike, y: ArrayLike) -> float:
    """Return the accuracy of a clone of `model` on the points it is fitted to.

    Raises
    ------
    ValueError
        If the classifier cannot be fitted to these points.
    """
    return _share_right(clone(model).fit(X, y), X, y)


def cross_validated_accuracy(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    evaluation: EvaluationSpec,
    step: Step = lambda _: None,
) -> Accuracy:
    """Fit clones of `model` to the training part of each split and judge them on the rest.

    Parameters
    ----------
    model : scikit-learn classifier
        Left as it is.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    evaluation : EvaluationSpec
    step : callable
        Called after each fit.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, a training part lacks a class, or the classifier
        cannot be fitted to it.
    """
    labels = np.asarray(y)
    splits = complete_splits(labels, evaluation)
    return _held_out_accuracy(model, np.asarray(X), labels, splits, step)


def complete_splits(y: ArrayLike, evaluation: EvaluationSpec) -> Splits:
    """Return the splits for the labels `y`, each with every class in its training part.

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, or a training part lacks a class.
    """
    splits = evaluation.splits(y)
    classes, codes = np.unique(y, return_inverse=True)
    counts = [count_labels(codes[train], len(classes)) for train, _ in splits]
    if np.min(counts) == 0:
        raise ValueError(
            "A class has no point in the training part of a split; use k-fold or add points to it."
        )
    return splits


def compare(
    models: Mapping[str, Any],
    X: ArrayLike,
    y: ArrayLike,
    evaluation: EvaluationSpec,
    progress: Progress | None = None,
) -> list[Row]:
    """Judge several classifiers on the same points and the same splits.

    A classifier that fails gets a row with the reason, and the others stand.

    Parameters
    ----------
    models : mapping of str to scikit-learn classifier
        By the names that their rows get.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    evaluation : EvaluationSpec
    progress : callable or None
        Told after each fit how many of how many are done; by returning False it cancels the rest.

    Raises
    ------
    CancelledError
        If `progress` returned False.
    """
    points, labels = np.asarray(X), np.asarray(y)
    splits, unsuited = find_splits(labels, evaluation)
    each = len(splits) + 1
    rows = []
    for place, (name, model) in enumerate(models.items()):
        step = partial(_tell, progress, place * each, len(models) * each)
        row = judge(name, model, points, labels, splits, step)
        rows.append(replace(row, problem=row.problem or unsuited))
    return rows


def find_splits(y: NDArray[Any], evaluation: EvaluationSpec) -> tuple[Splits, str | None]:
    """Return the complete splits for the labels `y`, or none and the sentence that says why."""
    try:
        return complete_splits(y, evaluation), None
    except ValueError as problem:
        return [], str(problem)


def _tell(progress: Progress | None, before: int, total: int, fits: int) -> None:
    if progress is not None and progress(before + fits, total) is False:
        raise CancelledError("The comparison was cancelled.")


def judge(
    name: str,
    model: Any,
    X: Points,
    y: NDArray[Any],
    splits: Splits,
    step: Step = lambda _: None,
    check: Check = lambda _: None,
) -> Row:
    """Judge one classifier, on all points that it is fitted to and on the test part of each split.

    Parameters
    ----------
    name : str
        What the row is called.
    model : scikit-learn classifier
        Left as it is. If it fails, the row says why.
    X : array of shape (n, d)
    y : array of shape (n,)
    splits : list of pairs of arrays
        Those of :func:`complete_splits`; without any, nothing is held out.
    step : callable
        Told after each fit how many there were.
    check : callable
        Shown the classifier fitted to all points; by raising a ValueError it forgoes the rest.
    """
    row = Row(name)
    try:
        fitted, seconds = _timed_fit(model, X, y)
        row = Row(name, _share_right(fitted, X, y), None, seconds)
        step(1)
        check(fitted)
        # What the fit to all points has checked need not be checked again for each part of them.
        with config_context(assume_finite=True, skip_parameter_validation=True):
            held_out = _held_out_accuracy(model, X, y, splits, step) if splits else None
        row = replace(row, held_out=held_out)
    except ValueError as problem:
        row = replace(row, problem=str(problem))
    return row


def _held_out_accuracy(
    model: Any, X: Points, y: NDArray[Any], splits: Splits, step: Step = lambda _: None
) -> Accuracy:
    unfitted, per_split = clone(model), []
    for number, (train, test) in enumerate(splits, start=2):
        fitted = deepcopy(unfitted).fit(X[train], y[train])
        per_split.append(_share_right(fitted, X[test], y[test]))
        step(number)
    return _summarise(per_split, splits)


def _timed_fit(model: Any, X: ArrayLike, y: ArrayLike) -> tuple[Any, float]:
    """Return a fitted clone, and the seconds that its fit took this thread."""
    fitted = clone(model)
    start = CLOCK()
    fitted.fit(X, y)
    return fitted, CLOCK() - start


def _share_right(fitted: Any, X: ArrayLike, y: ArrayLike) -> float:
    """Return what ``score`` does, without finding out anew for each fold what labels are."""
    return float((fitted.predict(X) == np.asarray(y)).mean())


def _summarise(per_split: list[float], splits: Splits) -> Accuracy:
    accuracies = np.array(per_split)
    n_train, n_test = (np.array([len(part[side]) for part in splits]) for side in (0, 1))
    J, mean = len(splits), accuracies.mean()
    if J == 1:
        error = np.sqrt(mean * (1 - mean) / n_test[0])
    else:
        tested = np.concatenate([test for _, test in splits])
        overlap = 0.0 if len(np.unique(tested)) == len(tested) else (n_test / n_train).mean()
        error = np.sqrt(1 / J + overlap) * accuracies.std(ddof=1)
    return Accuracy(
        float(mean),
        float(error),
        tuple(per_split),
        tuple(n_test.tolist()),
        tuple(n_train.tolist()),
        bool(count_labels(np.concatenate([train for train, _ in splits])).max() > 1),
    )


def _by(splitter: BaseCrossValidator, y: NDArray[Any]) -> Splits:
    return list(splitter.split(np.zeros((len(y), 1)), y))


def _first_half(_spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    """Train on the first ceil(n / 2) points, whatever their order."""
    return [tuple(np.split(np.arange(len(y)), [(len(y) + 1) // 2]))]


def _random_half(spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    """Train on the first ceil(n / 2) points of each of several random orders."""
    _require_whole("repeats", spec.repeats, 1)
    orders = [
        np.random.default_rng(spec.seed + repeat).permutation(len(y))
        for repeat in range(spec.repeats)
    ]
    return [tuple(np.split(order, [(len(y) + 1) // 2])) for order in orders]


def _hold_out(spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    classes, counts = np.unique(y, return_counts=True)
    n_train = round(spec.share * len(y)) if 0 < spec.share < 1 else 0
    if counts.min() < 2 or not len(classes) <= n_train <= len(y) - len(classes):
        raise ValueError(
            f"A hold-out with a training share of {spec.share} leaves a class without training or "
            "test points; choose a share nearer to 0.5 or add points."
        )
    return _by(StratifiedShuffleSplit(1, train_size=n_train, random_state=spec.seed), y)


def _k_fold(spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    _require_folds(spec, y)
    return _by(StratifiedKFold(spec.folds, shuffle=True, random_state=spec.seed), y)


def _repeated_k_fold(spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    _require_folds(spec, y)
    _require_whole("repeats", spec.repeats, 1)
    repeated = RepeatedStratifiedKFold(
        n_splits=spec.folds, n_repeats=spec.repeats, random_state=spec.seed
    )
    return _by(repeated, y)


def _leave_one_out(_spec: EvaluationSpec, y: NDArray[Any]) -> Splits:
    if len(y) > MOST_LEFT_OUT:
        raise ValueError(
            f"Leaving out each of {len(y)} points means as many fits; use k-fold, or at most "
            f"{MOST_LEFT_OUT} points."
        )
    return _by(LeaveOneOut(), y)


SPLITTERS: Mapping[str, Callable[[EvaluationSpec, NDArray[Any]], Splits]] = MappingProxyType(
    {
        "k-fold": _k_fold,
        "repeated k-fold": _repeated_k_fold,
        "leave-one-out": _leave_one_out,
        "first half": _first_half,
        "random half": _random_half,
        "hold-out": _hold_out,
    }
)


def _require_folds(spec: EvaluationSpec, y: NDArray[Any]) -> None:
    _require_whole("folds", spec.folds, 2)
    smallest = np.unique(y, return_counts=True)[1].min()
    if smallest < spec.folds:
        raise ValueError(
            f"The smallest class has {smallest} point(s), fewer than the {spec.folds} folds; "
            "use fewer folds, another scheme or more points."
        )


def _require_whole(name: str, value: object, lowest: int) -> None:
    if not isinstance(value, int) or value < lowest:
        raise ValueError(f"{name} is {value!r}; give a whole number from {lowest} up.")
