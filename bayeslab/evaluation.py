"""Evaluation: how often a classifier is right about points it has not seen.

Training accuracy alone says nothing: a classifier may know its training points by heart. Each
scheme in ``SPLITTERS`` keeps points apart to be judged on; scikit-learn does the splitting where it
has the scheme. What comes out is a mean accuracy with its standard error, as honest as the scheme
allows.

Sources: Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), sections 4.1 and 4.6, for the
first half, random halves, k folds and their repetition; Nadeau and Bengio (2003), "Inference for
the generalization error", for the standard error where the splits share points.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import (
    BaseCrossValidator,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
)

__all__ = [
    "SPLITTERS",
    "Accuracy",
    "EvaluationSpec",
    "Row",
    "compare",
    "cross_validated_accuracy",
    "training_accuracy",
]

MOST_LEFT_OUT = 1000  # points that are left out one by one before it takes too long

Splits = list[tuple[NDArray[np.int64], ...]]  # (training positions, test positions)


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
    n_test : tuple of int
        Points judged in each split.
    """

    mean: float
    standard_error: float
    per_split: tuple[float, ...]
    n_test: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One classifier's line in a comparison; where it fails, `problem` says why.

    `training` is the accuracy on the training points, `fit_seconds` the shortest time of three fits
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
    return float(clone(model).fit(X, y).score(X, y))


def cross_validated_accuracy(
    model: Any, X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec
) -> Accuracy:
    """Fit clones of `model` to the training part of each split and judge them on the rest.

    Parameters
    ----------
    model : scikit-learn classifier
        Left as it is.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    evaluation : EvaluationSpec

    Raises
    ------
    ValueError
        If the scheme does not suit the labels, a training part lacks a class, or the classifier
        cannot be fitted to it.
    """
    points, labels = np.asarray(X), np.asarray(y)
    splits = evaluation.splits(labels)
    _require_all_classes(labels, splits)
    per_split = []
    for train, test in splits:
        fitted = clone(model).fit(points[train], labels[train])
        per_split.append(float(fitted.score(points[test], labels[test])))
    return _summarise(per_split, splits)


def compare(
    models: Mapping[str, Any], X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec
) -> list[Row]:
    """Judge several classifiers on the same points and the same splits.

    A classifier that fails gets a row with the reason, and the others stand.
    """
    return [_judge(name, model, X, y, evaluation) for name, model in models.items()]


def _judge(name: str, model: Any, X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec) -> Row:
    try:
        fitted, seconds = _timed_fit(model, X, y)
    except ValueError as problem:
        return Row(name, problem=str(problem))
    training = float(fitted.score(X, y))
    try:
        held_out = cross_validated_accuracy(model, X, y, evaluation)
    except ValueError as problem:
        return Row(name, training, None, seconds, str(problem))
    return Row(name, training, held_out, seconds)


def _timed_fit(model: Any, X: ArrayLike, y: ArrayLike) -> tuple[Any, float]:
    """Fit three times and return a fitted clone with the shortest time: what else ran only adds."""
    seconds = []
    for _ in range(3):
        start = perf_counter()
        fitted = clone(model).fit(X, y)
        seconds.append(perf_counter() - start)
    return fitted, min(seconds)


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
    return Accuracy(float(mean), float(error), tuple(per_split), tuple(n_test.tolist()))


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


def _require_all_classes(labels: NDArray[Any], splits: Splits) -> None:
    n_classes = len(np.unique(labels))
    if any(len(np.unique(labels[train])) < n_classes for train, _ in splits):
        raise ValueError(
            "A class has no point in the training part of a split; use k-fold or add points to it."
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
