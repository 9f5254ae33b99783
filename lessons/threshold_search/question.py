"""The question of lesson 7: the cut that label consistency chooses when a class is rare."""

import plotly.graph_objects as go

from bayeslab.figures import draw_projection
from core import compute
from core.state import LabState
from lessons.questions import Question
from lessons.threshold_search.data import BALANCED, UNEQUAL, explain_imbalance
from lessons.threshold_search.numbers import search_both


def draw(state: LabState, theme: str) -> go.Figure:
    """Return the projections and the cut that label consistency chooses, with J and the errors."""
    search, _ = search_both(state)
    return draw_projection(
        *(search.scores, search.labels, search.threshold, search.cuts),
        *(search.values, search.errors, search.realisable, search.index),
        criterion_name="J(k)",
        class_names=compute.dataset(state.dataset_spec).class_names,
        theme=theme,
    )


def describe(state: LabState) -> str:
    """Return in words what the figure shows."""
    search, _ = search_both(state)
    return f"Projections and the cut chosen by J, with {search.errors[search.index]} errors."


QUESTION = Question(BALANCED, UNEQUAL, draw, describe, explain_imbalance)
