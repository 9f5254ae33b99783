"""What the pages compute about points and fitted classifiers, each result once.

Results are stored (:func:`ui.caching.memoize`) under frozen values: points under their spec, what
follows from a fitted classifier under its :class:`core.fit_spec.FitSpec`. How much work a result
may take is bounded by :mod:`core.effort`. Accuracies are in :mod:`ui.evaluations`.
"""

import re
from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
import streamlit as st
from cachetools.keys import hashkey

from bayeslab.bayes_error.optimal import bayes_error as errors_of
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.evaluation.models import build_model
from bayeslab.scoring.regions import Regions, decision_regions
from core.csv_import import Table, read_table
from core.drawing import DrawnSpec
from core.effort import FINEST, check_fit, effort_of_fit, resolution_within
from core.fit_spec import FitSpec, PointsSpec, load_points
from ui.caching import CACHE_SECONDS, MOST_BYTES, figure, memoize
from ui.canvas.messages import describe_settings, is_small, message_of
from ui.concurrency import heavy_slot
from ui.thumbnails import draw_thumbnail, draw_thumbnail_points, lay_over

__all__ = [
    "RESOLUTION",
    "bayes_error",
    "box",
    "count_classes",
    "dataset",
    "figure",
    "fitted_model",
    "message",
    "regions",
    "regions_of_both",
    "table",
    "tile",
    "tile_points",
    "tile_with_points",
    "unfitted_model",
    "with_names",
    "work_of",
]

RESOLUTION = 128  # nodes along each axis of a picture: a third of what 200 send and cost
TILE_RESOLUTION = 72  # nodes along each axis of a small picture


@memoize(64)
def dataset(spec: PointsSpec) -> Dataset:
    """Return the points."""
    return load_points(spec)


@memoize(64)
def box(spec: PointsSpec) -> tuple[float, float, float, float]:
    """Return what the picture shows: a drawing's own box, or one around the points."""
    return spec.drawing.box if isinstance(spec, DrawnSpec) else bounding_box(dataset(spec).X)


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


def work_of(fit: FitSpec) -> tuple[str, str, int, int]:
    """Return what the effort of a fit depends on: classifier, kernel, points and classes."""
    points = dataset(fit.data)
    return fit.classifier, fit.settings.kernel, len(points.y), count_classes(points)


def unfitted_model(fit: FitSpec) -> Any:
    """Return the classifier before it is fitted.

    Raises
    ------
    ValueError
        If it, or its points, are none, or a fit takes too long.
    """
    check_fit(*work_of(fit))
    return build_model(fit.classifier, fit.settings, count_classes(dataset(fit.data)))


@memoize(64, max_bytes=2 * MOST_BYTES)
def fitted_model(fit: FitSpec) -> Any:
    """Return the classifier, fitted to all points."""
    model, points = unfitted_model(fit), dataset(fit.data)
    try:
        with heavy_slot(effort_of_fit(*work_of(fit))):
            return model.fit(points.X, points.y)
    except ValueError as problem:
        raise ValueError(with_names(str(problem), points)) from problem


def _regions_key(fit: FitSpec, finest: int = RESOLUTION) -> Any:
    return hashkey(fit, finest)


# Ten classes have 3.5 MB of scores.
@memoize(32, key=_regions_key, max_bytes=2 * MOST_BYTES)
def regions(fit: FitSpec, finest: int = RESOLUTION) -> Regions:
    """Return the decision regions of the classifier, on no finer a grid."""
    return _regions(fit, finest)


def regions_of_both(fits: Sequence[FitSpec]) -> tuple[Regions, Regions]:
    """Return the decision regions of two classifiers on one grid."""
    nodes = min(resolution_within(*work_of(fit), RESOLUTION) for fit in fits)
    first, second = (regions(fit, nodes) for fit in fits)
    return first, second


def _regions(fit: FitSpec, finest: int) -> Regions:
    nodes = resolution_within(*work_of(fit), finest)
    return decision_regions(fitted_model(fit), box(fit.data), nodes)


@memoize(128)
def tile(fit: FitSpec, theme: str) -> str:
    """Return the decision regions of the classifier as a small picture, an SVG."""
    small, n_classes = _regions(fit, TILE_RESOLUTION), len(dataset(fit.data).class_names)
    return draw_thumbnail(small.x1, small.x2, small.label, small.strength, n_classes, theme=theme)


@memoize(16)
def tile_points(spec: PointsSpec, theme: str) -> str:
    """Return the points as a small picture to be laid over tiles, an SVG."""
    points = dataset(spec)
    return draw_thumbnail_points(points.X, points.y, box(spec), theme=theme)


def tile_with_points(fit: FitSpec, theme: str) -> str:
    """Return the decision regions of the classifier under the points, as a small picture."""
    return lay_over(tile(fit, theme), tile_points(fit.data, theme))


@memoize(64)
def message(fit: FitSpec) -> dict[str, Any]:
    """Return what the drawing area is told of the classifier."""
    try:
        points = dataset(fit.data)
        if fit.classifier in get_args(Variant) and is_small(points):
            return describe_settings(fit.classifier, fit.settings)
        nodes = resolution_within(*work_of(fit), FINEST)
        return message_of(fitted_model(fit), points, box(fit.data), nodes)
    except ValueError as problem:
        return {"kind": "message", "text": str(problem)}


@st.cache_data(
    max_entries=64, ttl=CACHE_SECONDS, show_spinner="Integrating the densities of the classes …"
)
def bayes_error(spec: DatasetSpec) -> float | None:
    """Return the error of the best rule on a generated data set, if its densities are known."""
    known = known_problem(spec)
    return None if known is None else errors_of(known).bayes


@st.cache_data(max_entries=1, scope="session", show_spinner="Reading the table …")
def table(content: bytes | str) -> Table:
    """Return a visitor's table of points, held until `table.clear()`."""
    return read_table(content)


def with_names(sentence: str, points: Dataset) -> str:
    """Return a classifier's sentence with the names of the two classes it calls 0 and 1."""
    if len(np.unique(points.y)) > 2:  # one against the rest: 0 and 1 are no classes of the points
        return sentence
    return re.sub(
        r"\b([Cc])lass (\d+)",
        lambda found: f"{found[1]}lass {points.class_names[int(found[2])].removeprefix('class ')}",
        sentence,
    )
