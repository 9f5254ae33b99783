"""The question of lesson 3: what a rising correlation does to the error of optimal Bayes."""

import plotly.graph_objects as go

from bayeslab.evaluation.formats import percent
from lessons.naive_and_optimal_bayes.data import RISEN, explain_correlation, fit_pair
from lessons.naive_and_optimal_bayes.picture import draw_with_densities
from lessons.naive_and_optimal_bayes.state import NaiveAndOptimalBayesState
from lessons.questions import Question


def draw(state: NaiveAndOptimalBayesState, theme: str) -> go.Figure:
    """Return the regions of optimal Bayes, with its error."""
    pair, title = fit_pair(state), f"ρ = {state.rho:g}, error {_error(state)}"
    return draw_with_densities(pair.points, pair.box, pair.optimal, title, theme)


def describe(state: NaiveAndOptimalBayesState) -> str:
    """Return in words what the figure shows."""
    return f"Two classes with correlation {state.rho:g}; error of optimal Bayes {_error(state)}."


def _error(state: NaiveAndOptimalBayesState) -> str:
    _, optimal = fit_pair(state).performances
    return percent(1 - optimal.accuracy)


QUESTION = Question(
    NaiveAndOptimalBayesState(rho=0.0),
    NaiveAndOptimalBayesState(rho=RISEN),
    draw,
    describe,
    explain_correlation,
)
