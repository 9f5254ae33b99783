"""The state of the lab: everything a visitor has chosen, as one frozen value.

Each field declares its limit once (:mod:`core.limits`); the widgets, the link and the tests read
it from there. The state is plain data, so it can be compared, hashed, stored and sent.
:mod:`core.link` turns it into a link and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

from bayeslab.data.datasets import DATASETS, DatasetSpec, GeneratedEntry
from bayeslab.estimators.kernel_bayes import Metric, Threshold
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS, ModelSpec
from bayeslab.evaluation.splits import SPLITTERS, EvaluationSpec
from core.drawing import MAX_CLASSES, MAX_DRAWN, DrawnSpec
from core.fit_spec import FitSpec, PointsSpec
from core.limits import Choice, Flag, Indices, Limit, Names, Number, Points, Title, Words

__all__ = [
    "DRAWN",
    "GAMMA_RANGE",
    "LIMITS",
    "NOTHING",
    "SWITCHES",
    "LabState",
]

GAMMA_RANGE = (
    min(kernel.gamma_range[0] for kernel in KERNELS.values()),
    max(kernel.gamma_range[1] for kernel in KERNELS.values()),
)
NOTHING = "nothing"  # the key of no second model
DRAWN = "drawn"  # the key of the visitor's own points


@dataclass(frozen=True)
class Switch:
    """Something that the picture shows or not: what people read, and whether it is usually on."""

    title: str
    on: bool


SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        "shading": Switch("Shading by certainty", on=True),
        "boundary": Switch("Boundary", on=True),
        "errors": Switch("Rings around misclassified points", on=True),
        "far": Switch("Hatching far from all points", on=True),
        "points": Switch("Points", on=True),
        "axes": Switch("Axes", on=True),
        "equal": Switch("Equal axis scales", on=False),
    }
)


def _field(default: Any, limit: Limit) -> Any:
    return field(default=default, metadata={"limit": limit})


@dataclass(frozen=True)
class LabState:
    """The choices in the lab; None stands for the default of the data set.

    `data` to `standardise` are those of :class:`bayeslab.DatasetSpec`, `points` to `title` those
    of :class:`core.drawing.DrawnSpec`, `kernel` to `svc_standardise` those of
    :class:`bayeslab.evaluation.models.ModelSpec`, and `scheme` and `folds` those of
    :class:`bayeslab.evaluation.splits.EvaluationSpec`. `model` is the classifier in the picture,
    `beside` the one next to it; `switches` are the display options of the picture that differ from
    their defaults.
    """

    data: str = _field("moons", Choice((*DATASETS, DRAWN)))
    n: int = _field(200, Number(4, MAX_DRAWN, whole=True))
    noise: float | None = _field(None, Number(0.0, 10.0))
    balance: float | None = _field(None, Number(0.01, 0.99))
    seed: int = _field(0, Number(0, 999_999, whole=True))
    features: tuple[int, ...] | None = _field(None, Indices(2, 2))
    classes: tuple[int, ...] | None = _field(None, Indices(2, MAX_CLASSES))
    standardise: bool = _field(False, Flag())
    points: str = _field(DrawnSpec.points, Points())
    names: tuple[str, ...] = _field(DrawnSpec.names, Names())
    title: str = _field(DrawnSpec.title, Title())

    model: str = _field("I", Choice(tuple(MODELS)))
    beside: str = _field(NOTHING, Choice((NOTHING, *MODELS)))
    switches: tuple[str, ...] = _field((), Words(tuple(SWITCHES)))

    kernel: str = _field("rbf", Choice(tuple(KERNELS)))
    gamma: float = _field(5.0, Number(*GAMMA_RANGE))
    degree: int = _field(2, Number(1, 9, whole=True))
    coef0: float = _field(1.0, Number(0, 100))
    threshold: Threshold = _field("error", Choice(get_args(Threshold)))
    metric: Metric = _field("sum", Choice(get_args(Metric)))
    determinants: bool = _field(False, Flag())
    svc_C: float = _field(1.0, Number(0.01, 1000))
    svc_gamma: Literal["same", "scale", "own"] = _field("same", Choice(("same", "scale", "own")))
    svc_gamma_value: float = _field(1.0, Number(*GAMMA_RANGE))
    svc_standardise: bool = _field(False, Flag())

    scheme: str = _field("k-fold", Choice(tuple(SPLITTERS)))
    folds: int = _field(5, Number(2, 20, whole=True))

    @property
    def dataset_spec(self) -> PointsSpec:
        """Which points are chosen."""
        if self.data == DRAWN:
            return DrawnSpec(self.points, self.names, self.title)
        chosen = {item.name: getattr(self, item.name) for item in fields(DatasetSpec)[1:]}
        return DatasetSpec(self.data, **chosen)

    @property
    def model_spec(self) -> ModelSpec:
        """The settings of the classifiers."""
        return ModelSpec(**{item.name: getattr(self, item.name) for item in fields(ModelSpec)})

    def fit_spec(self, key: str | None = None) -> FitSpec:
        """Return the fit of a classifier, that of `model` unless named, to the chosen points."""
        key = self.model if key is None else key
        return FitSpec(self.dataset_spec, key, MODELS[key].relevant(self.model_spec))

    @property
    def evaluation_spec(self) -> EvaluationSpec:
        """How the classifiers are evaluated on held-out points."""
        return EvaluationSpec(self.scheme, folds=self.folds)

    def fitting_its_data(self) -> "LabState":
        """Return the state, with the choices that do not apply to its data set reset."""
        foreign = {"points", "names", "title"}
        if self.data == DRAWN:
            foreign = {"noise", "balance", "features", "classes", "standardise"}
        elif isinstance(entry := DATASETS[self.data], GeneratedEntry):
            foreign |= {"features", "classes"}
            if self.noise is not None and self.noise > entry.noise_max:
                foreign.add("noise")
        else:
            if self.features and max(self.features) >= len(entry.feature_names):
                foreign.add("features")
            if self.classes and max(self.classes) >= entry.n_classes:
                foreign.add("classes")
        return replace(self, **{name: DEFAULTS[name] for name in foreign})


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {item.name: item.metadata["limit"] for item in fields(LabState)}
)
DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {item.name: item.default for item in fields(LabState)}
)
