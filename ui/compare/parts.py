"""The long computations of the comparison, in parts whose results are stored.

A part has the slot of its result, a function that computes it and reports its progress, and an
estimate of the time this takes. Parts are small, one classifier each: finished results are kept
when the rest is cancelled, and another choice computes only the missing ones.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from bayeslab.bayes_error.optimal import ErrorRate, error_rate
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.fit_error import explain
from bayeslab.evaluation.accuracy import Progress, Row, compare
from bayeslab.evaluation.comparison import cells_of_disagreement
from bayeslab.evaluation.diagnostics import HeldOutPredictions, held_out_predictions
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, sweep
from core import compute, evaluations
from core.caching import result_slot
from core.effort import estimate_seconds
from core.fit_spec import FitSpec
from core.growth import METHODS, Timing, measure_growth

T = TypeVar("T")

RESOLUTION = 200
COARSE = 96  # nodes along each axis, where a picture is a number of a curve
NAIVE_SECONDS = 25e-9  # about, for one kernel value
INTEGRAL_SECONDS = 0.5  # about, for one classifier on 200 points


@dataclass(frozen=True)
class Part(Generic[T]):
    """A computation: `slot` holds its result once computed, `seconds` estimates its time."""

    slot: list[T]
    work: Callable[[Progress], T]
    seconds: Callable[[], float]


def evaluation_of(fit: FitSpec, evaluation: EvaluationSpec) -> Part[Row]:
    """Return a classifier's training and held-out accuracy; the row reports a failure."""

    def work(progress: Progress) -> Row:
        key, points = fit.classifier, compute.dataset(fit.data)
        try:
            model = compute.unfitted_model(fit)
        except ValueError as problem:
            return Row(key, problem=str(problem))
        (row,) = compare({key: model}, points.X, points.y, evaluation, progress, points.class_names)
        return row

    slot = evaluations.row_slot(fit, evaluation)
    return Part(slot, work, lambda: _seconds(fit, evaluation))


def predictions_of(fit: FitSpec, evaluation: EvaluationSpec) -> Part[HeldOutPredictions | str]:
    """Return a classifier's predictions for held-out points, or the reason why there are none."""

    def work(progress: Progress) -> HeldOutPredictions | str:
        points = compute.dataset(fit.data)
        try:
            model = compute.unfitted_model(fit)
            return held_out_predictions(model, points.X, points.y, evaluation, progress)
        except ValueError as problem:
            return explain(problem, points.class_names)

    slot = result_slot("answers", fit, evaluation)
    return Part(slot, work, lambda: _seconds(fit, evaluation))


def integral_of(fit: FitSpec) -> Part[ErrorRate | None]:
    """Return a classifier's error, integrated over the densities that its points are drawn from.

    None if it cannot be fitted, or the densities of the data set are not known.
    """

    def work(progress: Progress) -> ErrorRate | None:
        spec = fit.data
        problem = known_problem(spec) if isinstance(spec, DatasetSpec) else None
        if problem is None or not isinstance(spec, DatasetSpec):
            return None
        points = compute.dataset(replace(spec, standardise=False))
        try:
            model = compute.unfitted_model(fit)
            if spec.standardise:  # new points are standardised as these are
                model = make_pipeline(StandardScaler(), model)
            rate = error_rate(problem, model.fit(points.X, points.y))
        except ValueError:
            return None
        progress(1, 1)
        return rate

    return Part(result_slot("integral", fit), work, lambda: INTEGRAL_SECONDS)


def sweep_of(
    fit: FitSpec, gammas: Sequence[float], Cs: Sequence[float], evaluation: EvaluationSpec | None
) -> Part[Sweep]:
    """Return the accuracy at every γ and C; without an evaluation the closed form of leave-one-out.

    The work raises a ValueError if the classifier or the points do not suit.
    """
    spec = evaluations.sweep_spec(fit, gammas, Cs, evaluation)

    def work(progress: Progress) -> Sweep:
        points = compute.dataset(fit.data)
        latest = (0, 1)

        def tell(count: int, total: int) -> bool | None:
            nonlocal latest
            latest = count, total
            return progress(count, total)

        return sweep(
            spec,
            points.X,
            points.y,
            progress=tell,
            between=lambda: progress(*latest),
            class_names=points.class_names,
        )

    def seconds() -> float:
        fits = _seconds(fit, evaluation or EvaluationSpec("hold-out"))
        return fits * len(gammas) * max(len(Cs), 1)

    return Part(evaluations.sweep_slot(fit.data, spec), work, seconds)


def agreement_of(pairs: Sequence[tuple[FitSpec, FitSpec]]) -> Part[list[float]]:
    """Return the share of the picture on which the two classifiers of each pair agree.

    It is NaN where one of them cannot be fitted.
    """

    def share(pair: tuple[FitSpec, FitSpec]) -> float:
        try:
            maps = [compute.evaluate_regions(fit, COARSE, COARSE) for fit in pair]
        except ValueError:
            return math.nan
        return 1 - float(cells_of_disagreement(*maps).mean())

    def work(progress: Progress) -> list[float]:
        shares = []
        for count, pair in enumerate(pairs, start=1):
            shares.append(share(pair))
            progress(count, len(pairs))
        return shares

    fits = [fit for pair in pairs for fit in pair]
    once = EvaluationSpec("hold-out")
    return Part(
        result_slot("agreement", tuple(pairs)),
        work,
        lambda: sum(_seconds(fit, once) for fit in fits),
    )


def timing_of(sizes: Sequence[int], gamma: float) -> Part[list[Timing]]:
    """Return the times of kernel Bayes and the SVC on moons of several sizes."""
    # Naive sums take most of the time, and the SVC about half of theirs.
    naive = sum(n * (n + RESOLUTION**2) for n in sizes)
    slot = result_slot("timing", tuple(sizes), gamma, *METHODS)

    def work(progress: Progress) -> list[Timing]:
        return measure_growth(sizes, gamma, RESOLUTION, progress=progress)

    return Part(slot, work, lambda: 1.5 * NAIVE_SECONDS * naive)


def _seconds(fit: FitSpec, evaluation: EvaluationSpec) -> float:
    points = compute.dataset(fit.data)
    try:
        models = {fit.classifier: compute.unfitted_model(fit)}
        return estimate_seconds(models, points.X, points.y, evaluation)
    except ValueError:  # impossible computations take no time
        return 0.0
