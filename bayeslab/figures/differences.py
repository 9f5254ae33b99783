"""Picture of paired differences with their intervals, a row for each data set."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.evaluation.formats import PERCENT, fixed
from bayeslab.figures.disagreement import PAIR_STYLES
from bayeslab.figures.theme import MARGIN_ABOVE, Theme, dress, find_theme, finite, mix, plain

Array = NDArray[np.float64]

LEAST_REACH = 0.1  # percentage points on both sides, where all differences are 0


def draw_differences(
    names: Sequence[str],
    means: Array,
    lows: Array,
    highs: Array,
    *,
    sides: tuple[str, str],
    axis_name: str = "percentage points",
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw differences with their intervals, one below the other, and the line of no difference.

    Parameters
    ----------
    names : sequence of m str
        Of the data sets.
    means, lows, highs : arrays of shape (m,)
        The differences and the ends of their intervals, as shares.
    sides : two str
        The names of the better one on the left, below 0, and on the right.
    axis_name, theme, title
        As in the other figures.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_differences
    >>> means, lows, highs = np.array([[0.01, -0.02], [-0.01, -0.03], [0.03, -0.01]])
    >>> sides = "SVC", "kernel Bayes"
    >>> figure = draw_differences(["iris", "wine"], means, lows, highs, sides=sides)
    >>> figure.layout.xaxis.title.text
    'percentage points'
    """
    look, m = find_theme(theme), len(names)
    mean, low, high = (
        100 * finite(what, values, (m,))
        for what, values in (("means", means), ("lows", lows), ("highs", highs))
    )
    figure = go.Figure()
    reach = 1.15 * max(np.abs(low).max(), np.abs(high).max(), LEAST_REACH)
    for k, style in enumerate(PAIR_STYLES[::-1]):
        tint = mix(style.colour, look.background, 0.18)
        figure.add_vrect(
            *sorted((0.0, (-1, 1)[k] * reach)), fillcolor=tint, line_width=0, layer="below"
        )
        words = {"text": f"<b>{plain(sides[k])}</b>", "font": {"size": 15}, "showarrow": False}
        place = {"x": k, "xref": "paper", "xanchor": ("left", "right")[k]}
        figure.add_annotation(words | place, y=1, yref="paper", yanchor="bottom")
    figure.add_vline(0, line={"color": look.ink, "width": 2})
    figure.add_trace(_intervals([plain(name) for name in names], mean, low, high, look))
    figure.update_xaxes(range=[-reach, reach], title_text=plain(axis_name), tickformat="+.1~f")
    figure.update_xaxes(labelalias={"+0": "0"})
    figure.update_yaxes(autorange="reversed", showgrid=False, ticks="")
    figure.update_layout(margin_t=MARGIN_ABOVE)
    return dress(figure, theme, title)


def _intervals(rows: list[str], mean: Array, low: Array, high: Array, look: Theme) -> go.Scatter:
    """Return differences with their intervals, in percent; filled where 0 is outside."""
    decided = (low > 0) | (high < 0)
    ends = zip(mean, low, high, strict=True)
    return go.Scatter(
        x=mean,
        y=rows,
        error_x={
            "type": "data",
            "symmetric": False,
            "array": high - mean,
            "arrayminus": mean - low,
            "color": look.ink,
            "thickness": 3,
            "width": 7,
        },
        mode="markers",
        marker={
            "color": np.where(decided, look.ink, look.background),
            "size": 13,
            "symbol": "circle",
            "line": {"color": look.ink, "width": 2.5},
        },
        customdata=[[fixed(end, 2, "+") for end in row] for row in ends],
        hovertemplate="<b>%{y}</b><br>%{customdata[0]}, 95"
        f"{PERCENT}: %{{customdata[1]}} to %{{customdata[2]}}<extra></extra>",
        showlegend=False,
    )
