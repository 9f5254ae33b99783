"""The thumbnail of lesson 9: the support vector machine on the notes' example of two rings."""

from lessons.kernel_bayes_and_svm.state import KernelBayesAndSvmState
from ui.pictures import thumbnail_with_points

__all__ = ["ALT", "draw"]

ALT = "Two rings of points, and the boundary of the support vector machine."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    state = KernelBayesAndSvmState(example="rings").lab
    return thumbnail_with_points(state.fit_spec(state.beside), theme)
