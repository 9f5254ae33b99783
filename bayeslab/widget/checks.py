"""Checks of the values that Python sets: each raises an error of one sentence."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from traitlets import TraitError

from bayeslab.evaluation.models import MODELS
from bayeslab.widget.bundle.core.state import LIMITS, THRESHOLDS


@contextmanager
def as_trait_error(name: str = "") -> Generator[None]:
    """Raise a ValueError as a TraitError that says which trait it is about."""
    try:
        yield
    except ValueError as problem:
        raise TraitError(f"{name}: {problem}." if name else str(problem)) from None


def check_lengths(X: Any, y: Any) -> None:
    """Raise a ValueError unless there is one label for each point."""
    if len(X) != len(y):
        raise ValueError(
            f"{len(X)} points and {len(y)} labels do not fit together: to change their number "
            "use set_points(X, y)."
        )


def check_model(model: Any) -> str:
    """Return the key of a classifier, or raise a TraitError."""
    if not isinstance(model, str) or model not in MODELS:
        raise TraitError(f"There is no classifier {model!r}: choose one of {', '.join(MODELS)}.")
    return model


def check_gamma(value: Any) -> float:
    """Return gamma as a float, or raise a TraitError."""
    with as_trait_error("gamma"):
        gamma: Any = LIMITS["gamma"].check(value)
    return float(gamma)


def check_threshold(value: Any) -> str | float:
    """Return a rule or a finite number, or raise a TraitError."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if (isinstance(value, str) and value in THRESHOLDS) or (is_number and np.isfinite(value)):
        return value
    rules = ", ".join(map(repr, THRESHOLDS))
    raise TraitError(f"The threshold cannot be {value!r}: use one of {rules}, or a number.")


def check_selection(indices: Any, n: int) -> list[int]:
    """Return different indices of n points in ascending order, or raise a TraitError."""
    if not all(isinstance(i, int | np.integer) and 0 <= i < n for i in indices):
        raise TraitError(f"A selection holds whole numbers from 0 to {n - 1}.")
    return sorted({int(i) for i in indices})


def check_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that have no trait, or raise a ValueError."""
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in LIMITS or name in ("points", "names", "title"):
            raise ValueError(f"There is no setting {name!r}: use one of {', '.join(LIMITS)}.")
        try:
            values[name] = LIMITS[name].check(value)
        except ValueError as reason:
            raise ValueError(f"The {name} {value!r} cannot be used: {reason}.") from None
    return values
