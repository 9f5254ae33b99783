"""Figure of excess errors: each classifier's error minus the Bayes error."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.evaluation.formats import PERCENT, fixed, percent
from bayeslab.figures.theme import PALETTE, PERCENT_AXIS, dress, find_theme, finite, plain

Array = NDArray[np.float64]

# Other colours than those of the first two classes, because the rows are classifiers.
COUNTED, EXPECTED = PALETTE[2], PALETTE[4]
LEAST_REACH = 2.0  # percent, smallest extent of the axis to the right


def draw_excess(
    excesses: Mapping[str, tuple[float, float, float]], *, theme: str = "light"
) -> go.Figure:
    """Draw excess errors, one row per classifier, the smallest expected one on top.

    The area left of zero is shaded: only chance puts a count there. The expected excess error is
    written at the right edge.

    Parameters
    ----------
    excesses : mapping of str to (counted, standard error, expected)
        By classifier, as shares; the count has a bar of two standard errors on both sides.
    theme
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there is none, a value is not finite, or the theme is unknown.
    """
    look = find_theme(theme)
    if not excesses:
        raise ValueError("There is no excess error to draw; give one classifier or more.")
    order = sorted(excesses, key=lambda name: excesses[name][2])
    table = finite("excesses", [excesses[name] for name in order], (len(order), 3))
    counted, error, expected = 100 * table.T
    names, rows = list(map(plain, order)), np.arange(len(order))
    figure = go.Figure()
    low = min(1.1 * float((counted - 2 * error).min()), -0.1 * LEAST_REACH)
    high = max(1.05 * float((counted + 2 * error).max()), LEAST_REACH)
    bars = {"array": 2 * error, "color": COUNTED.colour, "thickness": 2.5, "width": 5}
    outline = {"color": look.ink, "width": 1}
    dots = {"color": COUNTED.colour, "symbol": "circle", "size": 12, "line": outline}
    figure.add_trace(_dots("counted", names, counted, dots).update(error_x=bars))
    dots = {"color": EXPECTED.colour, "symbol": "diamond", "size": 10, "line": outline}
    figure.add_trace(_dots("expected", names, expected, dots))
    ground = {"type": "rect", "x0": low, "x1": 0, "y0": 0, "y1": 1, "yref": "paper"}
    ground |= {"fillcolor": look.grid, "line_width": 0, "layer": "below"}
    best = {"type": "line", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"}
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "showarrow": False}
    figure.update_layout(
        shapes=[ground, {**best, "line": {"color": look.ink, "width": 2.5}}],
        annotations=[
            {"text": percent(value / 100), "y": row, "font": {"size": 16}, **place}
            for row, value in enumerate(expected)
        ],
        margin_r=72,
    )
    figure.update_xaxes(PERCENT_AXIS, range=[low, high], nticks=6)
    figure.update_xaxes(title_text="excess error over the Bayes classifier")
    figure.update_yaxes(tickvals=rows, ticktext=names, ticks="", showgrid=False)
    figure.update_yaxes(range=[len(order) - 0.4, -0.6])
    return dress(figure, theme, None)


def _dots(name: str, rows: list[str], x: Array, marker: dict[str, Any]) -> go.Scatter:
    """Return a dot in each row; hovering shows the row's name and the value in percent."""
    words = [[row, fixed(value, 2, "+")] for row, value in zip(rows, x, strict=True)]
    hover = f"<b>%{{customdata[0]}}</b><br>{name}: %{{customdata[1]}}{PERCENT}<extra></extra>"
    dots = go.Scatter(x=x, y=np.arange(len(rows)), mode="markers", marker=marker, name=name)
    return dots.update(customdata=words, hovertemplate=hover, cliponaxis=False)
