"""Results about points and fitted classifiers that pages share, each computed once.

Results are stored (:func:`core.caching.memoize`) under frozen values: points under their spec,
results of a fitted classifier under its :class:`core.fit_spec.FitSpec`. How much work a result may
take is bounded by :mod:`core.effort`. Accuracies are in :mod:`core.evaluations`.
"""

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
from cachetools.keys import hashkey

from bayeslab.data.datasets import Dataset
from bayeslab.data.points import bounding_box
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import build_model
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.islands import FINEST_DETAIL, bump_width, detailed_resolution
from bayeslab.scoring.regions import Regions, decision_regions
from core.caching import MOST_BYTES, memoize
from core.concurrency import heavy_slot
from core.drawing import DrawnSpec
from core.drawing_format import Box
from core.effort import FINEST, Work, check_fit, resolution_within
from core.fit_spec import FitSpec, PointsSpec, load_points
from core.messages import describe_settings, is_small, message_of

RESOLUTION = 128  # nodes along each axis of a picture: a third of the data and time that 200 need


@memoize(64)
def dataset(spec: PointsSpec) -> Dataset:
    """Return the points."""
    return load_points(spec)


@memoize(64)
def box(spec: PointsSpec) -> tuple[float, float, float, float]:
    """Return the box that the picture shows: a drawing's own, or one around the points."""
    return spec.drawing.box if isinstance(spec, DrawnSpec) else bounding_box(dataset(spec).X)


def wide_box(sheet: Box, aspect: float) -> Box:
    """Return a box widened so that both axes of a picture of that aspect have the same scale."""
    a, b, c, d = sheet
    reach = max(b - a, aspect * (d - c)) / 2
    x, y = (a + b) / 2, (c + d) / 2
    return x - reach, x + reach, y - reach / aspect, y + reach / aspect


def count_classes(points: Dataset) -> int:
    """Return how many classes have points.

    Raises
    ------
    ValueError
        If they are fewer than two.
    """
    present = len(np.unique(points.y))
    if present == 0:
        raise ValueError("There are no points yet: draw points of two classes.")
    if present == 1:
        raise ValueError("All points are in one class: draw points of a second class.")
    return present


def work_of(fit: FitSpec) -> Work:
    """Return what the effort of a fit depends on."""
    points = dataset(fit.data)
    n_classes, n_features = count_classes(points), len(points.feature_names)
    return Work(fit.classifier, fit.settings.kernel, len(points.y), n_classes, n_features)


def unfitted_model(fit: FitSpec) -> Any:
    """Return the classifier before it is fitted.

    Raises
    ------
    ValueError
        If the classifier or the points do not exist, or a fit takes too long.
    """
    check_fit(work_of(fit))
    return build_model(fit.classifier, fit.settings, count_classes(dataset(fit.data)))


@memoize(64, max_bytes=2 * MOST_BYTES)
def fitted_model(fit: FitSpec) -> Any:
    """Return the classifier, fitted to all points."""
    model, points = unfitted_model(fit), dataset(fit.data)
    try:
        with heavy_slot(work_of(fit).effort):
            return model.fit(points.X, points.y)
    except FitError as error:
        raise error.with_names(points.class_names) from error


def _regions_key(fit: FitSpec, finest: int = RESOLUTION, detailed: int = FINEST_DETAIL) -> Any:
    return hashkey(fit, finest, detailed)


# Ten classes have 3.5 MB of scores.
@memoize(32, key=_regions_key, max_bytes=2 * MOST_BYTES)
def regions(fit: FitSpec, finest: int = RESOLUTION, detailed: int = FINEST_DETAIL) -> Regions:
    """Return the decision regions of the classifier, on a grid of at most this resolution.

    Narrow bumps may take as many nodes along each axis as `detailed`.
    """
    return evaluate_regions(fit, finest, detailed)


def regions_of_both(fits: Sequence[FitSpec]) -> tuple[Regions, Regions]:
    """Return the decision regions of two classifiers on one grid."""
    fewest, finest = (
        min(resolution_within(work_of(fit), most) for fit in fits)
        for most in (RESOLUTION, FINEST_DETAIL)
    )
    nodes = max(detailed_resolution(bump_of(fit, box(fit.data)), fewest, finest) for fit in fits)
    first, second = (regions(fit, nodes, nodes) for fit in fits)
    return first, second


def bump_of(fit: FitSpec, sheet: Box) -> float:
    """Return the width of the classifier's narrowest bump as a share of its picture's side."""
    return bump_width(describe(fitted_model(fit)) or (), sheet)


def evaluate_regions(
    fit: FitSpec, finest: int, most_detailed: int, sheet: Box | None = None
) -> Regions:
    """Return the decision regions of the classifier, in its own box or another, not stored."""
    nodes, detailed = (resolution_within(work_of(fit), most) for most in (finest, most_detailed))
    return decision_regions(fitted_model(fit), sheet or box(fit.data), nodes, detailed)


@memoize(64)
def message(
    fit: FitSpec,
    sheet: Box | None = None,
    finest: int = FINEST,
    most_detailed: int = FINEST_DETAIL,
) -> dict[str, Any]:
    """Return the message about the classifier for the drawing area, in its own box or another."""
    try:
        points = dataset(fit.data)
        has_fast_sums = KERNELS[fit.settings.kernel].has_fast_sums
        if fit.classifier in get_args(Variant) and is_small(points, has_fast_sums=has_fast_sums):
            return describe_settings(fit.classifier, fit.settings)
        grid = [resolution_within(work_of(fit), most) for most in (finest, most_detailed)]
        return message_of(fitted_model(fit), points, sheet or box(fit.data), *grid)
    except ValueError as problem:
        return {"kind": "message", "text": str(problem)}
