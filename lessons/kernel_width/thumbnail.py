"""The thumbnail of lesson 8: a γ so large that the classifier memorises random labels."""

from core.state import LabState
from ui.pictures import thumbnail_with_points

__all__ = ["ALT", "draw"]

ALT = "Random labels: islands of one class around its points, in the region of the other."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    state = LabState(data="random_labels", n=100, gamma=15.0)
    return thumbnail_with_points(state.fit_spec(), theme)
