"""The state of the lab: everything a visitor has chosen, as one frozen value.

Each field declares once its limit, its label and when it applies (:mod:`core.fields`); the widgets,
the link, the pocket lab and the tests read it from there. The state is plain data, so it can be
compared, hashed, stored and sent. :mod:`core.link` turns it into a link and back.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

from bayeslab.data.datasets import COORDINATES, DATASETS, STANDARDISED, DatasetSpec, GeneratedEntry
from bayeslab.estimators.kernel_bayes import Metric, Threshold
from bayeslab.estimators.kernels import GAMMA, GAMMA_RANGE, KERNELS
from bayeslab.evaluation.models import MODELS, ModelSpec
from bayeslab.evaluation.splits import READS, SPLITTERS, EvaluationSpec
from core.drawing import DrawnSpec
from core.drawing_format import MAX_CLASSES, MAX_DRAWN
from core.fields import DIGITS, Conditions, State, choice, field, fields_of, number
from core.fit_spec import FitSpec, PointsSpec
from core.limits import Flag, Indices, Limit, Moved, Names, Number, Points, Title, Words


def gamma_grid(*steps: float) -> tuple[float, ...]:
    """Return these multiples, from 1 to 10, of each power of ten in the range of γ, and its end."""
    low, high = (round(math.log10(end)) for end in GAMMA_RANGE)
    grid = (float(f"{step * 10.0**e:.{DIGITS}g}") for e in range(low, high) for step in steps)
    return *grid, GAMMA_RANGE[1]


GAMMAS = gamma_grid(1, 2, 5)  # where curves over γ have their points
NOTHING = "nothing"  # the key of no second model
DRAWN = "drawn"  # the key of the visitor's own points
# The fields of the state that say which points there are.
POINT_FIELDS = (
    *("data", "n", "noise", "balance", "seed", "features", "classes", "standardise"),
    *("points", "names", "title"),
)


@dataclass(frozen=True)
class Switch:
    """An optional part of the picture.

    Attributes
    ----------
    title : str
        Its label.
    on : bool or None
        Whether it is on by default; None if the features decide (:func:`share_a_scale`).
    off : str or None
        The word in a link for "switched off by the visitor", for a part that the features decide;
        the part's own name means "switched on". Both hold for all data.
    """

    title: str
    on: bool | None
    off: str | None = None


SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        "shading": Switch("Shading by certainty", on=True),
        "boundary": Switch("Boundary", on=True),
        "errors": Switch("Rings around misclassified points", on=True),
        "far": Switch("Hatching far from all points", on=True),
        "points": Switch("Points", on=True),
        "axes": Switch("Axes", on=True),
        "equal": Switch("Equal axis scales", on=None, off="fill"),
        "disagreement": Switch("Disagreement of two classifiers", on=False),
    }
)


SWITCH_WORDS = tuple(w for name, s in SWITCHES.items() for w in (name, s.off) if w is not None)


def share_a_scale(feature_names: Sequence[str]) -> bool:
    """Return whether features have no units of their own, so that their axes have equal scales.

    These are the coordinates of generated and drawn points, and standardised features. With equal
    scales a bump of the RBF kernel is a circle. Other features fill the picture.
    """
    return all(name in COORDINATES or name.endswith(STANDARDISED) for name in feature_names)


# What the controls of the lab offer, and with which other choices they apply.
DATA_TITLES = {key: entry.title for key, entry in DATASETS.items()}
MODEL_TITLES = {key: entry.title for key, entry in MODELS.items()}
THRESHOLDS = {
    "error": "Fewest errors",
    "loo": "Leave-one-out",
    "consistency": "Consistency (eq. 181)",
}
METRICS = {"sum": "C₊ + C₋ (as printed)", "pooled": "Pooled covariance"}
DIVISORS = {"n": "n", "n-1": "n − 1", "n-K": "n − K"}  # of the sums of squares of covariances
SVC_GAMMAS = {"same": "same γ", "scale": "scale", "own": "its own"}
GENERATED = {"data": tuple(key for key, entry in DATASETS.items() if entry.kind == "generated")}
MEASURED = {"data": tuple(key for key, entry in DATASETS.items() if entry.kind == "real")}
BY_HAND = {"data": (DRAWN,)}
BUMPS = {"kernel": tuple(key for key, kernel in KERNELS.items() if kernel.is_bump)}
FOLDED = {"scheme": tuple(name for name, settings in READS.items() if "folds" in settings)}


def _fitted(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields that say what is fitted: where one changes, a moved threshold is void."""
    return (*POINT_FIELDS, "model", "beside", *(item.name for item in fields(kind)))


def _kernels_with(parameter: str) -> Conditions:
    return {"kernel": tuple(key for key, kernel in KERNELS.items() if kernel.has(parameter))}


def gamma_conditions(key: str) -> Conditions:
    """Return the conditions with which a classifier that reads γ depends on it."""
    reads = MODELS[key].reads
    if "svc_gamma" in reads:
        return {"svc_gamma": ("same",)}
    return _kernels_with("gamma") if "kernel" in reads else {}


def _read(setting: str) -> dict[str | tuple[str, ...], tuple[str, ...]]:
    """Return the condition that one of the classifiers in the picture reads a setting."""
    readers = tuple(key for key, entry in MODELS.items() if setting in entry.reads)
    return {("model", "beside"): readers}


@dataclass(frozen=True)
class LabState(State):
    """The choices in the lab; None stands for the default of the data set.

    `data` to `standardise` are those of :class:`bayeslab.DatasetSpec`, `points` to `title` those
    of :class:`core.drawing.DrawnSpec`, `kernel` to `divisor` those of
    :class:`bayeslab.evaluation.models.ModelSpec`, and `scheme` and `folds` those of
    :class:`bayeslab.evaluation.splits.EvaluationSpec`. `model` is the classifier in the picture,
    `beside` the one next to it; `switches` are the display options of the picture that differ from
    their defaults, and the visitor's choice where the features decide. `moved` are the thresholds
    that a hand has moved in the pictures: they hold for this one fit, and for nothing else.
    """

    data: str = choice("Data", {**DATA_TITLES, DRAWN: "Your own points"}, "moons")
    n: int = number("Points", 4, MAX_DRAWN, 200, whole=True, step=20, when=GENERATED, lasting=True)
    noise: float | None = number("Noise", 0.0, 10.0, None, of=("data",), when=GENERATED)
    balance: float | None = number("Share", 0.01, 0.99, None, of=("data",), when=GENERATED)
    seed: int = number("Seed", 0, 999_999, 0, whole=True, when=GENERATED, lasting=True)
    features: tuple[int, ...] | None = field(
        None, Indices(2, 2), "Features", of=("data",), when=MEASURED
    )
    classes: tuple[int, ...] | None = field(
        None, Indices(2, MAX_CLASSES), "Classes", of=("data",), when=MEASURED
    )
    standardise: bool = field(
        False, Flag(), "Standardise the features", when={"data": tuple(DATASETS)}
    )
    points: str = field(DrawnSpec.points, Points(), when=BY_HAND)
    names: tuple[str, ...] = field(DrawnSpec.names, Names(), when=BY_HAND)
    title: str = field(DrawnSpec.title, Title(), when=BY_HAND)

    model: str = choice("Classifier", MODEL_TITLES)
    beside: str = choice("Compare with", {NOTHING: "none", **MODEL_TITLES})
    switches: tuple[str, ...] = field((), Words(SWITCH_WORDS))
    moved: str = field("", Moved(), "Moved thresholds", of=_fitted(ModelSpec))

    kernel: str = choice("Kernel", {key: kernel.title for key, kernel in KERNELS.items()}, "rbf")
    gamma: float = number(
        *("γ", *GAMMA_RANGE, GAMMA), when=_kernels_with("gamma"), lasting=True, logarithmic=True
    )
    degree: int = number("Degree", 1, 9, 2, whole=True, when=_kernels_with("degree"), lasting=True)
    coef0: float = number(
        "Constant", 0, 100, 1.0, step=0.5, when=_kernels_with("coef0"), lasting=True
    )
    threshold: Threshold = choice("Threshold", THRESHOLDS, when=_read("threshold"), lasting=True)
    metric: Metric = choice("Metric of II", METRICS, when=_read("metric"), lasting=True)
    determinants: bool = field(
        False, Flag(), "Determinants in III", when=_read("determinants") | BUMPS, lasting=True
    )
    svc_C: float = number("C", 0.01, 1000, 1.0, step=0.5, when=_read("svc_C"), lasting=True)
    svc_gamma: Literal["same", "scale", "own"] = choice(
        "γ of the SVC", SVC_GAMMAS, when=_read("svc_gamma"), lasting=True
    )
    svc_gamma_value: float = number(
        "Value of the SVC's γ",
        *GAMMA_RANGE,
        1.0,
        when=_read("svc_gamma_value") | {"svc_gamma": ("own",)},
        lasting=True,
    )
    svc_standardise: bool = field(
        False, Flag(), "Standardise inside the SVC", when=_read("svc_standardise"), lasting=True
    )
    divisor: str = choice("Divisor", DIVISORS, when=_read("divisor"), lasting=True)

    scheme: str = choice("Evaluate by", {name: name for name in SPLITTERS}, "k-fold")
    folds: int = number("Folds", 2, 20, 5, whole=True, when=FOLDED, lasting=True)

    @property
    def subject(self) -> str:
        """What a notice says that a field of a link does not apply to."""
        return f"the data set “{self.data}”"

    @property
    def point_values(self) -> dict[str, Any]:
        """The values of the fields that say which points there are."""
        return {name: getattr(self, name) for name in POINT_FIELDS}

    @property
    def dataset_spec(self) -> PointsSpec:
        """Which points are chosen."""
        if self.data == DRAWN:
            return DrawnSpec(self.points, self.names, self.title)
        values = {item.name: getattr(self, item.name) for item in fields(DatasetSpec)[1:]}
        return DatasetSpec(self.data, **values)

    @property
    def model_spec(self) -> ModelSpec:
        """The settings of the classifiers."""
        return ModelSpec(**{item.name: getattr(self, item.name) for item in fields(ModelSpec)})

    @property
    def visible_models(self) -> tuple[str, ...]:
        """The keys of the classifiers in the picture: one, or two side by side."""
        return tuple(dict.fromkeys(key for key in (self.model, self.beside) if key != NOTHING))

    def reads(self, setting: str, *others: str) -> bool:
        """Return whether a setting changes a classifier in the picture, or one of the others."""
        readers = [key for key in (*self.visible_models, *others) if setting in MODELS[key].reads]
        if setting == "gamma":
            readers = [key for key in readers if self.fulfils(gamma_conditions(key))]
        return bool(readers)

    def fit_spec(self, key: str | None = None) -> FitSpec:
        """Return the fit of a classifier, that of `model` unless named, to the chosen points."""
        key = self.model if key is None else key
        return FitSpec(self.dataset_spec, key, MODELS[key].relevant(self.model_spec))

    def has_equal_scales(self, usual: bool) -> bool:
        """Return whether the axes have equal scales, which is `usual` without a choice."""
        return "fill" not in self.switches and (usual or "equal" in self.switches)

    def shares_a_scale(self, feature_names: Sequence[str]) -> bool:
        """Return whether the axes of these features have equal scales."""
        return self.has_equal_scales(share_a_scale(feature_names))

    @property
    def evaluation_spec(self) -> EvaluationSpec:
        """How the classifiers are evaluated on held-out points."""
        return EvaluationSpec(self.scheme, folds=self.folds)

    def defaults(self) -> dict[str, Any]:
        """Return the value that None stands for: the data set's default."""
        entry = DATASETS.get(self.data)
        names = ("noise", "balance", "features", "classes")
        return {name: getattr(entry, name) for name in names if hasattr(entry, name)}

    def limit(self, name: str) -> Limit:
        """Return the limit of a field; the noise of a data set has an end of its own."""
        entry = DATASETS.get(self.data)
        if name == "noise" and isinstance(entry, GeneratedEntry):
            return Number(0.0, float(entry.noise_max))
        return super().limit(name)

    def out_of_range(self) -> dict[str, str]:
        """Return advice for each choice that is too large for its data set."""
        entry = DATASETS.get(self.data)
        if isinstance(entry, GeneratedEntry):
            if self.noise is not None and self.noise > entry.noise_max:
                return {"noise": f"use a number from 0 to {entry.noise_max:g}"}
            return {}
        counts = {"features": len(entry.feature_names), "classes": entry.n_classes} if entry else {}
        return {
            name: f"use numbers from 0 to {count - 1}"
            for name, count in counts.items()
            if max(getattr(self, name) or (0,)) >= count
        }


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {name: declaration.limit for name, declaration in fields_of(LabState).items()}
)
