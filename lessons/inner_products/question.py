"""The question of lesson 6: narrow bumps on the moons, or wide ones beside the linear kernel."""

import plotly.graph_objects as go

from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_boundary
from core import compute
from core.state import LabState
from lessons.inner_products.data import LINEAR, NARROW, WIDE, describe_limit
from lessons.questions import Question


def draw(state: LabState, theme: str) -> go.Figure:
    """Return the decision regions; for wide bumps, also the boundary of the linear kernel."""
    fit = state.fit_spec()
    regions, points = compute.regions(fit), compute.dataset(fit.data)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        theme=theme,
        equal_scale=True,
    )
    if state == WIDE:
        line = compute.regions(LINEAR.fit_spec())
        add_boundary(figure, line.x1, line.x2, line.score, "linear kernel", theme=theme)
    return figure


def describe(state: LabState) -> str:
    """Return in words what the figure shows."""
    return f"Decision regions of kernel Bayes {state.model} at γ = {state.gamma:g}."


QUESTION = Question(NARROW, WIDE, draw, describe, describe_limit)
