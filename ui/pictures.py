"""Pictures that the pages draw, each once for all visitors, and results with a spinner.

Computations without Streamlit are in :mod:`core.compute`.
"""

import pickle
from collections.abc import Callable, Hashable
from hashlib import blake2b, sha256
from typing import Any

import numpy as np
import plotly.graph_objects as go

from bayeslab.bayes_error.optimal import error_rate
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DatasetSpec
from core import compute
from core.caching import MOST_BYTES, memoize
from core.csv_import import Layout, Table, read_table
from core.drawing_format import Box
from core.fit_spec import FitSpec, PointsSpec
from core.state import share_a_scale
from ui.thumbnails import (
    HEIGHT,
    WIDTH,
    draw_thumbnail,
    draw_thumbnail_islands,
    draw_thumbnail_points,
    lay_over,
)

THUMBNAIL_RESOLUTION = 72  # nodes along each axis of a small picture
THUMBNAIL_DETAIL = 400  # of one with narrow bumps: one for each pixel


def _digest(*arguments: Any, **settings: Any) -> bytes:
    """Return a key for arguments that cannot be hashed, such as arrays."""
    return blake2b(pickle.dumps((arguments, settings))).digest()


@memoize(256, key=_digest, max_bytes=MOST_BYTES)
def figure(draw: Callable[..., go.Figure], *arguments: Any, **settings: Any) -> go.Figure:
    """Return the figure that draw(*arguments, **settings) draws; they may be arrays."""
    return draw(*arguments, **settings)


def thumbnail_box(spec: PointsSpec) -> Box:
    """Return the box that a small picture shows."""
    sheet, names = compute.box(spec), compute.dataset(spec).feature_names
    return compute.wide_box(sheet, WIDTH / HEIGHT) if share_a_scale(names) else sheet


def thumbnail_bump(fit: FitSpec) -> float:
    """Return the width of the narrowest bump as a share of the side of a small picture."""
    return compute.bump_of(fit, thumbnail_box(fit.data))


@memoize(128)
def thumbnail(fit: FitSpec, theme: str, sheet: Box | None = None) -> str:
    """Return the decision regions of the classifier as a small picture, an SVG.

    It shows a box, that of :func:`thumbnail_box` by default.
    """
    points, sheet = compute.dataset(fit.data), sheet or thumbnail_box(fit.data)
    small = compute.evaluate_regions(fit, THUMBNAIL_RESOLUTION, THUMBNAIL_DETAIL, sheet)
    label = small.classes[small.label]  # a class without points keeps its colour
    grid = (small.x1, small.x2, label, small.strength)
    regions = draw_thumbnail(*grid, len(points.class_names), far=small.far, theme=theme)
    predicted = compute.fitted_model(fit).predict(points.X)
    islands = draw_thumbnail_islands(points.X, predicted, label, sheet, small.bump, theme=theme)
    return lay_over(regions, islands)


@memoize(16)
def thumbnail_points(
    spec: PointsSpec, theme: str, bump: float = np.inf, sheet: Box | None = None
) -> str:
    """Return the points as a small picture to be laid over thumbnails, an SVG.

    Over bumps of a width, a share of the picture's side, the markers are small.
    """
    points = compute.dataset(spec)
    return draw_thumbnail_points(
        points.X, points.y, sheet or thumbnail_box(spec), bump=bump, theme=theme
    )


def thumbnail_with_points(fit: FitSpec, theme: str) -> str:
    """Return the decision regions of the classifier under the points, as a small picture."""
    return lay_over(thumbnail(fit, theme), thumbnail_points(fit.data, theme, thumbnail_bump(fit)))


@memoize(64, max_bytes=2**16)
def bayes_error(spec: DatasetSpec) -> float | None:
    """Return the error of the best rule on a generated data set, if its densities are known."""
    problem = known_problem(spec)
    return None if problem is None else error_rate(problem).bayes


def _digest(content: bytes | str, layout: Layout = Layout()) -> Hashable:  # noqa: B008
    raw = content.encode() if isinstance(content, str) else content
    return sha256(raw).digest(), layout


@memoize(4, key=_digest, max_bytes=MOST_BYTES)
def table(content: bytes | str, layout: Layout = Layout()) -> Table:  # noqa: B008
    """Return a visitor's table of points; its content is not kept."""
    return read_table(content, layout)
