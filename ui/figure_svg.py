"""Figures as SVG, for where Plotly is not loaded: the phones of a class, and its projector.

A picture has the size of the place that it is shown in, so that its type can be read there. It
shows the traces that the questions of the lessons have, with their axes, title and legend, and
raises a ValueError for one of another kind.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from PIL import Image

from bayeslab.figures.theme import Theme, find_theme

__all__ = ["write_svg"]

Array = NDArray[np.float64]
TYPE = 15  # pixels
CHARACTER = 0.55  # of the height of the type, the mean width of a character
HEAD, LINE, GAP, RIGHT = 30, 26, 12, 14  # pixels: of a title, of a row of the legend, between parts
DASHES = {"dot": "2 5", "dash": "9 6"}
HATCH = "hatch"
SHOWN = ("scatter", "heatmap", "image", "bar")  # types of traces
NEAR = 0.2  # pixels: a line may be so far from the points that it leaves out
USUAL_WIDTH = 560  # pixels of a plot on a page, for which figures choose the size of markers
# Outlines of markers of diameter 2 around 0.
SHAPES = {
    "circle": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
    "square": "M-1-1H1V1H-1Z",
    "triangle-up": "M0-1.15L1.15.85H-1.15Z",
    "diamond": "M0-1.3L1.3 0L0 1.3L-1.3 0Z",
    "arrow-left": "M0 0L2-.9V.9Z",
    "cross": "M-1.2-.4H-.4V-1.2H.4V-.4H1.2V.4H.4V1.2H-.4V.4H-1.2Z",
    "x-thin": "M-1-1L1 1M-1 1L1-1",
    "cross-thin": "M-1.4 0H1.4M0-1.4V1.4",
}
_corners = [
    (r * np.sin(k * np.pi / 5), -r * np.cos(k * np.pi / 5)) for k, r in enumerate((1.3, 0.55) * 5)
]
SHAPES["star"] = "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in _corners) + "Z"


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


def write_svg(figure: go.Figure, alt: str, width: int, height: int, theme: str) -> str:
    """Return a figure as SVG.

    Parameters
    ----------
    figure : Figure
        As it was drawn, its arrays not packed.
    alt : str
        What it shows, in words.
    width, height : int
        In pixels.
    theme : str
        A key of ``TEMPLATES``, the one that it was drawn in.

    Raises
    ------
    ValueError
        If a trace is of a kind that is not shown, or the theme is unknown.
    """
    look = find_theme(theme)
    for trace in figure.data:
        if trace.type not in SHOWN:
            raise ValueError(f"A trace of the type {trace.type!r} is not shown as SVG.")
    panels, rows = _lay_out(figure, width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Source Sans,Helvetica,Arial,sans-serif" '
        f'font-size="{TYPE}" fill="{look.ink}"><title>{escape(alt)}</title>',
        f'<rect width="{width}" height="{height}" fill="{look.background}"/>',
        *_definitions(panels, look),
    ]
    if figure.layout.title.text:
        parts.append(_text(GAP, 21, figure.layout.title.text, size=17))
    for shape in figure.layout.shapes:
        if shape.layer == "below":
            parts.append(_shape(shape, panels))
    for (_, up), panel in panels.items():
        if _is_visible(_axis(figure, up)):
            parts.append(_frame(panel, look))
    for key, panel in panels.items():
        parts += _axes(figure, key, panel, look)
    last: Array | None = None
    for trace in figure.data:
        key = _key(trace)
        place = list(panels).index(key)
        is_free = trace.type == "scatter" and (trace.cliponaxis is False or trace.mode == "text")
        clip = "" if is_free else f"url(#clip{place})"
        drawn = _trace(trace, panels[key], last)
        parts.append(f'<g clip-path="{clip}">{drawn}</g>' if clip else drawn)
        last = trace.y if trace.type == "scatter" else None
    for shape in figure.layout.shapes:
        if shape.layer != "below":
            parts.append(_shape(shape, panels))
    parts += [_annotation(note, panels) for note in figure.layout.annotations]
    parts += _legend(rows, height)
    return "".join([*parts, "</svg>"])


def _frame(panel: Panel, look: Theme) -> str:
    return (
        f'<rect x="{panel.left:.1f}" y="{panel.top:.1f}" width="{panel.width:.1f}" '
        f'height="{panel.height:.1f}" fill="none" stroke="{look.grid}"/>'
    )


def _key(trace: Any) -> tuple[str, str]:
    return trace.xaxis or "x", trace.yaxis or "y"


def _axis(figure: go.Figure, name: str) -> Any:
    return figure.layout[f"{name[0]}axis{name[1:]}"]


def _is_visible(axis: Any) -> bool:
    return axis.visible is not False


def _lay_out(
    figure: go.Figure, width: int, height: int
) -> tuple[dict[tuple[str, str], Panel], list[list[tuple[Any, float]]]]:
    """Return the panels, and the rows of the legend with the place of each name."""
    keys = list(dict.fromkeys(map(_key, figure.data)))
    shown = [key for key in keys if _is_visible(_axis(figure, key[1]))]
    ranges = {axis: _range(figure, axis) for axis in {name for key in keys for name in key}}
    words = max((_longest(figure, key[1], ranges) for key in shown), default=0)
    titled = any(_axis(figure, y).title.text for _, y in shown)
    left = GAP + words + (TYPE + 10 if titled else 0) if shown else GAP
    rows = _legend_rows(figure, width)
    bottom = 2 * LINE + 8 if any(_is_visible(_axis(figure, x)) for x, _ in keys) else GAP
    top = HEAD + 6 if figure.layout.title.text else GAP
    right = max(RIGHT, figure.layout.margin.r or 0)
    area = width - left - right, height - top - bottom - LINE * len(rows) - 6
    panels = {}
    for key in keys:
        low, high = _axis(figure, key[1]).domain or (0, 1)
        box = [left, top + (1 - high) * area[1], area[0], (high - low) * area[1]]
        panel = Panel(ranges[key[0]], ranges[key[1]], *box)
        is_image = any(trace.type == "image" for trace in figure.data)
        if is_image or _axis(figure, key[1]).scaleanchor:
            panel = _with_equal_scales(panel)
        panels[key] = panel
    return panels, rows


def _with_equal_scales(panel: Panel) -> Panel:
    across, up = abs(panel.x[1] - panel.x[0]), abs(panel.y[1] - panel.y[0])
    scale = min(panel.width / across, panel.height / up)
    wide, high = scale * across, scale * up
    return Panel(panel.x, panel.y, panel.left + (panel.width - wide) / 2, panel.top, wide, high)


def _range(figure: go.Figure, name: str) -> tuple[float, float]:
    """Return the range of an axis: the one it has, or that of its values with some room."""
    axis, place = _axis(figure, name), "xy".index(name[0])
    if axis.range is not None:
        return float(axis.range[0]), float(axis.range[1])
    own = [trace for trace in figure.data if _key(trace)[place] == name]
    for trace in own:
        if trace.type == "image":
            rows, columns = np.shape(trace.z)[:2]
            return (-0.5, columns - 0.5) if place == 0 else (rows - 0.5, -0.5)
    if any(trace.type == "bar" for trace in own):
        count = len(own[0].y)
        return count - 0.4, -0.6  # reversed
    values = np.concatenate([np.asarray(trace[name[0]], float) for trace in own])
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = 0.06 * (high - low) or 1.0
    return (min(0.0, low) if axis.rangemode == "tozero" else low - room), high + room


def _ticks(figure: go.Figure, name: str, ends: tuple[float, float]) -> list[tuple[float, str]]:
    axis = _axis(figure, name)
    if axis.tickvals is not None:
        texts = axis.ticktext if axis.ticktext is not None else map(_number, axis.tickvals)
        return [(float(at), str(text)) for at, text in zip(axis.tickvals, texts, strict=True)]
    low, high = sorted(ends)
    rough = (high - low) / (axis.nticks or 6)
    power = 10 ** np.floor(np.log10(rough))
    step = float(
        power * next(factor for factor in (1, 2, 5, 10) if factor * power >= 0.999 * rough)
    )
    places = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step
    return [(float(at), _number(float(at))) for at in places]


def _number(value: float) -> str:
    return f"{round(value, 10) + 0.0:g}".replace("-", "−")


def _longest(figure: go.Figure, name: str, ranges: dict[str, tuple[float, float]]) -> float:
    """Return the width of the longest word beside an axis, in pixels."""
    texts = [text for _, text in _ticks(figure, name, ranges[name])]
    return max(map(len, texts), default=0) * CHARACTER * TYPE + 8


def _axes(figure: go.Figure, key: tuple[str, str], panel: Panel, look: Theme) -> Iterator[str]:
    """Yield the ticks and the titles of both axes of a panel."""
    across, up = (_axis(figure, name) for name in key)
    bottom = panel.top + panel.height
    if _is_visible(up):
        for at, text in _ticks(figure, key[1], panel.y):
            y = float(panel.py(at))
            if up.showgrid is not False and figure.data[0].type != "heatmap":
                yield _line(panel.left, y, panel.left + panel.width, y, look.grid, 1)
            yield _text(panel.left - 7, y + 5, text, anchor="end")
        if up.title.text:
            x, y = 4 + TYPE, panel.top + panel.height / 2
            words = _text(0, 0, up.title.text, anchor="middle", size=16)
            yield f'<g transform="translate({x:.1f} {y:.1f}) rotate(-90)">{words}</g>'
    # Of panels below each other the lowest one has the axis.
    if (
        _is_visible(across)
        and across.showticklabels is not False
        and across.anchor in (None, key[1])
    ):
        for at, text in _ticks(figure, key[0], panel.x):
            yield _line(panel.px(at), bottom, panel.px(at), bottom + 5, look.quiet, 1)
            yield _text(panel.px(at), bottom + 21, text, anchor="middle")
        if across.title.text:
            middle = panel.left + panel.width / 2
            yield _text(middle, bottom + 44, across.title.text, anchor="middle", size=16)


def _trace(trace: Any, panel: Panel, before: Any) -> str:
    if trace.type == "heatmap":
        return _heatmap(trace, panel)
    if trace.type == "image":
        shape = np.shape(trace.z)
        return _image(
            np.asarray(trace.z, np.uint8),
            panel,
            (-0.5, shape[1] - 0.5, -0.5, shape[0] - 0.5),
            "pixelated",
        )
    if trace.type == "bar":
        return _bars(trace, panel)
    x, y = panel.px(trace.x), panel.py(trace.y)
    if trace.mode == "text":
        placed = zip(x, y, trace.text, strict=True)
        return "".join(_text(px, py + 5, text, anchor="middle") for px, py, text in placed)
    if trace.mode == "markers":
        return _markers(trace, x, y, _shrink(panel))
    return _curve(trace, panel, before)


def _curve(trace: Any, panel: Panel, before: Any) -> str:
    x, y = np.asarray(trace.x, float), np.asarray(trace.y, float)
    if trace.fill:
        floor = np.zeros_like(y) if trace.fill == "tozeroy" else np.asarray(before, float)
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
        kept = _thin(run[~np.isnan(run).any(axis=1)])
        pieces += [f"{'L' if k else 'M'}{px:.1f} {py:.1f}" for k, (px, py) in enumerate(kept)]
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


def _shrink(panel: Panel) -> float:
    """Return the factor by which markers are smaller than on a page, so that they stay apart."""
    return float(np.clip(panel.width / USUAL_WIDTH, 0.5, 1.0))


def _markers(trace: Any, x: Array, y: Array, shrink: float) -> str:
    sizes = np.broadcast_to(np.asarray(trace.marker.size, float) * shrink, x.shape)
    edges = np.broadcast_to(_edge(trace.marker) * shrink, x.shape)
    placed = zip(x.tolist(), y.tolist(), sizes.tolist(), edges.tolist(), strict=True)
    return "".join(
        _marker(trace.marker, px, py, size, edge)
        for px, py, size, edge in placed
        if not np.isnan(px)
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


def _place(panels: dict[tuple[str, str], Panel], ref: str | None, value: Any, is_x: bool) -> float:
    """Return the pixels of a place on an axis, in its plot, or in the whole picture."""
    name, _, domain = (ref or ("x" if is_x else "y")).partition(" ")
    own = [panel for key, panel in panels.items() if name in key]
    if name == "paper":
        ends = [
            (p.left, p.left + p.width) if is_x else (p.top + p.height, p.top)
            for p in panels.values()
        ]
        low = min(low for low, _ in ends) if is_x else max(low for low, _ in ends)
        high = max(high for _, high in ends) if is_x else min(high for _, high in ends)
        return float(low + value * (high - low))
    panel = own[0]
    if domain:
        return float(
            panel.left + value * panel.width if is_x else panel.top + (1 - value) * panel.height
        )
    return float(panel.px(value) if is_x else panel.py(value))


def _shape(shape: Any, panels: dict[tuple[str, str], Panel]) -> str:
    x = [_place(panels, shape.xref, value, True) for value in (shape.x0, shape.x1)]
    y = [_place(panels, shape.yref, value, False) for value in (shape.y0, shape.y1)]
    if shape.type == "rect":
        return (
            f'<rect x="{min(x):.1f}" y="{min(y):.1f}" width="{abs(x[1] - x[0]):.1f}" '
            f'height="{abs(y[1] - y[0]):.1f}" fill="{shape.fillcolor}"/>'
        )
    dash = DASHES.get(shape.line.dash or "", "")
    return _line(x[0], y[0], x[1], y[1], shape.line.color, shape.line.width, dash)


def _annotation(note: Any, panels: dict[tuple[str, str], Panel]) -> str:
    x = _place(panels, note.xref, note.x, True) + (note.xshift or 0)
    y = _place(panels, note.yref, note.y, False) - (note.yshift or 0)
    anchor = {"left": "start", "right": "end"}.get(note.xanchor or "", "middle")
    down = {"top": 16, "bottom": -4}.get(note.yanchor or "", 5)
    return _text(x, y + down, note.text, anchor=anchor, size=note.font.size or TYPE)


def _legend_rows(figure: go.Figure, width: int) -> list[list[tuple[Any, float]]]:
    """Return the traces that have a name, in rows, each with where it begins."""
    rows: list[list[tuple[Any, float]]] = []
    x = float(width)
    for trace in figure.data:
        is_named = trace.type == "scatter" and trace.showlegend is not False and trace.name
        if not is_named or len(trace.x) == 0:  # Plotly, too, leaves out what shows nothing
            continue
        wide = 46 + CHARACTER * TYPE * len(trace.name)
        if x + wide > width - RIGHT:
            rows.append([])
            x = float(GAP)
        rows[-1].append((trace, x))
        x += wide
    return rows


def _legend(rows: list[list[tuple[Any, float]]], height: int) -> Iterator[str]:
    for place, row in enumerate(rows):
        y = height - LINE * (len(rows) - place) + 12
        for trace, x in row:
            yield _sample(trace, x + 12, y) + _text(x + 30, y + 5, trace.name)


def _sample(trace: Any, x: float, y: float) -> str:
    if trace.fill:
        colour = trace.fillcolor or f"url(#{HATCH})"
        return f'<rect x="{x - 10:.1f}" y="{y - 7:.1f}" width="20" height="14" fill="{colour}"/>'
    if trace.mode == "markers":
        edge = float(np.max(_edge(trace.marker)))
        return _marker(trace.marker, x, y, 12, edge)
    dash, opacity = DASHES.get(trace.line.dash or "", ""), trace.opacity or 1
    sample = _line(x - 12, y, x + 12, y, trace.line.color, trace.line.width, dash)
    return f'<g opacity="{opacity}">{sample}</g>'


def _definitions(panels: dict[tuple[str, str], Panel], look: Theme) -> Iterable[str]:
    yield (
        f'<defs><pattern id="{HATCH}" width="7" height="7" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="7" height="7" fill="{look.grid}"/>'
        f'<path d="M0 0V7" stroke="{look.ink}" stroke-width="2"/></pattern></defs>'
    )
    for place, panel in enumerate(panels.values()):
        yield (
            f'<clipPath id="clip{place}"><rect x="{panel.left:.1f}" y="{panel.top:.1f}" '
            f'width="{panel.width:.1f}" height="{panel.height:.1f}"/></clipPath>'
        )


def _line(
    x0: float, y0: float, x1: float, y1: float, colour: str, width: float, dash: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: float = TYPE) -> str:
    """Return a line of text; Plotly's texts are HTML, of which figures use <b>."""
    bold = re.sub(r"<b>(.*?)</b>", r'<tspan font-weight="700">\1</tspan>', words)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'xml:space="preserve">{bold}</text>'
    )
