"""Validation: scikit-learn's checks of points and labels, without those that cannot fail.

scikit-learn determines the type of its input (data frame, list or array) in each fit and
prediction. For a few hundred points that takes longer than kernel Bayes itself, and
cross-validation repeats it for every fold. A finite matrix of float64 and labels that are whole
numbers or words are already what those checks would return, and skip the checks.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import wraps
from numbers import Number
from typing import Any, TypeGuard, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from bayeslab.estimators.fit_error import FitError

Array = NDArray[np.float64]

LABEL_KINDS = "biuUS"  # of numpy: booleans, integers and text
# The share that the smallest weight has in the sum of all must not underflow.
LARGEST_WEIGHT = 1e100


def check_training_data(
    estimator: BaseEstimator, X: ArrayLike, y: ArrayLike, is_first: bool = True
) -> tuple[Array, NDArray[Any]]:
    """Return points (n, d) and labels (n,) as arrays; remember the names and number of features.

    Unless they are the first, the names and number must be those remembered.

    Raises
    ------
    ValueError
        If `X` holds NaN, infinity or no points, or `y` is not one label for each of them.
    """
    if _is_checked(X) and _is_one_label_each(y, len(X)) and _is_nameless(estimator):
        if is_first:
            estimator.n_features_in_ = X.shape[1]
        if X.shape[1] == estimator.n_features_in_:
            return X, y
    points, labels = validate_data(estimator, X, y, dtype=np.float64, reset=is_first)
    return points, labels


def weigh(
    X: Array, y: NDArray[Any], sample_weight: ArrayLike | None
) -> tuple[Array, NDArray[Any], Array | None]:
    """Return the points that have a weight, their labels, and the weights if there are any.

    Raises
    ------
    ValueError
        If the weights are not one number for each point, 0 or from 1e-100 to 1e100, or all zero.
    """
    if sample_weight is None:
        return X, y, None
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError("sample_weight must be numbers; give one for each point.") from error
    if weights.shape != (len(X),):
        raise ValueError(
            f"sample_weight has shape {weights.shape}; give one number for each point, {len(X)}."
        )
    counts = weights != 0
    bad = counts & ~((weights >= 1 / LARGEST_WEIGHT) & (weights <= LARGEST_WEIGHT))
    if bad.any():
        raise ValueError(
            f"sample_weight of point {bad.argmax()} is {weights[bad.argmax()]:g}; give 0, or "
            f"numbers from {1 / LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}."
        )
    if not counts.any():
        raise ValueError("Every sample_weight is zero; give some points a weight above 0.")
    return X[counts], y[counts], weights[counts]


def feature_names(estimator: Any) -> Sequence[Any]:
    """Return the names of the features, or their positions, for messages."""
    names = getattr(estimator, "feature_names_in_", None)
    return range(estimator.n_features_in_) if names is None else names


def check_points(estimator: BaseEstimator, X: ArrayLike) -> Array:
    """Return points as an array of the features that `estimator` was fitted to, shape (n, d).

    Raises
    ------
    ValueError
        If the features are others, or `X` holds NaN, infinity or no points.
    """
    if _is_checked(X) and _is_nameless(estimator) and X.shape[1] == estimator.n_features_in_:
        return X
    return validate_data(estimator, X, dtype=np.float64, reset=False)


E = TypeVar("E")
F = TypeVar("F", bound=Callable[..., Any])


def fit_at_once(estimator: E, *data: ArrayLike | None, step: str = "_fit") -> E:
    """Fit a copy by its method `step`, and give the estimator what that has learned.

    A fit that fails leaves the estimator as it was: unfitted, or with its last fit.
    """
    fitted = copy(estimator)
    getattr(fitted, step)(*data)
    estimator.__dict__ = fitted.__dict__
    return estimator


def without_weights(fit: F) -> F:
    """Return a method ``fit`` that refuses weights of points, which other classifiers take."""

    @wraps(fit)
    def checked_fit(self: BaseEstimator, *data: Any, **named: Any) -> Any:
        if len(data) > 2 or not named.keys() <= {"X", "y"}:
            others = ", ".join(sorted(named.keys() - {"X", "y"})) or "sample_weight"
            raise TypeError(
                f"{type(self).__name__}.fit takes X and y, and no {others}: every point counts "
                "once. Repeat the points that are to count more often."
            )
        return fit(self, *data, **named)

    return cast(F, checked_fit)


def check_labels(y: NDArray[Any]) -> None:
    """Raise a ValueError unless `y`, shape (n,), holds labels of classes, not measured numbers."""
    if y.dtype == object and all(isinstance(label, Number) for label in y):
        # They can be counted, but scikit-learn refuses to compare them with predictions.
        raise ValueError(
            "Unknown label type: y holds numbers as objects; give integers, as in y.astype(int)."
        )
    if y.dtype.kind not in LABEL_KINDS:
        # As a list, because scikit-learn refuses numbers in an array of objects.
        check_classification_targets(y.tolist())


def sort_labels(y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return the classes, sorted, and the position of each point's label among them.

    Parameters
    ----------
    y : array of shape (n,)
        Labels of any type that sorts.

    Returns
    -------
    classes : array of shape (K,)
        K >= 2.
    codes : array of shape (n,)

    Raises
    ------
    ValueError
        If the labels have no order, are measured numbers, or are all equal.
    """
    try:
        classes, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise ValueError("y mixes types without an order; give labels of one type.") from error
    check_labels(y)
    if len(classes) < 2:
        raise FitError("one_class", label=classes[0])
    return classes, codes


def look_up_labels(y: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.intp]:
    """Return the position of each label among the classes, which are sorted.

    Raises
    ------
    ValueError
        If there are other labels.
    """
    known = np.isin(y, classes)
    if not known.all():
        raise ValueError(
            f"y holds {y[~known][0]}, which is not in classes {classes.tolist()}; name all labels "
            "in the first call to partial_fit."
        )
    return np.searchsorted(classes, y)


def count_labels(
    labels: ArrayLike, n_classes: int = 0, weights: Array | None = None
) -> NDArray[Any]:
    """Return how often each of the labels 0, 1, ... occurs, or the sum of their weights.

    ``np.bincount`` accepts only integers that fit the size of a pointer, and in WebAssembly and
    on other platforms with 32 bits the labels of a data set, which are int64, do not.

    Parameters
    ----------
    labels : array-like of shape (n,)
        Whole numbers from 0 up.
    n_classes : int
        The least number of counts to return.
    weights : None or array of shape (n,)
        Sums of whole numbers remain whole.

    Returns
    -------
    array of shape (max(n_classes, largest label + 1),)
    """
    positions = np.asarray(labels).astype(np.intp, casting="same_kind", copy=False)
    counts = np.bincount(positions, weights, minlength=n_classes)
    return counts if weights is None else counts.astype(weights.dtype, copy=False)


def _is_nameless(estimator: BaseEstimator) -> bool:
    return not hasattr(estimator, "feature_names_in_")


def _is_checked(X: object) -> TypeGuard[Array]:
    return (
        type(X) is np.ndarray
        and X.dtype == np.float64
        and X.ndim == 2
        and X.size > 0
        and bool(np.isfinite(X).all())
    )


def _is_one_label_each(y: object, n: int) -> TypeGuard[NDArray[Any]]:
    return type(y) is np.ndarray and y.dtype.kind in LABEL_KINDS and y.shape == (n,)
