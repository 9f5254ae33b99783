"""The question of lesson 8: random labels, with wide bumps or with narrow ones."""

import plotly.graph_objects as go

from bayeslab.figures import draw_regions
from core import compute
from core.state import LabState
from lessons.kernel_width.data import NARROW, WIDE, explain_overfitting
from lessons.questions import Question


def draw(state: LabState, theme: str) -> go.Figure:
    """Return the decision regions with errors ringed."""
    model, points = compute.fitted_model(state.fit_spec()), compute.dataset(state.dataset_spec)
    regions = compute.regions(state.fit_spec())
    predicted = model.predict(points.X)
    return draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        wrong=predicted != points.y,
        **regions.islands(predicted),
    )


def describe(state: LabState) -> str:
    """Return in words what the figure shows."""
    return f"Regions for random labels at γ = {state.gamma:g}."


QUESTION = Question(WIDE, NARROW, draw, describe, explain_overfitting)
