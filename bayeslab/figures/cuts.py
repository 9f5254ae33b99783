"""A picture that moves: a projection, its sorted points, and every cut between them.

The figure carries a frame for each cut, so that the browser moves the cut without asking anyone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from contourpy import ContourGenerator, LineType, contour_generator
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from bayeslab.figures.look import (
    PALETTE,
    Theme,
    class_points,
    dress,
    find_look,
    finite,
    indices,
    marker_size,
    mix,
    plain,
    plain_names,
)

__all__ = ["draw_cuts"]

Array = NDArray[np.float64]
Places = dict[str, NDArray[np.float32]]  # x and y of a trace

PLAY_MILLISECONDS = 6000  # for all frames together
SHORTEST_FRAME = 50  # milliseconds
BUTTONS_WIDTH = 0.3  # of the picture's width, left of the slider
MARKS = ("diamond-open", "star")  # of the chosen cuts
DASHES = ("solid", "dot")  # of the curves
LEVELS = 9  # lines of the map
DOMAINS = ((0.57, 1.0), (0.36, 0.44), (0.0, 0.31))  # heights of the rows, as shares of all
STRIP = (-0.5, 0.5)  # the height of the row of sorted points


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
    """Draw all cuts of projected points, one at a time, with a slider and a button that plays them.

    Top: the plane, with p as a landscape and the line on which p is at the cut. Middle: the points
    in the order of p, the ground tinted with the class they are called. Bottom: curves over the
    cuts, laid open as far as the cut has come. Points on the wrong side are ringed in the plane.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)
        The coordinates of a grid over the plane.
    p : array of shape (r, c)
        The projection at (x1[j], x2[i]) in cell [i, j].
    X : array of shape (n, 2)
        The points.
    y : array of shape (n,)
        Their classes, 0 (called so below the cut) and 1 (above).
    scores : array of shape (n,)
        Their projections.
    cuts : array of shape (n + 1,)
        Where cut k, with the k lowest scores below it, is on the line of scores.
    curves : mapping of two names to arrays of shape (n + 1,)
        What is drawn over k.
    chosen : mapping of names to int
        Cuts to be marked, the first on the first curve and the second on the second.
    captions : sequence of n + 1 str
        What is written above the picture at each cut.
    start : int
        The cut shown first.
    class_names, feature_names, theme
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, or the theme is unknown.
    """
    look, names, n = find_look(theme), plain_names(class_names), len(scores)
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

    def paths(k: int) -> list[Array]:
        """Return where everything that moves is at cut k, in the order of `_moving`."""
        wrong = (rank >= k) != (y == 1)
        level = contours.lines(cuts[k])[0][0]
        return [
            np.empty((0, 2)) if level is None else level,
            X[wrong],
            _rectangle((0, k), STRIP),
            _rectangle((k, 1.02 * n), (-0.04 * n, 1.04 * n)),
        ]

    figure = make_subplots(3, 1)
    figure.add_trace(_landscape(contours, p, look), 1, 1)
    _add_curves(figure, heights, look)
    figure.add_trace(_area(_places(_rectangle((0, n), STRIP)), PALETTE[1].colour, look), 2, 1)
    first = len(figure.data)
    for row, trace in _moving(paths(start), n, look):
        figure.add_trace(trace, row, 1)
    moved = list(range(first, len(figure.data)))
    figure.frames = [
        {"data": [_places(path) for path in paths(k)], "traces": moved, "name": str(k)}
        for k in range(n + 1)
    ]
    _add_points(figure, X, y, rank, names, look)
    for (name, k), values, symbol in zip(chosen.items(), heights.values(), MARKS, strict=True):
        _add_choice(figure, k, float(values[k]), plain(name), symbol, look)
    _set_axes(figure, x1, x2, n, [plain(name) for name in feature_names])
    _add_controls(figure, captions, start, look)
    return dress(figure, theme, None)


def _landscape(contours: ContourGenerator, p: Array, look: Theme) -> go.Scatter:
    """Return lines of equal height of the projection, as on a map."""
    inner = np.linspace(p.min(), p.max(), LEVELS + 2)[1:-1]
    found = [line for line in (contours.lines(level)[0][0] for level in inner) if line is not None]
    gap = np.full((1, 2), np.nan)
    path = np.concatenate([part for line in found for part in (line, gap)] or [gap])
    line = {"color": look.quiet, "width": 1}
    style = {"mode": "lines", "line": line, "opacity": 0.6, "name": "level of p(x)"}
    return go.Scatter(**_places(path), **style, hoverinfo="skip")


def _places(path: Array) -> Places:
    """Return x and y of a trace; half as many digits halve what travels."""
    # Plotly leaves an empty trace out of the picture for good, but not a point nowhere.
    x, y = (path if len(path) else np.full((1, 2), np.nan)).astype(np.float32).T
    return {"x": x, "y": y}


def _area(places: Places, colour: str, look: Theme) -> go.Scatter:
    """Return an outline filled with the tint of a colour."""
    tint = mix(colour, look.background, look.sure)
    style = {"mode": "lines", "fill": "toself", "fillcolor": tint, "line": {"width": 0}}
    return go.Scatter(**places, **style, hoverinfo="skip", showlegend=False)


def _moving(paths: Sequence[Array], n: int, look: Theme) -> list[tuple[int, go.Scatter]]:
    """Return the row and the trace of everything that moves, as it is at first."""
    level, wrong, below, ahead = map(_places, paths)
    ink = {"color": look.ink, "width": 3}
    line = go.Scatter(**level, mode="lines", line=ink, hoverinfo="skip", showlegend=False)
    shape = {"symbol": "circle-open", "size": marker_size(n) + 7, "line": {"width": 1.5}}
    ring = {"color": look.ink, **shape}
    rings = go.Scatter(**wrong, mode="markers", marker=ring, name="wrong side", hoverinfo="skip")
    curtain = _area(ahead, look.background, look).update(opacity=0.8)
    return [(1, line), (1, rings), (2, _area(below, PALETTE[0].colour, look)), (3, curtain)]


def _add_curves(figure: go.Figure, heights: Mapping[str, Array], look: Theme) -> None:
    for (name, values), dash in zip(heights.items(), DASHES, strict=True):
        line = {"color": look.ink, "width": 3, "dash": dash}
        curve = go.Scatter(x=np.arange(len(values)), y=values, mode="lines", line=line)
        figure.add_trace(curve.update(name=plain(name), hoverinfo="skip"), 3, 1)


def _rectangle(horizontal: tuple[float, float], vertical: tuple[float, float]) -> Array:
    """Return the outline of a rectangle."""
    (left, right), (low, high) = horizontal, vertical
    return np.array([(left, low), (right, low), (right, high), (left, high), (left, low)])


def _in_strip(ranks: NDArray[np.int64]) -> Array:
    """Return the places of points in the strip: each between the cut before and after it."""
    return np.column_stack((ranks + 0.5, np.zeros(len(ranks))))


def _strip_size(n: int) -> float:
    return float(np.clip(500 / n, 5, 14))


def _add_points(
    figure: go.Figure,
    X: Array,
    y: NDArray[np.int64],
    rank: NDArray[np.int64],
    names: Sequence[str],
    look: Theme,
) -> None:
    """Add the points to the plane and to the strip."""
    n = len(y)
    for k, name in enumerate(names):
        own = y == k
        points = class_points(X[own], PALETTE[k], name, "%{x:.4~g}, %{y:.4~g}", n, look)
        figure.add_trace(points, 1, 1)
        in_order = class_points(_in_strip(rank[own]), PALETTE[k], name, "", n, look)
        in_order.update(showlegend=False, hovertemplate=None, hoverinfo="skip")
        figure.add_trace(in_order.update(marker_size=_strip_size(n)), 2, 1)


def _add_choice(
    figure: go.Figure, k: int, height: float, name: str, symbol: str, look: Theme
) -> None:
    marker = {"symbol": symbol, "size": 16, "color": look.ink, "line": {"width": 2.5}}
    hover = f"<b>{name}</b><br>cut {k}<extra></extra>"
    choice = go.Scatter(x=[k], y=[height], mode="markers", marker=marker, name=name)
    figure.add_trace(choice.update(hovertemplate=hover, cliponaxis=False), 3, 1)


def _set_axes(
    figure: go.Figure, x1: Array, x2: Array, n: int, feature_names: Sequence[str]
) -> None:
    horizontal, vertical = feature_names
    figure.update_xaxes(range=x1[[0, -1]], title_text=horizontal, showgrid=False, row=1)
    figure.update_yaxes(range=x2[[0, -1]], title_text=vertical, showgrid=False, row=1)
    for row, domain in enumerate(DOMAINS, start=1):
        figure.update_yaxes(domain=domain, row=row)
    figure.update_xaxes(range=[-0.02 * n, 1.02 * n], row=2, showticklabels=False, ticks="")
    figure.update_yaxes(range=STRIP, row=2, visible=False)
    figure.update_xaxes(range=[-0.02 * n, 1.02 * n], title_text="cut k", row=3)
    figure.update_yaxes(range=[-0.04 * n, 1.04 * n], title_text="points", row=3)


def _add_controls(figure: go.Figure, captions: Sequence[str], start: int, look: Theme) -> None:
    """Add, above the picture, the caption of the cut, the slider and the buttons."""
    pace = max(PLAY_MILLISECONDS // len(captions), SHORTEST_FRAME)
    place = {"y": 1, "xanchor": "left", "yanchor": "bottom", "pad": {"t": 0, "b": 12}}
    slider = {
        "x": BUTTONS_WIDTH,
        "len": 1 - BUTTONS_WIDTH,
        "active": start,
        "steps": [{"label": text, **_go_to([str(k)], 0)} for k, text in enumerate(captions)],
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
        "buttons": [{"label": "▶", **_go_to(None, pace)}, {"label": "❚❚", **_go_to([None], 0)}],
    }
    figure.update_layout(sliders=[place | slider], updatemenus=[place | buttons], margin_t=90)


def _go_to(frames: list[Any] | None, milliseconds: int) -> dict[str, Any]:
    """Return what a control does: show these frames, all of them (None), or stop ([None])."""
    # What moves are lines and markers, which need no redrawing of the whole picture.
    pace = {"frame": {"duration": milliseconds, "redraw": False}, "transition": {"duration": 0}}
    return {"method": "animate", "args": [frames, {"mode": "immediate", **pace}]}
