"""Accuracies over γ: by cross-validation, by leave-one-out, and on new points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist
from sklearn.neighbors import KNeighborsClassifier

from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.accuracy import Accuracy, cross_validated_accuracy, training_accuracy
from bayeslab.evaluation.models import build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, sweep
from core import compute
from core.caching import memoize
from core.concurrency import heavy_slot
from core.evaluations import accuracy_on, sweep_slot, sweep_spec
from core.fit_spec import FitSpec
from core.state import GAMMAS, LabState
from lessons.kernel_width.numbers import (
    indistinguishable_from_best,
    leave_one_out,
    leave_one_out_svm,
    new_points,
)

FOLDS = EvaluationSpec("k-fold", folds=10)


@dataclass(frozen=True)
class AccuracyCurves:
    """The accuracies of a classifier over ``GAMMAS`` by name; "left out" may be missing.

    `spread` holds the standard errors of "ten folds". `interval` holds the first and the last index
    of the γ whose ten-fold accuracy cannot be distinguished from the best one.
    """

    accuracies: dict[str, tuple[float, ...]]
    spread: tuple[float, ...]
    interval: tuple[int, int] | None


def accuracy_curves(state: LabState, refit_svm: bool = False) -> AccuracyCurves:
    """Return the accuracies of the state's classifier over γ.

    Leave-one-out has a closed form for kernel Bayes; the SVM is fitted again only if asked for.

    Raises
    ------
    ValueError
        If the classifier fails for a γ.
    """
    points = sweep_gammas(state.fit_spec(), GAMMAS, FOLDS).points
    folds = [_present(point.cross_validated, point.problem) for point in points]
    rows: dict[str, Any] = {
        **own_accuracies(state, refit_svm),
        "ten folds": [fold.mean for fold in folds],
        "new points": new_accuracies(state, GAMMAS),
    }
    y = compute.dataset(state.dataset_spec).y
    return AccuracyCurves(
        {name: tuple(row) for name, row in rows.items()},
        tuple(fold.standard_error for fold in folds),
        indistinguishable_from_best(folds, chance=count_labels(y).max() / len(y)),
    )


def own_accuracies(state: LabState, refit_svm: bool = False) -> dict[str, tuple[float, ...]]:
    """Return the accuracies over γ of one fit to all points: in training, and left out."""
    fits = tuple(replace(state, gamma=gamma).fit_spec() for gamma in GAMMAS)
    points = compute.dataset(state.dataset_spec)
    models = [compute.fitted_model(fit) for fit in fits]
    rows = {"training": tuple(training_accuracy(each, points.X, points.y) for each in models)}
    if isinstance(models[0], KernelBayes):
        rows["left out"] = tuple(leave_one_out(each, points.X, points.y) for each in models)
    elif refit_svm:
        rows["left out"] = left_out_accuracies(fits)
    return rows


def _present(accuracy: Accuracy | None, problem: str | None) -> Accuracy:
    if accuracy is None:
        raise ValueError(problem)
    return accuracy


def sweep_gammas(fit: FitSpec, gammas: Sequence[float], evaluation: EvaluationSpec) -> Sweep:
    """Return the accuracies of a classifier with each γ, on training points and held-out ones."""
    spec, points = sweep_spec(fit, gammas, evaluation=evaluation), compute.dataset(fit.data)
    slot = sweep_slot(fit.data, spec)
    if not slot:
        effort = len(gammas) * compute.work_of(fit).effort
        with heavy_slot(effort):
            slot[:] = slot or [sweep(spec, points.X, points.y, class_names=points.class_names)]
    return slot[0]


@memoize(16)
def left_out_accuracies(fits: tuple[FitSpec, ...]) -> tuple[float, ...]:
    """Return the leave-one-out accuracies of SVMs of the same points."""
    points = compute.dataset(fits[0].data)
    models = [build_model(fit.classifier, fit.settings) for fit in fits]
    with heavy_slot(len(fits) * compute.work_of(fits[0]).effort):
        return tuple(leave_one_out_svm(model, points.X, points.y) for model in models)


@memoize(64)
def new_accuracies(state: LabState, gammas: tuple[float, ...]) -> tuple[float, ...]:
    """Return the accuracy for each γ on new points of the same, generated data set."""
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    fits = [replace(state, gamma=gamma).fit_spec() for gamma in gammas]
    return tuple(accuracy_on(fit, new_points(spec)) for fit in fits)


# Rules that choose a bandwidth from the points alone, and nearest neighbours, beside γ.
#
# A bump exp(-γ|x - x_i|²) is a Gaussian with the standard deviation h = 1 / √(2γ). The rules of
# Scott and Silverman are those of :class:`scipy.stats.gaussian_kde`: h is a factor, which depends
# on the numbers of points and of features, times a standard deviation. The median heuristic takes
# for h the median distance between two points. These rules do not look at any accuracy.

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
