"""A picture of evidence: the terms of the log odds and their sum, as a waterfall chart."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from bayeslab.evaluation.formats import fixed
from bayeslab.figures.theme import PALETTE, dress, find_theme, plain

Array = NDArray[np.float64]

LEAST_REACH = 1.0  # of the axis on either side of 0
LABEL_WIDTH = 40  # pixels, for a number beside a bar that nearly reaches the edge


def draw_evidence(
    names: Sequence[str],
    terms: ArrayLike,
    *,
    class_names: Sequence[str],
    total_name: str = "sum",
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw terms below each other, each bar beginning where the one above ends, and their sum.

    A bar to the left, towards the first class, is blue; to the right, towards the second,
    vermillion. An infinite term reaches to the edge of the picture, and so does the sum.

    Parameters
    ----------
    names : d strings
        Of the terms.
    terms : array-like of shape (d,)
        May hold infinities of one sign, but not NaN.
    class_names : sequence of 2 str
        The class on the left and the class on the right.
    total_name : str
        Of the sum.
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If there are not as many terms as names, a term is NaN, infinities of both signs meet, there
        are not two class names, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab.figures import draw_evidence
    >>> names, terms = ["prior", "offer", "meeting"], [-0.5, 2.1, -0.9]
    >>> figure = draw_evidence(names, terms, class_names=("good", "spam"), title="one message")
    >>> figure.layout.title.text
    'one message'
    """
    look, values = find_theme(theme), np.asarray(terms, dtype=np.float64)
    if values.shape != (len(names),) or np.isnan(values).any() or len(class_names) != 2:
        raise ValueError("Give one term, not NaN, for each name, and two class names.")
    if np.isposinf(values).any() and np.isneginf(values).any():
        raise ValueError("Terms of plus and minus infinity have no sum; draw one kind of them.")
    ends, edge = _ends(values)
    base = np.append(np.concatenate(([0.0], ends))[:-1], 0.0)
    tip = np.append(ends, ends[-1:] if len(ends) else 0.0)
    exact = np.append(values, values.sum())
    rows, words = np.arange(len(exact)), [plain(name) for name in (*names, total_name)]
    towards = [PALETTE[int(value > 0)].colour for value in exact]
    bars = go.Bar(x=tip - base, base=base, y=rows, orientation="h", showlegend=False)
    bars.update(marker={"color": towards, "line_width": 0})
    bars.update(
        customdata=[fixed(value, 2, "+") for value in exact], text=words, textposition="none"
    )
    bars.update(hovertemplate="<b>%{text}</b>: %{customdata}<extra></extra>")
    figure = go.Figure(bars)
    for row, start, end, value in zip(rows, base, tip, exact, strict=True):
        side = {"xanchor": "left", "x": max(start, end), "xshift": 4}
        if max(start, end) > 0.8 * edge:
            side = {"xanchor": "right", "x": min(start, end), "xshift": -4}
        figure.add_annotation(
            y=row, text=fixed(value, 2, "+"), showarrow=False, font={"size": 14}, **side
        )
    figure.add_vline(0, line={"color": look.ink, "width": 1.5})
    figure.add_hline(len(rows) - 1.5, line={"color": look.quiet, "width": 1, "dash": "dot"})
    left, right = map(plain, class_names)
    figure.update_xaxes(
        range=[-edge, edge], title_text=f"← {left}      log odds      {right} →", zeroline=False
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, ticks="")
    figure.update_yaxes(tickvals=rows, ticktext=words)
    figure.update_layout(bargap=0.3, margin_r=LABEL_WIDTH)
    return dress(figure, theme, title)


def _ends(values: Array) -> tuple[Array, float]:
    """Return where each bar ends, infinities cut off, and half the width of the picture."""
    finite_sums = np.cumsum(np.where(np.isfinite(values), values, 0.0))
    edge = 1.25 * max(LEAST_REACH, np.abs(finite_sums).max(initial=0))
    sums = np.cumsum(values)
    return np.clip(sums, -edge, edge), float(edge)
