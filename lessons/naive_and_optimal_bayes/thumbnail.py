"""The thumbnail of lesson 3: naive Bayes on two classes with correlated features."""

from lessons.naive_and_optimal_bayes.data import lab_state
from lessons.naive_and_optimal_bayes.state import NaiveAndOptimalBayesState
from ui.pictures import thumbnail_with_points

__all__ = ["ALT", "draw"]

ALT = "Two classes with correlated features, and the boundary of naive Bayes."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    state = lab_state(NaiveAndOptimalBayesState())
    return thumbnail_with_points(state.fit_spec("diagonal"), theme)
