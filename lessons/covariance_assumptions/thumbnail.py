"""The thumbnail of lesson 2: the notes' eight points, each class with its own covariance."""

from core.drawing import draw as draw_points
from core.drawing import encode_drawing
from core.state import DRAWN, LabState
from lessons.covariance_assumptions.numbers import WORKED_X, WORKED_Y
from ui.pictures import thumbnail_with_points

__all__ = ["ALT", "draw"]

ALT = "Eight points of two classes, and the curved boundary between them."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    points = encode_drawing(draw_points(WORKED_X, WORKED_Y))
    return thumbnail_with_points(
        LabState(data=DRAWN, points=points, model="full").fit_spec(), theme
    )
