"""Points added to a figure, and points drawn by their weights."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import PALETTE, class_points, find_theme, plain_names

Array = NDArray[np.float64]

LARGEST, SMALLEST = 17.0, 3.0  # pixels


def add_points(
    figure: go.Figure,
    X: Array,
    y: NDArray[Any],
    class_names: Sequence[str],
    *,
    theme: str = "light",
) -> go.Figure:
    """Add points of two classes, in their styles, to a figure; it is changed, and returned."""
    look = find_theme(theme)
    for k, name in enumerate(plain_names(class_names)):
        figure.add_trace(class_points(X[y == k], PALETTE[k], name, "", len(X), look))
    return figure


def size_points(
    figure: go.Figure, y: NDArray[Any], weights: Array, class_names: Sequence[str]
) -> go.Figure:
    """Give the points of :func:`draw_regions` areas that are proportional to their weights.

    Parameters
    ----------
    figure : Figure
        Of regions and points; changed, and returned.
    y : array of shape (n,)
        The points' classes, as they were given to the figure.
    weights : array of shape (n,)
        0 or above; points without weight stay as dots.
    class_names : sequence of str
        As they were given to the figure.

    Raises
    ------
    ValueError
        If no weight is above 0.
    """
    if not np.max(weights) > 0:
        raise ValueError("No point has a weight above 0: give at least one.")
    diameters = np.maximum(LARGEST * np.sqrt(weights / np.max(weights)), SMALLEST)
    for k, name in enumerate(plain_names(class_names)):
        own, has_weight = diameters[y == k], weights[y == k] > 0
        # Left alone, Plotly makes points of different sizes see-through.
        marker = {"size": own, "opacity": 1, "line": {"width": np.where(has_weight, 1.2, 0)}}
        figure.update_traces(marker=marker, selector={"name": name, "mode": "markers"})
    return figure
