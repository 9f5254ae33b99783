"""Bayes' rule on the line: class densities, joint densities and posteriors above each other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import (
    PALETTE,
    Theme,
    Trace,
    compose,
    find_theme,
    finite,
    indices,
    mix,
    plain_names,
)

Array = NDArray[np.float64]

ROWS = ("p(x | k)", "P(k) p(x | k)", "P(k | x)")
AXES = ("y", "y2", "y3")
DOMAINS = ((0.74, 1), (0.31, 0.69), (0, 0.26))
COUNT_UP = {"rangemode": "tozero", "nticks": 4}
DASHES = ("solid", "dash", "dot")
EXCESS = PALETTE[4].colour  # none of the first classes'
LEAST_ROOM = 0.08  # of the axis, for a name
HEIGHTS = (0.25, 0.5, 0.75)  # in the last row, where a name may stand


def draw_bayes_rule(
    x: Array,
    densities: Array,
    priors: Array,
    answers: NDArray[Any],
    *,
    class_names: Sequence[str],
    at: float | None = None,
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw Bayes' rule for known densities, and the errors of a classifier.

    Above: the class-conditional densities. In the middle: their products with the priors; the
    Bayes error is hatched, the excess error of this classifier is filled. Below: the posteriors,
    shaded by predicted class.

    Parameters
    ----------
    x : array of shape (n,)
        Ascending.
    densities : array of shape (n, K)
        p(x | k), for 2 or 3 classes; at each x one of them is above 0.
    priors : array of shape (K,)
    answers : array of shape (n,)
        The predicted class at each x.
    class_names : sequence of K str
    at : float, optional
        An x to be marked, with the values of all curves there.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, there are more than 3 classes, or the theme is
        unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_bayes_rule
    >>> x = np.linspace(-3, 5, 200)
    >>> densities = np.exp(-(np.subtract.outer(x, [0, 2]) ** 2) / 2) / np.sqrt(2 * np.pi)
    >>> priors, answers = np.array([0.5, 0.5]), densities.argmax(axis=1)
    >>> figure = draw_bayes_rule(x, densities, priors, answers, class_names=("A", "B"))
    >>> [trace.name for trace in figure.data][:2]
    ['Bayes error', 'A']
    """
    look, names, n = find_theme(theme), plain_names(class_names), len(x)
    K = len(names)
    if not 2 <= K <= len(DASHES):
        raise ValueError(f"There are {K} classes; this figure shows 2 or {len(DASHES)}.")
    x, densities = finite("x", x, (n,)), finite("densities", densities, (n, K))
    joint = densities * finite("priors", priors, (K,))
    answers = indices("answers", answers, (n,), K)
    curves = (densities, joint, joint / joint.sum(axis=1, keepdims=True))

    traces = _shades(x, joint, answers, look)
    for row, values in enumerate(curves):
        traces += [_curve(x, values[:, k], k, names[k], row) for k in range(K)]
        if at is not None:
            heights = [float(np.interp(at, x, values[:, k])) for k in range(K)]
            traces += [_mark(at, heights[k], k, row, look) for k in range(K)]
    shapes, words = _answers(x, answers, curves[-1], names, look)
    if at is not None:
        shapes.append(_upright(at, {"color": look.quiet, "width": 2, "dash": "dot"}))
    axes: dict[str, dict[str, Any]] = {
        axis.replace("y", "yaxis"): {"title": {"text": name}, "domain": domain, **COUNT_UP}
        for axis, name, domain in zip(AXES, ROWS, DOMAINS, strict=True)
    }
    axes["yaxis3"] |= {"range": [-0.03, 1.03], "tickvals": [0, 0.5, 1]}
    axes["xaxis"] = {"range": x[[0, -1]], "title": {"text": "x"}, "anchor": "y3"}
    layout = {"shapes": shapes, "annotations": words, "legend": {"traceorder": "normal"}}
    return compose(traces, axes | layout, theme, title)


def _shades(x: Array, joint: Array, answers: NDArray[np.int64], look: Theme) -> list[Trace]:
    """Return, for the middle row, the Bayes error and the excess error at each x."""
    everything = joint.sum(axis=1)
    best = everything - joint.max(axis=1)
    wrong = everything - np.take_along_axis(joint, answers[:, None], axis=1)[:, 0]
    line = {"width": 0, "simplify": False}
    bare: Trace = {"type": "scatter", "x": x, "mode": "lines", "line": line, "hoverinfo": "skip"}
    bare |= {"yaxis": "y2", "legendrank": 1001}
    hatch = {"shape": "/", "fgcolor": look.ink, "bgcolor": mix(look.quiet, look.background, 0.35)}
    lowest = {"y": best, "name": "Bayes error", "fill": "tozeroy", "fillpattern": hatch}
    excess = {"y": wrong, "name": "excess error", "fill": "tonexty", "fillcolor": EXCESS}
    return [bare | shade for shade in ([lowest, excess] if (wrong > best).any() else [lowest])]


def _curve(x: Array, y: Array, k: int, name: str, row: int) -> Trace:
    """Return the curve of class k in a row."""
    line = {"color": PALETTE[k].colour, "width": 3.5, "dash": DASHES[k], "simplify": False}
    hover = f"<b>{name}</b><br>x: %{{x}}<br>{ROWS[row]}: %{{y}}<extra></extra>"
    curve = {"type": "scatter", "x": x, "y": y, "yaxis": AXES[row], "mode": "lines", "line": line}
    return curve | {"name": name, "hovertemplate": hover, "showlegend": row == 0}


def _mark(at: float, height: float, k: int, row: int, look: Theme) -> Trace:
    """Return the marker of class k on its curve."""
    line = {"color": look.ink, "width": 2}
    marker = {"color": PALETTE[k].colour, "symbol": PALETTE[k].symbol, "size": 13, "line": line}
    mark = {"type": "scatter", "x": [at], "y": [height], "yaxis": AXES[row], "mode": "markers"}
    return mark | {"marker": marker, "hoverinfo": "skip", "showlegend": False, "cliponaxis": False}


def _answers(
    x: Array, answers: NDArray[np.int64], posteriors: Array, names: Sequence[str], look: Theme
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the last row's background, shaded by predicted class, with boundaries and names."""
    changes = np.flatnonzero(np.diff(answers))
    edges = [x[0], *(x[changes] + x[changes + 1]) / 2, x[-1]]
    shapes, words = [], []
    for left, right, k in zip(edges[:-1], edges[1:], answers[[*changes, -1]], strict=True):
        tint = mix(PALETTE[k].colour, look.background, look.unsure)
        ground = {"type": "rect", "layer": "below", "line_width": 0, "fillcolor": tint}
        shapes.append({**ground, "x0": left, "x1": right, "y0": 0, "y1": 1, "yref": "y3 domain"})
        if right - left > LEAST_ROOM * (x[-1] - x[0]):
            middle = (left + right) / 2
            curves = posteriors[np.searchsorted(x, middle)]
            clearest = np.abs(np.subtract.outer(HEIGHTS, curves)).min(axis=1).argmax()
            place = {"x": middle, "y": HEIGHTS[clearest], "yref": "y3", "showarrow": False}
            words.append({"text": f"<b>{names[k]}</b>", "font": {"size": 17}, **place})
    shapes += [_upright(edge, {"color": look.ink, "width": 2.5}) for edge in edges[1:-1]]
    return shapes, words


def _upright(x: float, line: dict[str, Any]) -> dict[str, Any]:
    """Return a line at x through all rows."""
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line}
