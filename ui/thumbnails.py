"""Thumbnails: decision regions as small SVG pictures for the gallery.

A dozen Plotly figures on one page would be slow. A thumbnail is an SVG instead: the regions as a
PNG with one byte per cell, and their boundary as a path. The points are the same in every
thumbnail, so they are a picture of their own, laid over each.
"""

import base64
from collections.abc import Mapping
from io import BytesIO
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bayeslab.figures.regions import SHADES, shade_cells, trace_boundary
from bayeslab.figures.theme import PALETTE, ClassStyle, Theme, find_theme, marker_size, mix

__all__ = ["draw_thumbnail", "draw_thumbnail_points"]

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

WIDTH, HEIGHT = 400, 300  # the coordinates inside a thumbnail


def draw_thumbnail(
    x1: Array,
    x2: Array,
    label: NDArray[np.int64],
    strength: Array,
    n_classes: int,
    *,
    theme: str = "light",
) -> str:
    """Return decision regions and their boundary as an SVG.

    Parameters
    ----------
    x1, x2, label, strength, theme
        As in :func:`bayeslab.figures.draw_regions`, which shades in the same way.
    n_classes : int
        At most 10.

    Raises
    ------
    ValueError
        If the theme is unknown.
    """
    look = find_theme(theme)
    picture = _encode_png(shade_cells(label, strength)[::-1], _all_shades(n_classes, look))
    # The cells are centred on the grid's nodes, and the outer nodes lie on the thumbnail's edge.
    rows, columns = label.shape
    dx, dy = WIDTH / (columns - 1), HEIGHT / (rows - 1)
    box = (x1[0], x1[-1], x2[0], x2[-1])
    lines = _place(trace_boundary(x1, x2, label, strength, n_classes), box)
    return _svg(
        f'<image x="{-dx / 2:.2f}" y="{-dy / 2:.2f}" width="{WIDTH + dx:.2f}" '
        f'height="{HEIGHT + dy:.2f}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{base64.b64encode(picture).decode()}"/>'
        f'<path d="{_path(lines)}" fill="none" stroke="{look.ink}" stroke-width="3"/>'
    )


def draw_thumbnail_points(X: Array, y: NDArray[np.int64], box: Box, *, theme: str = "light") -> str:
    """Return points as an SVG without a background, to be laid over thumbnails of the same box.

    Parameters
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,)
        Their classes, 0 to 9.
    box : (x1_min, x1_max, x2_min, x2_max)
    theme
        A key of ``TEMPLATES``.

    Raises
    ------
    ValueError
        If the theme is unknown.
    """
    look, size = find_theme(theme), marker_size(len(X))
    present = [int(k) for k in np.unique(y)]
    return _svg(
        *(_marker(k, PALETTE[k], size, look) for k in present),
        *(f'<path d="{_dots(_place(X[y == k], box))}" {_marked(k)}/>' for k in present),
    )


def _svg(*parts: str) -> str:
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
    return f"{opening}{''.join(parts)}</svg>"


def _place(points: Array, box: Box) -> Array:
    """Return the places of points inside a thumbnail, whose y runs downwards."""
    x1_min, x1_max, x2_min, x2_max = box
    across = (points[:, 0] - x1_min) / (x1_max - x1_min)
    up = (points[:, 1] - x2_min) / (x2_max - x2_min)
    return np.column_stack([WIDTH * across, HEIGHT * (1 - up)])


def _path(lines: Array) -> str:
    """Return lines, each ended by a row of NaN, as the data of a path."""
    starts = np.isnan(np.concatenate([[np.nan], lines[:-1, 0]]))
    known = np.isfinite(lines[:, 0])
    steps = zip(lines[known].tolist(), starts[known].tolist(), strict=True)
    return "".join(f"{'M' if first else 'L'}{x:.1f},{y:.1f}" for (x, y), first in steps)


def _dots(places: Array) -> str:
    """Return a path with a corner at each place; its lines are not drawn, its markers are."""
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in places.tolist())


def _marker(k: int, style: ClassStyle, size: float, look: Theme) -> str:
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in SHAPES[style.symbol].tolist())
    return (
        f'<marker id="m{k}" viewBox="-1.3 -1.3 2.6 2.6" markerUnits="userSpaceOnUse" '
        f'markerWidth="{1.3 * size:.1f}" markerHeight="{1.3 * size:.1f}">'
        f'<polygon points="{corners}" fill="{style.colour}" stroke="{look.ink}" '
        'stroke-width=".2"/></marker>'
    )


def _marked(k: int) -> str:
    ends = " ".join(f'marker-{place}="url(#m{k})"' for place in ("start", "mid", "end"))
    return f'fill="none" {ends}'


def _ring(n: int, turn: float = 0.0, inner: float | None = None) -> Array:
    """Return the corners of a regular polygon, or of a star with an inner radius."""
    radii = np.tile([1.0] if inner is None else [1.0, inner], n)
    angles = np.radians(turn) + 2 * np.pi * np.arange(len(radii)) / len(radii)
    return np.column_stack([radii * np.cos(angles), -radii * np.sin(angles)])


# fmt: off
_CROSS = np.array([
    (1, 3), (1, 1), (3, 1), (3, -1), (1, -1), (1, -3),
    (-1, -3), (-1, -1), (-3, -1), (-3, 1), (-1, 1), (-1, 3),
]) / np.sqrt(10)
# fmt: on
# The corners of Plotly's markers of the same names, in a circle of radius 1; y runs downwards.
SHAPES: Mapping[str, Array] = MappingProxyType(
    {
        "circle": _ring(12),
        "square": _ring(4, 45),
        "triangle-up": _ring(3, 90),
        "diamond": _ring(4),
        "cross": _CROSS,
        "star": _ring(5, 90, 0.45),
        "triangle-down": _ring(3, -90),
        "x": _CROSS @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2),
        "pentagon": _ring(5, 90),
        "bowtie": np.array([(-0.9, -0.7), (0.9, 0.7), (0.9, -0.7), (-0.9, 0.7)]),
    }
)


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
