"""The state of lesson 2: points, a case, an offset, and λ and γ between the cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from core.drawing import draw, encode_drawing
from core.fields import choice, flag, like, number, text
from core.input_error import InputError
from core.state import DRAWN, LabState
from lessons.covariance_assumptions.points import (
    EXAMPLE,
    EXAMPLES,
    REDRAWS,
    SIZES,
    Points,
    draw_sample,
    parse_points,
    write_points,
)
from lessons.lesson_state import LessonState

DRAWN_SAMPLE = "sample"
TITLES = {
    DRAWN_SAMPLE: "drawn sample",
    "example": "worked example",
    "outlier": "outlier",
    "two_points": "two points",
}
CASES = {"1": "circle", "2": "one ellipse", "3": "own ellipses"}
LAB_MODELS = {"1": "nearest-mean", "2": "pooled", "3": "full"}  # the lab's classifier for each case
OFFSETS = {"searched": "searched b", "formula": "formula b"}
VIEWS = {"near": "near", "far_out": "far out"}
PLANES = {"all": "all assumptions", "cases": "three cases"}
SHOWN = {
    "planes": "planes",
    "one": "one plane",
    "checked": "one plane, and points left out",
}
SAMPLED = {"example": (DRAWN_SAMPLE,)}
LONGEST = 2000  # characters of the points


@dataclass(frozen=True)
class CovarianceAssumptionsState(LessonState):
    """The points, the case and the offset of its formula, the view, and the regularisation.

    `points` is None where the points are those of `example`, or of the `sample` with `size` points
    of each class. `shown` is what the picture shows: in steps, less than everything.
    """

    example: str = choice("Points", TITLES, "example")
    size: str = choice("Points", {f"{n}": f"{n} a class" for n in SIZES}, "12", when=SAMPLED)
    sample: int = number("Sample", 1, REDRAWS, 1, whole=True, when=SAMPLED)
    redraws: bool = flag(f"boundaries of {REDRAWS} samples", when=SAMPLED)
    planes: str = choice("Planes", PLANES)
    case: str = choice("Assumption", CASES)
    offset: str = choice("Offset", OFFSETS)
    view: str = choice("View", VIEWS)
    divisor: str = like(LabState, "divisor", when={})
    shown: str = choice("Shown", SHOWN)
    pooling: float = number("λ, the share of one covariance for both", 0.0, 1.0, 0.3)
    shrinkage: float = number("γ, the share of circles", 0.0, 1.0, 0.1)
    points: str | None = text(
        "Points: x₁, x₂ and class",
        LONGEST,
        None,
        check=parse_points,
        of=("example", "size", "sample"),
    )

    @classmethod
    def opening(cls) -> Self:
        """Return a sample that case 3 fits best, although it does worse on other samples."""
        return cls(
            example=DRAWN_SAMPLE,
            sample=20,
            redraws=True,
            planes="cases",
            case="3",
            offset="formula",
        )

    @property
    def training_points(self) -> Points:
        """The points, shape (n, 2), and their classes 0 and 1, shape (n,)."""
        return self._original_points if self.points is None else parse_points(self.points)

    @property
    def _original_points(self) -> Points:
        """The points before any was moved."""
        if self.example == DRAWN_SAMPLE:
            return draw_sample(self.sample, int(self.size))
        return EXAMPLES[self.example]

    @property
    def is_searched(self) -> bool:
        """Whether the offset is searched, not computed by the formula."""
        return self.offset == "searched"

    @property
    def lab(self) -> LabState:
        """The lab with these points, or with the example's where a drawing cannot hold them."""
        try:
            drawing = draw(*self.training_points)
        except InputError:
            drawing = draw(*EXAMPLE)
        model = LAB_MODELS[self.case]
        return LabState(
            data=DRAWN, points=encode_drawing(drawing), model=model, divisor=self.divisor, folds=4
        )

    def defaults(self) -> Mapping[str, Any]:
        """Return the points of the example."""
        return {"points": write_points(self._original_points)}
