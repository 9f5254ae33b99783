"""Splits into training and test points: hold-out, k-fold, leave-one-out and others.

Each scheme in ``SPLITTERS`` returns pairs of training and test positions; scikit-learn does the
splitting where it has the scheme.

Source of the first half, random halves, k folds and their repetition: Implementing Bayes
Classifiers (Bint, Huus, Pratt 2014), sections 4.1 and 4.6.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import (
    BaseCrossValidator,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
)

from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.validation import count_labels

MOST_LEFT_OUT = 1000  # points: leaving out more of them one by one takes too long

Splits = list[tuple[NDArray[np.int64], ...]]  # (training positions, test positions)


@dataclass(frozen=True)
class EvaluationSpec:
    """Which points are held out, in plain values.

    Attributes
    ----------
    scheme : str
        A key of ``SPLITTERS``.
    folds : int
        k of the two k-fold schemes.
    repeats : int
        How often the random half or the k folds are drawn.
    share : float
        Share of the training points, for "hold-out".
    seed : int

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, cross_validated_accuracy
    >>> iris = load(DatasetSpec("iris"))
    >>> scheme = EvaluationSpec(folds=5)
    >>> round(cross_validated_accuracy(GaussianBayes(), iris.X, iris.y, scheme).mean, 3)
    0.967
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
        if self.scheme not in list(SPLITTERS):
            raise ValueError(
                f"There is no scheme {self.scheme!r}; use one of {', '.join(SPLITTERS)}."
            )
        if len(labels) < 2:
            raise ValueError(f"{len(labels)} point(s) cannot be split; add points.")
        _require_whole("seed", self.seed, 0)
        return SPLITTERS[self.scheme](self, labels)


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


def find_splits(y: NDArray[Any], evaluation: EvaluationSpec) -> tuple[Splits, str | None]:
    """Return the complete splits for the labels `y`, or none and the sentence that says why."""
    try:
        return complete_splits(y, evaluation), None
    except ValueError as problem:
        return [], str(problem)


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
    if not isinstance(spec.share, Real):
        raise ValueError(f"share is {spec.share!r}; give a number between 0 and 1.")
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
    splitter = RepeatedStratifiedKFold(
        n_splits=spec.folds, n_repeats=spec.repeats, random_state=spec.seed
    )
    return _by(splitter, y)


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

# The settings that a scheme reads, beside the seed.
READS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "k-fold": ("folds",),
        "repeated k-fold": ("folds", "repeats"),
        "random half": ("repeats",),
        "hold-out": ("share",),
    }
)


def _require_folds(spec: EvaluationSpec, y: NDArray[Any]) -> None:
    _require_whole("folds", spec.folds, 2)
    smallest = np.unique(y, return_counts=True)[1].min()
    if smallest < spec.folds:
        raise FitError("too_few_for_folds", found=smallest, folds=spec.folds)


def _require_whole(name: str, value: object, lowest: int) -> None:
    if not isinstance(value, Integral) or value < lowest:
        raise ValueError(f"{name} is {value!r}; give a whole number from {lowest} up.")
