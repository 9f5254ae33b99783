"""The state of lesson 3: two classes, then a table of real data, then a far point."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from core.fields import choice, number
from lessons.lesson_state import LessonState
from lessons.naive_and_optimal_bayes.numbers import SITUATIONS

REAL = ("iris", "wine")
CLASSES = {name: name for name in (*SITUATIONS, *REAL)}
KNOWN = {"classes": tuple(SITUATIONS)}
# Of a gap in x2 between crossed classes, the error would not be known exactly.
WITH_GAP2 = {"classes": ("level", "uphill")}
SHOWN = {
    "all": "both rules",
    "optimal": "optimal Bayes",
    "both": "both rules, nothing to grab",
    "sure": "both rules, and how sure they are",
    "rho": "both rules and ρ",
    "gap": "both rules and the mean of class B",
}
AXES = {"measured": "x₁ as measured", "corrected": "x₁ − ρ x₂"}
REMEDIES = {"pseudo_inverse": "pseudo-inverse", "pooled": "one covariance for both"}
FAR = 1000  # x2 of the new point
HEIGHTS = (0, 1, 2, 5, 10, 30, 100, FAR)


@dataclass(frozen=True)
class NaiveAndOptimalBayesState(LessonState):
    """The classes and, if they are known, their correlation and the gap between their means.

    `gap1` and `gap2` are None where the gap is that of `classes`; `axis` is the horizontal one.
    `shown` is what the picture shows: in steps, less than everything. `table` belongs to the
    splits, `remedy` and `height` to the class that does not vary.
    """

    classes: str = choice("Classes", CLASSES)
    rho: float = number("Correlation ρ", -0.95, 0.95, 0.8, when=KNOWN)
    gap1: float | None = number(
        "Distance of the means along x₁", 0.1, 5.0, None, of=("classes",), when=KNOWN
    )
    gap2: float | None = number(
        "Distance of the means along x₂", -4.0, 4.0, None, of=("classes",), when=WITH_GAP2
    )
    axis: str = choice("Horizontal axis", AXES, when={"classes": ("level",)})
    shown: str = choice("Shown", SHOWN)
    remedy: str = choice("Remedy", REMEDIES)
    height: int = number("x₂ of the new point", HEIGHTS[0], HEIGHTS[-1], FAR, whole=True)
    table: str = choice("Data set", {name: name for name in REAL})

    @classmethod
    def opening(cls) -> Self:
        """Return classes whose correlation helps; the question increases it."""
        return cls(rho=0.5)

    @property
    def is_real(self) -> bool:
        """Whether the points are measured ones, whose densities nobody knows."""
        return self.classes in REAL

    def defaults(self) -> Mapping[str, Any]:
        """Return the initial gap between the means of the classes."""
        situation = SITUATIONS.get(self.classes, SITUATIONS["level"])
        return dict(zip(("gap1", "gap2"), situation.difference, strict=True))
