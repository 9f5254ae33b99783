"""Pictures of the plane: decision regions, their boundary, and points."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from contourpy import LineType, contour_generator
from numpy.typing import NDArray

from bayeslab.figures.ellipses import add_ellipses
from bayeslab.figures.theme import (
    PALETTE,
    RING,
    Theme,
    Trace,
    class_points,
    compose,
    find_theme,
    finite,
    indices,
    island_sizes,
    marker_size,
    mix,
    plain,
    plain_names,
)
from bayeslab.scoring.islands import deep_inside
from bayeslab.scoring.regions import shade_depth

Array = NDArray[np.float64]

SIDE = 600  # pixels, about, of the side of a picture
SHADES = 25  # steps from uncertain to certain; ten classes of 25 fit into a byte


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
    far: NDArray[np.bool_] | None = None,
    bump: float = np.inf,
    predicted: NDArray[Any] | None = None,
    ellipses: tuple[Array, Array] | None = None,
) -> go.Figure:
    """Draw decision regions, the boundary between them, and points.

    A cell has the colour of its class, deeper where the decision is more certain. The depth is
    min(strength / q, 1), q being the 0.9 quantile of all strengths that are not `far`.

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
    far : array of bool, shape (r, c), optional
        True where nothing is decided (see :class:`bayeslab.Regions`): such a cell is pale, and no
        boundary runs through it.
    bump : float
        The width of the narrowest bump as a share of the picture's side. Where it is less than a
        marker, the markers shrink to let the islands be seen.
    predicted : array of shape (n,), optional
        The classes assigned to the points, indices into `class_names`. With it each point on
        a narrow bump has an island that is wider than its marker.
    ellipses : pair of arrays of shape (K, 2) and (K, 2, 2), optional
        Means and covariances of Gaussian classes, to be drawn as crosses and as dotted ellipses at
        one and two standard deviations.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is NaN or out of its range, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
    >>> from bayeslab.figures import draw_regions
    >>> moons = load(DatasetSpec("moons"))
    >>> regions = decision_regions(KernelBayes(gamma=5.0).fit(moons.X, moons.y), (-2, 3, -2, 2), 50)
    >>> picture = regions.x1, regions.x2, regions.label, regions.strength, moons.X, moons.y
    >>> draw_regions(*picture, class_names=moons.class_names).layout.xaxis.title.text
    'x₁'
    """
    look, names = find_theme(theme), plain_names(class_names)
    grid, n = (len(x2), len(x1)), len(X)
    x1, x2 = finite("x1", x1, grid[1:]), finite("x2", x2, grid[:1])
    label = indices("label", label, grid, len(names))
    strength = finite("strength", np.minimum(strength, np.finfo(np.float64).max), grid)
    if strength.min() < 0:
        raise ValueError("strength holds negative values; give the size of the decision function.")
    X, y = finite("X", X, (n, 2)), indices("y", y, (n,), len(names))
    far = np.zeros(grid, np.bool_) if far is None else indices("far", far, grid, 2) == 1
    pixels = SIDE * bump

    horizontal, vertical = map(plain, feature_names)
    place = f"{horizontal}: %{{x}}<br>{vertical}: %{{y}}"
    traces = [
        _raster(x1, x2, label, strength, far, len(names), look),
        _boundary(trace_boundary(x1, x2, label, strength, len(names), far), look),
    ]
    if predicted is not None:
        predicted = indices("predicted", predicted, (n,), len(names))
        shares = (X - (x1[0], x2[0])) / (x1[-1] - x1[0], x2[-1] - x2[0])
        sizes = island_sizes(shares, predicted, label, pixels, (SIDE, SIDE))
        traces += _islands(X, predicted, sizes, look)
    traces += [
        class_points(X[y == k], PALETTE[k], names[k], place, n, look, pixels)
        for k in range(len(names))
    ]
    if wrong is not None and np.any(wrong):
        rings = X[indices("wrong", wrong, (n,), 2) == 1]
        traces += _rings(rings, marker_size(n, pixels), look)
    across: dict[str, Any] = {"range": x1[[0, -1]], "title": {"text": horizontal}}
    up: dict[str, Any] = {"range": x2[[0, -1]], "title": {"text": vertical}}
    if equal_scale:
        across |= {"constrain": "domain"}
        # The rest of a figure's height is below the plane, not between it and the title.
        up |= {"constrain": "domain", "constraintoward": "top", "scaleanchor": "x"}
    layout = {"xaxis": across, "yaxis": up, "legend": {"itemsizing": "constant"}}
    figure = compose(traces, layout, theme, title)
    return figure if ellipses is None else add_ellipses(figure, *ellipses, theme=theme)


def _raster(
    x1: Array,
    x2: Array,
    label: NDArray[np.int64],
    strength: Array,
    far: NDArray[np.bool_],
    n_classes: int,
    look: Theme,
) -> Trace:
    """Return the regions with one byte per cell."""
    last = n_classes * SHADES - 1
    # Two stops a class are enough: no cell lies between a class's last shade and the next's first.
    stops = [
        ((k * SHADES + shade) / last, colour)
        for k in range(n_classes)
        for shade, colour in zip((0, SHADES - 1), shade_ends(k, look), strict=True)
    ]
    # "fast" smooths the finished picture; "best" would average the numbers of different classes.
    colours = {"colorscale": stops, "zmin": 0, "zmax": last, "showscale": False, "zsmooth": "fast"}
    cells = {"x": x1, "y": x2, "z": shade_cells(label, strength, far)}
    return {"type": "heatmap", **cells, "hoverinfo": "skip", **colours}


def _islands(X: Array, predicted: NDArray[np.int64], sizes: Array, look: Theme) -> list[Trace]:
    """Return for each class the discs that stand for islands, see `island_sizes`."""
    traces = []
    for k in np.unique(predicted[sizes > 0]):
        own = (predicted == k) & (sizes > 0)
        x, y = X[own].T
        marker = {"color": shade_ends(k, look)[1], "size": sizes[own]}
        disc = {"mode": "markers", "marker": marker | {"line": {"width": 0}}, "hoverinfo": "skip"}
        traces.append({"type": "scatter", "x": x, "y": y, **disc, "showlegend": False})
    return traces


def shade_cells(
    label: NDArray[np.int64], strength: Array, far: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return one byte for each cell of a grid: its class times ``SHADES``, and its shade."""
    cells = label * SHADES + np.rint(shade_depth(strength, far) * (SHADES - 1)).astype(np.int64)
    return cells.astype(np.uint8)


def shade_ends(k: int, look: Theme) -> tuple[str, str]:
    """Return the colours of class k for uncertain and for certain decisions."""
    unsure, sure = (
        mix(PALETTE[k].colour, look.background, share) for share in (look.unsure, look.sure)
    )
    return unsure, sure


def trace_boundary(
    x1: Array,
    x2: Array,
    label: NDArray[np.int64],
    strength: Array,
    n_classes: int,
    far: NDArray[np.bool_],
) -> Array:
    """Return the lines where +strength inside a class meets -strength outside it, shape (m, 2).

    For two classes these are the zeros of the decision function. The sign comes from the label
    alone, so a line runs between cells of different colour and nowhere else, and not where nothing
    is decided. A row of NaN ends each line.
    """
    height = np.maximum(strength / (strength.max() or 1.0), np.finfo(np.float64).tiny)
    lines = [np.empty((0, 2))]
    for k in range(1, n_classes):
        field = np.ma.masked_array(np.where(label == k, height, -height), deep_inside(far))
        contour = zero_lines(x1, x2, field)
        if len(contour):
            lines += [contour, np.full((1, 2), np.nan)]
    return np.concatenate(lines)


def zero_lines(x1: Array, x2: Array, score: Array) -> Array:
    """Return the lines at which a score changes its sign, (m, 2), a row of NaN between them."""
    contours = contour_generator(x1, x2, score, line_type=LineType.ChunkCombinedNan)
    lines = contours.lines(0.0)[0][0]
    return np.empty((0, 2)) if lines is None else lines


def _boundary(lines: Array, look: Theme) -> Trace:
    x, y = lines.T
    line = {"mode": "lines", "line": {"color": look.ink, "width": 2.5}}
    return {"type": "scatter", "x": x, "y": y, **line, "hoverinfo": "skip", "showlegend": False}


def _rings(places: Array, size: float, look: Theme) -> list[Trace]:
    """Return rings around markers of that size, with the background on both sides.

    So they are not taken for boundaries around single points.
    """
    x, y = places.T
    width = max(1.0, size / 8)
    traces = []
    for colour, line_width in ((look.background, 3 * width), (look.ink, width)):
        ring = {"color": colour, "symbol": "circle-open", "size": RING * size}
        settings = {"mode": "markers", "marker": {**ring, "line": {"width": line_width}}}
        traces.append({"type": "scatter", "x": x, "y": y, **settings, "hoverinfo": "skip"})
    traces[0] |= {"showlegend": False}
    traces[1] |= {"name": "misclassified"}
    return traces
