"""Why a classifier cannot be fitted or evaluated: codes with fields, and the sentence of each.

Pages and the browser's refits refuse the same points in the same words. The words are only here;
``scripts/shared_values.py`` writes them for JavaScript.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

FLAT = "a feature is constant, or the points lie on a line or plane or are too few"
REGULAR_METRIC = "move or add points, or use variant I, which needs no covariance"
REGULAR_COVARIANCE = "move or add points, or use another covariance"


class Sentence(NamedTuple):
    """The two halves of a sentence, with the names of fields in braces."""

    reason: str
    advice: str


SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {
        "one_class": Sentence(
            "All points belong to one class, {label}",
            "add points of a second class",
        ),
        "no_points": Sentence("Class {label} has no points", "add some"),
        "identical_points": Sentence(
            "All {n} points are identical",
            "add points at other places to tell classes apart",
        ),
        "too_few_for_covariance": Sentence(
            "Class {label} has one point, and variant {variant} needs its covariance",
            "add points or use variant I",
        ),
        "too_few_to_leave_out": Sentence(
            "Class {label} has one point, which cannot be left out",
            "add a point or use another threshold",
        ),
        "too_few_for_divisor": Sentence(
            "Class {label} has {found} point(s), too few to divide by n − 1",
            "add points or divide by n",
        ),
        "too_few_for_shared_divisor": Sentence(
            "The {found} points in {classes} classes are too few to divide by n − {off}",
            "add points or divide by n",
        ),
        "too_few_for_folds": Sentence(
            "The smallest class has {found} point(s), fewer than the {folds} folds",
            "use fewer folds, another scheme or more points",
        ),
        "singular_metric": Sentence(
            f"The covariance of class {{label}} is singular: {FLAT}", REGULAR_METRIC
        ),
        "singular_metric_of_rest": Sentence(
            f"The covariance of all classes but {{label}} is singular: {FLAT}", REGULAR_METRIC
        ),
        "singular_shared_metric": Sentence(
            f"The covariance of the two classes is singular: {FLAT}", REGULAR_METRIC
        ),
        "singular_covariance": Sentence(
            f"The covariance of class {{label}} is singular ({FLAT})", REGULAR_COVARIANCE
        ),
        "singular_shared_covariance": Sentence(
            f"The covariance of all classes is singular ({FLAT})", REGULAR_COVARIANCE
        ),
        "no_covariance": Sentence(
            "Class {label} has no spread: in every feature its points are equal", REGULAR_COVARIANCE
        ),
        "no_shared_covariance": Sentence(
            "No class has any spread: in every feature its points are equal", REGULAR_COVARIANCE
        ),
        "squares_overflow": Sentence(
            "The features are so large that their squares overflow",
            "scale them down",
        ),
        "projection_overflows": Sentence(
            "The projection overflows",
            "scale the features down (standardise them) or lower the degree of the kernel",
        ),
        "score_not_finite": Sentence(
            "A score is NaN, infinite or beyond 1e300",
            "give finite numbers",
        ),
        "solver_not_done": Sentence(
            "The SVC's solver did not finish within {steps:,} steps",
            "lower C, use fewer points, or standardise the features",
        ),
    }
)


class FitError(ValueError):
    """A classifier cannot be fitted to these points, or not evaluated on them.

    Parameters
    ----------
    code : str
        A key of ``SENTENCES``.
    **fields
        The values of the fields in that sentence. `label` is a class as in `y`.

    Attributes
    ----------
    code, fields
    reason : str
        What is wrong, without the advice.

    Examples
    --------
    >>> print(FitError("too_few_to_leave_out", label=0))
    Class 0 has one point, which cannot be left out; add a point or use another threshold.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        reason, advice = (half.format(**fields) for half in SENTENCES[code])
        super().__init__(f"{reason}; {advice}.")
        self.code = code
        self.fields = fields
        self.reason = f"{reason}."

    def explained(self, detail: str) -> Self:
        """Return the error with one more sentence, for users of the package."""
        self.args = (f"{self} {detail}",)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.fields), ()

    def plain(self) -> Self:
        """Return the error without details for users of the package."""
        return type(self)(self.code, **self.fields)

    def with_names(self, class_names: Sequence[str]) -> Self:
        """Return the error with the name of its class; the labels are 0, 1, ...

        It has no details for users of the package.
        """
        if "label" not in self.fields:
            return self.plain()
        name = class_names[self.fields["label"]].removeprefix("class ")
        return type(self)(self.code, **self.fields | {"label": name})

    def against_rest(self, label: Any) -> Self:
        """Return the error of a fit of one class (1) against all the others (0)."""
        if "label" not in self.fields:
            return self
        code = self.code if self.fields["label"] else f"{self.code}_of_rest"
        error = type(self)(code, **self.fields | {"label": label})
        detail = str(self).removeprefix(str(self.plain())).strip()
        return error.explained(detail) if detail else error


def explain(problem: ValueError, class_names: Sequence[str] | None = None) -> str:
    """Return the sentence of an error, in which the classes 0, 1, ... have these names."""
    if class_names is not None and isinstance(problem, FitError):
        return str(problem.with_names(class_names))
    return str(problem)
