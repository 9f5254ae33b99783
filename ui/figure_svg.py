"""Figures as SVG, for where Plotly is not loaded: the phones of a class, and its projector.

A picture is drawn in the size in which it is shown, so that its type is legible. It can have the
traces of the lessons' questions, with axes, title and legend; others raise a ValueError.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any
from urllib.parse import quote

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import Theme, find_theme
from ui.svg_marks import DASHES, HATCH, TYPE, Panel, draw_line, draw_sample, draw_text, draw_trace

__all__ = ["to_address", "write_svg"]

Array = NDArray[np.float64]
CHARACTER = 0.55  # of the height of the type, the mean width of a character
HEAD, LINE, GAP, RIGHT = 30, 26, 12, 14  # pixels: of a title, of a row of the legend, between parts
SUPPORTED = ("scatter", "heatmap", "image", "bar")  # types of traces


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
        if trace.type not in SUPPORTED:
            raise ValueError(f"A trace of the type {trace.type!r} is not shown as SVG.")
    panels, rows, widest = _lay_out(figure, width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Source Sans,Helvetica,Arial,sans-serif" '
        f'font-size="{TYPE}" fill="{look.ink}"><title>{escape(alt)}</title>',
        f'<rect width="{width}" height="{height}" fill="{look.background}"/>',
        *_definitions(panels, look),
    ]
    if figure.layout.title.text:
        parts.append(draw_text(GAP, 21, figure.layout.title.text, size=17))
    shapes = figure.layout.shapes
    parts += [_shape(shape, panels) for shape in shapes if shape.layer == "below"]
    for (_, up), panel in panels.items():
        if _is_visible(_axis(figure, up)):
            parts.append(_frame(panel, look))
    for key, panel in panels.items():
        parts += _axes(figure, key, panel, widest, look)
    for trace, before in zip(figure.data, (None, *figure.data), strict=False):
        mark = draw_trace(trace, panels[_key(trace)], before)
        is_free = trace.type == "scatter" and (trace.cliponaxis is False or trace.mode == "text")
        place = list(panels).index(_key(trace))
        parts.append(mark if is_free else f'<g clip-path="url(#clip{place})">{mark}</g>')
    parts += [_shape(shape, panels) for shape in shapes if shape.layer != "below"]
    parts += [_annotation(note, panels) for note in figure.layout.annotations]
    lowest = max((panel.top + panel.height for panel in panels.values()), default=0.0)
    parts += _legend(rows, lowest + _below(figure, panels))
    return "".join([*parts, "</svg>"])


def to_address(svg: str) -> str:
    """Return the address from which a browser reads the picture."""
    return f"data:image/svg+xml,{quote(svg)}"


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
) -> tuple[dict[tuple[str, str], Panel], list[list[tuple[Any, float]]], float]:
    """Return the panels, the rows of the legend with the place of each name, and a width.

    It is that of the longest word beside any of the panels, in pixels.
    """
    keys = list(dict.fromkeys(map(_key, figure.data)))
    sides = [up for _, up in keys if _is_visible(_axis(figure, up))]
    ranges = {axis: _range(figure, axis) for axis in {name for key in keys for name in key}}
    letters = [len(text) for up in sides for _, text in _ticks(figure, up, ranges[up])]
    widest = max(letters, default=0) * CHARACTER * TYPE + 8
    has_titles = any(_axis(figure, up).title.text for up in sides)
    left = GAP + widest + (TYPE + 10 if has_titles else 0) if sides else GAP
    rows = _legend_rows(figure, width)
    bottom = _below(figure, keys)
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
    return panels, rows, widest


def _below(figure: go.Figure, keys: Iterable[tuple[str, str]]) -> int:
    """Return the height of what is below the panels: the numbers and the title of their axis."""
    return 2 * LINE if any(_is_visible(_axis(figure, x)) for x, _ in keys) else GAP


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


def _axes(
    figure: go.Figure, key: tuple[str, str], panel: Panel, widest: float, look: Theme
) -> Iterator[str]:
    """Yield the ticks and the titles of both axes of a panel."""
    across, up = (_axis(figure, name) for name in key)
    bottom = panel.top + panel.height
    if _is_visible(up):
        for at, text in _ticks(figure, key[1], panel.y):
            y = float(panel.py(at))
            if up.showgrid is not False and figure.data[0].type != "heatmap":
                yield draw_line(panel.left, y, panel.left + panel.width, y, look.grid, 1)
            yield draw_text(panel.left - 7, y + 5, text, anchor="end")
        if up.title.text:
            x, y = panel.left - widest - 18, panel.top + panel.height / 2
            words = draw_text(0, 0, up.title.text, anchor="middle", size=16)
            yield f'<g transform="translate({x:.1f} {y:.1f}) rotate(-90)">{words}</g>'
    # Of panels below each other the lowest one has the axis.
    if (
        _is_visible(across)
        and across.showticklabels is not False
        and across.anchor in (None, key[1])
    ):
        for at, text in _ticks(figure, key[0], panel.x):
            yield draw_line(panel.px(at), bottom, panel.px(at), bottom + 5, look.quiet, 1)
            yield draw_text(panel.px(at), bottom + 21, text, anchor="middle")
        if across.title.text:
            middle = panel.left + panel.width / 2
            yield draw_text(middle, bottom + 44, across.title.text, anchor="middle", size=16)


def _place(panels: dict[tuple[str, str], Panel], ref: str | None, value: Any, is_x: bool) -> float:
    """Return the pixels of a place on an axis, in its plot, or in the whole picture."""
    name, _, domain = (ref or ("x" if is_x else "y")).partition(" ")
    own = [panel for key, panel in panels.items() if name in key][:1] or list(panels.values())
    if name != "paper" and not domain:
        return float(own[0].px(value) if is_x else own[0].py(value))
    if is_x:
        low, high = min(p.left for p in own), max(p.left + p.width for p in own)
    else:
        low, high = max(p.top + p.height for p in own), min(p.top for p in own)
    return float(low + value * (high - low))


def _shape(shape: Any, panels: dict[tuple[str, str], Panel]) -> str:
    x = [_place(panels, shape.xref, value, True) for value in (shape.x0, shape.x1)]
    y = [_place(panels, shape.yref, value, False) for value in (shape.y0, shape.y1)]
    if shape.type == "rect":
        return (
            f'<rect x="{min(x):.1f}" y="{min(y):.1f}" width="{abs(x[1] - x[0]):.1f}" '
            f'height="{abs(y[1] - y[0]):.1f}" fill="{shape.fillcolor}"/>'
        )
    dash = DASHES.get(shape.line.dash or "", "")
    return draw_line(x[0], y[0], x[1], y[1], shape.line.color, shape.line.width, dash)


def _annotation(note: Any, panels: dict[tuple[str, str], Panel]) -> str:
    x = _place(panels, note.xref, note.x, True) + (note.xshift or 0)
    y = _place(panels, note.yref, note.y, False) - (note.yshift or 0)
    anchor = {"left": "start", "right": "end"}.get(note.xanchor or "", "middle")
    down = {"top": 16, "bottom": -4}.get(note.yanchor or "", 5)
    return draw_text(x, y + down, note.text, anchor=anchor, size=note.font.size or TYPE)


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


def _legend(rows: list[list[tuple[Any, float]]], top: float) -> Iterator[str]:
    for place, row in enumerate(rows):
        y = top + LINE * place + 18
        for trace, x in row:
            yield draw_sample(trace, x + 12, y) + draw_text(x + 30, y + 5, trace.name)


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
