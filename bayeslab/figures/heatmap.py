"""Accuracy over two settings as a heat map."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.evaluation.formats import PERCENT, percent
from bayeslab.figures.theme import dress, find_theme, finite, plain

Array = NDArray[np.float64]


def draw_heatmap(
    accuracies: Array,
    columns: Sequence[str],
    rows: Sequence[str],
    chosen: tuple[int, int],
    *,
    column_name: str = "γ",
    row_name: str = "C",
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw accuracies as cells, brighter where they are higher, a star in the chosen one.

    Parameters
    ----------
    accuracies : array of shape (r, c)
        Shares; NaN where there is none.
    columns, rows : c and r strings
        The values of the settings, from the left and from below.
    chosen : (row, column)
    column_name, row_name : str
        Titles of the two axes.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If the shape does not fit, or the theme is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_heatmap
    >>> figure = draw_heatmap(np.array([[0.8, 0.9], [0.7, 0.6]]), ["0.1", "1"], ["1", "10"], (0, 1))
    >>> figure.layout.yaxis.title.text
    'C'
    """
    look = find_theme(theme)
    shares = np.asarray(accuracies, dtype=np.float64)
    finite("accuracies", np.nan_to_num(shares), (len(rows), len(columns)))
    across, up = list(map(plain, columns)), list(map(plain, rows))
    words = [["fails" if np.isnan(share) else percent(share) for share in row] for row in shares]
    hover = f"{column_name} %{{x}}, {row_name} %{{y}}: %{{customdata}}<extra></extra>"
    bar = {"ticksuffix": PERCENT, "thickness": 14, "outlinewidth": 0, "tickfont": {"size": 15}}
    cells = go.Heatmap(z=100 * shares, x=across, y=up, customdata=words, colorscale="Cividis")
    cells.update(colorbar=bar, hovertemplate=hover, hoverongaps=False, xgap=1, ygap=1)
    figure = go.Figure(cells)
    row, column = chosen
    line = {"color": "#000000", "width": 1.5}
    star = {"symbol": "star", "size": 22, "color": "#ffffff", "line": line}
    figure.add_scatter(
        x=[across[column]], y=[up[row]], mode="markers", marker=star, hoverinfo="skip"
    )
    axis = {"type": "category", "showgrid": False, "ticks": ""}
    figure.update_xaxes(axis, title_text=plain(column_name))
    figure.update_yaxes(axis, title_text=plain(row_name), ticklabelstandoff=6)
    figure.update_layout(showlegend=False, plot_bgcolor=look.grid)
    return dress(figure, theme, title)
