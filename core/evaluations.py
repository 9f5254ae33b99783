"""Accuracies of classifiers on training points and on held-out points: rows and sweeps.

The lab, the lessons and Compare share one result slot for each row and each sweep
(:func:`core.caching.result_slot`). The lab answers at once and evaluates only what
:mod:`core.effort` allows. Compare shows its progress and can be cancelled, so it evaluates
anything; the lab then shows the result as well.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bayeslab.evaluation.accuracy import Row, evaluate, fitted_accuracy
from bayeslab.evaluation.models import ModelSpec
from bayeslab.evaluation.splits import EvaluationSpec, Splits, find_splits
from bayeslab.evaluation.sweeps import Sweep, SweepSpec
from core.caching import is_cached, memoize, result_slot
from core.compute import dataset, fitted_model, unfitted_model, work_of
from core.concurrency import heavy_slot, table_lock
from core.effort import HEAVY_EFFORT, check_splits, check_steps, count_splits
from core.fit_spec import FitSpec, PointsSpec
from core.input_error import InputError

SLOW_EFFORT = 10_000_000  # kernel values, some 0.2 s


def row_slot(fit: FitSpec, evaluation: EvaluationSpec) -> list[Row]:
    """Return the slot of a complete row; a classifier that fails has a row that says why."""
    return result_slot("row", fit, evaluation)


def sweep_slot(data: PointsSpec, spec: SweepSpec) -> list[Sweep]:
    """Return the slot of a sweep on these points."""
    return result_slot("sweep", data, spec)


def sweep_spec(
    fit: FitSpec,
    gammas: Sequence[float],
    Cs: Sequence[float] = (),
    evaluation: EvaluationSpec | None = None,
) -> SweepSpec:
    """Return the spec of a sweep; the settings that it chooses itself are at their defaults."""
    defaults = ("gamma", "svc_gamma", "svc_gamma_value", *(("svc_C",) if Cs else ()))
    settings = replace(fit.settings, **{name: getattr(ModelSpec(), name) for name in defaults})
    return SweepSpec(fit.classifier, settings, tuple(gammas), tuple(Cs), evaluation)


def row(fit: FitSpec, evaluation: EvaluationSpec) -> Row:
    """Return the accuracies of a classifier, on training points and on held-out ones."""
    (only,) = rows((fit,), evaluation)
    return only


def rows(fits: Sequence[FitSpec], evaluation: EvaluationSpec) -> list[Row]:
    """Return the accuracies of the classifiers, on training points and on held-out ones."""
    light = [
        fit for fit in _missing(fits, evaluation) if _effort_of_row(fit, evaluation) < HEAVY_EFFORT
    ]
    if light:
        with table_lock:
            for fit in light:
                _row_at_once(fit, evaluation)
    return [(row_slot(fit, evaluation) or [_row_at_once(fit, evaluation)])[0] for fit in fits]


@memoize(512)
def accuracy_on(fit: FitSpec, others: PointsSpec) -> float:
    """Return the accuracy of a classifier on other points."""
    points = dataset(others)
    return float((fitted_model(fit).predict(points.X) == points.y).mean())


def take_long(fits: Sequence[FitSpec], evaluation: EvaluationSpec) -> bool:
    """Return whether these rows take long enough for the page to say so."""
    missing = _missing(fits, evaluation)
    return sum(_effort_of_row(fit, evaluation) for fit in missing) > SLOW_EFFORT


def _missing(fits: Sequence[FitSpec], evaluation: EvaluationSpec) -> list[FitSpec]:
    return [
        fit
        for fit in fits
        if not row_slot(fit, evaluation) and not is_cached(_row_at_once, fit, evaluation)
    ]


@memoize(512)
def _row_at_once(fit: FitSpec, evaluation: EvaluationSpec) -> Row:
    """Return the complete row, or one without a held-out accuracy if that takes too long."""
    work = work_of(fit)
    n_splits = count_splits(evaluation, work.n)
    try:
        check_splits(work, n_splits)
    except InputError as problem:
        return _training_row(fit, str(problem))
    refusals = []

    def is_quick(fitted: Any) -> None:
        try:
            check_steps(fitted, work, n_splits)
        except InputError as problem:
            refusals.append(problem)
            raise

    points, model = dataset(fit.data), unfitted_model(fit)
    splits, unsuited = _splits(fit.data, evaluation)
    with heavy_slot(_effort_of_row(fit, evaluation)):
        result = evaluate(
            *(fit.classifier, model, points.X, points.y, splits),
            check=is_quick,
            class_names=points.class_names,
        )
    row = replace(result, problem=result.problem or unsuited)
    if not refusals:
        row_slot(fit, evaluation)[:] = [row]
    return row


def _effort_of_row(fit: FitSpec, evaluation: EvaluationSpec) -> float:
    work = work_of(fit)
    return count_splits(evaluation, work.n) * work.effort


@memoize(16)
def _splits(data: PointsSpec, evaluation: EvaluationSpec) -> tuple[Splits, str | None]:
    return find_splits(dataset(data).y, evaluation)


def _training_row(fit: FitSpec, problem: str) -> Row:
    """Return a row without a held-out accuracy, and why it has none."""
    points = dataset(fit.data)
    try:
        model = fitted_model(fit)
    except ValueError as own_problem:
        return Row(fit.classifier, problem=str(own_problem))
    training = fitted_accuracy(model, points.X, points.y)
    return Row(fit.classifier, training, problem=problem)
