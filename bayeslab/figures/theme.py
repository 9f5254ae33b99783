"""The look of classes and themes, and the checks of arguments, for all figures.

Everything visual is defined here: a colour and a marker shape for each class (``PALETTE``), a
template for each theme (``TEMPLATES``) and how a picture answers the mouse (``PLOT_CONFIG``).
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import KDTree

from bayeslab.data.datasets import cut_name
from bayeslab.evaluation.formats import PERCENT

Array = NDArray[np.float64]
Trace = dict[str, Any]  # with its "type"

MARGIN_ABOVE = 50  # pixels, for words above a plot that keep clear of the button in the corner
SMALLEST = 4.0  # pixels: the diameter of a marker on a narrow bump
RIM = 2.0  # pixels of an island around such a marker
RING = 1.5  # times the diameter of a marker, that of the ring around a misclassified point
# The middle of a circle and eight places on it.
AROUND = np.array([(0, 0), *((np.cos(t), np.sin(t)) for t in np.arange(8) * np.pi / 4)])
NODES = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])  # a node and its neighbours
LONGEST_NAME = 32  # characters that fit beside a picture on a phone


# Of an axis whose values are 100 times the shares: Plotly's own "%" has no space before it.
PERCENT_AXIS = {"ticksuffix": PERCENT, "hoverformat": ".1f"}


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
# All classes but one, where one is compared with the rest.
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


THEMES = {
    "light": Theme("#ffffff", "#22212b", "#5c5a68", "#e4e2ea", unsure=0.16, sure=0.55),
    "dark": Theme("#17161c", "#eceaf2", "#b0adbb", "#35333d", unsure=0.22, sure=0.55),
}

# Only the Plotly button that saves the picture is left.
PLOT_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"filename": "bayeslab", "scale": 3},
    "doubleClick": False,
}


def _template(theme: Theme) -> go.layout.Template:
    """Return a template for a projector: large type, thin axes, no animation."""
    axis = {
        "automargin": True,
        "fixedrange": True,  # a finger that scrolls must not drag the picture
        "gridcolor": theme.grid,
        "hoverformat": ".4~g",  # Plotly writes a minus sign only where the axis has the format
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


def class_points(
    places: Array,
    style: ClassStyle,
    name: str,
    hover: str,
    n: int,
    look: Theme,
    bump: float = np.inf,
) -> Trace:
    """Return the points of a class in its style, as large as suits a picture of n points.

    `bump` is as in :func:`marker_size`.
    """
    if len(places) == 0:  # Plotly drops an empty trace from the legend, but not a point nowhere.
        places = np.full((1, 2), np.nan)
    x, y = places.T
    size = marker_size(n, bump)
    outline = {"color": look.ink, "width": size / 8}
    marker = {"color": style.colour, "symbol": style.symbol, "size": size, "line": outline}
    words = {"name": name, "hovertemplate": f"<b>{name}</b><br>{hover}<extra></extra>"}
    return {"type": "scatter", "x": x, "y": y, "mode": "markers", "marker": marker, **words}


def compose(
    traces: Sequence[Trace], layout: Mapping[str, Any], theme: str, title: str | None
) -> go.Figure:
    """Return a figure of these traces and this layout, in the theme and with its title.

    Plotly checks all its input, and checks again after every addition: adding everything at once
    is fastest.
    """
    words = {} if title is None else {"title": {"text": plain(title)}}
    common = {"template": TEMPLATES[theme], "uirevision": "kept"}
    return go.Figure(list(traces), {**layout, **common, **words})


def dress(figure: go.Figure, theme: str, title: str | None) -> go.Figure:
    """Apply the template and the title; keep what a viewer switched off in the legend."""
    figure.update_layout(template=TEMPLATES[theme], uirevision="kept")
    if title is not None:
        figure.update_layout(title_text=plain(title))
    return figure


def marker_size(n: int, bump: float = np.inf) -> float:
    """Return a diameter in pixels that shrinks as points crowd: 14 for 8 points, 5 for 2000.

    Around a narrow bump, `bump` pixels wide, a marker shrinks to two widths, but not below
    ``SMALLEST``, so that its island can be seen.
    """
    size = float(np.clip(24 * max(n, 1) ** -0.2, 5, 14))
    return min(size, max(SMALLEST, 2 * bump))


def island_sizes(
    shares: Array,
    predicted: NDArray[np.int64],
    label: NDArray[np.int64],
    bump: float,
    sides: tuple[float, float],
) -> Array:
    """Return the diameters in pixels of the discs that stand for islands of points, shape (n,).

    Where markers shrink around narrow bumps, and where no node next to a point shows its class,
    an island has a rim of ``RIM`` pixels around its marker, but ends halfway to the next point of
    another predicted class. Elsewhere, and where the regions show as much already, there is no
    disc: 0.

    Parameters
    ----------
    shares : array of shape (n, 2)
        Places as shares of the picture's sides, from the lower left corner.
    predicted : array of shape (n,)
        The classes that the classifier assigns to the points.
    label : array of shape (r, c)
        The classes that the regions show.
    bump : float
        In pixels, as in :func:`marker_size`.
    sides : (float, float)
        Width and height of the picture in pixels.
    """
    n = len(shares)
    size, predicted = marker_size(n, bump), np.asarray(predicted)
    last = np.array(label.shape)[::-1] - 1
    near = np.rint(shares.clip(0, 1) * last)[:, None] + NODES
    is_hidden = ~_shows(label, near.clip(0, last), predicted).any(axis=1)
    needs_disc = is_hidden | (size < marker_size(n))
    if not needs_disc.any():
        return np.zeros(n)
    places, sizes = shares * sides, np.full(n, size + 2 * RIM)
    for k in np.unique(predicted):
        own = predicted == k
        if not own.all():
            sizes[own] = np.minimum(sizes[own], KDTree(places[~own]).query(places[own])[0])
    around = shares[:, None] + sizes[:, None, None] / 2 * AROUND / sides
    is_shown = _shows(label, np.rint(around.clip(0, 1) * last), predicted).all(axis=1)
    return np.where(needs_disc & ~is_shown, sizes, 0.0)


def _shows(label: NDArray[np.int64], nodes: Array, predicted: NDArray[np.int64]) -> NDArray[Any]:
    """Return whether nodes, columns and rows (n, m, 2), show the classes of n points, (n, m)."""
    columns, rows = np.moveaxis(nodes.astype(np.int64), -1, 0)
    return label[rows, columns] == predicted[:, None]


def mix(colour: str, background: str, share: float) -> str:
    """Return a share of a colour on a background, all as "#rrggbb"."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(background[1:]), strict=True)
    return "#" + bytes(round(share * c + (1 - share) * b) for c, b in pairs).hex()


def plain(text: str, longest: int = LONGEST_NAME) -> str:
    """Return text that Plotly shows unchanged: no markup, %{field} or $formula$, not too long."""
    words = cut_name(" ".join(text.split()), longest)
    return html.escape(words, quote=False).replace("{", "&#123;").replace("$", "&#36;")


def find_theme(theme: str) -> Theme:
    """Return the theme of that name, or raise a ValueError if there is none."""
    if theme not in THEMES:
        raise ValueError(f"The theme {theme!r} is not known; use one of {', '.join(THEMES)}.")
    return THEMES[theme]


def plain_names(class_names: Sequence[str], longest: int = LONGEST_NAME) -> list[str]:
    """Return the names as :func:`plain` text, or raise a ValueError if they are too many."""
    if not 1 <= len(class_names) <= len(PALETTE):
        raise ValueError(
            f"There are {len(class_names)} class names; a figure shows 1 to {len(PALETTE)} classes."
        )
    return [plain(name, longest) for name in class_names]


def finite(name: str, values: ArrayLike, shape: tuple[int, ...]) -> Array:
    """Return the values as float64 if they have that shape and are finite numbers."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != shape:
        raise ValueError(f"{name} has shape {array.shape}; to fit the rest it must be {shape}.")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds NaN or infinite values; give finite numbers.")
    return array


def indices(name: str, values: ArrayLike, shape: tuple[int, ...], n: int) -> NDArray[np.int64]:
    """Return the values as integers if they have that shape and run from 0 to n - 1."""
    array = finite(name, values, shape)
    if not np.isin(array, range(n)).all():
        raise ValueError(f"{name} holds values other than whole numbers from 0 to {n - 1}.")
    return array.astype(np.int64)
