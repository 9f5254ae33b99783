"""An animated figure of a projection, its sorted points, and every cut between them.

The figure has a frame for each cut, so that the browser animates it without the server.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from contourpy import ContourGenerator, LineType, contour_generator
from numpy.typing import NDArray

from bayeslab.figures.theme import (
    PALETTE,
    Theme,
    Trace,
    class_points,
    compose,
    find_theme,
    finite,
    indices,
    marker_size,
    mix,
    plain,
    plain_names,
)

__all__ = ["draw_cuts"]

Array = NDArray[np.float64]
Coordinates = dict[str, Any]  # x and y of a trace, or only what changes

PLAY_MILLISECONDS = 6000  # for all frames together
SHORTEST_FRAME = 50  # milliseconds
BUTTONS_WIDTH = 0.3  # of the picture's width, left of the slider
SYMBOLS = ("diamond-open", "star")  # of the chosen cuts
DASHES = ("solid", "dot")  # of the curves
CONTOURS = 9
COLLINEAR = 1e-6  # relative difference of slopes below which a line counts as straight
# The rows of the figure, by the suffix of their axes, and their vertical domains.
PLANE, LINE, CURVES = "", "2", "3"
DOMAINS = {PLANE: (0.57, 1.0), LINE: (0.36, 0.44), CURVES: (0.0, 0.31)}
STRIP = (-0.5, 0.5)  # the vertical range of the row of sorted points


def draw_cuts(
    x1: Array,
    x2: Array,
    p: Array,
    X: Array,
    y: NDArray[Any],
    scores: Array,
    cuts: Array,
    curves: Mapping[str, NDArray[Any]],
    chosen: Mapping[str, int],
    captions: Sequence[str],
    *,
    start: int,
    class_names: Sequence[str],
    feature_names: Sequence[str] = ("x₁", "x₂"),
    theme: str = "light",
) -> go.Figure:
    """Draw all cuts of projected points, one at a time, with a slider and a play button.

    Top: the plane with contour lines of p and the boundary, the contour at the cut. Points on the
    wrong side are ringed. Middle: the points in the order of p, shaded by predicted class. Bottom:
    curves over the cuts, faded to the right of the current cut.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The coordinates of a grid over the plane.
    p : array of shape (r, c)
        The projection at (x1[j], x2[i]) in cell [i, j].
    X : array of shape (n, 2)
        The points.
    y : array of shape (n,)
        Their classes, 0 (assigned below the cut) and 1 (above).
    scores : array of shape (n,)
        Their projections.
    cuts : array of shape (n + 1,)
        The threshold of cut k, which has the k lowest scores below it.
    curves : mapping of two names to arrays of shape (n + 1,)
        The curves over k.
    chosen : mapping of names to int
        Cuts to mark, the first on the first curve and the second on the second.
    captions : sequence of n + 1 str
        The caption of each cut, shown above the picture.
    start : int
        The cut shown first.
    class_names, feature_names, theme
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.
    """
    look, names, n = find_theme(theme), plain_names(class_names), len(scores)
    X, y = finite("X", X, (n, 2)), indices("y", y, (n,), 2)
    scores, cuts = finite("scores", scores, (n,)), finite("cuts", cuts, (n + 1,))
    p = finite("p", p, (len(x2), len(x1)))
    heights = {name: finite(name, values, (n + 1,)) for name, values in curves.items()}
    start = int(indices("start", start, (), n + 1))
    if len(captions) != n + 1:
        raise ValueError(f"There are {len(captions)} captions for {n + 1} cuts; give one for each.")

    rank = np.empty(n, dtype=np.int64)
    rank[np.argsort(scores, kind="stable")] = np.arange(n)
    contours = contour_generator(x1, x2, p, line_type=LineType.ChunkCombinedNan)

    def at(k: int) -> list[Coordinates]:
        """Return the coordinates of the animated traces at cut k, in the order of `_animated`."""
        level = contours.lines(cuts[k])[0][0]
        return [
            _coordinates(np.empty((0, 2)) if level is None else _drop_collinear(level)),
            _coordinates(X[(rank >= k) != (y == 1)]),
            _horizontal(0, k),
            _horizontal(k, 1.02 * n),
        ]

    static = [
        _contour_lines(contours, p, look),
        *_curves(heights, look),
        _area(_horizontal(0, n), STRIP, PALETTE[1].colour, LINE, look),
    ]
    animated = _animated(at(start), n, look)
    points = _points(X, y, rank, names, look)
    choices = [
        _chosen_cut(k, float(values[k]), plain(name), symbol, look)
        for (name, k), values, symbol in zip(chosen.items(), heights.values(), SYMBOLS, strict=True)
    ]
    traces = list(range(len(static), len(static) + len(animated)))
    frames = [{"data": at(k), "traces": traces, "name": str(k)} for k in range(n + 1)]
    axes = _axes(x1, x2, n, [plain(name) for name in feature_names])
    layout = axes | _controls(captions, start, look)
    return compose([*static, *animated, *points, *choices], layout, theme, frames=frames)


def _contour_lines(contours: ContourGenerator, p: Array, look: Theme) -> Trace:
    """Return contour lines of the projection."""
    inner = np.linspace(p.min(), p.max(), CONTOURS + 2)[1:-1]
    found = [line for line in (contours.lines(level)[0][0] for level in inner) if line is not None]
    gap = np.full((1, 2), np.nan)
    path = np.concatenate([part for line in found for part in (line, gap)] or [gap])
    line = {"color": look.quiet, "width": 1}
    style = {"mode": "lines", "line": line, "opacity": 0.6, "name": "contours of p(x)"}
    return {"type": "scatter", **_coordinates(path), **style, "hoverinfo": "skip"}


def _drop_collinear(path: Array) -> Array:
    """Return a path without its collinear corners, of which a straight line has many."""
    (a, b), (c, d) = np.diff(path[:-1], axis=0).T, np.diff(path[1:], axis=0).T
    straight = np.abs(a * d - b * c) <= COLLINEAR * (np.abs(a * d) + np.abs(b * c))
    return path[np.concatenate(([True], ~straight, [True]))] if len(path) > 2 else path


def _coordinates(path: Array) -> Coordinates:
    """Return x and y of a trace in float32, which halves the size of the figure."""
    # Plotly never shows a trace that was empty at first, but one with a NaN point it does.
    x, y = (path if len(path) else np.full((1, 2), np.nan)).astype(np.float32).T
    return {"x": x, "y": y}


def _horizontal(left: float, right: float) -> Coordinates:
    """Return the x of the corners of a rectangle; :func:`_area` sets y."""
    return {"x": [left, right, right, left, left]}


def _area(
    across: Coordinates, up: tuple[float, float], colour: str, row: str, look: Theme
) -> Trace:
    """Return a rectangle filled with the tint of a colour."""
    low, high = up
    tint = mix(colour, look.background, look.sure)
    style = {"mode": "lines", "fill": "toself", "fillcolor": tint, "line": {"width": 0}}
    place = {**across, "y": [low, low, high, high, low], **_in_row(row)}
    return {"type": "scatter", **place, **style, "hoverinfo": "skip", "showlegend": False}


def _in_row(row: str) -> dict[str, str]:
    return {"xaxis": f"x{row}", "yaxis": f"y{row}"}


def _animated(initial: Sequence[Coordinates], n: int, look: Theme) -> list[Trace]:
    """Return the animated traces at the first cut."""
    level, wrong, below, ahead = initial
    bare = {"type": "scatter", "hoverinfo": "skip"}
    line = {"mode": "lines", "line": {"color": look.ink, "width": 3}, "showlegend": False}
    shape = {"symbol": "circle-open", "size": marker_size(n) + 7, "line": {"width": 1.5}}
    rings = {"mode": "markers", "marker": {"color": look.ink, **shape}, "name": "wrong side"}
    negative = _area(below, STRIP, PALETTE[0].colour, LINE, look)
    cover = _area(ahead, (-0.04 * n, 1.04 * n), look.background, CURVES, look)
    return [bare | level | line, bare | wrong | rings, negative, cover | {"opacity": 0.8}]


def _curves(heights: Mapping[str, Array], look: Theme) -> list[Trace]:
    return [
        {
            "type": "scatter",
            "x": np.arange(len(values)),
            "y": values,
            "mode": "lines",
            "line": {"color": look.ink, "width": 3, "dash": dash},
            "name": plain(name),
            "hoverinfo": "skip",
            **_in_row(CURVES),
        }
        for (name, values), dash in zip(heights.items(), DASHES, strict=True)
    ]


def _in_strip(ranks: NDArray[np.int64]) -> Array:
    """Return the positions of points in the strip, each between its neighbouring cuts."""
    return np.column_stack((ranks + 0.5, np.zeros(len(ranks))))


def _strip_size(n: int) -> float:
    return float(np.clip(500 / n, 5, 14))


def _points(
    X: Array, y: NDArray[np.int64], rank: NDArray[np.int64], names: Sequence[str], look: Theme
) -> list[Trace]:
    """Return the points in the plane and in the strip."""
    n, traces = len(y), []
    for k, name in enumerate(names):
        in_class = y == k
        traces.append(class_points(X[in_class], PALETTE[k], name, "%{x:.4~g}, %{y:.4~g}", n, look))
        in_order = class_points(_in_strip(rank[in_class]), PALETTE[k], name, "", n, look)
        in_order["marker"] |= {"size": _strip_size(n)}
        in_order |= {"showlegend": False, "hovertemplate": None, "hoverinfo": "skip"}
        traces.append(in_order | _in_row(LINE))
    return traces


def _chosen_cut(k: int, height: float, name: str, symbol: str, look: Theme) -> Trace:
    marker = {"symbol": symbol, "size": 16, "color": look.ink, "line": {"width": 2.5}}
    hover = f"<b>{name}</b><br>cut {k}<extra></extra>"
    shown = {"mode": "markers", "marker": marker, "name": name, "hovertemplate": hover}
    place = {"x": [k], "y": [height], "cliponaxis": False, **_in_row(CURVES)}
    return {"type": "scatter", **place, **shown}


def _axes(x1: Array, x2: Array, n: int, feature_names: Sequence[str]) -> dict[str, Any]:
    """Return the layout of the axes of all rows."""
    horizontal, vertical = feature_names
    cuts, points = [-0.02 * n, 1.02 * n], [-0.04 * n, 1.04 * n]
    across: dict[str, dict[str, Any]] = {
        PLANE: {"range": x1[[0, -1]], "title_text": horizontal, "showgrid": False},
        LINE: {"range": cuts, "showticklabels": False, "ticks": ""},
        CURVES: {"range": cuts, "title_text": "cut k"},
    }
    up: dict[str, dict[str, Any]] = {
        PLANE: {"range": x2[[0, -1]], "title_text": vertical, "showgrid": False},
        LINE: {"range": STRIP, "visible": False},
        CURVES: {"range": points, "title_text": "points"},
    }
    axes: dict[str, Any] = {}
    for row, domain in DOMAINS.items():
        axes[f"xaxis{row}"] = across[row] | {"anchor": f"y{row}"}
        axes[f"yaxis{row}"] = up[row] | {"anchor": f"x{row}", "domain": domain}
    return axes


def _controls(captions: Sequence[str], start: int, look: Theme) -> dict[str, Any]:
    """Return the layout of the controls above the picture: caption, slider and buttons."""
    pace = max(PLAY_MILLISECONDS // len(captions), SHORTEST_FRAME)
    place = {"y": 1, "xanchor": "left", "yanchor": "bottom", "pad": {"t": 0, "b": 12}}
    slider = {
        "x": BUTTONS_WIDTH,
        "len": 1 - BUTTONS_WIDTH,
        "active": start,
        "steps": [{"label": text, **_animate([str(k)], 0)} for k, text in enumerate(captions)],
        "currentvalue": {"xanchor": "right", "font": {"size": 15, "color": look.ink}},
        "font": {"size": 1, "color": "rgba(0, 0, 0, 0)"},  # of the captions below the slider
        "ticklen": 0,
        "minorticklen": 0,
    }
    buttons = {
        "type": "buttons",
        "direction": "left",
        "showactive": False,
        "x": 0,
        "font": {"size": 15, "color": look.ink},
        "bgcolor": look.background,
        "bordercolor": look.quiet,
        "buttons": [{"label": "▶", **_animate(None, pace)}, {"label": "❚❚", **_animate([None], 0)}],
    }
    return {"sliders": [place | slider], "updatemenus": [place | buttons], "margin": {"t": 90}}


def _animate(frames: list[Any] | None, milliseconds: int) -> dict[str, Any]:
    """Return the action of a control: show these frames, all frames (None), or stop ([None])."""
    # Only lines and markers change, so the picture need not be redrawn as a whole.
    pace = {"frame": {"duration": milliseconds, "redraw": False}, "transition": {"duration": 0}}
    return {"method": "animate", "args": [frames, {"mode": "immediate", **pace}]}
