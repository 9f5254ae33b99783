"""Accuracy on held-out points, with its standard error.

Training accuracy alone says little: a classifier may have memorised its training points. The
splits of :mod:`bayeslab.evaluation.splits` hold points out; classifiers are fitted to the other
points and tested on those.

Source of the standard error where splits share points: Nadeau and Bengio (2003), "Inference for the
generalization error".
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from sklearn import config_context
from sklearn.base import clone

from bayeslab.estimators.fit_error import explain
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.splits import EvaluationSpec, Splits, complete_splits, find_splits

# Of the thread alone, without other work. On Windows that clock ticks only every 16 ms.
CLOCK = perf_counter if sys.platform == "win32" else thread_time

CONFIDENCE = 0.95

Points = NDArray[Any]
Progress = Callable[[int, int], bool | None]  # (fits done, fits in all) -> False to cancel
Step = Callable[[int], Any]  # fits of one classifier done
Check = Callable[[Any], None]  # of a fitted classifier


class CancelledError(Exception):
    """The caller of a long computation asked it to stop."""


@dataclass(frozen=True)
class Accuracy:
    """The share of correctly classified points, over one or more splits.

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
        Numbers of test and training points of each split.
    trains_overlap : bool
        Whether two splits share training points.
    """

    mean: float
    standard_error: float
    per_split: tuple[float, ...]
    n_test: tuple[int, ...]
    n_train: tuple[int, ...]
    trains_overlap: bool = True

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, within 0 and 1, of an accuracy over two or more splits.

        It is mean -+ t standard error, both as in
        :class:`bayeslab.evaluation.comparison.Difference`.

        Raises
        ------
        ValueError
            If there is only one split, which has no spread.
        """
        if len(self.per_split) < 2:
            raise ValueError("One split has no spread for an interval; use repeated k-fold.")
        shares = np.array(self.per_split)
        reach = quantile(len(shares)) * self.resampled_error(shares)
        return max(self.mean - reach, 0.0), min(self.mean + reach, 1.0)

    def resampled_error(self, values: NDArray[np.float64]) -> float:
        """Return sqrt(1 / J + n_test / n_train) s of J values, one for each split.

        The second term counts where training sets overlap.
        """
        ratio = np.divide(self.n_test, self.n_train).mean() if self.trains_overlap else 0.0
        return float(np.sqrt(1 / len(values) + ratio) * values.std(ddof=1))


@dataclass(frozen=True)
class Row:
    """One classifier's line in a comparison; if it fails, `problem` says why.

    `training` is the accuracy on the training points, `fit_seconds` the processor time of the fit
    to all of them.
    """

    name: str
    training: float | None = None
    held_out: Accuracy | None = None
    fit_seconds: float | None = None
    problem: str | None = None


def quantile(J: int) -> float:
    """Return the 97.5 % quantile of Student's t for J splits."""
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, J - 1))


def training_accuracy(model: Any, X: ArrayLike, y: ArrayLike) -> float:
    """Return the accuracy of a clone of `model` on the points it is fitted to.

    Raises
    ------
    ValueError
        If the classifier cannot be fitted to these points.
    """
    return fitted_accuracy(clone(model).fit(X, y), X, y)


def fitted_accuracy(fitted: Any, X: ArrayLike, y: ArrayLike) -> float:
    """Return a fitted classifier's accuracy on the points of the fit.

    Some classifiers know their predictions for these points.

    Parameters
    ----------
    fitted : scikit-learn classifier
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    """
    if hasattr(fitted, "training_predictions_"):
        predicted = fitted.training_predictions_
    else:
        predicted = fitted.predict(X)
    return float((predicted == np.asarray(y)).mean())


def cross_validated_accuracy(
    model: Any, X: ArrayLike, y: ArrayLike, evaluation: EvaluationSpec, step: Step = lambda _: None
) -> Accuracy:
    """Fit clones of `model` to the training part of each split and test them on the rest.

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

    Examples
    --------
    >>> from bayeslab import DatasetSpec, KernelBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, cross_validated_accuracy
    >>> moons = load(DatasetSpec("moons"))
    >>> model = KernelBayes(gamma=5.0)
    >>> accuracy = cross_validated_accuracy(model, moons.X, moons.y, EvaluationSpec())
    >>> round(accuracy.mean, 3), round(accuracy.standard_error, 3)
    (0.965, 0.015)
    """
    labels = np.asarray(y)
    splits = complete_splits(labels, evaluation)
    return _held_out_accuracy(model, as_rows(X), labels, splits, step)


def compare(
    models: Mapping[str, Any],
    X: ArrayLike,
    y: ArrayLike,
    evaluation: EvaluationSpec,
    progress: Progress | None = None,
    class_names: Sequence[str] | None = None,
) -> list[Row]:
    """Evaluate several classifiers on the same points and the same splits.

    A classifier that fails gets a row with the reason; the others are not affected.

    Parameters
    ----------
    models : mapping of str to scikit-learn classifier
        By the names of their rows.
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
    evaluation : EvaluationSpec
    progress : callable or None
        Called after each fit with the numbers of fits done and in all; returning False cancels
        the rest.
    class_names : sequence of str or None
        The names of the classes 0, 1, ... in the reasons.

    Raises
    ------
    CancelledError
        If `progress` returned False.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, compare
    >>> iris = load(DatasetSpec("iris"))
    >>> models = {"QDA": GaussianBayes(), "LDA": GaussianBayes("pooled")}
    >>> rows = compare(models, iris.X, iris.y, EvaluationSpec())
    >>> [(row.name, round(row.held_out.mean, 3)) for row in rows]
    [('QDA', 0.967), ('LDA', 0.96)]
    """
    points, labels = as_rows(X), np.asarray(y)
    splits, unsuited = find_splits(labels, evaluation)
    each = len(splits) + 1
    rows = []
    for place, (name, model) in enumerate(models.items()):
        step = partial(_tell, progress, place * each, len(models) * each)
        row = evaluate(name, model, points, labels, splits, step, class_names=class_names)
        rows.append(replace(row, problem=row.problem or unsuited))
    return rows


def _tell(progress: Progress | None, before: int, total: int, fits: int) -> None:
    if progress is not None and progress(before + fits, total) is False:
        raise CancelledError("The comparison was cancelled.")


def evaluate(
    name: str,
    model: Any,
    X: Points,
    y: NDArray[Any],
    splits: Splits,
    step: Step = lambda _: None,
    check: Check = lambda _: None,
    class_names: Sequence[str] | None = None,
) -> Row:
    """Evaluate a classifier on all points it is fitted to and on the test part of each split.

    Parameters
    ----------
    name : str
        The name of the row.
    model : scikit-learn classifier
        Left as it is. If it fails, the row says why.
    X : array of shape (n, d)
    y : array of shape (n,)
    splits : list of pairs of arrays
        Those of :func:`complete_splits`; without any, nothing is held out.
    step : callable
        Called after each fit with the number of fits.
    check : callable
        Called with the classifier fitted to all points; a ValueError from it skips the rest.
    class_names : sequence of str or None
        The names of the classes 0, 1, ... in the reason.
    """
    row = Row(name)
    try:
        fitted, seconds = _timed_fit(model, X, y)
        row = Row(name, fitted_accuracy(fitted, X, y), None, seconds)
        step(1)
        check(fitted)
        # The checks of the fit to all points need not be repeated for each part of them.
        with config_context(assume_finite=True, skip_parameter_validation=True):
            held_out = _held_out_accuracy(model, X, y, splits, step) if splits else None
        row = replace(row, held_out=held_out)
    except ValueError as problem:
        row = replace(row, problem=explain(problem, class_names))
    return row


def _held_out_accuracy(
    model: Any, X: Points, y: NDArray[Any], splits: Splits, step: Step
) -> Accuracy:
    per_split = []
    predictions = _predict_held_out(model, X, y, splits)
    for number, (predicted, (_, test)) in enumerate(zip(predictions, splits, strict=True), start=2):
        per_split.append(float((predicted == y[test]).mean()))
        step(number)
    return _summarise(per_split, splits)


def _predict_held_out(
    model: Any, X: Points, y: NDArray[Any], splits: Splits
) -> Iterator[NDArray[Any]]:
    """Yield the predictions for each test part; a classifier may have its own quicker way."""
    if hasattr(model, "predict_held_out"):
        yield from model.predict_held_out(X, y, splits)
        return
    unfitted = clone(model)
    for train, test in splits:
        fitted = deepcopy(unfitted).fit(select_rows(X, train), y[train])
        yield fitted.predict(select_rows(X, test))


def as_rows(X: Any) -> Any:
    """Return points whose rows can be selected: a data frame as it is, all else as an array.

    The columns of a data frame may have names and types that a pipeline needs.
    """
    return X if hasattr(X, "iloc") else np.asarray(X)


def select_rows(X: Any, positions: NDArray[Any]) -> Any:
    """Return the rows of points at these positions."""
    return X.iloc[positions] if hasattr(X, "iloc") else X[positions]


def _timed_fit(model: Any, X: ArrayLike, y: ArrayLike) -> tuple[Any, float]:
    """Return a fitted clone, and the seconds that its fit took this thread."""
    fitted = clone(model)
    start = CLOCK()
    fitted.fit(X, y)
    return fitted, CLOCK() - start


def _summarise(per_split: list[float], splits: Splits) -> Accuracy:
    accuracies = np.array(per_split)
    n_train, n_test = (np.array([len(part[side]) for part in splits]) for side in (0, 1))
    J, mean = len(splits), accuracies.mean()
    if J == 1:
        error = np.sqrt(mean * (1 - mean) / n_test[0])
    else:
        positions = np.concatenate([test for _, test in splits])
        overlap = 0.0 if len(np.unique(positions)) == len(positions) else (n_test / n_train).mean()
        error = np.sqrt(1 / J + overlap) * accuracies.std(ddof=1)
    return Accuracy(
        float(mean),
        float(error),
        tuple(per_split),
        tuple(n_test.tolist()),
        tuple(n_train.tolist()),
        bool(count_labels(np.concatenate([train for train, _ in splits])).max() > 1),
    )
