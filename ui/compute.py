"""The computations of the pages, each done once for one choice of settings.

The keys of what is kept (:mod:`ui.caching`) are frozen values, and of a classifier's settings only
those it reads: moving γ recomputes no Gaussian. Work is bounded by :mod:`core.effort`.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab.bayes_error.optimal import BayesOptimal, Intervals, Problem, class_intervals
from bayeslab.bayes_error.optimal import bayes_error as errors_of
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data import datasets
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.evaluation.accuracy import Row, evaluate
from bayeslab.evaluation.models import MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec, Splits, find_splits
from bayeslab.evaluation.sweeps import Sweep, SweepSpec, sweep
from bayeslab.scoring.regions import Regions, decision_regions
from core.csv_import import Table, read_table
from core.drawing import DrawnSpec
from core.effort import (
    FINEST,
    HEAVY_EFFORT,
    check_fit,
    check_splits,
    check_steps,
    count_splits,
    effort_of_fit,
    resolution_within,
)
from core.growth import Timing, measure_growth
from core.input_error import InputError
from core.state import LabState
from lessons.bayes_rule.numbers import Excess, simulate_excess
from lessons.kernel_width.numbers import leave_one_out_svm, new_points
from ui.caching import CACHE_SECONDS, call_cached, figure, is_cached, memoize, result_slot
from ui.canvas.messages import describe_settings, is_small, message_of
from ui.concurrency import heavy_slot, table_lock
from ui.thumbnails import draw_thumbnail, draw_thumbnail_points

__all__ = [
    "accuracy",
    "bayes_error",
    "best_regions",
    "best_rule",
    "box",
    "call_cached",
    "count_classes",
    "dataset",
    "excess_errors",
    "figure",
    "fitted_model",
    "gamma_sweep",
    "growth",
    "message",
    "named",
    "new_accuracies",
    "problem",
    "regions",
    "regions_of_both",
    "result_slot",
    "row",
    "rows",
    "rule_intervals",
    "table",
    "tile",
    "tile_points",
]

Array = NDArray[np.float64]
Spec = DatasetSpec | DrawnSpec

RESOLUTION = 128  # nodes along each axis of a picture: a third of what 200 send and cost
TILE_RESOLUTION = 72  # nodes along each axis of a small picture
# What says all of a frozen value, several times as fast as Streamlit finds it out.
BY_REPR: dict[str | type, Callable[[Any], Any]] = dict.fromkeys(
    (DatasetSpec, DrawnSpec, EvaluationSpec, ModelSpec, SweepSpec), repr
)


def dataset(state: LabState) -> Dataset:
    """Return the points, standardised if asked for."""
    return _dataset(state.dataset_spec, state.standardise)


def fitted_model(state: LabState, key: str) -> Any:
    """Return the classifier of that key, fitted to all points."""
    return _fitted_model(state.dataset_spec, state.standardise, key, _relevant(state, key))


def box(state: LabState) -> tuple[float, float, float, float]:
    """Return what the picture shows: a drawing's own box, or one around the points."""
    return _box(state.dataset_spec, state.standardise)


def regions(state: LabState, key: str, finest: int = RESOLUTION) -> Regions:
    """Return the decision regions of the classifier of that key, on no finer a grid."""
    return _regions(state.dataset_spec, state.standardise, key, _relevant(state, key), finest)


def regions_of_both(state: LabState, keys: tuple[str, str]) -> tuple[Regions, Regions]:
    """Return the decision regions of two classifiers on one grid."""
    spec, standardise = state.dataset_spec, state.standardise
    settings = [_relevant(state, key) for key in keys]
    pairs = list(zip(keys, settings, strict=True))
    nodes = min(_resolution(spec, standardise, *each, RESOLUTION) for each in pairs)
    first, second = (_regions(spec, standardise, *each, nodes) for each in pairs)
    return first, second


def row(state: LabState, key: str) -> Row:
    """Return how well the classifier of that key does, on training points and on others."""
    (only,) = rows(state, (key,))
    return only


def rows(state: LabState, keys: Sequence[str]) -> list[Row]:
    """Return how well the classifiers of these keys do, on training points and on others."""
    spec, standardise, evaluation = state.dataset_spec, state.standardise, state.evaluation_spec
    asked = [(spec, standardise, key, _relevant(state, key), evaluation) for key in keys]
    new = [each for each in asked if not is_cached(_row, *each)]
    light = [each for each in new if _effort_of_row(*each) < HEAVY_EFFORT]
    if light:
        with table_lock:
            for each in light:
                _row(*each)
    return [_row(*each) for each in asked]


def named(row: Row, points: Dataset) -> Row:
    """Return a row whose sentence calls the two classes by their names."""
    return replace(row, problem=row.problem and _with_names(row.problem, points))


def message(state: LabState, key: str) -> dict[str, Any]:
    """Return what the drawing area is told of the classifier of that key."""
    try:
        if key in get_args(Variant) and is_small(dataset(state)):
            return describe_settings(key, state.model_spec)
        return _message(state.dataset_spec, state.standardise, key, _relevant(state, key))
    except ValueError as problem:
        return {"kind": "message", "text": str(problem)}


def tile(state: LabState, key: str, theme: str) -> str:
    """Return the decision regions of the classifier of that key as a small picture, an SVG."""
    return _tile(state.dataset_spec, state.standardise, key, _relevant(state, key), theme)


def tile_points(state: LabState, theme: str) -> str:
    """Return the points as a small picture to be laid over tiles, an SVG."""
    return _tile_points(state.dataset_spec, state.standardise, theme)


def problem(state: LabState) -> Problem | None:
    """Return the densities that the points were drawn from, if they are known."""
    spec = state.dataset_spec
    return known_problem(spec) if isinstance(spec, DatasetSpec) else None


@st.cache_data(
    max_entries=64, ttl=CACHE_SECONDS, show_spinner="Integrating the densities of the classes …"
)
def bayes_error(spec: DatasetSpec) -> float | None:
    """Return the error of the best rule on a generated data set, if its densities are known."""
    known = known_problem(spec)
    return None if known is None else errors_of(known).bayes


def best_rule(state: LabState) -> BayesOptimal:
    """Return the best rule there is for a generated data set.

    Raises
    ------
    ValueError
        If the densities of the points are not known.
    """
    return _best_rule(state.dataset_spec)


def best_regions(state: LabState) -> Regions:
    """Return the decision regions of the best rule, in the same box as those of a classifier."""
    return _best_regions(state.dataset_spec)


@memoize(256)
def rule_intervals(problem: Problem, equal_priors: bool = False) -> Intervals:
    """Return where Bayes' rule changes its answer on a line, with the priors or with equal ones."""
    rule = BayesOptimal(problem, "equal" if equal_priors else None).fit()
    return class_intervals(problem, rule)


def excess_errors(state: LabState, keys: tuple[str, ...], n: int) -> dict[str, Excess]:
    """Return the excess errors of the classifiers of these keys on `n` new points.

    A classifier that cannot be fitted is left out.
    """
    settings = tuple((key, _relevant(state, key)) for key in keys)
    return _excess_errors(state.dataset_spec, settings, n)


def gamma_sweep(
    state: LabState, key: str, gammas: tuple[float, ...], evaluation: EvaluationSpec
) -> Sweep:
    """Return how well the classifier of that key does with each γ, on points seen and unseen."""
    settings = _relevant(replace(state, gamma=gammas[0]), key)
    return _sweep(state.dataset_spec, SweepSpec(key, settings, gammas, evaluation=evaluation))


def left_out_accuracies(state: LabState, key: str, gammas: tuple[float, ...]) -> tuple[float, ...]:
    """Return the accuracy of that SVM for each γ, each point left out in turn."""
    settings = tuple(_relevant(replace(state, gamma=gamma), key) for gamma in gammas)
    return _left_out_accuracies(state.dataset_spec, state.standardise, key, settings)


def new_accuracies(state: LabState, key: str, gammas: tuple[float, ...]) -> tuple[float, ...]:
    """Return the accuracy for each γ on new points of the same, generated data set."""
    return call_cached(_new_accuracies, state, key, gammas)


def _new_accuracies(state: LabState, key: str, gammas: tuple[float, ...]) -> tuple[float, ...]:
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    states = [replace(state, gamma=gamma) for gamma in gammas]
    return tuple(accuracy(each, key, new_points(spec)) for each in states)


def accuracy(state: LabState, key: str, judged: Spec) -> float:
    """Return how well the classifier of that key does on other points, taken as they are."""
    settings = _relevant(state, key)
    return _accuracy(state.dataset_spec, state.standardise, key, settings, judged)


@st.cache_data(max_entries=1, ttl=CACHE_SECONDS, show_spinner="Timing …")
def growth(sizes: tuple[int, ...], gamma: float) -> list[Timing]:
    """Return how long kernel Bayes and the SVC take here for each number of points."""
    return measure_growth(sizes, gamma)


@st.cache_data(max_entries=1, scope="session", show_spinner="Reading the table …")
def table(content: bytes | str) -> Table:
    """Return a table of points that a visitor brought along, held until `table.clear()`."""
    return read_table(content)


def _resolution(spec: Spec, standardise: bool, key: str, settings: ModelSpec, finest: int) -> int:
    points = _dataset(spec, standardise)
    return resolution_within(key, settings.kernel, len(points.y), count_classes(points), finest)


def _relevant(state: LabState, key: str) -> ModelSpec:
    return MODELS[key].relevant(state.model_spec)


@memoize(64)
def _dataset(spec: Spec, standardise: bool) -> Dataset:
    loaded = spec.load() if isinstance(spec, DrawnSpec) else datasets.load(spec)
    points = datasets.standardised(loaded) if standardise else loaded
    points.X.setflags(write=False)
    points.y.setflags(write=False)
    return points


@memoize(64)
def _fitted_model(spec: Spec, standardise: bool, key: str, settings: ModelSpec) -> Any:
    points = _dataset(spec, standardise)
    n_classes = count_classes(points)
    check_fit(key, settings.kernel, len(points.y), n_classes)
    model = build_model(key, settings, n_classes)
    try:
        with heavy_slot(effort_of_fit(key, settings.kernel, len(points.y), n_classes)):
            return model.fit(points.X, points.y)
    except ValueError as problem:
        raise ValueError(_with_names(str(problem), points)) from problem


# Ten classes have 3.5 MB of scores.
@memoize(32)
def _regions(spec: Spec, standardise: bool, key: str, settings: ModelSpec, finest: int) -> Regions:
    model = _fitted_model(spec, standardise, key, settings)
    nodes = _resolution(spec, standardise, key, settings, finest)
    return decision_regions(model, _box(spec, standardise), nodes)


@memoize(128)
def _tile(spec: Spec, standardise: bool, key: str, settings: ModelSpec, theme: str) -> str:
    model = _fitted_model(spec, standardise, key, settings)
    nodes = _resolution(spec, standardise, key, settings, TILE_RESOLUTION)
    small = decision_regions(model, _box(spec, standardise), nodes)
    n_classes = len(_dataset(spec, standardise).class_names)
    return draw_thumbnail(small.x1, small.x2, small.label, small.strength, n_classes, theme=theme)


@memoize(16)
def _tile_points(spec: Spec, standardise: bool, theme: str) -> str:
    points = _dataset(spec, standardise)
    return draw_thumbnail_points(points.X, points.y, _box(spec, standardise), theme=theme)


@memoize(64)
def _message(spec: Spec, standardise: bool, key: str, settings: ModelSpec) -> dict[str, Any]:
    model = _fitted_model(spec, standardise, key, settings)
    nodes = _resolution(spec, standardise, key, settings, FINEST)
    return message_of(model, _dataset(spec, standardise), _box(spec, standardise), nodes)


@memoize(512)
def _row(
    spec: Spec, standardise: bool, key: str, settings: ModelSpec, evaluation: EvaluationSpec
) -> Row:
    points = _dataset(spec, standardise)
    n, n_classes = len(points.y), count_classes(points)
    n_splits = count_splits(evaluation, n)
    try:
        check_splits(key, settings.kernel, n, n_classes, n_splits)
    except InputError as problem:
        return _training_row(spec, standardise, key, settings, str(problem))
    model = build_model(key, settings, n_classes)
    splits, unsuited = _splits(spec, evaluation)

    def is_quick(fitted: Any) -> None:
        check_steps(fitted, n, n_classes, n_splits)

    with heavy_slot(_effort_of_row(spec, standardise, key, settings, evaluation)):
        judged = evaluate(key, model, points.X, points.y, splits, check=is_quick)
    return named(replace(judged, problem=judged.problem or unsuited), points)


def _effort_of_row(
    spec: Spec, standardise: bool, key: str, settings: ModelSpec, evaluation: EvaluationSpec
) -> float:
    points = _dataset(spec, standardise)
    n = len(points.y)
    effort = effort_of_fit(key, settings.kernel, n, count_classes(points))
    return count_splits(evaluation, n) * effort


@memoize(16)
def _splits(spec: Spec, evaluation: EvaluationSpec) -> tuple[Splits, str | None]:
    return find_splits(_dataset(spec, False).y, evaluation)


def _training_row(
    spec: Spec, standardise: bool, key: str, settings: ModelSpec, problem: str
) -> Row:
    """Return a row without a held-out accuracy, and why it has none."""
    points = _dataset(spec, standardise)
    try:
        model = _fitted_model(spec, standardise, key, settings)
    except ValueError as own_problem:
        return Row(key, problem=str(own_problem))
    return Row(key, float((model.predict(points.X) == points.y).mean()), problem=problem)


@st.cache_data(
    max_entries=64, ttl=CACHE_SECONDS, hash_funcs=BY_REPR, show_spinner="Fitting it for every γ …"
)
def _sweep(spec: Spec, swept: SweepSpec) -> Sweep:
    points = _dataset(spec, standardise=False)
    effort = effort_of_fit(swept.key, swept.settings.kernel, len(points.y), 2)
    with heavy_slot(len(swept.gammas) * effort):
        return sweep(swept, points.X, points.y)


@st.cache_data(
    max_entries=16,
    ttl=CACHE_SECONDS,
    show_spinner="Leaving out each support vector, for every γ …",
)
def _left_out_accuracies(
    spec: Spec, standardise: bool, key: str, settings: tuple[ModelSpec, ...]
) -> tuple[float, ...]:
    points = _dataset(spec, standardise)
    models = [build_model(key, each) for each in settings]
    with heavy_slot(len(models) * effort_of_fit(key, "rbf", len(points.y), 2)):
        return tuple(leave_one_out_svm(model, points.X, points.y) for model in models)


@memoize(512)
def _accuracy(spec: Spec, standardise: bool, key: str, settings: ModelSpec, judged: Spec) -> float:
    model, others = _fitted_model(spec, standardise, key, settings), _dataset(judged, False)
    return float((model.predict(others.X) == others.y).mean())


def _box(spec: Spec, standardise: bool) -> tuple[float, float, float, float]:
    if isinstance(spec, DrawnSpec):
        return spec.drawing.box
    return datasets.bounding_box(_dataset(spec, standardise).X)


def _best_rule(spec: Spec) -> BayesOptimal:
    known = known_problem(spec) if isinstance(spec, DatasetSpec) else None
    if known is None:
        raise ValueError("The densities of these points are not known: choose generated data.")
    return BayesOptimal(known).fit()


@memoize(64)
def _best_regions(spec: Spec) -> Regions:
    return decision_regions(_best_rule(spec), _box(spec, standardise=False), RESOLUTION)


@st.cache_data(
    max_entries=64,
    ttl=CACHE_SECONDS,
    hash_funcs=BY_REPR,
    show_spinner="Counting errors on new points …",
)
def _excess_errors(
    spec: Spec, settings: tuple[tuple[str, ModelSpec], ...], n: int
) -> dict[str, Excess]:
    models = {}
    for key, relevant in settings:
        with suppress(ValueError):
            models[key] = _fitted_model(spec, False, key, relevant)
    return simulate_excess(_best_rule(spec).problem, models, n)


def count_classes(points: Dataset) -> int:
    """Return how many classes have points.

    Raises
    ------
    ValueError
        If they are fewer than two.
    """
    present = len(np.unique(points.y))
    if present == 0:
        raise ValueError("There are no points yet: draw some of two classes.")
    if present == 1:
        raise ValueError("All points are of one class: draw points of a second one.")
    return present


def _with_names(sentence: str, points: Dataset) -> str:
    """Return a classifier's sentence with the names of the two classes it calls 0 and 1."""
    if len(np.unique(points.y)) > 2:  # one against the rest: 0 and 1 are no classes of the points
        return sentence
    return re.sub(
        r"\b([Cc])lass (\d+)",
        lambda found: f"{found[1]}lass {points.class_names[int(found[2])].removeprefix('class ')}",
        sentence,
    )
