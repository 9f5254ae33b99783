"""Pictures of kernels as bumps: their outlines in the plane."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import PALETTE

Array = NDArray[np.float64]


def ellipse(C: Array, n: int) -> Array:
    """Return n points V diag(sqrt(values)) u, for unit vectors u and C = V diag(values) V'."""
    angles = np.linspace(0, 2 * np.pi, n)
    values, V = np.linalg.eigh(C)
    return (V * np.sqrt(values.clip(0)) @ np.stack((np.cos(angles), np.sin(angles)))).T


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
