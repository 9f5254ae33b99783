"""The marks of a figure as SVG: curves, areas, markers, heatmaps, images, bars, lines and texts."""

import re
from base64 import b64encode
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from core.outlines import OUTLINES

Array = NDArray[np.float64]
TYPE = 15  # pixels
DASHES = {"dot": "2 5", "dash": "9 6"}
HATCH = "hatch"  # the id of a pattern
NEAR = 0.2  # pixels: largest distance of a line from the points that it leaves out
USUAL_WIDTH = 560  # pixels of a plot on a page, for which figures choose the size of markers
# Outlines of markers of diameter 2 around 0.
SHAPES = {
    "circle": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
    "arrow-left": "M0 0L2-.9V.9Z",
    "x-thin": "M-1-1L1 1M-1 1L1-1",
    "cross-thin": "M-1.4 0H1.4M0-1.4V1.4",
} | {
    name: f"M{'L'.join(f'{x:.3f} {y:.3f}' for x, y in corners)}Z"
    for name, corners in OUTLINES.items()
}


@dataclass(frozen=True)
class Panel:
    """A pair of axes: their ranges, and the pixels of their plot."""

    x: tuple[float, float]
    y: tuple[float, float]
    left: float
    top: float
    width: float
    height: float

    def px(self, x: Any) -> Any:
        """Return the pixels of x."""
        return self.left + (np.asarray(x, float) - self.x[0]) / (self.x[1] - self.x[0]) * self.width

    def py(self, y: Any) -> Any:
        """Return the pixels of y."""
        share = (np.asarray(y, float) - self.y[0]) / (self.y[1] - self.y[0])
        return self.top + (1 - share) * self.height


def draw_trace(trace: Any, panel: Panel, before: Any) -> str:
    """Return a trace; an area may reach from it to the trace `before` it."""
    if trace.type == "heatmap":
        return _heatmap(trace, panel)
    if trace.type == "image":
        pixels = np.asarray(trace.z, np.uint8)
        rows, columns, _ = pixels.shape
        return _image(pixels, panel, (-0.5, columns - 0.5, -0.5, rows - 0.5), "pixelated")
    if trace.type == "bar":
        return _bars(trace, panel)
    x, y = panel.px(trace.x), panel.py(trace.y)
    if trace.mode == "text":
        labels = zip(x, y, trace.text, strict=True)
        return "".join(draw_text(px, py + 5, text, anchor="middle") for px, py, text in labels)
    if trace.mode == "markers":
        # In a smaller plot markers are smaller, so that they stay apart.
        return _markers(trace, x, y, float(np.clip(panel.width / USUAL_WIDTH, 0.5, 1.0)))
    return _curve(trace, panel, before)


def _curve(trace: Any, panel: Panel, before: Any) -> str:
    x, y = np.asarray(trace.x, float), np.asarray(trace.y, float)
    if trace.fill:
        floor = np.zeros_like(y) if trace.fill == "tozeroy" else np.asarray(before.y, float)
        outline = np.concatenate((y, floor[::-1]))
        area = _path(panel.px(np.concatenate((x, x[::-1]))), panel.py(outline))
        colour = trace.fillcolor or f"url(#{HATCH})"
        return f'<path d="{area}Z" fill="{colour}"/>'
    if trace.line.shape == "hv":
        x, y = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
    dash = f' stroke-dasharray="{DASHES[trace.line.dash]}"' if trace.line.dash in DASHES else ""
    opacity = f' opacity="{trace.opacity}"' if trace.opacity else ""
    return (
        f'<path d="{_path(panel.px(x), panel.py(y))}" fill="none" stroke="{trace.line.color}" '
        f'stroke-width="{trace.line.width}" stroke-linejoin="round"{dash}{opacity}/>'
    )


def _path(x: Array, y: Array) -> str:
    """Return lines through points; one that is not a number ends a line."""
    points = np.column_stack((x, y))
    gaps = np.flatnonzero(np.isnan(points).any(axis=1))
    pieces = []
    for run in np.split(points, gaps):
        corners = _thin(run[~np.isnan(run).any(axis=1)])
        pieces += [f"{'L' if k else 'M'}{px:.1f} {py:.1f}" for k, (px, py) in enumerate(corners)]
    return "".join(pieces)


def _thin(points: Array) -> Array:
    """Return the points that a line needs to pass next to all (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    first, chord = points[0], points[-1] - points[0]
    along = np.clip((points - first) @ chord / max(chord @ chord, 1e-12), 0, 1)
    away = np.hypot(*(points - first - np.outer(along, chord)).T)
    farthest = int(away.argmax())
    if away[farthest] < NEAR:
        return points[[0, -1]]
    return np.concatenate((_thin(points[: farthest + 1])[:-1], _thin(points[farthest:])))


def _markers(trace: Any, x: Array, y: Array, shrink: float) -> str:
    sizes = np.broadcast_to(np.asarray(trace.marker.size, float) * shrink, x.shape)
    edges = np.broadcast_to(_edge(trace.marker) * shrink, x.shape)
    rows = zip(x.tolist(), y.tolist(), sizes.tolist(), edges.tolist(), strict=True)
    return "".join(
        _marker(trace.marker, px, py, size, edge) for px, py, size, edge in rows if not np.isnan(px)
    )


def _edge(marker: Any) -> Array:
    """Return the width of a marker's outline, or those of all."""
    width = marker.line.width
    return np.asarray(0 if width is None else width, float)


def _marker(marker: Any, x: float, y: float, size: float, edge: float) -> str:
    symbol = marker.symbol or "circle"
    name, radius = symbol.removesuffix("-open"), max(size, 1) / 2
    if name not in SHAPES:
        raise ValueError(f"A marker {symbol!r} is not shown as SVG.")
    colour = marker.color if name == symbol and not name.endswith("thin") else "none"
    stroke = (marker.line.color or marker.color) if name == symbol else marker.color
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({radius:.2f})" d="{SHAPES[name]}" '
        f'fill="{colour}" stroke="{stroke}" stroke-width="{edge / radius:.3f}"/>'
    )


def _heatmap(trace: Any, panel: Panel) -> str:
    """Return the cells of a grid in their colours; the outer nodes lie on the plot's edge."""
    stops = [(float(at), bytes.fromhex(colour[1:])) for at, colour in trace.colorscale]
    shares = (np.asarray(trace.z, float) - trace.zmin) / (trace.zmax - trace.zmin)
    places = [at for at, _ in stops]
    channels = [np.interp(shares, places, [colour[k] for _, colour in stops]) for k in range(3)]
    x, y = np.asarray(trace.x, float), np.asarray(trace.y, float)
    half = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2
    box = x[0] - half[0], x[-1] + half[0], y[0] - half[1], y[-1] + half[1]
    return _image(np.rint(np.stack(channels, axis=2)[::-1]).astype(np.uint8), panel, box, "auto")


def _image(pixels: NDArray[np.uint8], panel: Panel, box: tuple[float, ...], rendering: str) -> str:
    content = BytesIO()
    Image.fromarray(pixels).save(content, "PNG", optimize=True)
    left, right = sorted(float(panel.px(x)) for x in box[:2])
    top, bottom = sorted(float(panel.py(y)) for y in box[2:])
    return (
        f'<image x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{bottom - top:.1f}" preserveAspectRatio="none" '
        f'style="image-rendering:{rendering}" '
        f'href="data:image/png;base64,{b64encode(content.getvalue()).decode()}"/>'
    )


def _bars(trace: Any, panel: Panel) -> str:
    ends = zip(trace.base, trace.x, trace.y, trace.marker.color, strict=True)
    thick = 0.7 * panel.height / len(trace.y)
    bars = []
    for base, length, row, colour in ends:
        left, right = sorted((float(panel.px(base)), float(panel.px(base + length))))
        top = float(panel.py(row)) - thick / 2
        bars.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{thick:.1f}" fill="{colour}"/>'
        )
    return "".join(bars)


def draw_sample(trace: Any, x: float, y: float) -> str:
    """Return what the legend shows of a trace around a place."""
    if trace.fill:
        colour = trace.fillcolor or f"url(#{HATCH})"
        return f'<rect x="{x - 10:.1f}" y="{y - 7:.1f}" width="20" height="14" fill="{colour}"/>'
    if trace.mode == "markers":
        edge = float(np.max(_edge(trace.marker)))
        return _marker(trace.marker, x, y, 12, edge)
    dash, opacity = DASHES.get(trace.line.dash or "", ""), trace.opacity or 1
    sample = draw_line(x - 12, y, x + 12, y, trace.line.color, trace.line.width, dash)
    return f'<g opacity="{opacity}">{sample}</g>'


def draw_line(
    x0: float, y0: float, x1: float, y1: float, colour: str, width: float, dash: str = ""
) -> str:
    """Return a line between two places."""
    dash_attribute = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{colour}" '
        f'stroke-width="{width}"{dash_attribute}/>'
    )


def draw_text(x: float, y: float, words: str, *, anchor: str = "start", size: float = TYPE) -> str:
    """Return a line of text; Plotly's texts are HTML, of which figures use <b>."""
    bold = re.sub(r"<b>(.*?)</b>", r'<tspan font-weight="700">\1</tspan>', words)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'xml:space="preserve">{bold}</text>'
    )
