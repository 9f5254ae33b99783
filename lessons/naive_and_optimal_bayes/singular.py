"""The question of lesson 3: a class without variance in one direction, and the pseudo-inverse."""

import plotly.graph_objects as go
import streamlit as st

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.figures import add_star, draw_regions
from bayeslab.scoring.regions import decision_regions
from lessons.frame import choose
from lessons.naive_and_optimal_bayes.numbers import HEIGHT_B, flat_class
from ui import compute
from ui.latex import number
from ui.layout import show_figure
from ui.session import theme

__all__ = ["far_numbers", "show_singular"]

REMEDIES = {"pseudo-inverse": "full", "one covariance for both": "pooled"}
CLASS_NAMES = ("class A", "class B")
FAR = 1000  # x₂ of the new point
NEAR = 10
HEIGHTS = (0, 1, 2, 5, NEAR, 30, 100, FAR)
POINTS = flat_class()


def show_singular(moved: bool) -> None:
    """Show the two classes; after the answer, also the predicted class of a new point."""
    if not moved:
        _show_regions("one covariance for both", NEAR, star=False)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        remedy = choose("Remedy", REMEDIES, "remedy")
        height = st.select_slider(
            "x₂ of the new point", HEIGHTS, FAR, key="height", bind="query-params", width=240
        )
    _show_regions(remedy, height, star=True)


def far_numbers() -> dict[str, str]:
    """Return a far point's distances by the pseudo-inverse, and how many of B are misclassified."""
    (X, y), model = POINTS, _fit("pseudo-inverse")
    to_A, to_B = model.mahalanobis([[0, FAR]])[0]
    B = X[y == 1]
    return {
        "height_a": number(X[y == 0, 1].mean()),
        "height_b": number(HEIGHT_B),
        "far": str(FAR),
        "far_a": number(to_A, 3),
        "far_b": number(to_B, 3),
        "lost": str(int((model.predict(B) == 0).sum())),
        "size": str(len(B)),
    }


def _show_regions(remedy: str, height: float, star: bool) -> None:
    predicted = CLASS_NAMES[int(_fit(remedy).predict([[0, height]])[0])]
    alt = f"Regions of two classes, one of them on the line x₂ = 0, with {remedy}."
    if star:
        alt += f" A new point at x₂ = {height} is assigned to {predicted}."
    figure = compute.figure(_draw_regions, remedy, height, predicted if star else None, theme())
    show_figure(figure, alt, 440, key="singular")


def _draw_regions(remedy: str, height: float, predicted: str | None, theme: str) -> go.Figure:
    """Return the regions up to a height, with a star at that height if its class is given."""
    (X, y), top = POINTS, max(NEAR, 1.15 * height)
    regions = decision_regions(_fit(remedy), (-6, 6, -0.25 * top, top), compute.RESOLUTION)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, X, y),
        class_names=CLASS_NAMES,
        theme=theme,
    )
    if predicted is not None:
        add_star(figure, 0, height, f"new point: {predicted}", theme=theme)
    return figure


def _fit(remedy: str) -> GaussianBayes:
    return GaussianBayes(REMEDIES[remedy], singular="pseudo").fit(*POINTS)
