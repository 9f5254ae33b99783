"""Pictures of two classifiers: where they differ, how they weigh the points, and by how much."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from contourpy import LineType, contour_generator
from numpy.typing import NDArray

from bayeslab.figures.theme import (
    MARGIN_ABOVE,
    PALETTE,
    Trace,
    class_points,
    compose,
    dress,
    find_look,
    finite,
    marker_size,
    mix,
    plain,
    plain_names,
)

__all__ = ["DUEL_STYLES", "add_points", "draw_differences", "draw_disagreement", "size_points"]

Array = NDArray[np.float64]

# Not those of the first two classes: what is compared here are classifiers.
DUEL_STYLES = (PALETTE[2], PALETTE[3])
LARGEST, SMALLEST = 17.0, 3.0  # pixels
LEAST_REACH = 0.1  # percentage points on both sides, where all differences are 0


def draw_disagreement(
    x1: Array,
    x2: Array,
    scores: Sequence[Array],
    X: Array,
    winner: NDArray[Any],
    *,
    names: Sequence[str],
    class_names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw the boundaries of two classifiers, where their answers differ, and who is right there.

    Where both give the same answer the plane has a light tint of that class; where they differ it
    is grey.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The grid's coordinates, ascending.
    scores : two arrays of shape (r, c)
        The decision functions, above 0 for the second class.
    X : array of shape (m, 2)
        The points that only one of them calls rightly.
    winner : array of shape (m,)
        Which one does: 0 or 1.
    names, class_names : sequences of 2 str
        Of the classifiers, and of the classes.
    feature_names, theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.
    """
    look, grid = find_look(theme), (len(x2), len(x1))
    first, second = (finite("scores", score, grid) for score in scores)
    names, X = plain_names(names), finite("X", X, (len(X), 2))
    differ = (first > 0) != (second > 0)
    cells = np.where(differ, 2, second > 0).astype(np.uint8)
    tints = [mix(style.colour, look.background, look.unsure) for style in PALETTE[:2]]
    tints.append(mix(look.quiet, look.background, 0.55))
    colours = {"colorscale": [(k / 2, tint) for k, tint in enumerate(tints)], "zmin": 0, "zmax": 2}
    colours |= {"zsmooth": "fast"}  # of the finished picture, as in the picture of regions
    raster = {"type": "heatmap", "x": x1, "y": x2, "z": cells, **colours}
    traces: list[Trace] = [raster | {"hoverinfo": "skip", "showscale": False}]
    for score, name, dash in ((first, names[0], "solid"), (second, names[1], "dot")):
        x, y = _zeros(x1, x2, score).T
        line = {"color": look.ink, "width": 2.5, "dash": dash}
        shown = {"mode": "lines", "line": line, "name": name, "hoverinfo": "skip"}
        traces.append({"type": "scatter", "x": x, "y": y, **shown})
    for k, style in enumerate(DUEL_STYLES):
        x, y = X[np.asarray(winner) == k].T
        size = marker_size(len(X)) + 1
        outline = {"color": look.ink, "width": 1}
        marker = {"color": style.colour, "symbol": style.symbol, "size": size, "line": outline}
        only = f"only {names[k]} right"
        shown = {"mode": "markers", "marker": marker, "name": only, "hoverinfo": "skip"}
        traces.append({"type": "scatter", "x": x, "y": y, **shown})
    axes = {
        axis: {"range": ends[[0, -1]], "title": {"text": plain(name)}, "showgrid": False}
        for axis, ends, name in zip(("xaxis", "yaxis"), (x1, x2), feature_names, strict=True)
    }
    return compose(traces, axes | {"legend": {"itemsizing": "constant"}}, theme, title)


def add_points(
    figure: go.Figure,
    X: Array,
    y: NDArray[Any],
    class_names: Sequence[str],
    *,
    theme: str = "light",
) -> go.Figure:
    """Add points of two classes, in their styles, to a figure; it is changed, and returned."""
    look = find_look(theme)
    for k, name in enumerate(plain_names(class_names)):
        figure.add_trace(class_points(X[y == k], PALETTE[k], name, "", len(X), look))
    return figure


def _zeros(x1: Array, x2: Array, score: Array) -> Array:
    """Return the lines at which a score changes its sign, (m, 2), with gaps of NaN."""
    contours = contour_generator(x1, x2, score, line_type=LineType.ChunkCombinedNan)
    found = contours.lines(0.0)[0][0]
    return np.empty((0, 2)) if found is None else found


def size_points(
    figure: go.Figure, y: NDArray[Any], weights: Array, class_names: Sequence[str]
) -> go.Figure:
    """Give the points of :func:`draw_regions` areas that are proportional to their weights.

    Parameters
    ----------
    figure : Figure
        Of regions and points; changed, and returned.
    y : array of shape (n,)
        The points' classes, as they were given to the figure.
    weights : array of shape (n,)
        0 or above; points without weight stay as dots.
    class_names : sequence of str
        As they were given to the figure.

    Raises
    ------
    ValueError
        If no weight is above 0.
    """
    if not np.max(weights) > 0:
        raise ValueError("No point has a weight above 0: give at least one.")
    diameters = np.maximum(LARGEST * np.sqrt(weights / np.max(weights)), SMALLEST)
    for k, name in enumerate(plain_names(class_names)):
        own, has_weight = diameters[y == k], weights[y == k] > 0
        # Left alone, Plotly makes points of different sizes see-through.
        marker = {"size": own, "opacity": 1, "line": {"width": np.where(has_weight, 1.2, 0)}}
        figure.update_traces(marker=marker, selector={"name": name, "mode": "markers"})
    return figure


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
        Who is better on the left, below 0, and on the right.
    axis_name, theme, title
        As in the other figures.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.
    """
    look, m = find_look(theme), len(names)
    mean, low, high = (
        100 * finite(what, values, (m,))
        for what, values in (("means", means), ("lows", lows), ("highs", highs))
    )
    rows = [plain(name) for name in names]
    decided = (low > 0) | (high < 0)
    figure = go.Figure()
    reach = 1.15 * max(np.abs(low).max(), np.abs(high).max(), LEAST_REACH)
    for k, style in enumerate(DUEL_STYLES[::-1]):
        tint = mix(style.colour, look.background, 0.18)
        figure.add_vrect(
            *sorted((0.0, (-1, 1)[k] * reach)), fillcolor=tint, line_width=0, layer="below"
        )
        words = {"text": f"<b>{plain(sides[k])}</b>", "font": {"size": 15}, "showarrow": False}
        place = {"x": k, "xref": "paper", "xanchor": ("left", "right")[k]}
        figure.add_annotation(words | place, y=1, yref="paper", yanchor="bottom")
    figure.add_vline(0, line={"color": look.ink, "width": 2})
    figure.add_trace(
        go.Scatter(
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
            customdata=np.column_stack((low, high)),
            hovertemplate="<b>%{y}</b><br>%{x:+.2f}, 95 %: %{customdata[0]:+.2f} to "
            "%{customdata[1]:+.2f}<extra></extra>",
            showlegend=False,
        )
    )
    figure.update_xaxes(range=[-reach, reach], title_text=plain(axis_name), tickformat="+.1~f")
    figure.update_yaxes(autorange="reversed", showgrid=False, ticks="")
    figure.update_layout(margin_t=MARGIN_ABOVE)
    return dress(figure, theme, title)
