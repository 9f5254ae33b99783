"""The accuracies of several classifiers in one picture: a row each, the best on top."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from bayeslab.evaluation.formats import fixed, percent
from bayeslab.figures.theme import PALETTE, PERCENT_AXIS, dress, find_theme, plain

# None of the first two classes' colours; as in the pictures of accuracies over a setting.
TRAINING, HELD_OUT = PALETTE[4], PALETTE[2]
HELD_OUT_NAME = "held out, 95\u00a0% interval"


class AccuracyRow(NamedTuple):
    """The accuracies of a classifier as shares; None where one is not known.

    `low` and `high` are the ends of the 95 % interval of `held_out`; `new` is the expected accuracy
    on new points.
    """

    name: str
    training: float | None
    held_out: float
    low: float
    high: float
    new: float | None = None


def draw_accuracies(
    standings: Sequence[tuple[Any, ...]],
    *,
    best: float | None = None,
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw held-out accuracies with their 95 % intervals as bars.

    Parameters
    ----------
    standings : sequence of (name, training, held_out, low, high[, new])
        One or more, in the order of the rows from the top: accuracies as shares, with the ends of
        the 95 % interval of `held_out` and the expected accuracy on new points. Those of training
        and new points may be None.
    best : float, optional
        The accuracy of the best possible rule, 1 minus the Bayes error: a vertical line.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If there is none, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab.figures import draw_accuracies
    >>> rows = [("naive Bayes", 0.95, 0.93, 0.90, 0.96), ("optimal Bayes", 0.99, 0.97, 0.95, 0.99)]
    >>> figure = draw_accuracies(rows, best=0.98, title="two classifiers")
    >>> figure.layout.title.text
    'two classifiers'
    """
    look = find_theme(theme)
    if not standings:
        raise ValueError("There is no accuracy to draw; choose a classifier that can be evaluated.")
    drawn = [AccuracyRow(*each) for each in standings]
    rows = list(range(len(drawn)))
    names = [plain(each.name) for each in drawn]
    figure = go.Figure()
    if best is not None:
        line = {"color": look.ink, "width": 2, "dash": "dash"}
        note = {"text": "Bayes-optimal", "font": {"size": 15}, "yref": "paper", "y": 1}
        note |= {"xanchor": "right", "yanchor": "bottom", "showarrow": False}
        figure.add_vline(100 * best, line=line, layer="below", annotation=note)
        figure.update_layout(margin_t=28)
    spread = {
        "symmetric": False,
        "array": [100 * (each.high - each.held_out) for each in drawn],
        "arrayminus": [100 * (each.held_out - each.low) for each in drawn],
        "thickness": 2.5,
        "width": 6,
    }
    series = (
        ("training points", [each.training for each in drawn], TRAINING.colour, "diamond-open"),
        (HELD_OUT_NAME, [each.held_out for each in drawn], HELD_OUT.colour, "circle"),
        ("new points", [each.new for each in drawn], look.ink, "line-ns"),
    )
    for name, shares, colour, symbol in series:
        percentages = np.array([np.nan if share is None else 100 * share for share in shares])
        if np.isnan(percentages).all():
            continue
        line = {"color": colour, "width": 3 if symbol == "line-ns" else 2}
        marker = {"color": colour, "symbol": symbol, "size": 13, "line": line}
        dots = go.Scatter(x=percentages, y=rows, mode="markers", marker=marker, name=name)
        words = list(map(percent, shares))
        if name == HELD_OUT_NAME:
            dots.update(error_x={**spread, "color": colour})
            ends = [(fixed(100 * each.low, 1), fixed(100 * each.high, 1)) for each in drawn]
            words = [f"{word}, {' to '.join(pair)}" for word, pair in zip(words, ends, strict=True)]
        dots.update(customdata=list(zip(names, words, strict=True)))
        dots.update(hovertemplate=f"<b>%{{customdata[0]}}</b><br>{name}: %{{customdata[1]}}")
        figure.add_trace(dots)
    figure.update_traces(cliponaxis=False)
    ends = {"autorangeoptions": {"maxallowed": 102}}  # no accuracy is above 100 %
    figure.update_xaxes(PERCENT_AXIS, title_text="accuracy", nticks=5, **ends)
    figure.update_yaxes(tickvals=rows, ticktext=names, ticks="", gridwidth=1)
    figure.update_yaxes(range=[len(rows) - 0.5, -0.5])
    # The names of the classifiers leave less room than the legend needs.
    figure.update_layout(legend={"xref": "container", "x": 0, "xanchor": "left"})
    return dress(figure, theme, title)
