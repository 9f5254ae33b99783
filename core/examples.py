"""Examples: states of the lab that show something, each with a title and one sentence about it."""

from dataclasses import dataclass

import numpy as np

from bayeslab.data.datasets import DatasetSpec, load
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState


@dataclass(frozen=True)
class Example:
    """A state of the lab with a title and one sentence about it."""

    title: str
    text: str
    state: LabState


def _draw_outlier() -> str:
    """Return the text of a drawing: two clouds, and one point of C+ at the edge of C−."""
    clouds = load(DatasetSpec("two_gaussians", n=40, noise=0.4))
    points = np.vstack([clouds.X, [-1.0, 0.1]])
    return encode_drawing(draw(points, [*clouds.y, 1]).on_grid())


# The start page opens with it. The classes overlap a little: with a large γ all training points
# are classified correctly, and fewer others, because the offset is searched on training scores.
HERO = LabState(n=100, noise=0.3)
HERO_BOX = (-3.6, 3.6, -2.7, 2.7)  # the whole boundary, also where the picture is wide

# The start page shows them.
EXAMPLES = (
    Example(
        "Bend the boundary",
        "One parameter, γ, controls how closely the boundary follows the two moons.",
        LabState(data="moons", model="I"),
    ),
    Example(
        "Fisher's iris",
        "Versicolor or virginica? Kernel Bayes and the support vector machine side by side.",
        LabState(data="iris", classes=(1, 2), model="I", beside="svc-rbf"),
    ),
    Example(
        "Two classes with one mean",
        "A narrow class inside a wide one: no straight boundary separates them, but a covariance "
        "for each class does.",
        LabState(data="concentric", model="full"),
    ),
)

# The lab has a button for each.
PRESETS = (
    Example(
        "Memorise",
        "A large γ: all training points are classified correctly, but only three quarters of them "
        "when they are left out. A threshold by leave-one-out recovers nearly half of the rest.",
        LabState(data="moons", noise=0.5, gamma=200.0),
    ),
    Example(
        "Too smooth",
        "A small γ: the boundary is almost straight and cannot follow the two moons.",
        LabState(data="moons", gamma=0.01),
    ),
    Example(
        "One outlier",
        "One point of C+ at the edge of C− gets a region of its own. Move it, or lower γ.",
        LabState(data=DRAWN, points=_draw_outlier(), gamma=10.0),
    ),
    Example(
        "Imbalance",
        "Nine of ten points belong to C−: the accuracy is 90\u00a0%, yet almost every point of C+ "
        "is misclassified.",
        LabState(data="imbalanced", gamma=1.0),
    ),
    Example(
        "Rings",
        "One class surrounds the other: no straight line separates them, kernel Bayes does.",
        LabState(data="rings", gamma=2.0),
    ),
    Example(
        "Random labels",
        "There is nothing to learn: the training accuracy is high, the leave-one-out accuracy near "
        "50\u00a0%, wherever the threshold is.",
        LabState(data="random_labels", gamma=100.0),
    ),
)
