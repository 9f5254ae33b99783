"""The effect of the priors when the covariance is divided by n once too often."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.evaluation.formats import percent
from bayeslab.figures import add_boundary, draw_regions
from bayeslab.scoring.grid import grid_axes, grid_nodes
from core.state import LabState
from lessons.frame import TEXT_BESIDE_PICTURE, LessonPage
from lessons.linear_discriminants.numbers import LinearDiscriminants, fit_discriminants
from ui import compute
from ui.latex import number
from ui.layout import show_figure
from ui.session import theme

__all__ = ["show_priors"]

N, NOISE = 400, 0.5
SHARES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # of class +
CLASS_NAMES = ("class −", "class +")
HEIGHT = 400  # pixels


def show_priors(lesson: LessonPage) -> LabState:
    """Show both rules on two classes of unequal sizes; return the lab's state for these points."""
    st.subheader("Divided twice")
    text, picture = st.columns(TEXT_BESIDE_PICTURE, gap="large")
    with picture:
        share = st.select_slider(
            "Share of class +",
            SHARES,
            0.1,
            format_func=lambda share: f"{100 * share:.0f} %",
            key="share",
            bind="query-params",
            width=320,
        )
        points = load(DatasetSpec("imbalanced", N, NOISE, share))
        correct, twice = (
            fit_discriminants(points.X, points.y, divide_twice=wrong) for wrong in (False, True)
        )
        accuracies = [float((m.predict(points.X) == points.y).mean()) for m in (correct, twice)]
        show_boundaries(points, correct, twice)
    state = LabState(data="imbalanced", n=N, noise=NOISE, balance=share, model="pooled")
    with text:
        log_odds = correct.log_priors[1] - correct.log_priors[0]
        lesson.say(
            "Divided",
            n=str(len(points.y)),
            log_odds=number(log_odds, 3),
            counts=number(log_odds / len(points.y), 2),
            correct=percent(accuracies[0]),
            twice=percent(accuracies[1]),
        )
        lesson.try_this(state, "Try divided")
    return state


def show_boundaries(
    points: Dataset, correct: LinearDiscriminants, twice: LinearDiscriminants
) -> None:
    """Show the regions of the correct rule and the boundary of the rule that divides twice."""
    figure = compute.figure(_draw_boundaries, points, correct, twice, theme())
    alt = "Two classes of unequal size; dividing twice moves the boundary towards the larger one."
    show_figure(figure, alt, HEIGHT, key="divided")


def _draw_boundaries(
    points: Dataset, correct: LinearDiscriminants, twice: LinearDiscriminants, theme: str
) -> go.Figure:
    box = bounding_box(points.X)
    x1, x2 = grid_axes(box, compute.RESOLUTION)
    grid = grid_nodes(x1, x2)
    differences = [
        (scores[:, 1] - scores[:, 0]).reshape(len(x2), len(x1))
        for scores in (correct.scores(grid), twice.scores(grid))
    ]
    figure = draw_regions(
        *(x1, x2, differences[0] > 0, np.abs(differences[0]), points.X, points.y),
        class_names=CLASS_NAMES,
        theme=theme,
    )
    return add_boundary(figure, x1, x2, differences[1], "divided twice", theme=theme)
