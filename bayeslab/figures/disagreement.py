"""Pictures of where two classifiers disagree, and of which one is correct there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.regions import trace_boundary, zero_lines
from bayeslab.figures.theme import (
    PALETTE,
    Theme,
    Trace,
    class_points,
    compose,
    dress,
    find_theme,
    finite,
    indices,
    marker_size,
    mix,
    plain,
    plain_names,
)

Array = NDArray[np.float64]

# Not those of the first two classes, because these are classifiers.
PAIR_STYLES = (PALETTE[2], PALETTE[3])
CONTESTED = 0.3  # share of ink where the two differ
PALE = 0.35  # of points that both get right, or both wrong
LINES = ("solid", "dot")
LONGEST_IN_LEGEND = 22  # characters of a class: two entries fit in a row
# Around the points that only the first, and only the second, classifies correctly.
FRAMES = ("circle-open", "square-open")


def draw_disagreement(
    x1: Array,
    x2: Array,
    scores: Sequence[Array],
    X: Array,
    winner: NDArray[Any],
    *,
    names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw the boundaries of two classifiers, where they disagree, and which one is correct.

    Where both predict the same class, the plane has a light tint of that class; where they differ
    it is grey.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The grid's coordinates, ascending.
    scores : two arrays of shape (r, c)
        The decision functions, above 0 for the second class.
    X : array of shape (m, 2)
        The points that only one of them classifies correctly.
    winner : array of shape (m,)
        Which one does: 0 or 1.
    names : sequence of 2 str
        The classifiers.
    feature_names, theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_disagreement
    >>> x = np.linspace(-1, 1, 20)
    >>> scores = [np.add.outer(0 * x, x), np.add.outer(x, x)]
    >>> X, winner = np.array([[0.2, -0.5]]), np.array([0])
    >>> figure = draw_disagreement(x, x, scores, X, winner, names=("upright", "slanted"))
    >>> figure.layout.xaxis.title.text
    'x₁'
    """
    look, grid = find_theme(theme), (len(x2), len(x1))
    first, second = (finite("scores", score, grid) for score in scores)
    names, X = plain_names(names), finite("X", X, (len(X), 2))
    differ = (first > 0) != (second > 0)
    cells = np.where(differ, 2, second > 0).astype(np.uint8)
    tints = [mix(style.colour, look.background, look.unsure) for style in PALETTE[:2]]
    tints.append(mix(look.quiet, look.background, 0.55))
    colours = {"colorscale": [(k / 2, tint) for k, tint in enumerate(tints)], "zmin": 0, "zmax": 2}
    raster = {"type": "heatmap", "x": x1, "y": x2, "z": cells, "zsmooth": "fast", **colours}
    traces: list[Trace] = [raster | {"hoverinfo": "skip", "showscale": False}]
    for score, name, dash in ((first, names[0], "solid"), (second, names[1], "dot")):
        x, y = zero_lines(x1, x2, score).T
        line = {"color": look.ink, "width": 2.5, "dash": dash}
        settings = {"mode": "lines", "line": line, "name": name, "hoverinfo": "skip"}
        traces.append({"type": "scatter", "x": x, "y": y, **settings})
    for k, style in enumerate(PAIR_STYLES):
        x, y = X[np.asarray(winner) == k].T
        size = marker_size(len(X)) + 1
        outline = {"color": look.ink, "width": 1}
        marker = {"color": style.colour, "symbol": style.symbol, "size": size, "line": outline}
        only = f"only {names[k]} right"
        settings = {"mode": "markers", "marker": marker, "name": only, "hoverinfo": "skip"}
        traces.append({"type": "scatter", "x": x, "y": y, **settings})
    axes = {
        axis: {"range": ends[[0, -1]], "title": {"text": plain(name)}, "showgrid": False}
        for axis, ends, name in zip(("xaxis", "yaxis"), (x1, x2), feature_names, strict=True)
    }
    return compose(traces, axes | {"legend": {"itemsizing": "constant"}}, theme, title)


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions of a classifier on a grid, label, strength and far (r, c), and for n points.

    `right`, shape (n,), says which points it classifies correctly.
    """

    name: str
    label: NDArray[np.int64]
    strength: Array
    far: NDArray[np.bool_]
    right: NDArray[np.bool_]


def draw_class_disagreement(
    x1: Array,
    x2: Array,
    first: Predictions,
    second: Predictions,
    X: Array,
    y: NDArray[np.int64],
    *,
    class_names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw both boundaries, grey where the classes differ, and frames around one's errors.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The grid's coordinates, ascending.
    first, second : Predictions
        The boundary of the first is a solid line, and a ring stands around each point that only
        it classifies correctly; of the second, a dotted line and squares.
    X, y : arrays of shape (n, 2) and (n,)
        Points and classes. Points to which both assign the same class are pale.
    class_names, feature_names, theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a label is out of its range, or the theme is unknown.
    """
    look, names = find_theme(theme), plain_names(class_names, LONGEST_IN_LEGEND)
    grid, n = (len(x2), len(x1)), len(X)
    for each in (first, second):
        indices("label", each.label, grid, len(names))
        finite("right", each.right, (n,))
    X, y = finite("X", X, (n, 2)), indices("y", y, (n,), len(names))
    figure = go.Figure([_map(x1, x2, first, second, len(names), look)])
    for each, dash in zip((first, second), LINES, strict=True):
        strength = np.minimum(each.strength, np.finfo(np.float64).max)
        x, up = trace_boundary(x1, x2, each.label, strength, len(names), each.far).T
        line = {"color": look.ink, "width": 3, "dash": dash}
        figure.add_trace(
            go.Scatter(x=x, y=up, mode="lines", line=line, name=plain(each.name), hoverinfo="skip")
        )
    alike = first.right == second.right
    for k, name in enumerate(names):
        pale, clear = (
            class_points(X[(y == k) & which], PALETTE[k], name, "", n, look)
            for which in (alike, ~alike)
        )
        pale |= {"marker": pale["marker"] | {"opacity": PALE}, "showlegend": False}
        figure.add_traces([pale, clear])
    pair = ((first, second), (second, first))
    for (one, other), frame in zip(pair, FRAMES, strict=True):
        alone = X[one.right & ~other.right]
        if len(alone):
            figure.add_trace(_frames(alone, one.name, frame, n, look))
    figure.update_xaxes(range=x1[[0, -1]], title_text=plain(feature_names[0]), showgrid=False)
    figure.update_yaxes(range=x2[[0, -1]], title_text=plain(feature_names[1]), showgrid=False)
    figure.update_layout(legend_itemsizing="constant")
    return dress(figure, theme, title)


def _map(
    x1: Array, x2: Array, first: Predictions, second: Predictions, n_classes: int, look: Theme
) -> go.Heatmap:
    """Return the plane: each class's pale colour where the two agree, grey where they do not."""
    cells = np.where(first.label == second.label, first.label, n_classes)
    colours = [mix(PALETTE[k].colour, look.background, look.unsure) for k in range(n_classes)]
    colours.append(mix(look.ink, look.background, CONTESTED))
    # Each colour is flat between two stops.
    edges = np.repeat(np.linspace(0, 1, n_classes + 2), 2)[1:-1]
    scale = list(zip(edges.tolist(), np.repeat(colours, 2).tolist(), strict=True))
    raster = go.Heatmap(x=x1, y=x2, z=cells.astype(np.uint8), colorscale=scale, zsmooth="fast")
    return raster.update(zmin=-0.5, zmax=n_classes + 0.5, showscale=False, hoverinfo="skip")


def _frames(places: Array, name: str, symbol: str, n: int, look: Theme) -> go.Scatter:
    x, y = places.T
    line = {"width": 2.5, "color": look.ink}
    marker = {"symbol": symbol, "color": look.ink, "size": marker_size(n) + 9, "line": line}
    words = f"only {plain(name)} correct"
    return go.Scatter(x=x, y=y, mode="markers", marker=marker, name=words, hoverinfo="skip")
