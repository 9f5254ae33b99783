"""Accuracies over γ: by cross-validation, by leave-one-out, and on new points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.accuracy import Accuracy, training_accuracy
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
