"""The state of lesson 9: an example, its moved points, a kernel, a variant, and γ."""

from dataclasses import dataclass, replace
from typing import Self, get_args

from bayeslab.estimators.kernel_bayes import Variant
from core.fields import choice, field, flag, number
from core.state import GAMMA_RANGE, LabState
from lessons.kernel_bayes_and_svm.examples import EXAMPLES
from lessons.lesson_state import LessonState
from lessons.moved_points import MovedPoints, with_points

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
    gamma: float = number("γ", *GAMMA_RANGE, 5.0)
    time: bool = flag("Measure the times on the server (some seconds)")
    curves: bool = flag("Compute the learning curves (some seconds)")

    @classmethod
    def first(cls) -> Self:
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
            svc_standardise=True,  # as in the notes
        )
