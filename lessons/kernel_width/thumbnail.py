"""The thumbnail of lesson 8: a γ so large that the classifier memorises random labels."""

from core.state import LabState
from ui.pictures import tile_with_points

__all__ = ["ALT", "draw"]

ALT = "Random labels: each point of one class is an island in the region of the other."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    state = LabState(data="random_labels", n=100, gamma=30.0)
    return tile_with_points(state.fit_spec(), theme)
