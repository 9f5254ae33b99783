"""Figures: arrays in, a Plotly figure out.

Everything visual stands here once: one colour and one marker shape per class (``PALETTE``), one
template per theme (``TEMPLATES``) and the behaviour of every plot in the page (``PLOT_CONFIG``). The
drawing functions know no model. They receive the arrays another module computed and show exactly
those numbers.

Three decisions shape the pictures. No class is told by colour alone: the colours (Okabe and Ito,
three more from Tol) stay apart for colour-blind eyes, and every class has its own shape besides.
Regions travel as one byte per cell, not as numbers to be coloured. And whatever can come out of a
user's file, the names of classes and features, is escaped before Plotly reads it as HTML.
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from contourpy import LineType, contour_generator
from numpy.typing import ArrayLike, NDArray
from plotly.subplots import make_subplots

__all__ = [
    "PALETTE",
    "PLOT_CONFIG",
    "TEMPLATES",
    "ClassStyle",
    "draw_projection",
    "draw_regions",
]

Array = NDArray[np.float64]

LARGEST_STRENGTH = 1e300  # stands in for infinity, which has no quantiles
SHADES = 25  # steps from unsure to sure; ten classes of 25 fit into a byte
LONGEST_NAME = 32  # characters of a name that fit beside a picture on a phone
LONGEST_TITLE = 80
GOLDEN = (np.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class ClassStyle:
    """How the points of one class look.

    Attributes
    ----------
    colour : str
        "#rrggbb".
    symbol : str
        Plotly's name of the marker.
    name : str
        The shape in a plain word, for text that stands in for the picture.
    """

    colour: str
    symbol: str
    name: str


PALETTE = (
    ClassStyle("#0072B2", "circle", "circle"),
    ClassStyle("#D55E00", "square", "square"),
    ClassStyle("#009E73", "triangle-up", "triangle"),
    ClassStyle("#F0E442", "diamond", "diamond"),
    ClassStyle("#CC79A7", "cross", "plus"),
    ClassStyle("#56B4E9", "star", "star"),
    ClassStyle("#E69F00", "triangle-down", "downward triangle"),
    ClassStyle("#882255", "x", "cross"),
    ClassStyle("#332288", "pentagon", "pentagon"),
    ClassStyle("#BBBBBB", "bowtie", "bow tie"),
)


@dataclass(frozen=True)
class Theme:
    """The colours of a figure that mean no class, and how far a region takes on its class's colour."""

    background: str
    ink: str
    quiet: str
    grid: str
    unsure: float
    sure: float


THEMES = {
    "light": Theme("#ffffff", "#22212b", "#5c5a68", "#e4e2ea", unsure=0.10, sure=0.50),
    "dark": Theme("#17161c", "#eceaf2", "#b0adbb", "#35333d", unsure=0.16, sure=0.60),
}

PLOT_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"filename": "bayeslab", "scale": 3},
    "scrollZoom": False,
    "doubleClick": False,
}


def _template(theme: Theme) -> go.layout.Template:
    """Return a template to be read from the last row: large type, thin axes, nothing that moves."""
    axis = {
        "automargin": True,
        "fixedrange": True,
        "gridcolor": theme.grid,
        "linecolor": theme.quiet,
        "tickcolor": theme.quiet,
        "tickfont": {"size": 15},
        "ticks": "outside",
        "ticklen": 5,
        "title": {"font": {"size": 17}, "standoff": 8},
        "zeroline": False,
    }
    return go.layout.Template(
        layout={
            "font": {"family": "Source Sans, Helvetica, Arial, sans-serif", "color": theme.ink},
            "paper_bgcolor": theme.background,
            "plot_bgcolor": theme.background,
            "margin": {"l": 8, "r": 12, "t": 12, "b": 8},
            "title": {
                "automargin": True,
                "font": {"size": 18},
                "x": 0,
                "xref": "paper",
                "y": 1,
                "yref": "container",
                "yanchor": "top",
                "pad": {"t": 8, "b": 8},
            },
            "legend": {
                "orientation": "h",
                "font": {"size": 15},
                "itemsizing": "constant",
                "x": 0,
                "y": 0,
                "yref": "container",
                "yanchor": "bottom",
            },
            "hoverlabel": {
                "bgcolor": theme.background,
                "bordercolor": theme.quiet,
                "font": {"size": 15, "color": theme.ink},
            },
            "modebar": {"bgcolor": "rgba(0, 0, 0, 0)", "color": theme.quiet},
            "dragmode": False,
            "hovermode": "closest",
            "xaxis": axis,
            "yaxis": axis,
        }
    )


TEMPLATES = {name: _template(theme) for name, theme in THEMES.items()}


def draw_regions(
    x1: ArrayLike,
    x2: ArrayLike,
    label: ArrayLike,
    strength: ArrayLike,
    X: ArrayLike,
    y: ArrayLike,
    *,
    class_names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
    wrong: ArrayLike | None = None,
    title: str | None = None,
    equal_scale: bool = False,
) -> go.Figure:
    """Draw decision regions, the boundary between them, and the points.

    Each cell has the colour of its class, the deeper the surer the decision: the depth is
    strength / q, clipped at 1, with q the 0.9 quantile of all strengths, in ``SHADES`` steps.

    Parameters
    ----------
    x1, x2 : array-likes of shape (c,) and (r,)
        The grid's coordinates, ascending and evenly spaced, in the units of the features.
    label : array-like of shape (r, c)
        The class at (x1[j], x2[i]) in cell [i, j], an index into `class_names`.
    strength : array-like of shape (r, c)
        How decided each cell is, at least 0: the absolute decision function, or the lead of the best
        class over the second. Infinity is as sure as can be.
    X : array-like of shape (n, 2)
        The points; n may be 0.
    y : array-like of shape (n,)
        Their classes, indices into `class_names`.
    class_names : sequence of 1 to 10 str
    feature_names : sequence of 2 str
    theme : {"light", "dark"}
    wrong : array-like of bool, shape (n,), optional
        The points to put a ring around, those the classifier gets wrong.
    title : str, optional
    equal_scale : bool
        Give both axes the same scale, so that circles are round.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If shapes do not fit together, a value is NaN, a class has no name, there are more classes
        than styles, or the theme is unknown.
    """
    look, names = _look(theme), _checked_names(class_names)
    x1, x2 = np.asarray(x1), np.asarray(x2)
    grid, n = (len(x2), len(x1)), len(y)
    x1, x2 = _finite("x1", x1, grid[1:]), _finite("x2", x2, grid[:1])
    label = _indices("label", label, grid, len(names))
    strength = _finite("strength", np.minimum(strength, LARGEST_STRENGTH), grid)
    X, y = _finite("X", X, (n, 2)), _indices("y", y, (n,), len(names))

    figure = _figure(go.Figure(), theme, title)
    figure.add_trace(_raster(x1, x2, label, strength, len(names), look))
    figure.add_trace(_boundary(x1, x2, label, strength, len(names), look))
    horizontal, vertical = map(_plain, feature_names)
    place = f"{horizontal}: %{{x:.4~g}}<br>{vertical}: %{{y:.4~g}}<extra></extra>"
    size = _marker_size(n)
    for k, name in enumerate(names):
        figure.add_trace(_points(X[y == k], k, name, size, look, place))
    if wrong is not None:
        figure.add_trace(_rings(X[_mask("wrong", wrong, (n,))], size, look))
    figure.update_xaxes(range=x1[[0, -1]], title_text=horizontal)
    figure.update_yaxes(range=x2[[0, -1]], title_text=vertical)
    if equal_scale:
        figure.update_xaxes(constrain="domain")
        figure.update_yaxes(scaleanchor="x", constrain="domain")
    return figure


def draw_projection(
    scores: ArrayLike,
    labels: ArrayLike,
    threshold: float,
    cuts: ArrayLike,
    values: ArrayLike,
    errors: ArrayLike,
    realisable: ArrayLike,
    index: int,
    *,
    criterion_name: str,
    axis_name: str = "projection p(x)",
    class_names: Sequence[str] = ("C−", "C+"),
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw a projection to one line above the search for its threshold, on one axis p(x).

    Above: the training points, each class in its own band, scattered across the band so that equal
    scores stay apart; left and right of the threshold, a tint of the class decided there. Below: the
    criterion as a function of the threshold, which is a step function with one step for each cut, and
    the errors where they are another number; crosses mark the cuts that no threshold can make.

    Parameters
    ----------
    scores : array-like of shape (N,)
        The projections of the training points, in any order.
    labels : array-like of shape (N,)
        Above 0 for the class that belongs above the threshold, else 0 or -1.
    threshold : float
    cuts : array-like of shape (N + 1,)
        Where each cut lies, ascending; cut k has the k lowest scores below it.
    values, errors : array-likes of shape (N + 1,)
        The criterion and the points on the wrong side at each cut, both counted in points.
    realisable : array-like of bool, shape (N + 1,)
        False for a cut between equal scores.
    index : int
        The chosen cut.
    criterion_name, axis_name : str
    class_names : sequence of 2 str
        First the class below the threshold.
    theme : {"light", "dark"}
    title : str, optional

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If shapes do not fit together, a value is not finite, there are no scores, or the theme is
        unknown.
    """
    look, names, n = _look(theme), _checked_names(class_names), len(scores)  # type: ignore[arg-type]
    if n == 0:
        raise ValueError("There are no scores to draw; give at least one point.")
    scores = _finite("scores", scores, (n,))
    labels = _finite("labels", labels, (n,)) > 0
    cuts, values, errors = (
        _finite(name, array, (n + 1,))
        for name, array in (("cuts", cuts), ("values", values), ("errors", errors))
    )
    realisable = _mask("realisable", realisable, (n + 1,))

    rows = make_subplots(
        rows=2, shared_xaxes=True, row_heights=[0.45, 0.55], vertical_spacing=0.04
    )
    figure = _figure(rows, theme, title)
    low, high = min(scores.min(), threshold), max(scores.max(), threshold)
    margin = 0.05 * (high - low) or 1.0
    sides = (low - margin, threshold, high + margin)
    _add_bands(figure, scores, labels, sides, names, look)
    _add_search(figure, scores, cuts, values, errors, realisable, criterion_name, look)
    _add_threshold(figure, sides, values[index], errors[index], criterion_name, look)
    figure.update_xaxes(range=[sides[0], sides[2]])
    figure.update_xaxes(title_text=_plain(axis_name), row=2)
    return figure


def _figure(figure: go.Figure, theme: str, title: str | None) -> go.Figure:
    figure.update_layout(template=TEMPLATES[theme], uirevision="kept")
    if title is not None:
        figure.update_layout(title_text=_plain(title, LONGEST_TITLE))
    return figure


def _add_bands(
    figure: go.Figure,
    scores: Array,
    labels: NDArray[np.bool_],
    sides: tuple[float, float, float],
    names: list[str],
    look: Theme,
) -> None:
    """Add the upper row: a tint for each side of the threshold, a band of points for each class."""
    size = _marker_size(len(scores))
    for k, name in enumerate(names):
        tint = _mix(PALETTE[k].colour, look.background, look.unsure)
        figure.add_vrect(sides[k], sides[k + 1], fillcolor=tint, line_width=0, layer="below", row=1)
        x = np.sort(scores[labels == (k == 1)])
        # Multiples of the golden ratio spread evenly over the band, neighbours far apart.
        spread = 0.8 * min(1.0, len(x) / 50)
        band = k + spread * (np.arange(len(x)) * GOLDEN % 1 - 0.5)
        points = _points(np.column_stack([x, band]), k, name, size, look, "%{x:.4~g}<extra></extra>")
        figure.add_trace(points.update(showlegend=False), 1, 1)
    figure.update_yaxes(
        range=[-0.6, 2.0], tickvals=[0, 1], ticktext=names, ticks="", showgrid=False, row=1
    )


def _add_search(
    figure: go.Figure,
    scores: Array,
    cuts: Array,
    values: Array,
    errors: Array,
    realisable: NDArray[np.bool_],
    criterion_name: str,
    look: Theme,
) -> None:
    """Add the lower row: the criterion, and the errors if they differ, as steps over the threshold."""
    criterion = _plain(criterion_name)
    possible = np.flatnonzero(realisable)
    # A threshold that slides from one score to the next makes the same cut: the steps are at the scores.
    x = np.concatenate((cuts[:1], np.sort(scores)[possible[1:] - 1], cuts[-1:]))
    curves = [(criterion, values, {"color": look.ink, "width": 2.5})]
    if not np.array_equal(values, errors):
        curves.insert(0, ("errors", errors, {"color": look.quiet, "width": 2, "dash": "dot"}))
    for name, heights, line in curves:
        steps = heights[possible]
        y = np.append(steps, steps[-1])
        trace = go.Scatter(x=x, y=y, mode="lines", name=name, hoverinfo="skip")
        figure.add_trace(trace.update(line={"shape": "hv", **line}), 2, 1)

    hover = f"threshold %{{x:.4~g}}<br>{criterion}: %{{y}}<br>errors: %{{customdata}}<extra></extra>"
    dot = {"color": look.ink, "size": _marker_size(len(scores)) / 2}
    cross = {"symbol": "x-thin", "size": 9, "line": {"color": look.quiet, "width": 2}}
    for name, shown, marker in (("cuts", realisable, dot), ("between ties", ~realisable, cross)):
        figure.add_scatter(
            x=cuts[shown],
            y=values[shown],
            customdata=errors[shown],
            mode="markers",
            marker=marker,
            name=name,
            hovertemplate=hover,
            showlegend=name == "between ties",
            row=2,
            col=1,
        )
    figure.update_yaxes(title_text="points", rangemode="tozero", row=2)


def _add_threshold(
    figure: go.Figure,
    sides: tuple[float, float, float],
    value: float,
    errors: float,
    criterion_name: str,
    look: Theme,
) -> None:
    """Add the threshold as a line through both rows, its value beside it, and the chosen cut."""
    low, threshold, high = sides
    text = f"threshold {threshold:.3g}".replace("-", "−")
    anchor = "left" if threshold - low < high - threshold else "right"
    figure.add_vline(threshold, line={"color": look.ink, "width": 2.5})
    figure.add_annotation(
        x=threshold,
        y=2.0,
        text=f"<b>{text}</b>",
        font_size=15,
        showarrow=False,
        xanchor=anchor,
        xshift=6 if anchor == "left" else -6,
        yanchor="top",
        row=1,
        col=1,
    )
    figure.add_scatter(
        x=[threshold],
        y=[value],
        customdata=[errors],
        mode="markers",
        marker={"symbol": "circle", "size": 14, "color": look.background},
        marker_line={"color": look.ink, "width": 4},
        name="chosen",
        hovertemplate=f"<b>chosen</b><br>threshold %{{x:.4~g}}<br>{_plain(criterion_name)}: %{{y}}"
        "<br>errors: %{customdata}<extra></extra>",
        row=2,
        col=1,
    )


def _raster(
    x1: Array, x2: Array, label: NDArray[np.int64], strength: Array, n_classes: int, look: Theme
) -> go.Heatmap:
    """Return the regions as a picture with one byte per cell: class * SHADES + depth of shade."""
    scale = np.quantile(strength, 0.9) or strength.max() or 1.0
    depth = np.minimum(strength / scale, 1.0)
    cells = label * SHADES + np.rint(depth * (SHADES - 1)).astype(np.int64)
    # Two stops a class. Between the last shade of a class and the first of the next lies no cell.
    last = n_classes * SHADES - 1
    colourscale = [
        (
            (k * SHADES + shade) / last,
            _mix(style.colour, look.background, share),
        )
        for k, style in enumerate(PALETTE[:n_classes])
        for shade, share in ((0, look.unsure), (SHADES - 1, look.sure))
    ]
    return go.Heatmap(
        x=x1,
        y=x2,
        z=cells.astype(np.uint8),
        zmin=0,
        zmax=last,
        colorscale=colourscale,
        showscale=False,
        zsmooth="fast",
        hoverinfo="skip",
    )


def _boundary(
    x1: Array, x2: Array, label: NDArray[np.int64], strength: Array, n_classes: int, look: Theme
) -> go.Scatter:
    """Return the lines between regions: for each class the zero of +strength inside, -strength outside.

    For two classes that is the decision function. The sign comes from the label alone, so the lines
    run between cells of different colour and nowhere else.
    """
    field = np.maximum(strength / (strength.max() or 1.0), np.finfo(np.float64).tiny)
    lines = [np.empty((0, 2))]
    for k in range(1, n_classes):
        signed = np.where(label == k, field, -field)
        contour = contour_generator(x1, x2, signed, line_type=LineType.ChunkCombinedNan)
        lines += [points for points in contour.lines(0.0)[0] if points is not None]
    gap = np.full((1, 2), np.nan)
    x, y = np.concatenate([part for line in lines for part in (line, gap)]).T
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": look.ink, "width": 2.5},
        name="boundary",
        showlegend=False,
        hoverinfo="skip",
    )


def _points(points: Array, k: int, name: str, size: float, look: Theme, place: str) -> go.Scatter:
    """Return the points of class k, in its colour and shape; `place` says how to tell where one is."""
    # Plotly drops a trace without points, legend entry and all; one point that is nowhere keeps it.
    shown = points if len(points) else np.full((1, 2), np.nan)
    return go.Scatter(
        x=shown[:, 0],
        y=shown[:, 1],
        mode="markers",
        marker={"color": PALETTE[k].colour, "symbol": PALETTE[k].symbol, "size": size},
        marker_line={"color": look.ink, "width": 1.2},
        name=name,
        hovertemplate=f"<b>{name}</b><br>{place}",
    )


def _rings(points: Array, size: float, look: Theme) -> go.Scatter:
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={"color": look.ink, "symbol": "circle-open", "size": size + 7},
        marker_line={"width": 2},
        name="misclassified",
        hoverinfo="skip",
    )


def _marker_size(n: int) -> float:
    """Return a diameter in pixels that shrinks as points crowd: 14 for 8 points, 5 for 2000."""
    return float(np.clip(24 * max(n, 1) ** -0.2, 5, 14))


def _mix(colour: str, background: str, share: float) -> str:
    """Return `share` of a colour on a background, all as "#rrggbb"."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(background[1:]), strict=True)
    return "#" + bytes(round(share * c + (1 - share) * b) for c, b in pairs).hex()


def _plain(text: str, longest: int = LONGEST_NAME) -> str:
    """Return text that Plotly shows as it is: no markup, no %{field}, no $formula$, not too long."""
    text = " ".join(str(text).split())
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    escaped = html.escape(text, quote=False)
    return escaped.replace("{", "&#123;").replace("$", "&#36;")


def _look(theme: str) -> Theme:
    if theme not in THEMES:
        raise ValueError(f"The theme {theme!r} is not known; use one of {', '.join(THEMES)}.")
    return THEMES[theme]


def _checked_names(class_names: Sequence[str]) -> list[str]:
    if not 1 <= len(class_names) <= len(PALETTE):
        raise ValueError(
            f"There are {len(class_names)} class names; a figure shows 1 to {len(PALETTE)} classes."
        )
    return [_plain(name) for name in class_names]


def _finite(name: str, values: ArrayLike, shape: tuple[int, ...]) -> Array:
    """Return the values as float64 if they have that shape and are finite numbers."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != shape:
        raise ValueError(f"{name} has shape {array.shape}; to fit the rest it must be {shape}.")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds NaN or infinite values; give finite numbers.")
    return array


def _indices(name: str, values: ArrayLike, shape: tuple[int, ...], n: int) -> NDArray[np.int64]:
    """Return the values as integers if they have that shape and are indices into n classes."""
    array = _finite(name, values, shape)
    if not np.isin(array, range(n)).all():
        raise ValueError(f"{name} holds other values than 0 to {n - 1}, the indices of {n} classes.")
    return array.astype(np.int64)


def _mask(name: str, values: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return the values as truth values if they have that shape."""
    return _finite(name, values, shape) > 0
