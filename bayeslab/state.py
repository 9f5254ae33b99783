"""The state of the lab: everything a visitor has chosen, as one frozen value.

Each field says what it may be, once: the widgets, the link and the tests read the same limits. The
state is plain data, so it can be compared, hashed, stored and sent. :mod:`bayeslab.sharing` turns
it into a link and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

from bayeslab.datasets import DATASETS, DatasetSpec
from bayeslab.evaluation import SPLITTERS, EvaluationSpec
from bayeslab.kernel_bayes import Metric, Threshold
from bayeslab.kernels import KERNELS
from bayeslab.models import MODELS, ModelSpec

__all__ = [
    "GAMMA_RANGE",
    "LIMITS",
    "MAX_GENERATED",
    "NOTHING",
    "Choice",
    "Flag",
    "Indices",
    "LabState",
    "Limit",
    "Number",
]

GAMMA_RANGE = (0.01, 1000.0)
MAX_GENERATED = 2000  # points: more make the page wait, and a picture of them shows nothing new
NOTHING = "nothing"  # the key of no second model


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    options: tuple[str, ...]

    def parse(self, text: str) -> str:
        """Return the word, or raise a ValueError if it is none of the options."""
        if text not in self.options:
            raise ValueError(f"use one of {', '.join(self.options)}")
        return text

    def write(self, value: str) -> str:
        """Return the text that :meth:`parse` reads."""
        return value


@dataclass(frozen=True)
class Number:
    """A number within a range, both ends included; a whole one if `whole`."""

    low: float
    high: float
    whole: bool = False

    def parse(self, text: str) -> float | int:
        """Return the number, or raise a ValueError if it is none or out of range."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = float("nan")
        if not self.low <= value <= self.high:
            kind = "whole number" if self.whole else "number"
            raise ValueError(f"use a {kind} from {self.low:g} to {self.high:g}")
        return value

    def write(self, value: float | int) -> str:
        """Return the shortest text that :meth:`parse` reads back as exactly this number."""
        return repr(value).removesuffix(".0")


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    def parse(self, text: str) -> bool:
        """Return whether the text is "yes", or raise a ValueError if it is not "no" either."""
        if text not in ("yes", "no"):
            raise ValueError("use yes or no")
        return text == "yes"

    def write(self, value: bool) -> str:
        """Return the text that :meth:`parse` reads."""
        return "yes" if value else "no"


@dataclass(frozen=True)
class Indices:
    """Between `fewest` and `most` different positions in a list, written as in "0-2"."""

    fewest: int
    most: int

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the positions, or raise a ValueError if they are none, doubled or too many."""
        parts = text.split("-")
        if all(part.isdecimal() and len(part) < 4 for part in parts):
            indices = tuple(int(part) for part in parts)
            if len(set(indices)) == len(indices) and self.fewest <= len(indices) <= self.most:
                return indices
        raise ValueError(f"use {self.fewest} to {self.most} different numbers joined by '-'")

    def write(self, value: tuple[int, ...]) -> str:
        """Return the text that :meth:`parse` reads."""
        return "-".join(map(str, value))


Limit = Choice | Number | Flag | Indices


def _field(default: Any, limit: Limit) -> Any:
    return field(default=default, metadata={"limit": limit})


@dataclass(frozen=True)
class LabState:
    """What is chosen in the lab; None stands for the data set's own default.

    `data` to `classes` are those of :class:`bayeslab.DatasetSpec`, `kernel` to `svc_standardise`
    those
    of :class:`bayeslab.models.ModelSpec`, and `scheme` to `repeats` those of
    :class:`bayeslab.evaluation.EvaluationSpec`. `model` is the classifier in the picture, `beside`
    the one next to it, `versus` the class whose projection is shown where there are more than two.
    """

    data: str = _field("moons", Choice(tuple(DATASETS)))
    n: int = _field(200, Number(4, MAX_GENERATED, whole=True))
    noise: float | None = _field(None, Number(0.0, 10.0))
    balance: float | None = _field(None, Number(0.01, 0.99))
    seed: int = _field(0, Number(0, 999_999, whole=True))
    features: tuple[int, ...] | None = _field(None, Indices(2, 2))
    classes: tuple[int, ...] | None = _field(None, Indices(2, 10))
    standardise: bool = _field(False, Flag())

    model: str = _field("I", Choice(tuple(MODELS)))
    beside: str = _field(NOTHING, Choice((NOTHING, *MODELS)))
    versus: int = _field(0, Number(0, 9, whole=True))
    rings: bool = _field(True, Flag())

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
    folds: int = _field(10, Number(2, 20, whole=True))

    @property
    def dataset_spec(self) -> DatasetSpec:
        """Which data set is chosen."""
        return DatasetSpec(
            self.data, self.n, self.noise, self.balance, self.seed, self.features, self.classes
        )

    @property
    def model_spec(self) -> ModelSpec:
        """The settings of the classifiers."""
        return ModelSpec(**{item.name: getattr(self, item.name) for item in fields(ModelSpec)})

    @property
    def evaluation_spec(self) -> EvaluationSpec:
        """How the classifiers are judged on points they have not seen."""
        return EvaluationSpec(self.scheme, folds=self.folds)

    def fitting_its_data(self) -> "LabState":
        """Return the state with those choices reset that its data set does not have."""
        entry = DATASETS[self.data]
        reset: dict[str, Any] = {}
        if entry.kind == "generated":
            reset |= {"features": None, "classes": None}
            if self.noise is not None and self.noise > entry.noise_max:
                reset["noise"] = None
        else:
            if self.features and max(self.features) >= len(entry.feature_names):
                reset["features"] = None
            if self.classes and max(self.classes) >= entry.n_classes:
                reset["classes"] = None
        classes = reset.get("classes", self.classes) or range(entry.n_classes)
        if self.versus >= len(classes):
            reset["versus"] = 0
        return replace(self, **reset)


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {item.name: item.metadata["limit"] for item in fields(LabState)}
)
