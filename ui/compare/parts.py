"""The long computations of the comparison, in parts that are done once and kept.

A part knows where its result is kept, how to compute it, telling how far it is, and about how long
that takes. Parts are small, one classifier each: what was computed stays when the rest is
cancelled, and another choice computes only what is new.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from bayeslab.bayes_error.optimal import ErrorRate, error_rate
from bayeslab.data import datasets
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.evaluation.accuracy import Progress, Row, compare
from bayeslab.evaluation.comparison import estimate_seconds
from bayeslab.evaluation.diagnostics import Answers, held_out_answers
from bayeslab.evaluation.models import MODELS, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, SweepSpec, sweep
from core.effort import check_fit
from core.growth import METHODS, Timing, measure_growth
from core.state import LabState
from ui import compute

__all__ = ["Part", "answered", "integrated", "judged", "timed", "tuned"]

T = TypeVar("T")

RESOLUTION = 200
NAIVE_SECONDS = 25e-9  # about, for one kernel value
INTEGRAL_SECONDS = 0.5  # about, for one classifier on 200 points


@dataclass(frozen=True)
class Part(Generic[T]):
    """A computation: `kept` is empty until its result is there, `seconds` estimates how long."""

    kept: list[T]
    work: Callable[[Progress], T]
    seconds: Callable[[], float]


def judged(state: LabState, key: str, evaluation: EvaluationSpec) -> Part[Row]:
    """Judge a classifier on its training points and on others; a failure is in the row."""

    def work(progress: Progress) -> Row:
        points = compute.dataset(state)
        try:
            model = _model(state, key)
        except ValueError as problem:
            return Row(key, problem=str(problem))
        (row,) = compare({key: model}, points.X, points.y, evaluation, progress)
        return compute.named(row, points)

    place = compute.result_slot("row", *_choice(state, key), evaluation)
    return Part(place, work, lambda: _seconds(state, key, evaluation))


def answered(state: LabState, key: str, evaluation: EvaluationSpec) -> Part[Answers | str]:
    """Let a classifier answer about each point without having seen it, or say why it cannot."""

    def work(progress: Progress) -> Answers | str:
        points = compute.dataset(state)
        try:
            return held_out_answers(_model(state, key), points.X, points.y, evaluation, progress)
        except ValueError as problem:
            return compute.named(Row(key, problem=str(problem)), points).problem or ""

    place = compute.result_slot("answers", *_choice(state, key), evaluation)
    return Part(place, work, lambda: _seconds(state, key, evaluation))


def integrated(state: LabState, key: str) -> Part[ErrorRate | None]:
    """Integrate a classifier's error over the densities that its points were drawn from.

    None if it cannot be fitted, or the densities of the data set are not known.
    """

    def work(progress: Progress) -> ErrorRate | None:
        problem, spec = compute.problem(state), state.dataset_spec
        if problem is None or not isinstance(spec, DatasetSpec):
            return None
        points = datasets.load(spec)
        try:
            model = _model(state, key)
            if state.standardise:  # new points are moved and scaled as these are
                model = make_pipeline(StandardScaler(), model)
            rate = error_rate(problem, model.fit(points.X, points.y))
        except ValueError:
            return None
        progress(1, 1)
        return rate

    place = compute.result_slot("integral", *_choice(state, key))
    return Part(place, work, lambda: INTEGRAL_SECONDS)


def tuned(
    state: LabState,
    key: str,
    gammas: Sequence[float],
    Cs: Sequence[float],
    evaluation: EvaluationSpec | None,
) -> Part[Sweep]:
    """Judge a classifier at every γ and C; None as evaluation is the closed form of leaving out.

    The work raises a ValueError if the classifier or the points do not suit.
    """
    settings = _choice(state, key)[-1]
    spec = SweepSpec(key, settings, tuple(gammas), tuple(Cs), evaluation)

    def work(progress: Progress) -> Sweep:
        points = compute.dataset(state)
        told = (0, 1)

        def tell(done: int, total: int) -> bool | None:
            nonlocal told
            told = done, total
            return progress(done, total)

        return sweep(spec, points.X, points.y, progress=tell, between=lambda: progress(*told))

    def seconds() -> float:
        fits = _seconds(state, key, evaluation or EvaluationSpec("hold-out"))
        return fits * len(gammas) * max(len(Cs), 1)

    place = compute.result_slot("sweep", *_choice(state, key), spec)
    return Part(place, work, seconds)


def timed(sizes: Sequence[int], gamma: float) -> Part[list[Timing]]:
    """Time kernel Bayes and the SVC on moons of several sizes."""
    # Naive sums take most of the time, and the SVC about half of theirs.
    naive = sum(n * (n + RESOLUTION**2) for n in sizes)
    place = compute.result_slot("timing", tuple(sizes), gamma, *METHODS)
    work = partial(_time, sizes, gamma)
    return Part(place, work, lambda: 1.5 * NAIVE_SECONDS * naive)


def _time(sizes: Sequence[int], gamma: float, progress: Progress) -> list[Timing]:
    return measure_growth(sizes, gamma, RESOLUTION, progress=progress)


def _model(state: LabState, key: str) -> Any:
    points = compute.dataset(state)
    n_classes = compute.count_classes(points)
    check_fit(key, state.kernel, len(points.y), n_classes)
    return build_model(key, state.model_spec, n_classes)


def _choice(state: LabState, key: str) -> tuple[Any, ...]:
    """Return what the result of a classifier depends on; of its settings, those that it reads."""
    settings = MODELS[key].relevant(state.model_spec)
    return state.dataset_spec, state.standardise, key, settings


def _seconds(state: LabState, key: str, evaluation: EvaluationSpec) -> float:
    points: Dataset = compute.dataset(state)
    try:
        return estimate_seconds({key: _model(state, key)}, points.X, points.y, evaluation)
    except ValueError:  # what cannot be done takes no time
        return 0.0
