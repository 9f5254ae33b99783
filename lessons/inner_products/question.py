"""The question of lesson 6: narrow bumps on the moons, or wide ones beside the linear kernel."""

import plotly.graph_objects as go

from bayeslab.figures.overlays import add_boundary
from core import compute
from core.state import LabState
from lessons.inner_products.data import LINEAR, NARROW, WIDE, describe_limit
from lessons.questions import Question
from ui.lab_svg import draw_fit


def draw(state: LabState, theme: str) -> go.Figure:
    """Return the decision regions; for wide bumps, also the boundary of the linear kernel."""
    figure = draw_fit(state, state.fit_spec(), theme)
    if state == WIDE:
        line = compute.regions(LINEAR.fit_spec())
        add_boundary(figure, line.x1, line.x2, line.score, "linear kernel", theme=theme)
    return figure


def describe(state: LabState) -> str:
    """Return in words what the figure shows."""
    return f"Decision regions of kernel Bayes {state.model} at γ = {state.gamma:g}."


QUESTION = Question(NARROW, WIDE, draw, describe, describe_limit)
