"""The state of lesson 9: an example, its moved points, a kernel, a variant, and γ."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self, get_args

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant
from core.drawing import DrawnSpec, draw, encode_drawing
from core.fields import choice, field, flag, like
from core.fit_spec import PointsSpec
from core.limits import Names
from core.state import DRAWN, LabState
from lessons.kernel_width.numbers import new_points
from lessons.lesson_state import LessonState
from lessons.moved_points import MovedPoints, with_points

# The examples of the notes, and moons with less and more noise, as states of the lab.
#
# Each has points to test on.


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
EXAMPLES: Mapping[str, LabState] = {
    "clear": CLEAR,
    "noisy": replace(CLEAR, noise=0.4),
    "xor": LabState(data="xor", noise=0.5),
    "rings": LabState(data="rings", noise=0.25),
    "moons": LabState(data="moons"),
    "spirals": LabState(data="spirals", noise=0.15),
    "iris": LabState(data=DRAWN, points=FLOWERS.points, names=FLOWERS.names),
}


OWN_EXAMPLES = ("clear", "noisy")  # of this lesson alone


def test_points(example: str) -> PointsSpec:
    """Return the test points of an example, on which no classifier was trained."""
    spec = EXAMPLES[example].dataset_spec
    return new_points(spec) if isinstance(spec, DatasetSpec) else OTHER_FLOWERS


TITLES = {name: name for name in EXAMPLES} | {
    "clear": "clear moons",
    "noisy": "noisy moons",
    "xor": "XOR",
}
KERNELS = {"rbf": "RBF", "linear": "linear"}
SVM_KEYS = {"rbf": "svc-rbf", "linear": "svc-linear"}
VARIANTS = {variant: variant for variant in get_args(Variant)}


@dataclass(frozen=True)
class KernelBayesAndSvmState(LessonState):
    """An example, its points where they were moved, the two classifiers, and what is computed.

    γ is also that of the table and of the times, whatever the kernel of the picture.
    """

    example: str = choice("Example", TITLES, "xor")
    points: str = field("", MovedPoints(), "Points", of=("example",))
    kernel: str = choice("Kernel", KERNELS)
    variant: str = choice("Variant", VARIANTS)
    gamma: float = like(LabState, "gamma", when={})
    time: bool = flag("Measure the times on the server (some seconds)")
    curves: bool = flag("Compute the learning curves (some seconds)")

    @classmethod
    def opening(cls) -> Self:
        """Return wide bumps and classes with a gap: the SVM needs few points."""
        return cls(example="clear", gamma=1.0)

    @property
    def lab(self) -> LabState:
        """The state of the lab with these points, and the SVM beside kernel Bayes."""
        return replace(
            with_points(EXAMPLES[self.example], self.points),
            model=self.variant,
            beside=SVM_KEYS[self.kernel],
            kernel=self.kernel,
            gamma=self.gamma,
            # As in the notes; in clear and noisy moons, a moved dot leaves the others in place.
            svc_standardise=self.example not in OWN_EXAMPLES,
        )
