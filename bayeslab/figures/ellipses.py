"""Ellipses of equal density of Gaussian classes."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import find_theme

Array = NDArray[np.float64]


def add_ellipses(
    figure: go.Figure,
    means: Array,
    covariances: Array,
    *,
    distances: tuple[float, ...] = (1.0, 2.0),
    theme: str = "light",
) -> go.Figure:
    """Add the ellipses of equal density of Gaussian classes, and crosses at their means.

    The ellipse at distance r holds the points m + r V diag(sqrt(values)) u for unit vectors u,
    with C = V diag(values) V'.

    Parameters
    ----------
    figure : Figure
        Changed, and returned.
    means : array of shape (K, 2)
        Class means.
    covariances : array of shape (K, 2, 2)
        Symmetric, positive semi-definite; a singular one gives a line or a point.
    distances : tuple of float
        Mahalanobis distances from the mean.
    theme : str
        A key of ``TEMPLATES``.
    """
    gap = np.full((1, 2), np.nan)
    lines = []
    for mean, C in zip(means, covariances, strict=True):
        edge = ellipse(C, 121)
        lines += [part for r in distances for part in (mean + r * edge, gap)]
    ink = find_theme(theme).ink
    x, y = np.concatenate(lines).T
    line = {"color": ink, "width": 1.5, "dash": "dot"}
    settings = {"mode": "lines", "line": line, "name": "assumed density", "hoverinfo": "skip"}
    figure.add_trace(go.Scatter(x=x, y=y, **settings))
    x, y = np.asarray(means).T
    cross = {"symbol": "cross-thin", "size": 11, "line": {"color": ink, "width": 2}}
    settings = {"mode": "markers", "marker": cross, "name": "mean", "hoverinfo": "skip"}
    return figure.add_trace(go.Scatter(x=x, y=y, **settings))


def ellipse(C: Array, n: int) -> Array:
    """Return n points V diag(sqrt(values)) u, for unit vectors u and C = V diag(values) V'."""
    angles = np.linspace(0, 2 * np.pi, n)
    values, V = np.linalg.eigh(C)
    return (V * np.sqrt(values.clip(0)) @ np.stack((np.cos(angles), np.sin(angles)))).T
