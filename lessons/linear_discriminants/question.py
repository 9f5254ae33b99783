"""The question of lesson 4: a digit minus its class mean, in bytes."""

import plotly.graph_objects as go

from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_images
from lessons.linear_discriminants.data import explain_bytes, residual_parts, training_accuracy
from lessons.linear_discriminants.state import LinearDiscriminantsState
from lessons.questions import Question


def draw(state: LinearDiscriminantsState, theme: str) -> go.Figure:
    """Return a digit minus its class mean, in bytes beside the correct difference."""
    parts = residual_parts(state.arithmetic)
    return draw_images(
        [*parts.values()], [*parts], signed=True, theme=theme, title=_accuracy(state)
    )


def describe(state: LinearDiscriminantsState) -> str:
    """Return in words what the figure shows."""
    names = ", ".join(residual_parts(state.arithmetic))
    return f"{names}: blue below zero, vermillion above. {_accuracy(state)}."


def _accuracy(state: LinearDiscriminantsState) -> str:
    return f"Accuracy: {percent(training_accuracy(state.arithmetic))}"


QUESTION = Question(
    LinearDiscriminantsState(arithmetic="floats"),
    LinearDiscriminantsState(arithmetic="bytes"),
    draw,
    describe,
    explain_bytes,
    ratio=0.5,
)
