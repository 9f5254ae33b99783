"""The state of lesson 7: an example, its moved points, and the cut."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from core.drawing_format import MAX_DRAWN
from core.fields import choice, field, number
from core.limits import Limit, Number
from core.state import LabState
from lessons.lesson_state import LessonState
from lessons.moved_points import MovedPoints, with_points
from lessons.threshold_search.numbers import SEARCH_EXAMPLES, search_both
from lessons.threshold_search.people import TESTS, cuts_of

EXAMPLES = {
    "moons": "moons",
    "upside_down": "upside down",
    "imbalance": "imbalance",
    "ties": "ties",
}
PEOPLE = {"high": "ill people have high values", "low": "low values", "rare": "few are ill"}
CURVES = {"errors": "errors of every cut", "behind": "up to the cut", "purity": "errors and J"}
COSTS = (1, 2, 5, 10)
MOST_PEOPLE = max(len(healthy) + len(ill) for healthy, ill in TESTS.values())


@dataclass(frozen=True)
class ThresholdSearchState(LessonState):
    """An example of the search, its points where they were moved, and the cut that is shown.

    `cut` is the number of points below the threshold; None is the cut of label consistency. On one
    line, `at` is the number of people below the cut; None is the cheapest cut.
    """

    example: str = choice("Example", EXAMPLES)
    points: str = field("", MovedPoints(), "Points", of=("example",))
    cut: int | None = number("Cut k", 0, MAX_DRAWN, None, whole=True, of=("example",))
    people: str = choice("Test", PEOPLE)
    cost: int = number("Cost of a missed person", 1, COSTS[-1], 1, whole=True, among=COSTS)
    curves: str = choice("Curves", CURVES)
    at: int | None = number("Cut", 0, MOST_PEOPLE, None, whole=True, of=("people", "cost"))

    @classmethod
    def opening(cls) -> Self:
        """Return an example whose cut separates the classes but exchanges them."""
        return cls(example="upside_down")

    @property
    def lab(self) -> LabState:
        """The state of the lab with these points."""
        return with_points(SEARCH_EXAMPLES[self.example], self.points)

    def defaults(self) -> Mapping[str, Any]:
        """Return the cut that label consistency chooses, and the cheapest one on the line."""
        printed, _ = search_both(self.lab)
        cheapest = int(cuts_of(self.people).costs(self.cost).argmin())
        return {"cut": printed.index, "at": cheapest}

    def limit(self, name: str) -> Limit:
        """Return the limit of a field; no cut of the line is beyond its people."""
        if name != "at":
            return super().limit(name)
        return Number(0, len(cuts_of(self.people).values), whole=True)

    def consistent(self) -> Self:
        """Return the state without a cut beyond its points."""
        state = super().consistent()
        printed, _ = search_both(state.lab)
        return state if (state.cut or 0) <= len(printed.labels) else replace(state, cut=None)
