"""What kinds of errors classifiers make: ROC curves and calibration curves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import PALETTE, Theme, dress, find_theme, plain

__all__ = ["RateCurve", "draw_calibration", "draw_roc"]

Array = NDArray[np.float64]

# None of the first two classes' colours; told by marker and dash as well.
STYLES = ((PALETTE[2], "solid"), (PALETTE[6], "dash"))


@dataclass(frozen=True, eq=False)
class RateCurve:
    """A curve of one classifier: shares from 0 to 1 across and up, and the point in use, if any."""

    name: str
    x: Array
    y: Array
    in_use: tuple[float, float] | None = None


def draw_roc(
    lines: Sequence[RateCurve], *, theme: str = "light", title: str | None = None
) -> go.Figure:
    """Draw the true positive rate over the false positive rate.

    Parameters
    ----------
    lines : one or two RateCurves
        A large marker stands at the point in use, where the classifier's own threshold is.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there are more than two lines, or the theme is unknown.
    """
    figure = _square("false positive rate", "true positive rate", "chance", theme)
    for line, (style, dash) in _styled(lines):
        pen = {"color": style.colour, "width": 3.5, "dash": dash}
        curve = go.Scatter(x=line.x, y=line.y, mode="lines", line=pen, name=plain(line.name))
        figure.add_trace(curve.update(hovertemplate="%{x:.1%} and %{y:.1%}<extra></extra>"))
        if line.in_use is not None:
            x, y = line.in_use
            marker = {"color": style.colour, "symbol": style.symbol, "size": 15}
            marker["line"] = {"color": find_theme(theme).ink, "width": 2}
            dot = go.Scatter(x=[x], y=[y], mode="markers", marker=marker, showlegend=False)
            rates = "%{x:.1%} and %{y:.1%}<extra></extra>"
            hover = f"<b>{plain(line.name)}</b>, own threshold: {rates}"
            figure.add_trace(dot.update(cliponaxis=False, hovertemplate=hover))
    return dress(figure, theme, title)


def draw_calibration(
    lines: Sequence[RateCurve], *, theme: str = "light", title: str | None = None
) -> go.Figure:
    """Draw the observed frequency of the positive class over its predicted probability.

    Parameters
    ----------
    lines : one or two RateCurves
        A marker for each bin.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there are more than two lines, or the theme is unknown.
    """
    figure = _square("predicted probability", "observed frequency", "perfect calibration", theme)
    for line, (style, dash) in _styled(lines):
        marker = {"color": style.colour, "symbol": style.symbol, "size": 12}
        pen = {"color": style.colour, "width": 2.5, "dash": dash}
        curve = go.Scatter(x=line.x, y=line.y, mode="lines+markers", line=pen, marker=marker)
        hover = "predicted %{x:.1%}, observed %{y:.1%}<extra></extra>"
        figure.add_trace(curve.update(name=plain(line.name), hovertemplate=hover))
    figure.update_traces(cliponaxis=False)
    return dress(figure, theme, title)


def _styled(lines: Sequence[RateCurve]) -> list[tuple[RateCurve, tuple]]:
    if len(lines) > len(STYLES):
        raise ValueError(f"There are {len(lines)} curves; at most {len(STYLES)} can be told apart.")
    return list(zip(lines, STYLES, strict=False))


def _square(across: str, up: str, diagonal: str, theme: str) -> go.Figure:
    """Return a square of shares with its diagonal."""
    look: Theme = find_theme(theme)
    line = {"color": look.quiet, "width": 1.5, "dash": "dot"}
    figure = go.Figure(go.Scatter(x=[0, 1], y=[0, 1], mode="lines", line=line, name=diagonal))
    figure.update_traces(hoverinfo="skip")
    axis = {"range": [-0.02, 1.02], "tickformat": ".0%", "constrain": "domain", "dtick": 0.25}
    figure.update_xaxes(axis, title_text=across)
    figure.update_yaxes(axis, title_text=up, scaleanchor="x")
    return figure
