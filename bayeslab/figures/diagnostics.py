"""Pictures of the kinds of errors: ROC curves and calibration curves."""

from collections.abc import Sequence
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import PALETTE, PERCENT_AXIS, ClassStyle, dress, find_theme, plain

Array = NDArray[np.float64]

# None of the first two classes' colours; markers and dashes differ as well.
STYLES = ((PALETTE[2], "solid"), (PALETTE[6], "dash"))
RATES = "%{x} and %{y}<extra></extra>"


class RateCurve(NamedTuple):
    """A curve of one classifier: shares from 0 to 1 across and up, and the point in use, if any."""

    name: str
    x: Array
    y: Array
    in_use: tuple[float, float] | None = None


def draw_roc(
    lines: Sequence[tuple[Any, ...]], *, theme: str = "light", title: str | None = None
) -> go.Figure:
    """Draw the true positive rate over the false positive rate.

    Parameters
    ----------
    lines : one or two (name, x, y[, in_use])
        Shares from 0 to 1 across and up. A large marker is at the point in use, the classifier's
        own threshold.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there are more than two lines, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab.figures import draw_roc
    >>> figure = draw_roc([("naive Bayes", [0, 0, 0.2, 1], [0, 0.7, 0.9, 1], (0.2, 0.9))])
    >>> figure.layout.xaxis.title.text
    'false positive rate'
    """
    figure = _square("false positive rate", "true positive rate", "chance", theme)
    for curve, (style, dash) in _styled(lines):
        figure.add_trace(_trace(curve, style, dash, RATES, mode="lines"))
        if curve.in_use is not None:
            line = {"color": find_theme(theme).ink, "width": 2}
            marker = {"color": style.colour, "symbol": style.symbol, "size": 15, "line": line}
            x, y = ([100 * rate] for rate in curve.in_use)
            dot = go.Scatter(x=x, y=y, mode="markers", marker=marker, showlegend=False)
            hover = f"<b>{plain(curve.name)}</b>, own threshold: {RATES}"
            figure.add_trace(dot.update(cliponaxis=False, hovertemplate=hover))
    return dress(figure, theme, title)


def draw_calibration(
    lines: Sequence[tuple[Any, ...]], *, theme: str = "light", title: str | None = None
) -> go.Figure:
    """Draw the observed frequency of the positive class over its predicted probability.

    Parameters
    ----------
    lines : one or two (name, x, y)
        Shares from 0 to 1 across and up, with a marker for each bin.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there are more than two lines, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab.figures import draw_calibration
    >>> figure = draw_calibration([("naive Bayes", [0.1, 0.5, 0.9], [0.2, 0.5, 0.8])])
    >>> figure.layout.xaxis.title.text
    'predicted probability'
    """
    figure = _square("predicted probability", "observed frequency", "perfect calibration", theme)
    for line, (style, dash) in _styled(lines):
        hover = "predicted %{x}, observed %{y}<extra></extra>"
        figure.add_trace(_trace(line, style, dash, hover, mode="lines+markers"))
    figure.update_traces(cliponaxis=False)
    return dress(figure, theme, title)


def _styled(lines: Sequence[tuple[Any, ...]]) -> list[tuple[RateCurve, tuple[ClassStyle, str]]]:
    if len(lines) > len(STYLES):
        raise ValueError(f"There are {len(lines)} curves; at most {len(STYLES)} can be told apart.")
    return list(zip(starmap(RateCurve, lines), STYLES, strict=False))


def _trace(line: RateCurve, style: ClassStyle, dash: str, hover: str, mode: str) -> go.Scatter:
    return go.Scatter(
        x=100 * line.x,
        y=100 * line.y,
        mode=mode,
        line={"color": style.colour, "width": 3, "dash": dash},
        marker={"color": style.colour, "symbol": style.symbol, "size": 12},
        name=plain(line.name),
        hovertemplate=hover,
    )


def _square(across: str, up: str, diagonal: str, theme: str) -> go.Figure:
    """Return a square of shares with its diagonal."""
    look = find_theme(theme)
    line = {"color": look.quiet, "width": 1.5, "dash": "dot"}
    figure = go.Figure(go.Scatter(x=[0, 100], y=[0, 100], mode="lines", line=line, name=diagonal))
    figure.update_traces(hoverinfo="skip")
    axis = {"range": [-2, 102], "constrain": "domain", "dtick": 25, **PERCENT_AXIS}
    figure.update_xaxes(axis, title_text=across)
    figure.update_yaxes(axis, title_text=up, scaleanchor="x")
    return figure
