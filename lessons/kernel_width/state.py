"""The state of lesson 8: points, a classifier and γ, then a number of features."""

from dataclasses import dataclass
from typing import Self, get_args

from bayeslab.estimators.kernel_bayes import Threshold, Variant
from core.fields import choice, flag, like, number
from core.state import LabState
from lessons.kernel_width.dimension import DIMENSIONS
from lessons.lesson_state import LessonState

DATA = {
    "moons": "moons",
    "spirals": "spirals",
    "two_gaussians": "two Gaussians",
    "random_labels": "random labels",
}
SVM = "svc-rbf"
VARIANTS = get_args(Variant)
CLASSIFIERS = {variant: f"variant {variant}" for variant in VARIANTS} | {SVM: "SVM"}
CUTS = {
    "loo": "threshold from leave-one-out scores",
    "error": "from training scores",
}
SITUATIONS = {"two_gaussians": "two Gaussians", "xor": "XOR"}


@dataclass(frozen=True)
class KernelWidthState(LessonState):
    """The points, the classifier with its threshold and γ; separately, many features.

    `refit` asks for the leave-one-out accuracy of the SVM, which has no closed form; `all_curves`
    for more than the training and the leave-one-out accuracy.
    """

    data: str = choice("Data", DATA)
    classifier: str = choice("Classifier", CLASSIFIERS)
    cut: Threshold = choice("Threshold", CUTS, when={"classifier": VARIANTS})
    refit: bool = flag("left out (some seconds)", when={"classifier": (SVM,)})
    all_curves: bool = flag("more curves", default=True)
    gamma: float = like(LabState, "gamma", when={})
    situation: str = choice("Situation", SITUATIONS)
    features: int = number(
        *("Features", DIMENSIONS[0], DIMENSIONS[-1], DIMENSIONS[0]),
        whole=True,
        among=DIMENSIONS,
        logarithmic=True,
    )

    @classmethod
    def opening(cls) -> Self:
        """Return bumps so narrow that each point votes for itself, with b searched on them."""
        return cls(cut="error", gamma=100.0, all_curves=False)

    @property
    def is_svm(self) -> bool:
        """Whether the classifier is the SVM."""
        return self.classifier == SVM

    @property
    def lab(self) -> LabState:
        """The state of the lab with these points and this classifier."""
        return LabState(data=self.data, model=self.classifier, gamma=self.gamma, threshold=self.cut)
