"""Figure of repeated estimates of an accuracy, by several schemes."""

from collections.abc import Iterator, Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_star
from bayeslab.figures.theme import (
    PALETTE,
    PERCENT_AXIS,
    ClassStyle,
    Theme,
    dress,
    find_theme,
    plain,
)
from bayeslab.scoring.regions import decision_regions
from core import compute
from lessons.naive_and_optimal_bayes.data import FLAT_CLASS, NAMES, Pair, fit_remedy
from lessons.naive_and_optimal_bayes.state import REMEDIES

Array = NDArray[np.float64]

# Other colours than those of the first two classes, because the marks are classifiers.
ESTIMATE_STYLES = (PALETTE[2], PALETTE[4])
LOWEST = 0.8  # where the axis begins; the first half of a sorted file is far below
LANE = 0.4  # distance between the two lanes of a row
BAND = 0.24  # height over which the marks of a lane are spread, so that equal ones stay visible


def draw_estimates(
    estimates: Mapping[str, Mapping[str, Array]], *, low: float = LOWEST, theme: str = "light"
) -> go.Figure:
    """Draw estimated accuracies as marks, one row per scheme with one lane per classifier.

    A bar marks the mean of each lane; its value is written at the right edge.

    Parameters
    ----------
    estimates : mapping of str to mapping of str to array
        By classifier, then by scheme: one or more shares from 0 to 1. All classifiers, at most as
        many as ``ESTIMATE_STYLES``, have the same schemes.
    low : float
        Where the axis begins; a share below it is drawn at the edge as an arrow.
    theme
        As in :func:`bayeslab.figures.draw_regions`.
    """
    look = find_theme(theme)
    schemes = list(next(iter(estimates.values())))
    figure = go.Figure()
    for lane, (name, by_scheme) in enumerate(estimates.items()):
        offset = LANE * (lane - (len(estimates) - 1) / 2)
        rows = [by_scheme[scheme] for scheme in schemes]
        heights = [row + offset + _jitter(len(shares)) for row, shares in enumerate(rows)]
        x, y = np.concatenate(rows), np.concatenate(heights)
        inside = x >= low
        style = ESTIMATE_STYLES[lane]
        figure.add_trace(_marks(x[inside], y[inside], low, name, style.symbol, style))
        if not inside.all():
            outside = _marks(x[~inside], y[~inside], low, name, "arrow-left", style)
            figure.add_trace(outside.update(showlegend=False))
        for row, shares in enumerate(rows):
            _add_mean(figure, float(shares.mean()), row + offset, low, look)
    figure.update_xaxes(PERCENT_AXIS, title_text="accuracy on held-out points", nticks=6)
    figure.update_xaxes(range=[100 * low, 100 + 2 * (1 - low)])
    last = len(schemes) - 1
    figure.update_yaxes(
        range=[last + 0.55, -0.55],
        tickvals=list(range(len(schemes))),
        ticktext=list(map(plain, schemes)),
    )
    figure.update_yaxes(showgrid=False, ticks="")
    figure.update_layout(margin_r=78)
    return dress(figure, theme, None)


def _jitter(n: int) -> Array:
    """Return n heights around 0, ordered so that consecutive ones are far apart."""
    return BAND * ((np.arange(n) * (5**0.5 - 1) / 2 + 0.5) % 1 - 0.5)


def _marks(x: Array, y: Array, low: float, name: str, symbol: str, style: ClassStyle) -> go.Scatter:
    marker = {"color": style.colour, "symbol": symbol, "size": 12, "opacity": 0.75}
    options = {"mode": "markers", "marker": marker, "name": plain(name), "cliponaxis": False}
    hover = f"<b>{plain(name)}</b><br>%{{customdata}}<extra></extra>"
    return go.Scatter(
        x=100 * x.clip(low), y=y, customdata=[*map(percent, x)], hovertemplate=hover, **options
    )


def _add_mean(figure: go.Figure, mean: float, height: float, low: float, look: Theme) -> None:
    if mean >= low:
        ends = {"y0": height - 0.42 * LANE, "y1": height + 0.42 * LANE}
        line = {"color": look.ink, "width": 4}
        figure.add_shape(type="line", x0=100 * mean, x1=100 * mean, **ends, line=line)
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "y": height}
    figure.add_annotation(text=percent(mean), showarrow=False, font={"size": 16}, **place)


# Figures in the plane: classifiers with estimated densities, and a point far from a flat class.

LOWEST_TOP = 10  # x2 up to which the plane is shown at least


def draw_with_densities(
    points: Dataset,
    box: tuple[float, float, float, float],
    model: GaussianBayes,
    title: str,
    theme: str,
) -> go.Figure:
    """Return the regions of a classifier with the ellipses of its estimated densities."""
    regions = decision_regions(model, box, compute.RESOLUTION)
    return draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        title=title,
        equal_scale=points.feature_names == NAMES[:2],
        ellipses=(model.means_, model.covariances_),
    )


def describe_planes(pair: Pair) -> Iterator[tuple[str, GaussianBayes, str, str]]:
    """Yield the name of each classifier, the fitted one, the title of its plane, and its text."""
    classifiers = {"Naive Bayes": pair.naive, "Optimal Bayes": pair.optimal}
    for (name, model), each in zip(classifiers.items(), pair.performances, strict=True):
        accuracy = f"accuracy {percent(each.accuracy)}"
        yield name, model, f"{name}: {accuracy}", f"Regions of {name.lower()}, {accuracy}."


def draw_far_point(remedy: str, height: float, theme: str) -> go.Figure:
    """Return the regions of the flat class and the other one, and a new point at a height."""
    (X, y), top = FLAT_CLASS, max(LOWEST_TOP, 1.15 * height)
    regions = decision_regions(fit_remedy(remedy), (-6, 6, -0.25 * top, top), compute.RESOLUTION)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, X, y),
        class_names=NAMES[2:],
        theme=theme,
    )
    return add_star(figure, 0, height, f"new point: {predict_at(remedy, height)}", theme=theme)


def describe_far_point(remedy: str, height: float) -> str:
    """Return in words what :func:`draw_far_point` draws."""
    return (
        f"Regions of two classes, one of them on the line x₂ = 0, with {REMEDIES[remedy]}. "
        f"A new point at x₂ = {height:g} is assigned to {predict_at(remedy, height)}."
    )


def predict_at(remedy: str, height: float) -> str:
    """Return the class that is predicted for a new point at a height."""
    return NAMES[2:][int(fit_remedy(remedy).predict([[0, height]])[0])]
