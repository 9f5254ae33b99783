"""Thumbnails: small SVG pictures of classifiers for the gallery, examples and scenes.

A dozen Plotly figures on one page would be slow. A thumbnail is an SVG instead: the regions as a
PNG with one byte per cell, and their boundary as a path. The points are the same in every
thumbnail, so they are a separate picture, laid over each.
"""

import base64
from io import BytesIO
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bayeslab.figures.regions import SHADES, shade_cells, shade_ends, trace_boundary
from bayeslab.figures.theme import (
    PALETTE,
    ClassStyle,
    Theme,
    find_theme,
    island_sizes,
    marker_size,
    mix,
)
from core.outlines import OUTLINES

__all__ = [
    "HEIGHT",
    "WIDTH",
    "draw_thumbnail",
    "draw_thumbnail_islands",
    "draw_thumbnail_points",
    "lay_over",
    "to_address",
]

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

WIDTH, HEIGHT = 400, 300  # the coordinates inside a thumbnail
REACH = 1.8  # from the middle of a marker to the tips of its edge
OPENING = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'


def draw_thumbnail(
    x1: Array,
    x2: Array,
    label: NDArray[np.int64],
    strength: Array,
    n_classes: int,
    *,
    far: NDArray[np.bool_] | None = None,
    theme: str = "light",
) -> str:
    """Return decision regions and their boundary as an SVG.

    Parameters
    ----------
    x1, x2, label, strength, far, theme
        As in :func:`bayeslab.figures.draw_regions`, which shades in the same way.
    n_classes : int
        At most 10.

    Raises
    ------
    ValueError
        If the theme is unknown.
    """
    look = find_theme(theme)
    far = np.zeros(label.shape, np.bool_) if far is None else far
    picture = _encode_png(shade_cells(label, strength, far)[::-1], _all_shades(n_classes, look))
    # The cells are centred on the grid's nodes, and the outer nodes lie on the thumbnail's edge.
    rows, columns = label.shape
    dx, dy = WIDTH / (columns - 1), HEIGHT / (rows - 1)
    box = (x1[0], x1[-1], x2[0], x2[-1])
    lines = _place(trace_boundary(x1, x2, label, strength, n_classes, far), box)
    return _svg(
        f'<image x="{-dx / 2:.2f}" y="{-dy / 2:.2f}" width="{WIDTH + dx:.2f}" '
        f'height="{HEIGHT + dy:.2f}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{base64.b64encode(picture).decode()}"/>'
        f'<path d="{_path(lines)}" fill="none" stroke="{look.ink}" stroke-width="2" '
        'vector-effect="non-scaling-stroke"/>'
    )


def draw_thumbnail_islands(
    X: Array,
    predicted: NDArray[np.int64],
    label: NDArray[np.int64],
    box: Box,
    bump: float,
    *,
    theme: str = "light",
) -> str:
    """Return the least islands of points as an SVG without a background, to be laid over regions.

    Parameters
    ----------
    X : array of shape (n, 2)
    predicted : array of shape (n,)
        The classes that the classifier assigns to the points, 0 to 9.
    label : array of shape (r, c)
        Those that the regions show.
    box, bump, theme
        As in :func:`draw_thumbnail_points`.

    Raises
    ------
    ValueError
        If the theme is unknown.
    """
    look, places = find_theme(theme), _place(X, box)
    sides = (float(WIDTH), float(HEIGHT))
    shares = np.array([0, 1]) + places / sides * [1, -1]
    sizes = island_sizes(shares, predicted, label, HEIGHT * bump, sides)
    discs = []
    for (x, y), k, size in zip(places.tolist(), predicted.tolist(), sizes.tolist(), strict=True):
        if size > 0:
            fill = shade_ends(k, look)[1]
            discs.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}" fill="{fill}"/>')
    return _svg(*discs)


def draw_thumbnail_points(
    X: Array, y: NDArray[np.int64], box: Box, *, bump: float = np.inf, theme: str = "light"
) -> str:
    """Return points as an SVG without a background, to be laid over thumbnails of the same box.

    Parameters
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,)
        Their classes, 0 to 9.
    box : (x1_min, x1_max, x2_min, x2_max)
    bump : float
        As in :func:`bayeslab.figures.draw_regions`: markers on narrow bumps are small.
    theme
        A key of ``TEMPLATES``.

    Raises
    ------
    ValueError
        If the theme is unknown.
    """
    look, size = find_theme(theme), marker_size(len(X), HEIGHT * bump)
    present = [int(k) for k in np.unique(y)]
    return _svg(
        *(_marker(k, PALETTE[k], size, look) for k in present),
        *(f'<path d="{_dots(_place(X[y == k], box))}" {_markers_of(k)}/>' for k in present),
    )


def lay_over(*thumbnails: str) -> str:
    """Return thumbnails laid over each other, the first at the bottom, as one SVG."""
    return _svg(*(text.removeprefix(OPENING).removesuffix("</svg>") for text in thumbnails))


def to_address(svg: str) -> str:
    """Return the address from which a browser reads the picture."""
    return f"data:image/svg+xml,{quote(svg)}"


def _svg(*parts: str) -> str:
    return f"{OPENING}{''.join(parts)}</svg>"


def _place(points: Array, box: Box) -> Array:
    """Return the places of points inside a thumbnail, whose y runs downwards."""
    x1_min, x1_max, x2_min, x2_max = box
    across = (points[:, 0] - x1_min) / (x1_max - x1_min)
    up = (points[:, 1] - x2_min) / (x2_max - x2_min)
    return np.column_stack([WIDTH * across, HEIGHT * (1 - up)])


def _path(lines: Array) -> str:
    """Return lines, each ended by a row of NaN, as the data of a path."""
    starts = np.isnan(np.concatenate([[np.nan], lines[:-1, 0]]))
    is_corner = np.isfinite(lines[:, 0])
    steps = zip(lines[is_corner].tolist(), starts[is_corner].tolist(), strict=True)
    return "".join(f"{'M' if first else 'L'}{x:.1f},{y:.1f}" for (x, y), first in steps)


def _dots(places: Array) -> str:
    """Return a path with a corner at each place, of which only the markers are drawn."""
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in places.tolist())


def _marker(k: int, style: ClassStyle, size: float, look: Theme) -> str:
    """Return a marker as the canvas paints it; its radius is 1, its edge an eighth of its size."""
    shape = '<circle r="1"'
    if style.symbol in OUTLINES:
        corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in OUTLINES[style.symbol])
        shape = f'<polygon points="{corners}"'
    return (
        f'<marker id="m{k}" viewBox="-{REACH} -{REACH} {2 * REACH} {2 * REACH}" '
        f'markerUnits="userSpaceOnUse" markerWidth="{REACH * size:.1f}" '
        f'markerHeight="{REACH * size:.1f}">'
        f'{shape} fill="{style.colour}" stroke="{look.ink}" stroke-width=".25"/></marker>'
    )


def _markers_of(k: int) -> str:
    ends = " ".join(f'marker-{place}="url(#m{k})"' for place in ("start", "mid", "end"))
    return f'fill="none" {ends}'


def _all_shades(n_classes: int, look: Theme) -> bytes:
    """Return the colours of all cells in the order of their numbers, three bytes each."""
    shares = np.linspace(look.unsure, look.sure, SHADES)
    colours = [
        mix(PALETTE[k].colour, look.background, share) for k in range(n_classes) for share in shares
    ]
    return bytes.fromhex("".join(colours).replace("#", ""))


def _encode_png(cells: NDArray[np.uint8], colours: bytes) -> bytes:
    """Return a PNG of cells (r, c), the top row first, that number colours of three bytes."""
    image, file = Image.fromarray(np.ascontiguousarray(cells)), BytesIO()
    image.putpalette(colours)
    image.save(file, "png")
    return file.getvalue()
