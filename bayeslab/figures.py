"""Figures: arrays in, a Plotly figure out.

Everything visual stands here once: a colour and a marker shape for each class (``PALETTE``), a
template for each theme (``TEMPLATES``) and how a picture behaves in a page (``PLOT_CONFIG``). The
drawing functions know no model: they show the numbers they are given, and no others.

Three decisions shape the pictures. No class is told by colour alone: the colours (Okabe and Ito's,
then three of Tol's) stay apart for colour-blind eyes, and each class has its own shape besides.
Regions travel as one byte per cell. And what may come from a user's file, the names of classes and
features, is escaped, since Plotly reads text as HTML.
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
    "REST",
    "TEMPLATES",
    "ClassStyle",
    "draw_projection",
    "draw_regions",
]

Array = NDArray[np.float64]

SHADES = 25  # steps from unsure to sure; ten classes of 25 fit into a byte
LONGEST_NAME = 32  # characters that fit beside a picture on a phone
GOLDEN_RATIO = (1 + 5**0.5) / 2


@dataclass(frozen=True)
class ClassStyle:
    """How the points of a class look: "#rrggbb", Plotly's marker, and its shape in plain words."""

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
# All classes but one, where one is held against the rest.
REST = ClassStyle("#8c8996", "hexagon", "hexagon")


@dataclass(frozen=True)
class Theme:
    """Colours that mean no class, and the share of its class's colour that a region takes on."""

    background: str
    ink: str
    quiet: str
    grid: str
    unsure: float
    sure: float


# Background and ink are those of the app's own themes, in .streamlit/config.toml.
THEMES = {
    "light": Theme("#ffffff", "#22212b", "#5c5a68", "#e4e2ea", unsure=0.16, sure=0.55),
    "dark": Theme("#17161c", "#eceaf2", "#b0adbb", "#35333d", unsure=0.22, sure=0.55),
}

# All that is left of Plotly's buttons is the one that saves the picture.
PLOT_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"filename": "bayeslab", "scale": 3},
    "doubleClick": False,
}


def _template(theme: Theme) -> go.layout.Template:
    """Return a template to be read from the last row: large type, thin axes, nothing that moves."""
    axis = {
        "automargin": True,
        "fixedrange": True,  # a finger that scrolls the page must not drag the picture
        "gridcolor": theme.grid,
        "tickcolor": theme.quiet,
        "tickfont": {"size": 15},
        "ticks": "outside",
        "title": {"font": {"size": 17}, "standoff": 8},
        "zeroline": False,
    }
    bottom = {"x": 0.5, "xref": "container", "xanchor": "center"}
    bottom |= {"y": 0, "yref": "container", "yanchor": "bottom"}
    top = {"x": 0, "xref": "paper", "y": 1, "yref": "container", "yanchor": "top"}
    return go.layout.Template(
        layout={
            "font": {"family": "Source Sans, Helvetica, Arial, sans-serif", "color": theme.ink},
            "paper_bgcolor": theme.background,
            "plot_bgcolor": theme.background,
            "margin": {"l": 8, "r": 12, "t": 12, "b": 8},
            "title": {**top, "automargin": True, "font": {"size": 18}, "pad": {"t": 8, "b": 8}},
            "legend": {**bottom, "orientation": "h", "font": {"size": 15}},
            "showlegend": True,
            "hoverlabel": {"bgcolor": theme.background, "font": {"size": 15, "color": theme.ink}},
            "modebar": {"bgcolor": "rgba(0, 0, 0, 0)", "color": theme.quiet},
            "hovermode": "closest",
            "dragmode": False,
            "xaxis": axis,
            "yaxis": axis,
        }
    )


TEMPLATES = {name: _template(theme) for name, theme in THEMES.items()}


def draw_regions(
    x1: Array,
    x2: Array,
    label: NDArray[Any],
    strength: Array,
    X: Array,
    y: NDArray[Any],
    *,
    class_names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
    wrong: NDArray[np.bool_] | None = None,
    title: str | None = None,
    equal_scale: bool = False,
) -> go.Figure:
    """Draw decision regions, the boundary between them, and points.

    A cell has the colour of its class, deeper where the decision is surer. The depth is
    min(strength / q, 1), q being the 0.9 quantile of all strengths.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The grid's coordinates in the units of the features, ascending, evenly spaced.
    label : array of shape (r, c)
        The class at (x1[j], x2[i]) in cell [i, j], an index into `class_names`.
    strength : array of shape (r, c)
        How decided each cell is, from 0 up: the size of the decision function, or the lead of the
        best class over the second. Infinity is allowed.
    X : array of shape (n, 2)
        The points. There may be none.
    y : array of shape (n,)
        Their classes, indices into `class_names`.
    class_names : sequence of str
        1 to 10 names.
    feature_names : sequence of 2 str
        Titles of the two axes.
    theme : {"light", "dark"}
        Key of ``TEMPLATES``.
    wrong : array of bool, shape (n,), optional
        True for a point to be ringed as an error.
    title : str, optional
        A line above the picture.
    equal_scale : bool
        Give both axes one scale, so that circles are round.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is NaN or out of its range, or the theme is unknown.
    """
    look, names = _look(theme), _class_names(class_names)
    grid, n = (len(x2), len(x1)), len(X)
    x1, x2 = _finite("x1", x1, grid[1:]), _finite("x2", x2, grid[:1])
    label = _indices("label", label, grid, len(names))
    strength = _finite("strength", np.minimum(strength, np.finfo(np.float64).max), grid)
    if strength.min() < 0:
        raise ValueError("strength holds negative values; give the size of the decision function.")
    X, y = _finite("X", X, (n, 2)), _indices("y", y, (n,), len(names))

    figure = go.Figure([_raster(x1, x2, label, strength, len(names), look)])
    figure.add_trace(_boundary(x1, x2, label, strength, len(names), look))
    horizontal, vertical = map(_plain, feature_names)
    place = f"{horizontal}: %{{x:.4~g}}<br>{vertical}: %{{y:.4~g}}"
    for k in range(len(names)):
        figure.add_trace(_points(X[y == k], PALETTE[k], names[k], place, n, look))
    if wrong is not None and np.any(wrong):
        ringed = X[_indices("wrong", wrong, (n,), 2) == 1]
        figure.add_trace(_rings(ringed, n, look))
    figure.update_xaxes(range=x1[[0, -1]], title_text=horizontal)
    figure.update_yaxes(range=x2[[0, -1]], title_text=vertical)
    if equal_scale:
        figure.update_xaxes(constrain="domain")
        figure.update_yaxes(constrain="domain", scaleanchor="x")
    figure.update_layout(legend_itemsizing="constant")
    return _dress(figure, theme, title)


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
    decided there. Below: the criterion for every threshold, which is a step function, with the
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
        What `values` and `scores` are.
    class_names : sequence of 2 str
        The class below the threshold first.
    styles : sequence of 2 ClassStyle
        Theirs; of more than two classes, ``REST`` and that of the one held against the rest.
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, there are not two class names, or the theme is
        unknown.
    """
    look, names = _look(theme), _class_names(class_names)
    if len(names) != 2:
        raise ValueError(f"There are {len(names)} class names; a line cut in two takes two.")
    n = len(scores)
    scores, labels = _finite("scores", scores, (n,)), _finite("labels", labels, (n,))
    cuts, values = _finite("cuts", cuts, (n + 1,)), _finite("values", values, (n + 1,))
    errors = _finite("errors", errors, (n + 1,))
    possible = _indices("realisable", realisable, (n + 1,), 2) == 1
    threshold = float(_finite("threshold", threshold, ()))
    chosen = np.arange(n + 1) == _indices("index", index, (), n + 1)

    figure = make_subplots(2, 1, shared_xaxes=True, row_heights=[0.45, 0.55], vertical_spacing=0.04)
    for k in (0, 1):
        band = _band(scores[(labels > 0) == k], k)
        points = _points(band, styles[k], names[k], "%{x:.4~g}", n, look)
        figure.add_trace(points.update(showlegend=False), 1, 1)
    table = np.stack((cuts, values, errors))
    _add_search(figure, np.sort(scores), table, possible, chosen, _plain(criterion_name), look)
    _add_threshold(figure, scores, threshold, styles, look)

    # The strip above the two bands is kept free for the threshold's value.
    bands = {"range": [-0.6, 2.1], "tickvals": [0, 1], "ticktext": names, "ticklabelstandoff": 6}
    figure.update_yaxes(bands, showgrid=False, ticks="", row=1)
    figure.update_yaxes(title_text=_plain(criterion_name), rangemode="tozero", row=2)
    figure.update_xaxes(title_text=_plain(axis_name), row=2)
    return _dress(figure, theme, title)


def _raster(
    x1: Array, x2: Array, label: NDArray[np.int64], strength: Array, n_classes: int, look: Theme
) -> go.Heatmap:
    """Return the regions with one byte per cell: class * SHADES + depth in steps."""
    scale = np.quantile(strength, 0.9) or strength.max() or 1.0
    depth = np.minimum(strength, scale) / scale
    cells = label * SHADES + np.rint(depth * (SHADES - 1)).astype(np.int64)
    last = n_classes * SHADES - 1
    # Two stops a class are enough: no cell lies between a class's last shade and the next's first.
    stops = [
        ((k * SHADES + shade) / last, _mix(PALETTE[k].colour, look.background, share))
        for k in range(n_classes)
        for shade, share in ((0, look.unsure), (SHADES - 1, look.sure))
    ]
    # "fast" smooths the finished picture; "best" would average the numbers of different classes.
    colours = {"colorscale": stops, "zmin": 0, "zmax": last, "showscale": False, "zsmooth": "fast"}
    return go.Heatmap(x=x1, y=x2, z=cells.astype(np.uint8), hoverinfo="skip", **colours)


def _boundary(
    x1: Array, x2: Array, label: NDArray[np.int64], strength: Array, n_classes: int, look: Theme
) -> go.Scatter:
    """Return the lines where +strength inside a class meets -strength outside it.

    For two classes these are the zeros of the decision function. The sign comes from the label
    alone, so a line runs between cells of different colour and nowhere else.
    """
    height = np.maximum(strength / (strength.max() or 1.0), np.finfo(np.float64).tiny)
    lines = [np.empty((0, 2))]
    for k in range(1, n_classes):
        field = np.where(label == k, height, -height)
        contours = contour_generator(x1, x2, field, line_type=LineType.ChunkCombinedNan)
        found = contours.lines(0.0)[0][0]
        if found is not None:
            lines += [found, np.full((1, 2), np.nan)]
    x, y = np.concatenate(lines).T
    ink = {"color": look.ink, "width": 2.5}
    return go.Scatter(x=x, y=y, mode="lines", line=ink, hoverinfo="skip", showlegend=False)


def _points(
    places: Array, style: ClassStyle, name: str, hover: str, n: int, look: Theme
) -> go.Scatter:
    """Return the points of a class in its style, as large as suits a picture of n points."""
    if len(places) == 0:  # Plotly drops an empty trace from the legend, but not a point nowhere.
        places = np.full((1, 2), np.nan)
    x, y = places.T
    size = _marker_size(n)
    outline = {"color": look.ink, "width": size / 8}
    marker = {"color": style.colour, "symbol": style.symbol, "size": size, "line": outline}
    hover = f"<b>{name}</b><br>{hover}<extra></extra>"
    return go.Scatter(x=x, y=y, mode="markers", marker=marker, name=name, hovertemplate=hover)


def _rings(places: Array, n: int, look: Theme) -> go.Scatter:
    """Return rings that leave the points inside them visible."""
    x, y = places.T
    ring = {"color": look.ink, "symbol": "circle-open", "size": _marker_size(n) + 7}
    marker = {**ring, "line": {"width": 1.5}}
    return go.Scatter(
        x=x, y=y, mode="markers", marker=marker, name="misclassified", hoverinfo="skip"
    )


def _band(scores: Array, k: int) -> Array:
    """Return (score, height) with heights around k at which many points do not overlap."""
    # Multiples of the golden ratio fill the band evenly and keep neighbours apart.
    spread = 0.8 * min(1.0, len(scores) / 50)
    height = k + spread * (np.arange(len(scores)) * GOLDEN_RATIO % 1 - 0.5)
    return np.column_stack((np.sort(scores), height))


def _add_search(
    figure: go.Figure,
    scores: Array,
    table: Array,
    possible: NDArray[np.bool_],
    chosen: NDArray[np.bool_],
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
    numbers = f"threshold %{{x:.4~g}}<br>{criterion}: %{{y}}<br>errors: %{{customdata}}"
    others = possible & ~chosen  # a dot under the ring would answer the pointer in its place
    marks = [("cut", others, dot), ("tie", ~possible, cross), ("chosen", chosen, ring)]
    for name, shown, marker in marks:
        x, y, wrong = table[:, shown]
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
        tint = _mix(styles[k].colour, look.background, look.unsure)
        figure.add_vrect(*ends[k : k + 2], fillcolor=tint, line_width=0, layer="below", row=1)
    ink = {"color": look.ink, "width": 2.5}
    figure.add_vline(threshold, line=ink, row=2)
    text = f"<b>\u00a0threshold {threshold:.3g}\u00a0</b>".replace("-", "−")
    side = "top right" if threshold - low < high - threshold else "top left"
    note = {"text": text, "font": {"size": 15}}
    figure.add_vline(threshold, line=ink, row=1, annotation=note, annotation_position=side)


def _dress(figure: go.Figure, theme: str, title: str | None) -> go.Figure:
    """Put on the template and the title; keep what a viewer switched off in the legend."""
    figure.update_layout(template=TEMPLATES[theme], uirevision="kept")
    if title is not None:
        figure.update_layout(title_text=_plain(title))
    return figure


def _marker_size(n: int) -> float:
    """Return a diameter in pixels that shrinks as points crowd: 14 for 8 points, 5 for 2000."""
    return float(np.clip(24 * max(n, 1) ** -0.2, 5, 14))


def _mix(colour: str, background: str, share: float) -> str:
    """Return a share of a colour on a background, all as "#rrggbb"."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(background[1:]), strict=True)
    return "#" + bytes(round(share * c + (1 - share) * b) for c, b in pairs).hex()


def _plain(text: str) -> str:
    """Return text that Plotly shows as it is: no markup, %{field} or $formula$, not too long."""
    words = " ".join(text.split())
    if len(words) > LONGEST_NAME:
        words = words[: LONGEST_NAME - 1] + "…"
    return html.escape(words, quote=False).replace("{", "&#123;").replace("$", "&#36;")


def _look(theme: str) -> Theme:
    if theme not in THEMES:
        raise ValueError(f"The theme {theme!r} is not known; use one of {', '.join(THEMES)}.")
    return THEMES[theme]


def _class_names(class_names: Sequence[str]) -> list[str]:
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
    """Return the values as integers if they have that shape and run from 0 to n - 1."""
    array = _finite(name, values, shape)
    if not np.isin(array, range(n)).all():
        raise ValueError(f"{name} holds something else than whole numbers from 0 to {n - 1}.")
    return array.astype(np.int64)
