"""Pictures of a line of scores: where they are cut, and the search for the cut."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from bayeslab.evaluation.formats import decimal
from bayeslab.figures.theme import (
    PALETTE,
    ClassStyle,
    Theme,
    class_points,
    dress,
    find_theme,
    finite,
    indices,
    mix,
    plain,
    plain_names,
)

Array = NDArray[np.float64]

GOLDEN_RATIO = (1 + 5**0.5) / 2


def draw_projection(
    scores: Array,
    labels: NDArray[Any],
    threshold: float,
    cuts: Array,
    values: NDArray[Any],
    errors: NDArray[Any],
    realisable: NDArray[np.bool_],
    index: int,
    *,
    criterion_name: str,
    axis_name: str = "projection p(x)",
    class_names: Sequence[str] = ("C−", "C+"),
    styles: Sequence[ClassStyle] = PALETTE[:2],
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw a projection onto a line and, below it on the same axis, the search for its threshold.

    Above: the points, a band for each class, and on each side of the threshold a tint of the class
    predicted there. Below: the criterion for every threshold, which is a step function, with the
    errors where they are another number. Crosses mark the cuts that no threshold can make.

    Parameters
    ----------
    scores : array of shape (N,)
        The projections p(x) of the points, in any order.
    labels : array of shape (N,)
        Above 0 for the class that belongs above the threshold; 0 or -1 for the other.
    threshold : float
        Where the line is cut.
    cuts : array of shape (N + 1,)
        A position for each cut, ascending; cut k has the k lowest scores below it.
    values, errors : arrays of shape (N + 1,)
        The criterion and the number of points on the wrong side at each cut, both in points.
    realisable : array of bool, shape (N + 1,)
        False for a cut between equal scores.
    index : int
        The chosen cut.
    criterion_name, axis_name : str
        The names of `values` and `scores`.
    class_names : sequence of 2 str
        The class below the threshold first.
    styles : sequence of 2 ClassStyle
        Theirs; with more than two classes, ``REST`` and the style of the one compared with
        the rest.
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, there are not two class names, or the theme is
        unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab import best_threshold
    >>> from bayeslab.figures import draw_projection
    >>> scores, labels = np.array([0.0, 1.0, 3.0, 4.0]), np.array([-1, -1, 1, 1])
    >>> found = best_threshold(scores, labels)
    >>> cut = found.threshold, found.cuts, found.values, found.errors, found.realisable, found.index
    >>> draw_projection(scores, labels, *cut, criterion_name="errors").layout.xaxis2.title.text
    'projection p(x)'
    """
    look, names = find_theme(theme), plain_names(class_names)
    if len(names) != 2:
        raise ValueError(f"There are {len(names)} class names; a projection has two sides.")
    n = len(scores)
    scores, labels = finite("scores", scores, (n,)), finite("labels", labels, (n,))
    cuts, values = finite("cuts", cuts, (n + 1,)), finite("values", values, (n + 1,))
    errors = finite("errors", errors, (n + 1,))
    possible = indices("realisable", realisable, (n + 1,), 2) == 1
    threshold = float(finite("threshold", threshold, ()))
    is_chosen = np.arange(n + 1) == indices("index", index, (), n + 1)

    figure = make_subplots(2, 1, shared_xaxes=True, row_heights=[0.45, 0.55], vertical_spacing=0.04)
    for k in (0, 1):
        band = _band(scores[(labels > 0) == k], k)
        points = class_points(band, styles[k], names[k], "%{x}", n, look)
        figure.add_trace(points | {"showlegend": False}, 1, 1)
    table = np.stack((cuts, values, errors))
    _add_search(figure, np.sort(scores), table, possible, is_chosen, plain(criterion_name), look)
    _add_threshold(figure, scores, threshold, styles, look)

    # The strip above the two bands is kept free for the threshold's value.
    bands = {"range": [-0.6, 2.1], "tickvals": [0, 1], "ticktext": names, "ticklabelstandoff": 6}
    figure.update_yaxes(bands, showgrid=False, ticks="", row=1)
    figure.update_yaxes(title_text=plain(criterion_name), rangemode="tozero", row=2)
    figure.update_xaxes(title_text=plain(axis_name), row=2)
    return dress(figure, theme, title)


def _band(scores: Array, k: int) -> Array:
    """Return (score, height) with heights around k at which many points do not overlap."""
    # Multiples of the golden ratio fill the band evenly and keep neighbours apart.
    spread = 0.8 * min(1.0, len(scores) / 50)
    height = k + spread * (np.arange(len(scores), dtype=float) * GOLDEN_RATIO % 1 - 0.5)
    return np.column_stack((np.sort(scores), height))


def _add_search(
    figure: go.Figure,
    scores: Array,
    table: Array,
    possible: NDArray[np.bool_],
    is_chosen: NDArray[np.bool_],
    criterion: str,
    look: Theme,
) -> None:
    """Add the lower row from ascending scores and the table of cuts, values and errors."""
    cuts, values, errors = table
    solid = {"color": look.ink, "width": 2.5, "shape": "hv"}
    dotted = {"color": look.quiet, "width": 2, "shape": "hv", "dash": "dot"}
    curves = [(criterion, values, solid), ("errors", errors, dotted)]
    k = np.flatnonzero(possible)
    # Thresholds between the same two scores make the same cut, so the steps are at the scores.
    x = np.concatenate((cuts[:1], scores[k[1:] - 1], cuts[-1:]))
    for name, height, line in curves[: 1 if np.array_equal(values, errors) else 2]:
        y = np.append(height[k], height[k[-1:]])
        curve = go.Scatter(x=x, y=y, mode="lines", line=line, name=name, hoverinfo="skip")
        figure.add_trace(curve, 2, 1)

    dot = {"color": look.ink, "size": np.clip(60 / len(cuts), 2, 7)}
    cross = {"symbol": "x-thin", "size": 9, "line": {"color": look.quiet, "width": 2}}
    ring = {"color": look.background, "size": 14, "line": {"color": look.ink, "width": 4}}
    numbers = f"threshold %{{x}}<br>{criterion}: %{{y}}<br>errors: %{{customdata}}"
    others = possible & ~is_chosen  # a dot under the ring would answer the pointer in its place
    marks = [("cut", others, dot), ("tie", ~possible, cross), ("chosen", is_chosen, ring)]
    for name, which, marker in marks:
        x, y, wrong = table[:, which]
        mark = go.Scatter(x=x, y=y, customdata=wrong, mode="markers", marker=marker, name=name)
        hover = f"<b>{name}</b><br>{numbers}<extra></extra>"
        figure.add_trace(mark.update(hovertemplate=hover, showlegend=marker is cross), 2, 1)


def _add_threshold(
    figure: go.Figure, scores: Array, threshold: float, styles: Sequence[ClassStyle], look: Theme
) -> None:
    """Add the line at the threshold, its value where there is more room, a tint on either side."""
    low, high = min([threshold, *scores]), max([threshold, *scores])
    margin = 0.05 * (high - low) or 1.0
    ends = (low - margin, threshold, high + margin)
    figure.update_xaxes(range=[ends[0], ends[2]])
    for k in (0, 1):
        tint = mix(styles[k].colour, look.background, look.unsure)
        figure.add_vrect(*ends[k : k + 2], fillcolor=tint, line_width=0, layer="below", row=1)
    ink = {"color": look.ink, "width": 2.5}
    figure.add_vline(threshold, line=ink, row=2)
    text = f"<b>\u00a0threshold {decimal(threshold)}\u00a0</b>"
    side = "top right" if threshold - low < high - threshold else "top left"
    note = {"text": text, "font": {"size": 15}}
    figure.add_vline(threshold, line=ink, row=1, annotation=note, annotation_position=side)
