"""The question of lesson 1: a narrow class inside a wide one, balanced or rare."""

import numpy as np
import plotly.graph_objects as go

from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_bayes_rule
from lessons.bayes_rule.data import (
    BALANCED,
    EQUAL_COSTS,
    RARE,
    explain_never_predicted,
    find_errors,
)
from lessons.bayes_rule.rules import MAP, intervals_of
from lessons.bayes_rule.state import REACH, BayesRuleState
from lessons.questions import Question


def draw(state: BayesRuleState, theme: str) -> go.Figure:
    """Return the densities, joint densities and posteriors, and the predictions of MAP."""
    problem = state.problem
    line = np.linspace(-REACH, REACH, 1001)
    intervals = intervals_of(problem, MAP, 0.0, EQUAL_COSTS)
    return draw_bayes_rule(
        line,
        np.exp(problem.log_densities(line[:, None])),
        np.array(problem.priors),
        intervals.labels[np.searchsorted(intervals.boundaries, line)],
        class_names=problem.class_names,
        theme=theme,
        title=_error(state),
    )


def describe(state: BayesRuleState) -> str:
    """Return in words what the figure shows."""
    return f"Densities, joint densities and posteriors of two classes. MAP: {_error(state)}."


def _error(state: BayesRuleState) -> str:
    return f"error {percent(find_errors(state.problem, MAP).sum())} = Bayes error"


QUESTION = Question(BALANCED, RARE, draw, describe, explain_never_predicted, ratio=1.05)
