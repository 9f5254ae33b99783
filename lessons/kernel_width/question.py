"""The question of lesson 8: random labels, with wide bumps or with narrow ones."""

import plotly.graph_objects as go

from core.state import LabState
from lessons.kernel_width.data import NARROW, WIDE, explain_overfitting
from lessons.questions import Question
from ui.lab_svg import draw_fit


def draw(state: LabState, theme: str) -> go.Figure:
    """Return the decision regions with errors ringed."""
    figure = draw_fit(state, state.fit_spec(), theme)
    return figure.update_yaxes(scaleanchor=None)  # as wide as there is room


def describe(state: LabState) -> str:
    """Return in words what the figure shows."""
    return f"Regions for random labels at γ = {state.gamma:g}."


QUESTION = Question(WIDE, NARROW, draw, describe, explain_overfitting)
