"""Pictures of kernels as bumps: their outlines in the plane, and their heights along a line."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import (
    PALETTE,
    dress,
    find_theme,
    finite,
    mix,
    plain_names,
)

__all__ = ["add_bumps", "add_level", "draw_bumps"]

Array = NDArray[np.float64]


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
    angles = np.linspace(0, 2 * np.pi, 49)
    circle = np.stack((np.cos(angles), np.sin(angles)))
    for k, (points, C) in enumerate(zip(places, covariances, strict=True)):
        values, V = np.linalg.eigh(C)
        edge = (V * np.sqrt(values.clip(0)) @ circle).T
        closed = np.concatenate((edge, np.full((1, 2), np.nan)))
        x, y = (points[:, None, :] + closed).reshape(-1, 2).T
        line = {"color": PALETTE[k].colour, "width": 1.2}
        outline = go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip")
        figure.add_trace(outline.update(showlegend=False))
    return figure


def add_level(figure: go.Figure, x2: float, *, theme: str = "light") -> go.Figure:
    """Add the level line at `x2`, along which :func:`draw_bumps` shows heights."""
    return figure.add_hline(x2, line={"color": find_theme(theme).ink, "width": 1.5, "dash": "dot"})


def draw_bumps(
    x: Array,
    shares: Sequence[Array],
    score: Array,
    *,
    class_names: Sequence[str],
    mark: float | None = None,
    axis_name: str = "x₁",
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw two classes' sums of bumps along a line, each bump under its sum.

    The ground is tinted with the class decided there.

    Parameters
    ----------
    x : array of shape (r,)
        Positions, ascending.
    shares : sequence of 2 arrays of shape (n, r)
        What each point of a class adds at each position.
    score : array of shape (r,)
        The decision function; above 0 the second class is chosen.
    class_names : sequence of 2 str
        In the order of `shares`.
    mark : float, optional
        A position to be marked.
    axis_name, theme, title
        As in the other figures.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, there are not two class names, or the theme is
        unknown.
    """
    look, names = find_theme(theme), plain_names(class_names)
    if len(names) != 2:
        raise ValueError(f"There are {len(names)} class names; bumps are drawn for two classes.")
    x = finite("x", x, (len(x),))
    score = finite("score", score, x.shape)
    figure = go.Figure()
    _add_ground(figure, x, score, [mix(PALETTE[k].colour, look.background, 0.16) for k in (0, 1)])
    for k in (0, 1):
        heights = finite("shares", shares[k], (len(shares[k]), len(x)))
        gap = np.full((len(heights), 1), np.nan)
        bumps_y = np.hstack((heights, gap)).ravel()
        bumps_x = np.tile(np.append(x, np.nan), len(heights))
        colour = PALETTE[k].colour
        for xs, ys, width, name in (
            (bumps_x, bumps_y, 1.0, "bumps"),
            (x, heights.sum(axis=0), 3.5, names[k]),
        ):
            line = {"color": colour, "width": width, "dash": ("solid", "dash")[k]}
            curve = go.Scatter(x=xs, y=ys, mode="lines", line=line, name=name, hoverinfo="skip")
            figure.add_trace(curve.update(showlegend=name != "bumps"))
    if mark is not None:
        figure.add_vline(mark, line={"color": look.ink, "width": 1.5, "dash": "dot"})
    figure.update_xaxes(range=[x[0], x[-1]], title_text=axis_name, showgrid=False)
    figure.update_yaxes(title_text="height", rangemode="tozero", showgrid=False)
    return dress(figure, theme, title)


def _add_ground(figure: go.Figure, x: Array, score: Array, tints: Sequence[str]) -> None:
    """Tint each stretch of the line with the class decided there."""
    above = score > 0
    change = np.flatnonzero(above[1:] != above[:-1])
    # Where the score, taken as straight between two positions, is 0.
    zero = x[change] + np.diff(x)[change] * score[change] / (score[change] - score[change + 1])
    ends = np.concatenate((x[:1], zero, x[-1:]))
    for start, stop, k in zip(ends[:-1], ends[1:], above[[*change, -1]], strict=True):
        figure.add_vrect(start, stop, fillcolor=tints[int(k)], line_width=0, layer="below")
