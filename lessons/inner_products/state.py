"""The state of lesson 6: points, a variant of kernel Bayes, and the star."""

from dataclasses import dataclass, replace
from typing import Self, get_args

from bayeslab.estimators.kernel_bayes import Variant
from core.fields import choice, like, number
from core.limits import Number
from core.state import LabState
from lessons.lesson_state import LessonState

Point = tuple[float, float]

KERNELS = {"linear": "inner product", "rbf": "bumps"}
VARIANTS = {variant: variant for variant in get_args(Variant)} | {"I": "variant I"}
POINTS = {
    "clouds": "two clouds",
    "unequal_clouds": "clouds 9 : 1",
    "moons": "moons",
    "rings": "rings",
}
DATA = {
    "clouds": LabState(data="unequal_gaussians", n=60),
    "unequal_clouds": LabState(data="unequal_gaussians", n=60, balance=0.1),
    "moons": LabState(data="moons", n=60),
    "rings": LabState(data="rings", n=60),
}
VIEWS = {
    "rule": "the rule",
    "points": "the points alone",
    "line": "the best line",
    "distances": "their distances",
    "means": "distances and means",
}
REACH = 2.5  # of the star


@dataclass(frozen=True)
class InnerProductsState(LessonState):
    """The kernel, the variant, the points, the star, γ of the RBF kernel, and what is shown of it.

    Kernel values follow from distances as they are in variant I alone.
    """

    kernel: str = choice("Kernel", KERNELS)
    variant: str = choice("Variant", VARIANTS, of=("kernel",))
    points: str = choice("Points", POINTS)
    x1: float = number("x₁ of the star", -REACH, REACH, 0.5, of=("points",))
    x2: float = number("x₂ of the star", -REACH, REACH, 0.5, of=("points",))
    gamma: float = like(
        *(LabState, "gamma"),
        limit=Number(0.05, 100.0),  # bumps whose width can be grabbed in the picture
        of=("kernel", "points"),
        when={"kernel": ("rbf",)},
        lasting=False,
        logarithmic=False,
    )
    view: str = choice("Picture", VIEWS, when={"kernel": ("rbf",), "variant": ("I",)})

    @classmethod
    def opening(cls) -> Self:
        """Return points that no line separates, and a line."""
        return cls(points="rings")

    @property
    def star(self) -> Point:
        """The place of the star."""
        return self.x1, self.x2

    @property
    def lab(self) -> LabState:
        """The state of the lab with these points and this classifier."""
        return replace(DATA[self.points], model=self.variant, kernel=self.kernel, gamma=self.gamma)
