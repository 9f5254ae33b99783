"""Pictures of curves: accuracy over a setting."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.figures.theme import PERCENT_AXIS, Theme, dress, find_theme, plain

Array = NDArray[np.float64]

# None of the first two classes' colours, because a picture beside this one may show them.
STYLES = (
    ("#CC79A7", "diamond"),
    ("#E69F00", "triangle-down"),
    ("#009E73", "triangle-up"),
    ("#56B4E9", "star"),
)


class Curve(NamedTuple):
    """A line of accuracies, one for each setting; NaN where there is none.

    `spread`, if given, is drawn as a band around it; the others estimate the line that is `true`.
    """

    name: str
    accuracies: Array
    spread: Array | None = None
    true: bool = False


def draw_sweep(
    settings: Array,
    curves: Sequence[tuple[Any, ...]],
    chosen: float,
    *,
    axis_name: str = "γ",
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw accuracies over a setting on a logarithmic axis, with a marker at the chosen one.

    Parameters
    ----------
    settings : array of shape (m,)
        Above 0, ascending.
    curves : sequence of (name, accuracies[, spread[, true]])
        Up to four lines of accuracies as shares, one for each setting, NaN where there is none. A
        `spread` is drawn as a band; one more line may be `true`, which the others estimate.
    chosen : float
        The setting to be marked, on the curves too if it is one of `settings`.
    axis_name : str
        The name of the setting.
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If a curve has another length, there are too many curves, or the theme is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_sweep
    >>> curves = [("leave-one-out", np.array([0.8, 0.9, 0.7]))]
    >>> figure = draw_sweep(np.array([0.1, 1.0, 10.0]), curves, 1.0)
    >>> figure.layout.xaxis.title.text
    'γ'
    """
    look = find_theme(theme)
    lines = [Curve(*curve) for curve in curves]
    guesses = [curve for curve in lines if not curve.true]
    if len(guesses) > len(STYLES):
        raise ValueError(f"There are {len(guesses)} curves; give at most {len(STYLES)}.")
    for curve in lines:
        if len(curve.accuracies) != len(settings):
            raise ValueError(f"The curve {curve.name!r} needs one accuracy for each setting.")
    figure = go.Figure()
    figure.add_vline(chosen, line={"color": look.ink, "width": 2.5}, layer="below")
    styles = iter(STYLES)
    for curve in lines:
        colour, symbol = (look.ink, "circle") if curve.true else next(styles)
        if curve.spread is not None:
            figure.add_trace(_band(settings, curve, colour))
        figure.add_trace(_line(settings, curve, chosen, (colour, symbol), look))
    figure.update_xaxes(type="log", title_text=plain(axis_name), tickvals=_powers(settings))
    lowest = min(float(np.nanmin(curve.accuracies)) for curve in lines)
    bottom = 100 * min(lowest, 0.9) - 3
    figure.update_yaxes(PERCENT_AXIS, range=[bottom, 101.5], dtick=10)
    return dress(figure, theme, title)


def _line(
    settings: Array, curve: Curve, setting: float, style: tuple[str, str], look: Theme
) -> go.Scatter:
    """Return a line with markers, the one at the chosen setting larger and outlined."""
    colour, symbol = style
    here = np.isclose(settings, setting)
    marker = {
        "color": colour,
        "symbol": symbol,
        "size": np.where(here, 13, 0 if curve.true else 8),
        "line": {"color": look.ink, "width": np.where(here, 1.5, 0)},
    }
    return go.Scatter(
        x=settings,
        y=100 * curve.accuracies,
        mode="lines+markers",
        line={"color": colour, "width": 4 if curve.true else 2.5},
        marker=marker,
        name=curve.name,
        hovertemplate=f"<b>{curve.name}</b><br>%{{x:.3~g}}: %{{y}}<extra></extra>",
        legendrank=900 if curve.true else 1000,
    )


def _band(settings: Array, curve: Curve, colour: str) -> go.Scatter:
    """Return the area between the curve less its spread and the curve plus its spread."""
    valid = np.isfinite(curve.accuracies)
    x, y, spread = settings[valid], curve.accuracies[valid], np.asarray(curve.spread)[valid]
    red, green, blue = bytes.fromhex(colour[1:])
    return go.Scatter(
        x=np.concatenate((x, x[::-1])),
        y=100 * np.concatenate((y + spread, (y - spread)[::-1])).clip(0, 1),
        fill="toself",
        fillcolor=f"rgba({red}, {green}, {blue}, 0.2)",
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )


def _powers(settings: Array) -> list[float]:
    """Return the powers of ten among the settings' range, for the axis."""
    low, high = np.log10([settings[0], settings[-1]]).round(9)
    return (10.0 ** np.arange(np.ceil(low), np.floor(high) + 1)).tolist()
