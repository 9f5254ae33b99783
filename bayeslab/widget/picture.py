"""The picture in a saved notebook: SVG, made without a browser and without Plotly."""

import struct
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset
from bayeslab.evaluation.models import MODELS
from bayeslab.scoring.regions import decision_regions, shade_depth
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.outlines import OUTLINES
from bayeslab.widget.bundle.core.state import LabState
from bayeslab.widget.fitting import fit_classes
from bayeslab.widget.messages import PALETTE, has_usual_scale, title_of

__all__ = ["draw_picture"]

WIDTH, HEIGHT, MARGIN, LINE = 560, 400, 12, 24  # pixels
RADIUS = 4.5  # pixels, of a marker
NODES = 160
UNSURE, SURE = 0.16, 0.55  # the share of its class's colour in a region

Box = Sequence[float]


def draw_picture(state: LabState, own: Any = None) -> str:
    """Return the regions of the classifier in the picture, and the points, as SVG.

    Parameters
    ----------
    state : LabState
    own : classifier or None
        Replaces the classifier of the state.
    """
    points, box = compute.dataset(state.dataset_spec), compute.box(state.dataset_spec)
    if state.has_equal_scales(has_usual_scale(points, box)):
        box = compute.wide_box(box, (WIDTH - 2 * MARGIN) / HEIGHT)
    title = MODELS[state.model].title if own is None else title_of(own)
    try:
        model = fit_classes(state, own)
    except Exception:  # the picture has only the points
        model = None
    parts = [f'<text x="{MARGIN}" y="{LINE - 6}" font-weight="600">{escape(title)}</text>']
    frame = f'x="{MARGIN}" y="{LINE}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT}"'
    if model is not None:
        image = b64encode(_png(_shade(model, box))).decode("ascii")
        parts.append(
            f'<image {frame} preserveAspectRatio="none" href="data:image/png;base64,{image}"/>'
        )
    parts.append(f'<rect {frame} fill="none" stroke="#e4e2ea"/>')
    parts += [_marker(PALETTE[k], *_place(x, box)) for x, k in zip(points.X, points.y, strict=True)]
    parts += _legend(points)
    height = LINE + HEIGHT + 2 * LINE
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
    return (
        f'<svg {head} role="img" font-family="sans-serif" font-size="14" fill="#22212b">'
        f"<title>{escape(title)}, {len(points.y)} points</title>"
        f'<rect width="100%" height="100%" fill="#ffffff"/>{"".join(parts)}</svg>'
    )


def _shade(model: Any, box: Box) -> NDArray[np.uint8]:
    """Return the colour of each node, shape (r, r, 3), the upper row first."""
    regions = decision_regions(model, box, NODES)
    depth = shade_depth(regions.strength, regions.far)
    share = (UNSURE + (SURE - UNSURE) * depth)[..., None]
    colours = np.array([[*bytes.fromhex(style["colour"][1:])] for style in PALETTE])
    own = colours[np.asarray(regions.classes)[regions.label]]
    return np.rint(255 + share * (own - 255)).astype(np.uint8)[::-1]


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Return an image of shape (height, width, 3) as PNG."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)  # each begins with its filter, 0: none
    rows[:, 1:] = pixels.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits each of red, green, blue
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)


def _place(x: NDArray[np.float64], box: Box) -> tuple[float, float]:
    right, up = (x[0] - box[0]) / (box[1] - box[0]), (x[1] - box[2]) / (box[3] - box[2])
    return MARGIN + right * (WIDTH - 2 * MARGIN), LINE + (1 - up) * HEIGHT


def _marker(style: Mapping[str, str], x: float, y: float) -> str:
    look = f'fill="{style["colour"]}" stroke="#ffffff" stroke-width="1"'
    if style["symbol"] not in OUTLINES:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" {look}/>'
    corners = ((x + RADIUS * dx, y + RADIUS * dy) for dx, dy in OUTLINES[style["symbol"]])
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon points="{path}" {look}/>'


def _legend(points: Dataset) -> list[str]:
    """Return the classes that have points, each with its marker, and the names of the features."""
    parts, y, present = [], LINE + HEIGHT + LINE - 4, np.unique(points.y).tolist()
    step = (WIDTH - 2 * MARGIN) / max(len(present), 1)
    for place, k in enumerate(present):
        x = MARGIN + place * step
        parts.append(_marker(PALETTE[k], x + RADIUS, y - RADIUS))
        name = escape(points.class_names[k])
        parts.append(f'<text x="{x + 4 * RADIUS:.1f}" y="{y}">{name}</text>')
    across, up = map(escape, points.feature_names)
    return [*parts, f'<text x="{MARGIN}" y="{y + LINE - 6}">{across} across, {up} up</text>']
