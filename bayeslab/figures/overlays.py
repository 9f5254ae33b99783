"""Overlays on decision regions: boundaries, bumps, a marked point."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.ellipses import ellipse
from bayeslab.figures.regions import zero_lines
from bayeslab.figures.theme import PALETTE, find_theme, plain

Array = NDArray[np.float64]


def add_boundary(
    figure: go.Figure, x1: Array, x2: Array, score: Array, name: str, *, theme: str = "light"
) -> go.Figure:
    """Add another classifier's boundary as a broad, pale band, through which the picture shows.

    Parameters
    ----------
    figure : Figure
        Changed, and returned.
    x1, x2 : arrays of shape (c,) and (r,)
        The grid's coordinates.
    score : array of shape (r, c)
        Its decision function at (x1[j], x2[i]) in cell [i, j]; the boundary is where it is 0.
    name, theme
        For the legend; a key of ``TEMPLATES``.
    """
    lines = zero_lines(x1, x2, score)
    x, y = (lines if len(lines) else np.full((1, 2), np.nan)).T
    line = {"color": find_theme(theme).quiet, "width": 11}
    settings = {"mode": "lines", "line": line, "opacity": 0.45, "hoverinfo": "skip"}
    return figure.add_trace(go.Scatter(x=x, y=y, name=plain(name), **settings))


def add_star(
    figure: go.Figure, x1: float, x2: float, name: str, *, theme: str = "light"
) -> go.Figure:
    """Add a star at (x1, x2), the point to classify; `name` is for the legend."""
    look = find_theme(theme)
    line = {"color": look.background, "width": 2}
    star = {"symbol": "star", "color": look.ink, "size": 22, "line": line}
    settings = {"mode": "markers", "marker": star, "name": plain(name), "hoverinfo": "skip"}
    return figure.add_trace(go.Scatter(x=[x1], y=[x2], cliponaxis=False, **settings))


def add_bumps(
    figure: go.Figure, places: Sequence[Array], covariances: Sequence[Array]
) -> go.Figure:
    """Add to a picture of the plane the outline of a bump around each point.

    A Gaussian bump with covariance C has at m + V diag(sqrt(values)) u, for unit vectors u and
    C = V diag(values) V', the height exp(-1/2) of its top.

    Parameters
    ----------
    figure : Figure
        Changed, and returned.
    places : sequence of arrays of shape (n, 2)
        The points of each class.
    covariances : sequence of arrays of shape (2, 2)
        The shape of each class's bumps; symmetric, positive semi-definite.
    """
    for k, (points, C) in enumerate(zip(places, covariances, strict=True)):
        outline = np.concatenate((ellipse(C, 49), np.full((1, 2), np.nan)))
        x, y = (points[:, None, :] + outline).reshape(-1, 2).T
        line = {"color": PALETTE[k].colour, "width": 1.2}
        trace = go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip")
        figure.add_trace(trace.update(showlegend=False))
    return figure
