"""The examples of the start page: interesting states of the lab."""

from dataclasses import dataclass

from core.state import LabState

__all__ = ["EXAMPLES", "Example"]


@dataclass(frozen=True)
class Example:
    """A state of the lab with a title and one sentence about it."""

    title: str
    text: str
    state: LabState


EXAMPLES = (
    Example(
        "Bend the boundary",
        "One parameter, γ, controls how closely the boundary follows the two moons.",
        LabState(data="moons", model="I", gamma=5.0),
    ),
    Example(
        "Fisher's iris",
        "Versicolor or virginica? Kernel Bayes and the support vector machine side by side.",
        LabState(data="iris", classes=(1, 2), model="I", beside="svc-rbf"),
    ),
    Example(
        "Two classes with one mean",
        "A narrow class inside a wide one: a straight boundary cannot separate them.",
        LabState(data="concentric", model="III"),
    ),
)
