"""The examples of the start page: each is a state of the lab worth a look."""

from dataclasses import dataclass

from core.state import LabState

__all__ = ["EXAMPLES", "Example"]


@dataclass(frozen=True)
class Example:
    """A state of the lab with a title and a sentence that makes curious."""

    title: str
    text: str
    state: LabState


EXAMPLES = (
    Example(
        "Bend the boundary",
        "Two moons, and one number that decides how closely the boundary follows them.",
        LabState(data="moons", model="I", gamma=5.0),
    ),
    Example(
        "Fisher's iris",
        "Versicolor or virginica? Kernel Bayes beside the support vector machine.",
        LabState(data="iris", classes=(1, 2), model="I", beside="svc-rbf"),
    ),
    Example(
        "The same mean twice",
        "A small class inside a wide one: no line helps, and one formula as printed fails.",
        LabState(data="concentric", model="III"),
    ),
)
