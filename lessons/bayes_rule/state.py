"""The state of lesson 1: two densities and a rule, then a classifier in the plane."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bayeslab.bayes_error.optimal import Problem
from bayeslab.bayes_error.problems import PROBLEMS_1D
from bayeslab.data.datasets import DATASETS
from core.fields import choice, flag, number
from core.state import MODEL_TITLES, LabState
from lessons.bayes_rule.rules import CUT, RULES, Costs, find_moments, move_density
from lessons.lesson_state import LessonState

CLASSES = {
    "equal_variances": "equal σ",
    "unequal_variances": "unequal σ",
    "same_mean": "same μ",
    "mixture": "bumps",
}
VIEWS = {
    "all": "densities, joint densities and posteriors",
    "cut": "people and a line",
    "share": "people and their shares",
    "test": "people and the mean of the ill",
    "posterior": "people and posteriors",
}
REACH = 5.0  # of the picture, on both sides of 0
SIGNS = ("minus", "plus")
# Data sets of the lab, with a noise at which their classes overlap.
NOISE = {
    "unequal_gaussians": 1.0,
    "two_gaussians": 1.0,
    "concentric": 0.6,
    "xor": 0.6,
    "moons": 0.5,
}
DATA = {name: DATASETS[name].title for name in NOISE}
SIZES = (20, 50, 100, 200, 500)
TEST_SIZES = {"100": "100 new points", "1000": "1000", "10000": "10 000"}
GAMMA = 1.0


def _moment(label: str, low: float, high: float) -> Any:
    """Return a field with the mean or the deviation of a density; None is that of the classes."""
    return number(label, low, high, None, of=("classes",))


@dataclass(frozen=True)
class BayesRuleState(LessonState):
    """The classes on the line, the rule with its losses, and the classifier in the plane.

    `medical` is a way to read the cut: C+ are the ill, and the test is positive to the right of it.
    `mean_minus` to `sd_plus` are None where the densities are those of `classes`. `data` to `new`
    belong to the plane: its points, the trained classifier and the number of new points. `view` is
    what the picture shows: in steps, less than everything.
    """

    classes: str = choice("Classes", CLASSES)
    rule: str = choice("Rule", RULES)
    medical: bool = flag("medical test", when={"rule": (CUT,)})
    prior: float = number("Prior P(C+)", 0.05, 0.95, 0.3)
    x: float = number("x", -REACH, REACH, 1.5)
    mean_minus: float | None = _moment("Mean of C−", -4.0, 4.0)
    sd_minus: float | None = _moment("Standard deviation of C−", 0.2, 3.0)
    mean_plus: float | None = _moment("Mean of C+", -4.0, 4.0)
    sd_plus: float | None = _moment("Standard deviation of C+", 0.2, 3.0)
    loss: float = number(
        "Loss of a missed C+ (false alarm: 1)", 0.1, 20.0, 5.0, when={"rule": ("costs",)}
    )
    reject: float = number("Loss of a rejection", 0.01, 1.0, 0.3, when={"rule": ("costs",)})

    data: str = choice("Data", DATA)
    balance: float = number("Prior P(C+)", 0.1, 0.9, 0.5, step=0.1)
    n: int = number("Training points", SIZES[0], SIZES[-1], 100, whole=True)
    model: str = choice("Classifier", MODEL_TITLES, "pooled")
    new: str = choice("New points", TEST_SIZES)
    view: str = choice("View", VIEWS)

    @property
    def problem(self) -> Problem:
        """The two classes on the line as they were moved."""
        original, values = self._original, self.values()
        densities = tuple(
            move_density(density, values[f"mean_{sign}"], values[f"sd_{sign}"])
            for sign, density in zip(SIGNS, original.densities, strict=True)
        )
        return replace(original, densities=densities, priors=(1 - self.prior, self.prior))

    @property
    def costs(self) -> Costs:
        """The losses of the rule "costs"."""
        return Costs(self.loss, self.reject)

    @property
    def lab(self) -> LabState:
        """The state of the lab with the points and the classifier of the plane."""
        return LabState(
            data=self.data,
            n=self.n,
            noise=NOISE[self.data],
            balance=self.balance,
            model=self.model,
            gamma=GAMMA,
        )

    @property
    def _original(self) -> Problem:
        return PROBLEMS_1D[self.classes]

    def defaults(self) -> Mapping[str, Any]:
        """Return the initial means and standard deviations of the classes."""
        return {
            f"{moment}_{sign}": value
            for sign, density in zip(SIGNS, self._original.densities, strict=True)
            for moment, value in zip(("mean", "sd"), find_moments(density), strict=True)
        }
