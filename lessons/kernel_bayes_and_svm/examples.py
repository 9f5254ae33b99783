"""The examples of the notes, and moons with less and more noise, as states of the lab.

Each has points to test on.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from bayeslab.data.datasets import DatasetSpec, load
from core.drawing import DrawnSpec, draw, encode_drawing
from core.fit_spec import PointsSpec
from core.limits import Names
from core.state import DRAWN, LabState
from lessons.kernel_width.numbers import new_points


def _iris_halves() -> tuple[DrawnSpec, DrawnSpec]:
    """Return every other flower of two species for training, and the others for testing."""
    iris = load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))
    names = Names.fit(*iris.feature_names, *iris.class_names)
    even, odd = (
        DrawnSpec(encode_drawing(draw(iris.X[half], iris.y[half])), names)
        for half in (slice(0, None, 2), slice(1, None, 2))
    )
    return even, odd


FLOWERS, OTHER_FLOWERS = _iris_halves()
CLEAR = LabState(data="moons", n=100, noise=0.2, svc_C=10.0)  # few support vectors
EXAMPLES: Mapping[str, LabState] = MappingProxyType(
    {
        "clear": CLEAR,
        "noisy": replace(CLEAR, noise=0.4),
        "xor": LabState(data="xor", noise=0.5),
        "rings": LabState(data="rings", noise=0.25),
        "moons": LabState(data="moons"),
        "spirals": LabState(data="spirals", noise=0.15),
        "iris": LabState(data=DRAWN, points=FLOWERS.points, names=FLOWERS.names),
    }
)


def test_points(example: str) -> PointsSpec:
    """Return the test points of an example, on which no classifier was trained."""
    spec = EXAMPLES[example].dataset_spec
    return new_points(spec) if isinstance(spec, DatasetSpec) else OTHER_FLOWERS
