"""The state of lesson 7: an example, its moved points, and the cut."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from core.drawing_format import MAX_DRAWN
from core.fields import choice, field, number
from core.state import LabState
from lessons.lesson_state import LessonState
from lessons.moved_points import MovedPoints, with_points
from lessons.threshold_search.numbers import SEARCH_EXAMPLES, search_both

EXAMPLES = {
    "moons": "moons",
    "upside_down": "upside down",
    "imbalance": "imbalance",
    "ties": "ties",
}


@dataclass(frozen=True)
class ThresholdSearchState(LessonState):
    """An example of the search, its points where they were moved, and the cut that is shown.

    `cut` is the number of points below the threshold; None is the cut of label consistency.
    """

    example: str = choice("Example", EXAMPLES)
    points: str = field("", MovedPoints(), "Points", of=("example",))
    cut: int | None = number("Cut k", 0, MAX_DRAWN, None, whole=True, of=("example",))

    @classmethod
    def opening(cls) -> Self:
        """Return an example whose cut separates the classes but exchanges them."""
        return cls(example="upside_down")

    @property
    def lab(self) -> LabState:
        """The state of the lab with these points."""
        return with_points(SEARCH_EXAMPLES[self.example], self.points)

    def defaults(self) -> Mapping[str, Any]:
        """Return the cut that label consistency chooses."""
        printed, _ = search_both(self.lab)
        return {"cut": printed.index}

    def consistent(self) -> Self:
        """Return the state without a cut beyond its points."""
        printed, _ = search_both(self.lab)
        return self if (self.cut or 0) <= len(printed.labels) else replace(self, cut=None)
